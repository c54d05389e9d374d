"""Bets on sevens: one in thirteen first cards is one. Of the 52n - 1 cards left 4n - 1 are sevens, n - 1 of them of
its suit; of the 52n - 2 then left 4n - 2, and n - 2 of the suit of both."""

from fractions import Fraction

import pytest

from casino.money import Odds
from casino.rulebooks import RuleBookError
from tests.sidebets.counted import chances, edge, exactly


def sevens(n: int) -> dict[str, Fraction]:
    """A third card is always drawn."""
    left = 52 * n - 1
    two, two_suited = Fraction(4 * n - 1, 13 * left), Fraction(n - 1, 13 * left)
    three, three_suited = two * Fraction(4 * n - 2, left - 1), two_suited * Fraction(n - 2, left - 1)
    third_no_seven = 1 - Fraction(4 * n - 2, left - 1)
    return {
        "three_sevens_suited": three_suited,
        "three_sevens": three - three_suited,
        "two_sevens_suited": two_suited * third_no_seven,
        "two_sevens": (two - two_suited) * third_no_seven,
        "one_seven": Fraction(1, 13) - two,
    }


SUPER = {
    "three_sevens_suited": 5000, "three_sevens": 500, "two_sevens_suited": 100, "two_sevens": 50, "one_seven": 3,
}  # fmt: skip


@pytest.mark.parametrize(
    ("book", "decks"), [("ACT96", 6), ("ACT96", 8), ("ACT03", 4), ("ACT03", 8), ("NZ", 6), ("NZ", 8)]
)
@pytest.mark.clause(
    "ACT96-23.12-T1-L1", "ACT96-23.12-T1-L2", "ACT96-23.12-T1-L3", "ACT96-23.12-T1-L4", "ACT96-23.12-T1-L5",
    "ACT03-17.7-T1-L01", "ACT03-17.7-T1-L02", "ACT03-17.7-T1-L03", "ACT03-17.7-T1-L04", "ACT03-17.7-T1-L05",
    "NZ-15.4(a)", "NZ-15.4(b)", "NZ-15.4(c)", "NZ-15.4(d)", "NZ-15.4(e)", "NZ-15.4(f)",
)  # fmt: skip
def test_super_sevens(book: str, decks: int) -> None:
    exact = exactly(book, "super_sevens", decks)
    assert {name: chances(exact)[name] for name in SUPER} == sevens(decks)
    assert chances(exact)["lose"] == Fraction(12, 13)
    assert exact.house_edge == edge(SUPER, sevens(decks))
    assert "always draws one and is not split" in exact.assumption


@pytest.mark.clause("NZ-3.3(a)")
def test_super_sevens_of_new_zealand_needs_six_packs() -> None:
    with pytest.raises(RuleBookError) as refused:
        exactly("NZ", "super_sevens", 5)
    assert (refused.value.code, refused.value.clause) == ("side_bet.number_of_packs", "NZ-3.3(a)")
    assert (refused.value.values["packs"], refused.value.values["allowed"]) == (5, [6, 7, 8])


@pytest.mark.parametrize(("decks", "mixed"), [(4, 950), (5, 750), (6, 650), (7, 550), (8, 500)])
@pytest.mark.parametrize(("scale", "suited"), [("1", 7770), ("2", 16000)])
@pytest.mark.clause(
    "VIC03-13.8.1-T1-L01", "VIC03-13.8.1-T1-L02", "VIC03-13.8.1-T1-L03", "VIC03-13.8.1-T1-L04",
    "VIC03-13.8.1-T2-L01", "VIC03-13.8.1-T2-L02", "VIC03-13.8.1-T2-L03", "VIC03-13.8.1-T2-L04",
)  # fmt: skip
def test_magnificent_sevens(decks: int, mixed: int, scale: str, suited: int) -> None:
    """One seven alone loses; three of several suits are paid better the fewer packs there are."""
    exact = exactly("VIC03", "magnificent_sevens", decks, scale)
    odds = {"three_sevens_suited": suited, "three_sevens": mixed, "two_sevens_suited": 150, "two_sevens": 50}
    chance = {name: chance for name, chance in sevens(decks).items() if name != "one_seven"}
    assert {name: chances(exact)[name] for name in odds} == chance
    assert {outcome.name: outcome.odds for outcome in exact.outcomes[:-1]} == {
        name: Odds(win) for name, win in odds.items()
    }
    assert exact.house_edge == edge(odds, chance)
