"""21 + 3 and Top 3: the first two cards of the box with the dealer's first (UK)."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.cards import PACK
from sidebets import LOSE, OPEN, Seen, side_bets
from sidebets.three_card_poker import poker_hand
from tests.sidebets.seeing import pays, seen, ways

PLUS = side_bets("UK")["21_plus_3"]
TOP = side_bets("UK")["top_3"]


@pytest.mark.clause("UK-T21-02", "UK-T21-03", "UK-T21-04", "UK-T21-05", "UK-T21-06", "UK-T21-07")
@pytest.mark.parametrize(
    ("cards", "dealer", "dollars"),
    [
        ("2h 9h", "Kh", 45),  # a flush
        ("Qs Kd", "Ah", 45),  # an ace above the king
        ("As 2d", "3h", 45),  # and below the two
        ("Ks Ad", "2h", -5),  # not between them
        ("Kh Ah", "2h", 45),  # though three hearts are a flush
        ("Th Jd", "Qs", 45),  # cards of ten points keep their ranks
        ("Th Td", "Js", -5),
        ("Th Td", "Ts", 45),
        ("Kh Qh", "Jh", 45),
        ("7h 7h", "7h", 45),
        ("9h 9d", "8s", -5),
    ],
)
def test_five_on_21_plus_3(cards: str, dealer: str, dollars: int) -> None:
    assert pays(PLUS, seen(cards, dealer), 5_00) == dollars * 100


@pytest.mark.clause("UK-TOP02", "UK-TOP03")
@pytest.mark.parametrize(
    ("cards", "dealer", "dollars"),
    [
        ("7h 7h", "7h", 1_350),
        ("5c 6c", "7c", 900),
        ("Qc Kc", "Ac", 900),
        ("Ac 2c", "3c", 900),
        ("Kh Ks", "Kd", 450),
        ("7h 7h", "7d", 450),
        ("2h 3d", "4s", -5),
        ("2h 9h", "Kh", -5),
        ("Kc Ac", "2c", -5),
    ],
)
def test_five_on_top_3(cards: str, dealer: str, dollars: int) -> None:
    assert pays(TOP, seen(cards, dealer), 5_00) == dollars * 100


def test_eight_packs_hold_so_many_hands() -> None:
    # Three cards without order, 32 of each rank and 104 of each suit; twelve runs of three ranks, ace low and high.
    straight_flush = 12 * 4 * 8**3
    straight = 12 * 32**3 - straight_flush
    suited_three = 52 * (8 * 7 * 6 // 6)
    three = 13 * (32 * 31 * 30 // 6) - suited_three
    flush = 4 * (104 * 103 * 102 // 6) - straight_flush - suited_three
    every = 416 * 415 * 414
    won = straight_flush + straight + suited_three + three + flush
    assert ways(PLUS, 8) == {
        "straight_flush": 6 * straight_flush,
        "three_of_a_kind": 6 * (three + suited_three),
        "straight": 6 * straight,
        "flush": 6 * flush,
        LOSE: every - 6 * won,
    }
    assert ways(TOP, 8) == {
        "suited_three_of_a_kind": 6 * suited_three,
        "straight_flush": 6 * straight_flush,
        "three_of_a_kind": 6 * three,
        LOSE: every - 6 * (suited_three + straight_flush + three),
    }


@given(st.lists(st.sampled_from(PACK), min_size=3, max_size=3))
def test_it_makes_no_difference_which_of_the_three_cards_is_the_dealers(cards: list[str]) -> None:
    for bet in (PLUS, TOP):
        assert len({bet.outcome(Seen((a, b), (c,))) for a, b, c in permutations(cards)}) == 1


@pytest.mark.clause("UK-T21-03")
@pytest.mark.parametrize(
    ("reading", "low", "high"), [("both", True, True), ("high", False, True), ("low", True, False)]
)
def test_the_ace_ends_a_straight_where_the_reading_puts_it(reading: str, low: bool, high: bool) -> None:
    readings = (("21_plus_3.judged", reading), ("top_3.judged", reading))
    plus, top = (side_bets("UK", readings=readings)[bet] for bet in ("21_plus_3", "top_3"))
    assert (plus.outcome(seen("As 2d", "3h")) == "straight") is low
    assert (plus.outcome(seen("Qs Kd", "Ah")) == "straight") is high
    assert (top.outcome(seen("As 2s", "3s")) == "straight_flush") is low
    assert (top.outcome(seen("Qs Ks", "As")) == "straight_flush") is high
    assert plus.outcome(seen("As 2s", "3s")) == ("straight_flush" if low else "flush")


def test_runs_are_three_ranks_in_a_row() -> None:
    runs = {"A23", "234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "QKA"}
    straights = {
        "".join(ranks)
        for ranks in permutations("A23456789TJQK", 3)
        if poker_hand([ranks[0] + "s", ranks[1] + "h", ranks[2] + "d"]) == "straight"
    }
    assert {frozenset(run) for run in straights} == {frozenset(run) for run in runs}


def test_the_dealers_first_card_is_waited_for_and_no_other_looked_at() -> None:
    assert PLUS.outcome(seen("2h 9h")) == OPEN
    assert PLUS.outcome(seen("2h", "Kh")) == OPEN
    assert PLUS.outcome(seen("2h 9h 3s", "Kh 4s")) == "flush"
    assert TOP.outcome(seen("7h 7d 2s", "7c 4s")) == "three_of_a_kind"
