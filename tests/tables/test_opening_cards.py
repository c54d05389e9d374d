"""The cards of a table: received and checked before gaming, each by the people whom the book names, and checked
after it."""

import json
from typing import Any

import pytest

from casino.cards import PACK, Difference, composition, difference
from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from casino.translated import phrase
from rounds.pit.alerts import alerts
from tables import held_back
from tables.models import PitAlert, Table
from tables.opening import closing, deck_count, opening, packs
from tables.opening.deck_count import DeckCount, what_differs
from tests import floor
from tests.floor import AT
from tests.refusing import refused_as
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def set_up(book: str, game: str = "blackjack", **setup: Any) -> Table:
    return floor.set_up(CODE, **setup_of(book, game, **setup))


def packs_with(table: Table, **changed: int) -> DeckCount:
    """The packs as they should be, but for some cards: ``h7=-1`` is one seven of hearts fewer."""
    right = deck_count.right(table)
    sets = {
        name: {card: composition_of_set.get(card, 0) + changed.get(card[1] + card[0], 0) for card in PACK}
        for name, composition_of_set in right.sets.items()
    }
    return DeckCount(sets)


def table_now() -> Table:
    return Table.objects.get(code=CODE)


def bars() -> dict[str, tuple[str, str]]:
    return {item: (clause, phrase(words)) for item, clause, words in opening.missing(table_now())}


def wrong(difference: Difference, pack: int = 52) -> list[str]:
    """What differs, in words."""
    return [words.english for words, _ in what_differs(difference, pack)]


def supervisor() -> Any:
    return floor.person(Role.GAME_SUPERVISOR)


def body(entry: Entry) -> dict[str, Any]:
    return dict(json.loads(entry.body))


# --- judged


@pytest.mark.clause("VIC03-3.1", "VIC03-10.4.1")
def test_packs_are_judged_card_by_card() -> None:
    six, pontoon = composition(6), composition(6, "T")
    assert sum(six.values()) == 312
    assert sum(pontoon.values()) == 288
    assert difference(six, six).none
    short = difference(six | {"7h": 5}, six)
    assert (short.missing, short.excess, wrong(short)) == ({"7h": 1}, {}, ["1 missing: 7♥"])
    doubled = difference(six | {"7h": 5, "As": 8}, six)
    assert wrong(doubled) == ["1 missing: 7♥", "2 too many: A♠ × 2"]
    # A missing pack is reported once and not as 52 cards.
    assert wrong(difference(composition(5) | {"Kc": 4}, six)) == ["1 whole pack short", "1 missing: K♣"]
    assert wrong(difference(composition(7), six)) == ["1 whole pack too many"]
    assert wrong(difference(composition(5, "T"), pontoon), 48) == ["1 whole pack short"]
    # In packs without tens one of them is foreign.
    assert wrong(difference({**pontoon, "Td": 1}, pontoon), 48) == ["1 too many: 10♦"]


# --- before gaming, by the dealer


@pytest.mark.clause("ACT03-2.2-B01", "ACT03-2.1")
def test_three_hundred_and_eleven_cards_stop_the_opening() -> None:
    table = set_up("ACT03", decks=6)
    checked = packs.check_cards(CODE, packs_with(table, h7=-1), by=floor.dealer(), at=AT)
    assert (checked.outcome, checked.faults) == ("wrong", ("1 missing: 7♥",))
    assert bars()["cards"] == ("ACT03-2.2-B01", "the cards are not right: 1 missing: 7♥")
    (line,) = table_now().checks[packs.WRONG]["lines"]
    assert line["clause"] == "ACT03-2.1"
    assert "replace the pack" in line["remedy"]
    entry = Entry.objects.get(kind="cards_checked")
    assert (entry.actor, entry.clause) == ("D-114", "ACT03-2.2-B01")
    assert (body(entry)["cards"], body(entry)["expected"], body(entry)["missing"]) == (311, 312, {"7h": 1})
    assert Entry.objects.get(kind="incident").clause == "ACT03-2.2-B01"
    # The cards are right at last: what was done since is part of the record.
    with refused_as("cards.already_checked", "ACT03-2.2-B01"):
        packs.check_cards(CODE, deck_count.right(table), by=floor.dealer(), at=AT)
    assert (
        packs.check_cards(CODE, deck_count.right(table), since="replaced", by=floor.dealer(), at=AT).outcome
        == "right"
    )
    assert "cards" not in bars()
    assert body(Entry.objects.filter(kind="cards_checked").latest("seq"))["given"]["since"] == "replaced"
    assert verify().ok


@pytest.mark.clause("VIC03-3.2.5", "VIC03-3.1", "ACT96-3.1", "ACT96-3.2")
@pytest.mark.parametrize(
    ("book", "check", "decks"),
    [("VIC03", "VIC03-3.2.5", "VIC03-3.1"), ("ACT96", "ACT96-3.2", "ACT96-3.1")],
)
def test_jokers_backs_and_a_doubled_card_bar_the_opening(book: str, check: str, decks: str) -> None:
    table = set_up(book, decks=8)
    wrong = DeckCount(packs_with(table, sA=1).sets, jokers=2, backs_alike=False)
    assert packs.check_cards(CODE, wrong, by=floor.dealer(), at=AT).outcome == "wrong"
    lines = [(line["clause"], line["words"]) for line in table_now().checks[packs.WRONG]["lines"]]
    assert lines == [
        (decks, "1 too many: A♠"),
        (decks, "2 jokers are among the cards"),
        (decks, "the backs differ in colour or design"),
    ]
    assert bars()["cards"][0] == check


@pytest.mark.clause("VIC03-10.4.1")
def test_a_ten_is_foreign_to_packs_without_tens() -> None:
    table = set_up("VIC03", "crown_pontoon", decks=6)
    assert deck_count.right(table).cards == 288
    checked = packs.check_cards(CODE, packs_with(table, hT=1), by=floor.dealer(), at=AT)
    assert checked.faults == ("1 too many: 10♥",)
    assert table_now().checks[packs.WRONG]["lines"][0]["clause"] == "VIC03-10.4.1"


@pytest.mark.clause("VIC03-3.2.5")
def test_cards_are_checked_before_gaming_and_by_the_people_who_may() -> None:
    table = floor.open_table(CODE)
    with refused_as("cards.checked_before_gaming", "VIC03-3.2.5"):
        packs.check_cards(CODE, deck_count.right(table), by=floor.dealer(), at=AT)
    other = floor.set_up("BJ-08")
    for role in (Role.SURVEILLANCE, Role.INSPECTOR, Role.TOURNAMENT_DIRECTOR):
        with refused_as("staff.role_too_low", "VIC03-1.2"):
            packs.check_cards("BJ-08", deck_count.right(other), by=floor.person(role), at=AT)
    # A supervisor may act for the dealer (VIC03-1.2).
    packs.check_cards("BJ-08", deck_count.right(other), by=supervisor(), at=AT)
    assert Entry.objects.get(chain="BJ-08", kind="cards_checked").acting_as == "dealer"


def test_the_same_tap_again_gives_the_same_answer() -> None:
    table = set_up("VIC03")
    for _ in range(2):
        checked = packs.check_cards(CODE, packs_with(table, cK=-1), by=floor.dealer(), at=AT, key="k-1")
        assert (checked.outcome, checked.faults) == ("wrong", ("1 missing: K♣",))
    assert Entry.objects.filter(kind="cards_checked").count() == 1


# --- by dealer and game supervisor, independently


@pytest.mark.clause("NZ-6.1")
def test_two_people_check_independently_and_both_must_be_right() -> None:
    table = set_up("NZ", decks=6)
    dealer, right = floor.dealer(), deck_count.right(table)
    assert packs.check_cards(CODE, right, by=dealer, at=AT).outcome == "given"
    assert bars()["cards"] == ("NZ-6.1", "the game supervisor has not checked the cards")
    for other, code in (
        (dealer, "cards.check_given"),
        (floor.person(Role.DEALER, "D-131"), "staff.role_too_low"),
    ):
        with refused_as(code, "NZ-6.1"):
            packs.check_cards(CODE, right, by=other, at=AT)
    assert packs.check_cards(CODE, right, by=supervisor(), at=AT).outcome == "right"
    assert "cards" not in bars()
    assert table_now().checks[packs.CARDS]["by"] == "D-114, G-21"
    shown = [
        body(entry)["given"]["by"] for entry in Entry.objects.filter(kind="cards_checked").order_by("seq")
    ]
    assert shown == ["D-114", "G-21"]
    assert verify().ok


@pytest.mark.clause("NZ-6.1")
def test_one_person_does_not_give_both_checks() -> None:
    table = set_up("NZ")
    boss = supervisor()
    assert packs.check_cards(CODE, deck_count.right(table), by=boss, at=AT).outcome == "given"
    assert packs.still_wanted(table_now(), floor.house_at(table)) == ["dealer"]
    with refused_as("cards.check_given", "NZ-6.1"):
        packs.check_cards(CODE, deck_count.right(table), by=boss, at=AT)


@pytest.mark.clause("VIC03-3.2.5", "VIC03-3.1")
def test_a_check_is_of_the_packs_that_are_there_and_falls_with_another_set_up() -> None:
    """416 cards were checked for eight packs; six are set up then, 312 cards."""
    table = set_up("VIC03", decks=8)
    floor.check_cards()
    assert "cards" not in bars()
    Table.objects.filter(pk=table.pk).update(decks=6)
    assert bars()["cards"] == ("VIC03-3.2.5", "the cards have not been checked")
    floor.check_cards()
    assert "cards" not in bars()


@pytest.mark.clause("NZ-6.1")
def test_two_checks_are_of_the_same_packs() -> None:
    """The dealer's was of eight packs; with six set up, both are needed again."""
    table = set_up("NZ", decks=8)
    packs.check_cards(CODE, deck_count.right(table), by=floor.dealer(), at=AT)
    Table.objects.filter(pk=table.pk).update(decks=6)
    assert packs.check_cards(CODE, deck_count.right(table_now()), by=supervisor(), at=AT).outcome == "given"
    assert packs.check_cards(CODE, deck_count.right(table_now()), by=floor.dealer(), at=AT).outcome == "right"


@pytest.mark.clause("NZ-6.1")
def test_what_the_first_found_is_shown_to_nobody_before_the_second_is_given() -> None:
    table = set_up("NZ", decks=6)
    packs.check_cards(CODE, packs_with(table, h7=-1), by=floor.dealer(), at=AT)
    entry = Entry.objects.get(kind="cards_check_given")
    assert "7" not in entry.detail
    assert set(body(entry)) == {"as", "detail", "digest", "rows"}
    ((_, _, row),) = body(entry)["rows"]
    assert row["checks"] == {held_back.GIVEN: [{"as": "dealer", "digest": body(entry)["digest"]}]}
    assert not Entry.objects.filter(kind__in=("cards_checked", "incident")).exists()
    assert [line for line in alerts.causes([table_now()], AT) if line.kind == "cards"] == []
    (given,) = table_now().checks[held_back.GIVEN]
    assert packs.check_cards(CODE, deck_count.right(table), by=supervisor(), at=AT).outcome == "wrong"
    # They do not agree: it bars the opening, the record has both, and the first is the one that was given.
    assert bars()["cards"] == ("NZ-6.1", "the cards are not right: the dealer found 1 missing: 7♥")
    first, second = Entry.objects.filter(kind="cards_checked").order_by("seq")
    assert (body(first)["cards"], body(second)["cards"]) == (311, 312)
    recorded = body(first)
    again = recorded["given"] | {"found": {name: recorded[name] for name in given["found"]}}
    assert held_back.digest(again) == body(entry)["digest"]


@pytest.mark.clause("NZ-6.1")
def test_a_mismatch_is_shown_in_the_pit_until_both_have_checked_again() -> None:
    table = set_up("NZ", decks=6)
    packs.check_cards(CODE, deck_count.right(table), by=floor.dealer(), at=AT)
    packs.check_cards(CODE, packs_with(table, cK=1), by=supervisor(), at=AT)
    (line,) = alerts.keep_up([table_now()], AT)
    assert (line.kind, line.red, line.clause) == ("cards", True, "NZ-6.1")
    assert "the game supervisor found 1 too many: K♣" in line.words
    packs.check_cards(CODE, deck_count.right(table), since="replaced", by=floor.dealer(), at=AT)
    assert bars()["cards"][1] == "the game supervisor has not checked the cards"
    assert packs.check_cards(CODE, deck_count.right(table), by=supervisor(), at=AT).outcome == "right"
    (line,) = alerts.keep_up([table_now()], AT)
    assert (line.over, line.seen_by) == (True, "")  # over, and on the list until somebody has acknowledged it
    assert PitAlert.objects.get().ended_at is None


@pytest.mark.clause("NZ-6.1", "NZ-3.4", "NZ-6.4-S1")
def test_both_sets_of_a_shuffler_are_checked() -> None:
    table = set_up("NZ", decks=6, elections={"auto_shuffler": "batch"})
    assert deck_count.sets_of(table.rules) == ("red", "blue")
    assert deck_count.right(table).cards == 624
    short = DeckCount({**deck_count.right(table).sets, "blue": composition(6) | {"2c": 5}})
    packs.check_cards(CODE, short, by=floor.dealer(), at=AT)
    checked = packs.check_cards(CODE, short, by=supervisor(), at=AT)
    assert checked.faults == ("blue set: 1 missing: 2♣",)
    with refused_as("cards.sets", "NZ-3.4"):
        without_set = DeckCount({"": composition(6)})
        packs.check_cards(CODE, without_set, since="again", by=floor.dealer(), at=AT)


# --- after gaming


@pytest.mark.clause("ACT96-3.2", "ACT03-2.2-B02")
@pytest.mark.parametrize(("book", "clause"), [("ACT96", "ACT96-3.2"), ("ACT03", "ACT03-2.2-B02")])
def test_cards_are_checked_one_by_one_after_gaming(book: str, clause: str) -> None:
    table = floor.open_table(CODE, **setup_of(book, "blackjack", decks=6))
    floor.begin_closing(CODE)
    with refused_as("closing.cards_checked_one_by_one", clause):
        closing.count_cards(CODE, 312, by=floor.dealer(), at=AT)
    # 312 cards, and two of them are not those that should be there.
    assert closing.count_cards(CODE, packs_with(table, h7=-1, sA=1), by=floor.dealer(), at=AT) is False
    assert table_now().state == "closing"
    (line,) = [line for line in alerts.causes([table_now()], AT) if line.kind == "cards"]
    assert (line.clause, "1 missing: 7♥; 1 too many: A♠" in line.words) == (clause, True)
    assert floor.count_cards(CODE)
    floor.count_closing(CODE)
    assert table_now().state == "closed"
    assert [line for line in alerts.causes([table_now()], AT) if line.kind == "cards"] == []
    assert verify().ok


@pytest.mark.clause("VIC03-3.2.5")
def test_in_melbourne_they_are_counted_for_completeness() -> None:
    floor.open_table(CODE, decks=6)
    floor.begin_closing(CODE)
    for _ in range(2):
        assert closing.count_cards(CODE, 311, by=floor.dealer(), at=AT, key="k-1") is False
    assert Entry.objects.filter(kind="cards_counted").count() == 1
    (line,) = alerts.keep_up([table_now()], AT)
    assert line.words == "closing is on hold: 311 of 312 cards"
    assert closing.count_cards(CODE, 312, by=floor.dealer(), at=AT, key="k-2") is True
