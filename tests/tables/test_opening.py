"""Opening and closing a table: what must be done, by whom, and what the record keeps of it."""

from datetime import date

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.staff.signals import dealer_changed
from rounds import engine
from rounds.play import service
from tables.models import Sign, Table
from tables.opening import checklist, closing, deck_count, opening, packs
from tests import floor
from tests.floor import AT, tap, taps
from tests.refusing import refusal_of, refused_as, refused_at

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def cannot_open(clause: str) -> Refusal:
    """The refusal under the clause of what is missing."""
    how = {"by": floor.casino_supervisor(), "at": AT}
    return refusal_of("opening.incomplete", clause, opening.open_table, CODE, **how)


# --- set-up


@pytest.mark.clause("VIC03-2.1")
def test_a_table_has_at_most_nine_places() -> None:
    floor.set_up("BJ-01", seats=9)
    with refused_at("seats", "setup.places", "VIC03-2.1"):
        floor.set_up("BJ-02", seats=10)


@pytest.mark.clause("VIC03-2.2.1")
def test_a_layout_has_at_most_nine_boxes_numbered_from_the_left() -> None:
    table = floor.set_up("BJ-01", boxes=9)
    assert [box.number for box in table.box_set.all()] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    with refused_at("boxes", "setup.boxes", "VIC03-2.2.1"):
        floor.set_up("BJ-02", boxes=10)


@pytest.mark.clause("VIC03-3.1")
@pytest.mark.parametrize(("decks", "allowed"), [(3, False), (4, True), (8, True), (9, False)])
def test_a_shoe_holds_four_to_eight_packs(decks: int, allowed: bool) -> None:
    if allowed:
        assert floor.set_up(decks=decks).rules.shoe_cards(decks) == 52 * decks
    else:
        with refused_at("decks", "setup.decks", "VIC03-3.1"):
            floor.set_up(decks=decks)


@pytest.mark.clause("VIC03-7.1.2(b)")
def test_dealing_face_down_needs_an_approval_of_before() -> None:
    with refused_at("face_down_reference", "setup.face_down_approval", "VIC03-7.1.2(b)"):
        floor.set_up("BJ-01", face_down=True)
    approval = {
        "face_down": True, "face_down_reference": "DCS 12/2026", "face_down_approved_by": "Director's delegate",
    }  # fmt: skip
    floor.ready("BJ-02", **approval, face_down_approved_on=date(2026, 11, 29))
    with refused_as("opening.face_down_later", "VIC03-7.1.2(b)"):
        opening.open_table("BJ-02", by=floor.casino_supervisor(), at=AT)
    assert floor.open_table("BJ-03", **approval, face_down_approved_on=date(2026, 11, 28)).is_open


# --- the opening list


@pytest.mark.clause("VIC03-3.2.5")
def test_no_card_is_dealt_before_the_cards_were_checked() -> None:
    for item in checklist.confirmations(floor.set_up()):
        checklist.confirm(CODE, item, by=floor.dealer(), at=AT)
    floor.count_opening(CODE)
    cannot_open("VIC03-3.2.5")
    floor.check_cards(CODE)
    assert opening.open_table(CODE, by=floor.casino_supervisor(), at=AT).is_open
    entry = Entry.objects.get(kind="cards_checked")
    assert (entry.actor, entry.role, entry.at, entry.clause) == ("D-114", "dealer", AT, "VIC03-3.2.5")
    assert '"cards":416' in entry.body
    assert verify().ok


@pytest.mark.clause("VIC03-2.2", "VIC03-2.2.2", "VIC03-7.1", "VIC03-6.1", "VIC03-2.3")
@pytest.mark.parametrize("item", ["layout", "logo", "shoe", "inscriptions", "sign"])
def test_each_item_of_the_list_bars_the_opening(item: str) -> None:
    expected = checklist.confirmations(floor.set_up())
    assert list(expected) == ["layout", "logo", "shoe", "inscriptions", "sign"]
    floor.check_cards(CODE)
    floor.count_opening(CODE)
    for other in expected:
        if other != item:
            checklist.confirm(CODE, other, by=floor.dealer(), at=AT)
    cannot_open(expected[item][0])
    checklist.confirm(CODE, item, by=floor.dealer(), at=AT)
    assert opening.open_table(CODE, by=floor.casino_supervisor(), at=AT).is_open
    assert Entry.objects.get(kind="confirmed", detail=expected[item][1]).actor == "D-114"


@pytest.mark.clause("VIC03-6.1-FN2-66(1)(d)")
def test_a_table_without_limits_cannot_open() -> None:
    floor.ready()
    Sign.objects.all().delete()
    cannot_open("VIC03-6.1-FN2-66(1)(d)")


@pytest.mark.clause("VIC03-3.1.1", "VIC03-3.1")
def test_an_automatic_shoe_has_no_cutting_card_and_another_has_one() -> None:
    table = floor.set_up(elections={"auto_shuffler": "yes"}, shoe_approval="ASD 4/2026")
    with refused_as("cards.cutting_card_in_shuffler", "VIC03-3.1.1"):
        packs.check_cards(CODE, deck_count.right(table), cutting_card=True, by=floor.dealer(), at=AT)
    floor.check_cards(CODE)
    assert '"cutting_card":false' in Entry.objects.get(kind="cards_checked").body
    other = floor.set_up("BJ-08")
    with refused_as("cards.no_cutting_card", "VIC03-3.1"):
        packs.check_cards("BJ-08", deck_count.right(other), cutting_card=False, by=floor.dealer(), at=AT)
    assert not Entry.objects.filter(chain="BJ-08", kind="cards_checked").exists()


@pytest.mark.clause("VIC03-4.1.1(f)")
def test_an_automatic_shoe_without_its_approval_bars_the_opening() -> None:
    floor.ready("BJ-08", elections={"auto_shuffler": "yes"})
    with refused_as("opening.incomplete", "VIC03-4.1.1(f)"):
        opening.open_table("BJ-08", by=floor.casino_supervisor(), at=AT)


def test_who_opens_and_who_closes() -> None:
    floor.ready()
    for role in (Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR, Role.TOURNAMENT_DIRECTOR):
        with refused_as("staff.role_too_low", "VIC03-1.1-B06"):
            opening.open_table(CODE, by=floor.person(role), at=AT)
    opening.open_table(CODE, by=floor.person(Role.GAME_SUPERVISOR), at=AT)
    with refused_as("staff.role_too_low", "VIC03-17.7"):
        closing.begin_closing(CODE, by=floor.person(Role.GAME_SUPERVISOR), at=AT)


# --- dealing only at an open table


@pytest.mark.clause("VIC03-3.2.5")
def test_no_wager_is_taken_at_a_closed_table() -> None:
    floor.ready()
    answer = tap(CODE, engine.PlaceWager(1, "A", 5000))
    assert not answer.ok
    assert answer.refusal is not None
    assert (answer.refusal.clause, answer.refusal.code) == ("VIC03-3.2.5", "table.closed")


@pytest.mark.clause("VIC03-6.1")
def test_a_change_of_dealer_asks_for_the_sign_again_and_keeps_the_round() -> None:
    floor.open_table()
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *floor.cards("Ts 9d 9c"))
    new = floor.person(Role.DEALER, "D-131")
    dealer_changed.send(Staff, table_code=CODE, old=floor.dealer(), new=new, at=AT)
    table = Table.objects.get()
    assert (table.dealer, table.dealer_since, table.sign_confirmed) == ("D-131", AT, False)
    # The round in hand goes on; the next one waits for the sign.
    for command in (engine.Decide(1, "stand"), engine.DealCard("Td"), engine.Collect()):
        assert tap(CODE, command, new).ok
    answer = tap(CODE, engine.PlaceWager(1, "A", 5000), new)
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("opening.sign_not_confirmed", "VIC03-6.1")
    checklist.confirm(CODE, "sign", by=new, at=AT)
    assert tap(CODE, engine.PlaceWager(1, "A", 5000), new).ok


# --- closing


@pytest.mark.clause("VIC03-3.2.5")
def test_a_count_that_differs_holds_the_close() -> None:
    floor.open_table(decks=6)
    with refused_as("closing.cards_before_closing", "VIC03-3.2.5"):
        closing.count_cards(CODE, 312, by=floor.dealer(), at=AT)
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    floor.begin_closing(CODE)
    with refused_as("table.round_open", "VIC03-3.2.5"):
        closing.count_cards(CODE, 312, by=floor.dealer(), at=AT)
    # The round that was begun is finished, and no further one is opened.
    taps(CODE, *floor.cards("Ts 9d 9c"), engine.Decide(1, "stand"), *floor.cards("Td"))
    taps(CODE, engine.Collect())
    answer = tap(CODE, engine.PlaceWager(1, "A", 5000))
    assert answer.refusal is not None
    assert "closing" in answer.refusal.message
    # 6 packs are 312 cards.
    assert closing.count_cards(CODE, 311, by=floor.dealer(), at=AT) is False
    assert Table.objects.get().state == "closing"
    assert "311" in Entry.objects.get(kind="incident").detail
    assert Table.objects.get().live["irregular"] == 1
    assert closing.count_cards(CODE, 312, by=floor.dealer(), at=AT) is True
    floor.count_closing(CODE)
    table = Table.objects.get()
    assert (table.state, table.checks) == ("closed", {})
    assert verify().ok


@pytest.mark.clause("VIC03-6.2.1")
def test_what_a_round_inherits_ends_when_the_table_closes() -> None:
    floor.open_table()
    # 5 under the minimum of 10: settled once, and A is warned.
    taps(
        CODE, engine.PlaceWager(1, "A", 500), engine.Seat(1, "A"), engine.CallBets(), *floor.cards("Ts 9d 9c")
    )
    taps(CODE, engine.Decide(1, "stand"), *floor.cards("Td"), engine.Collect())
    assert service.current(CODE).setup.carry.warned == ("A",)
    floor.begin_closing(CODE)
    closing.count_cards(CODE, 416, by=floor.dealer(), at=AT)
    floor.count_closing(CODE)
    floor.complete_opening_list(Table.objects.get())
    opening.open_table(CODE, by=floor.casino_supervisor(), at=AT)
    live = service.current(CODE)
    assert (live.setup.carry, live.round_no) == (engine.values.Carry(shoe=live.setup.carry.shoe), 2)
    assert live.setup.carry.shoe is not None
    assert live.setup.carry.shoe.todo[0] == "shuffle"
    taps(CODE, engine.PlaceWager(1, "A", 5000))
    assert verify().ok
