"""Terms of hands that few books allow, and of clauses."""

import pytest

from rounds.engine import State
from rounds.engine.layout.wager import Insurance
from rounds.engine.setup import Setup
from rounds.engine.values import Box, Hand, Result, Stake, Wager
from rounds.surveillance.facts.terms import clause_terms, players_of, terms_of


def terms(*boxes: Box, **state: object) -> set[str]:
    setup = Setup(book="VIC03")
    return terms_of(State(setup, boxes=boxes, **state), setup.rules, (), {})


def box(*hands: Hand, number: int = 4, **more: object) -> Box:
    return Box(number, wagers=(Wager("F", "main", 1000, 1000),), hands=hands, **more)


def test_a_hand_that_was_doubled_on_a_soft_total() -> None:
    """Ace and 6 are 7 or 17; the 2 came to the double."""
    found_by = terms(box(Hand(cards=("As", "6h", "2d"), doubled=True)))
    assert {"doubled_soft", "doubled_soft@4", "doubled_soft@F", "doubled_on:17"} <= found_by
    hard = terms(box(Hand(cards=("5s", "6h", "As"), doubled=True)))
    assert "doubled_on:11" in hard
    assert "doubled_soft" not in hard


def test_aces_split_and_insurance_on_their_total() -> None:
    aces = terms(box(Hand(cards=("As", "Kh"), split=True), Hand(cards=("Ad", "9c"), split=True)))
    assert {"split", "split:1", "split_aces"} <= aces
    assert "split:2" not in aces
    assert "blackjack" not in aces  # an ace that was split makes no Blackjack (VIC03-7.5.5(g))
    insured = terms(box(Hand(cards=("Ks", "Th")), insurance=(Insurance("F", 500),)))
    assert {"insured", "insured_on:20"} <= insured


def test_hands_rescued_surrendered_and_void() -> None:
    rescued = terms(
        box(Hand(cards=("5s", "6h", "2s"), doubled=True, stakes=(Stake("F", 1000, rescued=True),)))
    )
    assert "rescued" in rescued
    assert "surrendered" in terms(box(Hand(cards=("9s", "7h"), stakes=(Stake("F", 1000, surrendered=True),))))
    assert "hand_void" in terms(box(Hand(void=True)))
    assert "void" in terms(box(Hand(cards=("9s", "7h"))), phase="void")


@pytest.mark.parametrize(
    ("laid", "before", "raised"),
    [
        (2000, [1000, 500], True),
        (1999, [1000, 500], False),
        (2000, [1000, -1000], False),
        (2000, [1000, 0], False),
    ],
)
def test_a_wager_that_doubled_after_a_win(laid: int, before: list[int], raised: bool) -> None:
    setup = Setup(book="VIC03")
    state = State(setup, boxes=(Box(4, wagers=(Wager("F", "main", laid, laid),)),))
    assert ("raised_after_win@F" in terms_of(state, setup.rules, (), {"F": before})) is raised


def test_what_a_player_laid_and_what_came_of_it() -> None:
    setup = Setup(book="VIC03")
    state = State(
        setup,
        boxes=(box(), Box(5, wagers=(Wager("F", "main", 500, 500), Wager("G", "main", 700, 700)))),
        results=(
            Result(4, 1, "F", "main", 1000, "win", "VIC03-8.1", pays=1500),
            Result(5, 1, "F", "main", 500, "lose", "VIC03-8.1", takes=500),
            Result(5, 1, "G", "main", 700, "stand_off", "VIC03-8.1"),
        ),
    )
    assert players_of(state) == {"F": [1500, 1000], "G": [700, 0]}


def test_a_clause_is_found_by_each_that_it_lies_under() -> None:
    assert set(clause_terms("VIC03-7.5.4(a)")) == {
        "clause:VIC03-7.5.4(a)", "clause:VIC03-7.5.4", "clause:VIC03-7.5", "clause:VIC03-7",
    }  # fmt: skip
    assert list(clause_terms("")) == []
