"""Every case that can arise, in every book: what the book requires, or that it is silent and who then decides."""

from dataclasses import replace
from typing import Final

import pytest

from casino.rulebooks import BOOKS, Rules
from casino.rulebooks.irregularities import Kind, irregularities, role_of
from casino.rulebooks.irregularities.cases import CASES, ONLY, kinds_of
from rounds import engine
from rounds.engine.events import Reconstructed
from tests.engine.story import Story, deal

SILENT: Final = "silent"
NOT_THERE: Final = "-"

# What each book requires, read in the books: the clause that deals with the case, silent where none does, and a dash
# where the book's tables cannot have it.
WANTED: Final[dict[str, tuple[str, str, str, str, str]]] = {
    #                            ACT96          ACT03            VIC03           NZ               UK
    "face_up_in_shoe":          ("18(a)",       "14.1",          "9.2",          "16.1",          SILENT),
    "excess_card":              ("18(b)-S1",    "14.2-B01",      "9.3",          "16.2",          SILENT),
    "excess_refused":           ("18(h)-S2",    "14.2-B01",      "9.3",          "16.4-S2",       SILENT),
    "dealer_complete":          ("18(c)",       "14.3",          "9.3(a)",       "16.3-S1",       SILENT),
    "burnt_by_mistake":         ("18(b)-S2",    "14.2-B02",      SILENT,         SILENT,          SILENT),
    "burn_forgotten":           ("18(i)",       SILENT,          "9.1",          SILENT,          SILENT),
    "misplaced_initial":        ("18(d)",       "14.4",          "9.4",          "16.5-S1",       SILENT),
    "misplaced_further":        ("18(e)",       "14.4",          "9.4",          "16.5-S1",       SILENT),
    "misplaced_earlier":        (SILENT,        "14.5",          "9.8(a)",       SILENT,          SILENT),
    "hand_without_wager":       ("18(d)",       "14.4",          "9.5",          "16.5-S1",       SILENT),
    "wager_without_cards":      ("18(d)",       "14.4",          "9.7",          "16.5-S1",       SILENT),
    "wager_with_one_card":      ("18(d)",       "14.4",          "9.7(a)",       "16.5-S1",       SILENT),
    "dealer_without_card":      ("18(d)",       "14.4",          "9.6",          "16.5-S1",       SILENT),
    "decision_not_carried_out": ("18(e)",       "14.4",          "9.8",          "16.5-S1",       SILENT),
    "insurance_not_offered":    (SILENT,        SILENT,          SILENT,         "16.11",         SILENT),
    "double_in_error":          (SILENT,        SILENT,          SILENT,         "21.9(a)-S1",    SILENT),
    "split_in_error":           (SILENT,        SILENT,          SILENT,         "21.9(a)-S1",    SILENT),
    "no_ante":                  (NOT_THERE,     NOT_THERE,       NOT_THERE,      "18.7",          NOT_THERE),
    "shoe_empty":               ("18(f)",       "14.6",          "9.9",          "16.7-S1",       SILENT),
    "cut_card_missed":          (SILENT,        "14.8-B01",      SILENT,         "16.9",          SILENT),
    "cut_card_not_inserted":    (SILENT,        SILENT,          SILENT,         "16.10-S1",      SILENT),
    "damaged_card":             (SILENT,        SILENT,          SILENT,         "16.8",          SILENT),
    "wrong_cards":              (SILENT,        SILENT,          "9.12.2",       SILENT,          SILENT),
    "shuffler_fault":           (NOT_THERE,     "19.3(a)(i)",    "9.10",         "16.13-S1",      NOT_THERE),
    "cards_at_once":            ("18(b)-S1",    "14.2-B01",      "9.11",         "16.2",          SILENT),
    "button_wrong_hand":        (NOT_THERE,     NOT_THERE,       "11.7.1",        "15A.9-S4",     NOT_THERE),
    "equipment_failure":        (NOT_THERE,     NOT_THERE,       "11.7.3(a)",    "16.12-S1",      NOT_THERE),
    "void_wager":               ("20.2(a)",     "16.3(a)",       "17.2.1",       SILENT,          SILENT),
    "void_hand":                (SILENT,        SILENT,          SILENT,         "16.5(a)",       SILENT),
    "void_round":               ("20.3(a)",     "16.1",          "17.3.1",       SILENT,          SILENT),
    "exclude_player":           ("20.2(b)",     "16.3(b)",       "17.2.2",       SILENT,          SILENT),
}  # fmt: skip

GENERAL: Final = {
    "ACT96": ("ACT96-20.6", "casino_supervisor"),
    "ACT03": ("ACT03-16.6-B01", "casino_supervisor"),
    "VIC03": ("VIC03-17.10", "casino_supervisor"),
    "NZ": ("NZ-16.5(a)", "casino_supervisor"),
    "UK": ("UK-A01", "casino_supervisor"),
}
"""The general power of each book, and who has it."""
GAME_OF: Final = {"no_ante": "ante_up", "double_in_error": "player_select", "split_in_error": "player_select"}
BESIDE: Final = ("button_wrong_hand", "equipment_failure")
"""Cases of side bets, whose kinds come with the bet."""


def shoes(book: str, game: str) -> list[Rules]:
    rules = BOOKS[book].games[game]
    return [rules, replace(rules, cutting_card=replace(rules.cutting_card, value=False))]


def known(book: str, case: str) -> dict[str, Kind]:
    """The kinds of a book with whatever shoe, in the game that has the case."""
    kinds: dict[str, Kind] = {}
    for rules in shoes(book, GAME_OF.get(case, "blackjack") if book == "NZ" else "blackjack"):
        kinds = {**irregularities(rules), **kinds}
    return kinds


def test_the_table_has_every_case() -> None:
    assert set(WANTED) == set(CASES)


@pytest.mark.parametrize("case", sorted(set(WANTED) - set(BESIDE)))
@pytest.mark.parametrize("book", list(GENERAL))
def test_what_the_book_requires(book: str, case: str) -> None:
    expected = WANTED[case][list(GENERAL).index(book)]
    kinds = known(book, case)
    present = [kinds[kind] for kind in kinds_of(book, case) if kind in kinds]
    first = present[0]
    if expected == NOT_THERE:
        assert case in ONLY
        assert case not in dict(first.values)["case"]
    elif expected == SILENT:
        assert (first.clause, role_of(BOOKS[book].games["blackjack"], first)) == GENERAL[book]
        assert first.silent
        assert first.kind != "ruling" or case in dict(first.values)["case"]
    else:
        assert not first.silent
        assert first.clause == f"{book}-{expected}"


# --- a case on which the book is silent, at a table


def table(book: str, game: str = "blackjack") -> Story:
    """Box 1 has 18, box 2 twelve, the dealer a six."""
    story = deal(book, game=game).bet(1, "A", 10).bet(2, "B", 10).call()
    return story.initial("6d", "Ts 8h", "Tc 2c")


SILENT_RULINGS = [
    (book, case) for book in GENERAL for case in dict(known(book, "ruling")["ruling"].values)["case"]
]


@pytest.mark.parametrize(("book", "case"), SILENT_RULINGS)
def test_the_supervisor_rules_and_the_system_says_that_the_book_is_silent(book: str, case: str) -> None:
    clause, role = GENERAL[book]
    story = table(book).wrong("ruling", case=case, reason="seen_by_all")
    assert story.due.plan[0].startswith("not covered by the rules")
    assert (story.due.role, story.due.clause) == (role, clause)
    assert story.due.legal == ("play_on", "shuffle_after", "void_round")  # no hand is named
    story.refuses("role.too_low", clause).approve("game_supervisor")
    before = story.state.boxes
    story.approve(role, "play_on")
    assert story.state.boxes == before
    assert story.action == "decision"


@pytest.mark.parametrize("book", list(GENERAL))
def test_a_ruling_shuffles_voids_hands_or_the_round(book: str) -> None:
    clause, role = GENERAL[book]
    story = table(book).wrong("ruling", case="other", reason="seen", hands="1").approve(role, "void_hands")
    assert story.result(1).result == "void"
    assert story.due.box == 2
    story.wrong("ruling", case="other", reason="seen").approve(role, "shuffle_after")
    assert story.state.carry.shuffle_due == clause
    story.wrong("ruling", case="other", reason="seen").approve(role, "void_round")
    assert (story.state.phase, story.net("A"), story.net("B")) == ("void", 0, 0)


@pytest.mark.parametrize("book", [book for book in GENERAL if book != "NZ"])
@pytest.mark.parametrize("choice", ["offer", "leave"])
def test_insurance_that_was_not_offered_where_the_book_is_silent(book: str, choice: str) -> None:
    story = deal(book).bet(1, "A", 10).bet(2, "B", 10).call().initial("Ad", "Ts 8h", "Tc 2c").asked().stand(1)
    story.wrong("insurance_not_offered").approve("casino_supervisor", choice)
    assert story.action == ("insurance" if choice == "offer" else "decision")


@pytest.mark.parametrize("book", ["VIC03", "NZ", "UK"])
@pytest.mark.parametrize("choice", ["discard", "next_card"])
def test_a_card_burnt_by_mistake_where_the_book_is_silent(book: str, choice: str) -> None:
    story = table(book).wrong("burnt_by_mistake", seen="yes", card="9c").approve("casino_supervisor", choice)
    assert (story.state.discarded, [drawn.card for drawn in story.state.held]) == (
        (("9c",), []) if choice == "discard" else ((), ["9c"])
    )


@pytest.mark.parametrize(
    ("book", "game"), [("ACT96", "blackjack"), ("VIC03", "blackjack"), ("NZ", "blackjack")]
)
@pytest.mark.parametrize("choice", ["undo", "void_hand"])
def test_a_double_permitted_in_error_where_the_book_is_silent(book: str, game: str, choice: str) -> None:
    story = deal(book, game=game).bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "6s 5h", "Tc 2c")
    story.double(1).cards("4c")
    story.wrong("double_in_error", hand="1").approve("casino_supervisor", choice)
    if choice == "undo":
        assert (story.hand(1).total, story.hand(1).doubled, story.due.box) == (15, False, 1)
    else:
        assert story.result(1).result == "void"


@pytest.mark.parametrize("book", ["ACT96", "ACT03", "VIC03", "UK"])
def test_a_damaged_card_where_the_book_is_silent(book: str) -> None:
    story = table(book).wrong("damaged_card", card="Ts").approve("casino_supervisor")
    assert [card for card, _ in story.state.carry.damaged] == ["Ts"]


@pytest.mark.clause("ACT96-18(e)", "ACT03-14.4", "NZ-16.5-S1")
@pytest.mark.parametrize("book", ["ACT96", "ACT03", "NZ", "UK"])
def test_a_decision_that_was_not_carried_out(book: str) -> None:
    # Box 1 (10, 4) asked for a card, was taken to stand, and 8 went to box 2 (7, 5): 8 is box 1's next card, 22.
    story = deal(book).bet(1, "A", 10).bet(2, "B", 10).call().initial("9d", "Ts 4h", "7c 5c")
    story.stand(1).hit(2).cards("8d")
    story.wrong("decision_not_carried_out", hand="1").approve("casino_supervisor")
    (reconstruction,) = story.recorded(Reconstructed)
    assert reconstruction.moves == ("1. 8♦ from box 2 to beside the shoe, in that order",)
    assert (story.due.box, story.due.held) == (1, "8d")
    story.hit(1).cards("8d").settle()
    assert (story.net("A"), story.hand(2).total) == (-10, 12)


@pytest.mark.clause("VIC03-9.8(a)")
def test_an_error_of_an_earlier_round_is_recorded_and_changes_nothing() -> None:
    story = table("VIC03").stand(1).stand(2).cards("Td 2h").end().next_round().bet(1, "A", 10).call()
    story.refuses("irregularity.other_moment", "VIC03-9.8(a)").wrong("error_of_earlier_round", round=1)
    story.cards("Ts")
    before = story.state.boxes
    story.wrong("error_of_earlier_round", round=1)
    assert (story.state.boxes, story.action) == (before, "card")


@pytest.mark.clause("ACT03-14.8-B01", "ACT03-14.8-B02")
def test_dealing_past_the_cutting_card_leads_to_a_shuffle_after_the_round() -> None:
    story = table("ACT03").wrong("cut_card_missed").stand(1).hit(2).cards("5s").stand(2).cards("Td 2h").end()
    after = story.next_round()
    assert after.state.carry.shuffle_due == "ACT03-14.8-B02"
    after.bet(1, "A", 10)
    after.refuses("call.shuffle_first", "ACT03-14.8-B02").call()
    assert after.due.blockers
    after.shuffle().call()


@pytest.mark.clause("ACT03-14.8-B02", "ACT03-5.6")
def test_no_shuffle_in_the_last_rounds() -> None:
    story = deal("ACT03").do(engine.AnnounceLastRounds("casino_supervisor")).bet(1, "A", 10).call()
    story.initial("6d", "Ts 8h").wrong("cut_card_missed").stand(1).cards("Td 2h").end()
    after = story.next_round()
    assert after.state.carry.shuffle_due == ""
    after.bet(1, "A", 10).call()
