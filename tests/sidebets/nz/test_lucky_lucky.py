"""Lucky Lucky: the first two cards with the dealer's first (NZ 15G)."""

from itertools import permutations

import pytest
from hypothesis import given

from casino.cards import Card
from sidebets import LOSE, OPEN, Seen
from tests.sidebets.nz.book import BETS, pays, seen, three_cards
from tests.strategies import cards

LUCKY = BETS["lucky_lucky"]


@pytest.mark.clause("NZ-15G.5", "NZ-15G.6")
def test_every_line_is_met_as_often_as_the_ranks_say() -> None:
    # Ordered triples of ranks, a ten-valued one being any of four. 21 with an ace: A28, A37 and A46 six ways each,
    # A55 and AA9 three, A and two tens 3 × 16 = 72; a ten and 29, 38, 47 or 56: 4 × 6 × 4 = 96; without either
    # 399, 588, 669 three ways, 489, 579 six = 21. Besides 678, six ways, and 777.
    others = 72 + 96 + 21
    # 20: A27, A36, A45 six ways, AA8 three, A9 and a ten 24; a ten and 28, 37, 46 six ways or 55 three, 4 × 21;
    # 299, 488, 668, 677 three, 389, 479, 569, 578 six.
    twenty = 18 + 3 + 24 + 84 + 12 + 24
    # 19: A26, A35 six ways, A44, AA7, A99 three, A8 and a ten 24; a ten and 27, 36 or 45, 4 × 18; 289, 379, 469,
    # 478, 568 six, 388, 559, 577, 667 three.
    nineteen = 12 + 9 + 24 + 72 + 30 + 12
    # Of the 64 suits of three cards four are alike.
    draws = three_cards(LUCKY)
    assert draws == {
        "suited_777": 4,
        "suited_678": 6 * 4,
        "unsuited_777": 60,
        "unsuited_678": 6 * 60,
        "suited_21": others * 4,
        "unsuited_21": others * 60,
        "any_20": twenty * 64,
        "any_19": nineteen * 64,
        LOSE: 52**3 - (7 + others + twenty + nineteen) * 64,
    }


@pytest.mark.clause(
    "NZ-15G.8-T1",
    "NZ-15G.8-T2",
    "NZ-15G.8-T3",
    "NZ-15G.8-T4",
    "NZ-15G.8-T5",
    "NZ-15G.8-T6",
    "NZ-15G.8-T7",
    "NZ-15G.8-T8",
)
@pytest.mark.parametrize(
    ("held", "dealer", "paid"),
    [
        ("7h 7h", "7h", (2000, 2000, 2000)),
        ("8c 6c", "7c", (1000, 1000, 1000)),
        ("7h 7h", "7d", (500, 500, 500)),
        ("6h 8c", "7c", (300, 300, 300)),
        ("5h 6h", "Qh", (100, 150, 100)),
        ("5h 6c", "Qh", (30, 30, 30)),
        ("9h 3h", "8h", (20, 20, 20)),  # suits make no difference to 20
        ("Ah 8c", "Kd", (20, 10, 10)),
    ],
)
def test_it_pays_by_scale(held: str, dealer: str, paid: tuple[int, ...]) -> None:
    by_scale = [pays(LUCKY, scale, seen(held, dealer), 10_00) for scale in ("1", "2", "3")]
    assert by_scale == [amount * 100 for amount in paid]


@pytest.mark.clause("NZ-15G.5")
@pytest.mark.parametrize(
    ("held", "dealer", "line"),
    [
        ("Ah 9c", "Kd", "any_20"),
        ("As Ad", "9c", "unsuited_21"),
        ("As Kd", "Ac", LOSE),
        ("Ts 9d", "5c", LOSE),
        ("As Ac", "As", LOSE),
        ("2s Kd", "6c", LOSE),
    ],
)
def test_an_ace_counts_eleven_while_that_fits(held: str, dealer: str, line: str) -> None:
    assert LUCKY.outcome(seen(held, dealer)) == line


@pytest.mark.clause("NZ-15G.6")
def test_six_seven_eight_of_a_suit_is_not_paid_as_21_as_well() -> None:
    assert pays(LUCKY, "1", seen("6c 7c", "8c"), 5_00) == 500_00


@pytest.mark.clause("NZ-15G.8")
def test_it_has_three_scales() -> None:
    assert [LUCKY.scale(word).name for word in ("1", "Two", "3")] == ["1", "2", "3"]
    with pytest.raises(KeyError):
        LUCKY.scale("4")


@given(cards(), cards(), cards())
def test_the_order_of_the_three_cards_makes_no_difference(first: Card, second: Card, third: Card) -> None:
    outcomes = {LUCKY.outcome(Seen((a, b), (c,))) for a, b, c in permutations((first, second, third))}
    assert len(outcomes) == 1


def test_it_is_not_known_before_all_three_lie_there() -> None:
    assert LUCKY.outcome(seen("7h 7h")) == LUCKY.outcome(seen("7h", "7h")) == OPEN
