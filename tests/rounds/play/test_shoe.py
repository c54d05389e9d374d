"""The shoe through the service: what it waits for is recorded, signed for, carried on and verified."""

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import approvals
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine
from rounds.models import Round
from rounds.play import service
from tables.float.models import Session
from tables.float.tallies import sums_of
from tables.floor import dealers
from tables.models import Table
from tables.opening import checklist, closing, opening
from tables.signs import signs
from tests import floor
from tests.floor import AT, cards, tap, taps

pytestmark = pytest.mark.django_db(transaction=True)
CODE = "BJ-07"


def todo() -> tuple[str, ...]:
    live = service.current(CODE)
    return engine.questions.pending(live.rules, live.state)


def played(*first: engine.Command) -> None:
    """A round of A on box 1, lost by nobody: twenty against seventeen."""
    taps(CODE, *first, engine.PlaceWager(1, "A", 5000), engine.Seat(1, "A"), engine.CallBets())
    taps(CODE, *cards("Ts 9d Kc"), engine.Decide(1, "stand"), *cards("8h"), engine.Settle(), engine.Collect())


@pytest.mark.clause("VIC03-4.1.1(a)")
def test_no_round_begins_before_the_shoe_is_ready_and_every_step_is_an_entry() -> None:
    floor.open_table(CODE, shoe=False)
    taps(CODE, engine.PlaceWager(1, "A", 5000))
    refused = tap(CODE, engine.CallBets())
    assert refused.refusal is not None
    assert (refused.refusal.code, refused.refusal.clause) == ("call.shoe_waits", "VIC03-4.1.1(a)")
    taps(CODE, engine.ShoeStep(("shuffle",)), engine.CutCards("A", position=100))
    taps(
        CODE,
        engine.ShoeStep(("move", "place", "load"), depth=104),
        engine.ShoeStep(("burn",)),
        engine.CallBets(),
    )
    clauses = list(
        Entry.objects.filter(kind__in=["shuffled", "cut", "shoe"])
        .order_by("seq")
        .values_list("clause", flat=True)
    )
    assert clauses == [
        "VIC03-4.1.1(a)", "VIC03-4.2.1(a)", "VIC03-4.2.4(a)", "VIC03-4.2.4(b)", "VIC03-4.2.4(c)", "VIC03-4.3.1",
    ]  # fmt: skip
    table = Table.objects.get()
    assert (table.live["shoe"]["left"], table.live["shoe"]["next"]) == (415, None)
    assert verify().ok


@pytest.mark.clause("VIC03-4.2.2")
def test_the_cut_that_no_player_makes_waits_for_a_supervisors_signature() -> None:
    floor.open_table(CODE, shoe=False)
    taps(CODE, engine.Seat(1, "A"), engine.ShoeStep(("shuffle",)), engine.DeclineCut("A"))
    asked = tap(CODE, engine.CutCards(by="game_supervisor"))
    assert asked.approval_id is not None
    assert todo()[0] == "cut"
    boss = floor.person(Role.GAME_SUPERVISOR)
    approvals.decide(Approval.objects.get(pk=asked.approval_id), boss, True, at=AT)
    assert todo()[0] == "move"
    assert "G-21" in Entry.objects.get(kind="cut", detail__startswith="cut by").detail


def test_what_a_round_starts_from_is_what_holds_when_its_first_wager_is_laid() -> None:
    floor.open_table(CODE)
    assert not Table.objects.get().in_hand
    signs.set_limits(CODE, signs.Limits(1000, 20000, 0), by=floor.casino_supervisor(), at=AT)
    assert service.current(CODE).setup.main_sign.maximum == 20000
    assert Round.objects.get().setup["signs"][0]["maximum"] == 50000
    taps(CODE, engine.PlaceWager(1, "A", 1000))
    assert Round.objects.get().setup["signs"][0]["maximum"] == 20000
    assert verify().ok


def test_a_table_whose_shoe_alone_was_prepared_closes_and_opens_with_a_new_one() -> None:
    floor.open_table(CODE)
    closing.begin_closing(CODE, by=floor.casino_supervisor(), at=AT)
    floor.count_closing(CODE)
    assert closing.count_cards(CODE, 416, by=floor.dealer(), at=AT)
    floor.complete_opening_list(Table.objects.get())
    opening.open_table(CODE, by=floor.casino_supervisor(), at=AT.replace(hour=21))
    assert todo()[0] == "shuffle"
    floor.prepare(CODE)
    played()
    assert Table.objects.get().rounds == 1
    # A seat alone is the next round's: the one that was dealt is in the session that dealt it, with all its figures.
    taps(CODE, engine.Seat(2, "C"))
    closing.begin_closing(CODE, nobody=True, by=floor.casino_supervisor(), at=AT.replace(hour=22))
    floor.count_closing(CODE)
    assert closing.count_cards(CODE, 416, by=floor.dealer(), at=AT.replace(hour=22))
    first, second = Session.objects.order_by("number")
    assert (first.rounds, second.rounds) == (0, 1)
    assert [(tally.rounds, tally.handle) for tally in second.tallies.all()] == [(1, second.handle)]
    assert sum(sums.rounds for sums in sums_of(second).values()) == 1
    assert verify().ok


@pytest.mark.clause("VIC03-4.1.1(c)", "VIC03-4.2.1(b)")
def test_cards_and_cutting_card_are_carried_from_round_to_round() -> None:
    floor.open_table(CODE, decks=4)
    for _ in range(4):
        played()
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    slip = tap(CODE, engine.DealCard("Ts"))
    assert slip.refusal is not None
    assert "since the shuffle" in slip.refusal.message
    assert service.current(CODE).state.left_in_shoe(208) == 208 - 1 - 16
    taps(CODE, *cards("9s"), engine.CutCard(), *cards("9h Kd"), engine.Decide(1, "stand"), *cards("8d"))
    taps(CODE, engine.Settle(), engine.Collect())
    assert todo() == ("shuffle", "cut", "move", "place", "load", "burn")
    assert Table.objects.get().live["shoe"]["next"]
    taps(CODE, engine.ShoeStep(("shuffle",)))
    live = service.current(CODE)
    assert live.state.out("Ts") == 0
    assert engine.questions.cut_offer(live.rules, live.state).player == "A"
    assert verify().ok


@pytest.mark.clause("ACT96-7.2")
@pytest.mark.parametrize(("reading", "in_round"), [("any_time", True), ("between_rounds", False)])
def test_a_change_of_dealer_has_a_card_burnt(reading: str, in_round: bool) -> None:
    floor.open_table(CODE, book="ACT96", readings={"burn_change_when": reading}, sign=(500, 50000, 0))
    dealers.come_to_table(CODE, floor.dealer(), AT)
    checklist.confirm(CODE, "sign", by=floor.dealer(), at=AT)
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.Seat(1, "A"), engine.CallBets(), *cards("Ts"))
    assert todo() == (), "the first dealer of the shoe burns no second card"
    other = floor.person(Role.DEALER, "D-115")
    dealers.come_to_table(CODE, other, AT)
    assert (todo() == ("burn",)) is in_round
    if in_round:
        refused = tap(CODE, engine.DealCard("9d"), other)
        assert refused.refusal is not None
        assert (refused.refusal.code, refused.refusal.clause) == ("card.shoe_first", "ACT96-7.2")
        assert tap(CODE, engine.ShoeStep(("burn",)), other).ok
    for command in (
        *cards("9d Kc"),
        engine.Decide(1, "stand"),
        *cards("8h"),
        engine.Settle(),
        engine.Collect(),
    ):
        assert tap(CODE, command, other).ok
    assert (todo() == ("burn",)) is not in_round
    assert verify().ok


@pytest.mark.clause("ACT03-2.3(a)")
def test_no_round_is_dealt_from_a_shoe_of_another_number_of_packs() -> None:
    """Eight packs are in the shoe and the table is set up for six: these are 312 cards, shuffled and cut before any is
    dealt."""
    floor.open_table(CODE, book="ACT03", decks=8)
    taps(CODE, engine.PlaceWager(1, "A", 1000), engine.CallBets(), *floor.cards("Ts 9d 9c"))
    taps(CODE, engine.Decide(1, "stand"), *floor.cards("9s"), engine.Settle(), engine.Collect())
    Table.objects.filter(code=CODE).update(decks=6)
    shoe = service.current(CODE).state.carry.shoe
    assert shoe is not None
    assert (shoe.packs, shoe.todo[:1]) == (6, ("shuffle",))
    refused = tap(CODE, engine.CallBets())
    assert not refused.ok
    floor.prepare(CODE)
    assert service.current(CODE).state.left_in_shoe(312) == 311  # one is burnt
