"""Perfect Pairs of Canberra (ACT03 18), Victoria (VIC03 15) and the United Kingdom."""

import pytest

from sidebets import LOSE, side_bets
from tests.sidebets.seeing import pays, seen, ways

ACT03 = side_bets("ACT03")["perfect_pairs"]
VIC03 = side_bets("VIC03")["perfect_pairs"]
UK = side_bets("UK")["perfect_pairs"]


@pytest.mark.clause("ACT03-18.13(a)", "ACT03-18.13(b)", "ACT03-18.13(c)", "ACT03-18.11(a)", "ACT03-18.11(b)")
@pytest.mark.clause("ACT03-18.11(c)", "ACT03-18.11(d)", "ACT03-18.3(a)", "ACT03-18.3(b)", "ACT03-18.4")
@pytest.mark.clause("ACT03-18.5", "ACT03-18.6(a)", "ACT03-18.6(b)", "ACT03-18.7")
@pytest.mark.parametrize(
    ("cards", "dollars"),
    [
        ("8h 8s", 60),
        ("8h 8c", 60),
        ("Ah As", 60),
        ("8h 8d", 120),
        ("8s 8c", 120),
        ("8c 8c", 250),
        ("8h 8h", 250),
        ("8h 9h", -10),
        ("Kh Qh", -10),  # they may be split, and are not a pair
        ("Th Kh", -10),
        ("Jh Qh", -10),
    ],
)
def test_ten_dollars_on_perfect_pairs_of_canberra(cards: str, dollars: int) -> None:
    assert pays(ACT03, seen(cards), 10_00) == dollars * 100


@pytest.mark.clause("VIC03-15.6.1-T1-L01", "VIC03-15.6.1-T1-L02", "VIC03-15.6.1-T1-L03")
@pytest.mark.clause("VIC03-15.5.1(a)", "VIC03-15.5.1(b)")
@pytest.mark.parametrize(("decks", "coloured"), [(4, 75), (5, 70), (6, 65), (7, 60), (8, 60)])
def test_five_dollars_on_perfect_pairs_of_victoria(decks: int, coloured: int) -> None:
    assert pays(VIC03, seen("8h 8h"), 5_00, decks=decks) == 125_00
    assert pays(VIC03, seen("8h 8d"), 5_00, decks=decks) == coloured * 100
    assert pays(VIC03, seen("8h 8s"), 5_00, decks=decks) == 30_00
    assert pays(VIC03, seen("Kh Qh"), 5_00, decks=decks) == -5_00
    assert pays(VIC03, seen("As Ah"), 5_00, decks=decks) == 30_00


@pytest.mark.clause("UK-PP02", "UK-PP03")
@pytest.mark.parametrize(
    ("cards", "dollars"), [("8h 8d", 60), ("8h 8s", 25), ("8h 8h", 125), ("Th Jh", -5), ("8h 9h", -5)]
)
def test_five_on_perfect_pairs_of_the_united_kingdom(cards: str, dollars: int) -> None:
    assert pays(UK, seen(cards), 5_00) == dollars * 100


def test_eight_packs_hold_so_many_pairs() -> None:
    # Two of the eight alike of each of 52 cards; of each rank two pairs of suits of one colour and four of two,
    # with 8 x 8 cards each.
    perfect, coloured, mixed = 52 * 28, 13 * 2 * 64, 13 * 4 * 64
    assert perfect + coloured + mixed == 13 * (32 * 31 // 2)
    for bet in (ACT03, VIC03, UK):
        assert ways(bet, 8) == {
            "perfect_pair": 2 * perfect,
            "coloured_pair": 2 * coloured,
            "mixed_pair": 2 * mixed,
            LOSE: 416 * 415 - 2 * (perfect + coloured + mixed),
        }


def test_a_single_pack_holds_no_perfect_pair() -> None:
    draws = ways(UK, 1)
    assert draws["perfect_pair"] == 0
    assert draws["coloured_pair"] == 13 * 2 * 2
