"""Over/Under 13 (ACT96 21)."""

import pytest

from sidebets import LOSE, side_bets, side_bets_of_book
from sidebets.offering import fault, with_its_fellows
from tests.refusing import code_and_clause
from tests.sidebets.seeing import pays, seen, ways

OVER = side_bets("ACT96")["over_13"]
UNDER = side_bets("ACT96")["under_13"]


@pytest.mark.clause("ACT96-21.5(a)", "ACT96-21.5(b)", "ACT96-21.6(a)", "ACT96-21.6(b)", "ACT96-21.7")
@pytest.mark.clause("ACT96-21.2(a)", "ACT96-21.2(b)", "ACT96-21.2(c)", "ACT96-21.1(b)(iv)")
@pytest.mark.parametrize(
    ("cards", "over", "under"),
    [
        ("9s 5h", 10, -10),  # 14
        ("6s 7h", -10, -10),  # 13 loses both
        ("3s Kh", -10, -10),
        ("As Kd", -10, 10),  # a Blackjack, but 11 here
        ("As Ad", -10, 10),  # 2
        ("Ks 4d", 10, -10),
        ("Js 3d", -10, -10),
        ("Qs 2d", -10, 10),
        ("Ts 8d", 10, -10),
        ("Ks Qd", 10, -10),  # 20, the most there is
    ],
)
def test_two_cards_pay_even_money_or_lose(cards: str, over: int, under: int) -> None:
    assert pays(OVER, seen(cards), 10_00) == over * 100
    assert pays(UNDER, seen(cards), 10_00) == under * 100


@pytest.mark.clause("ACT96-21.5(a)", "ACT96-21.5(b)", "ACT96-21.6(a)", "ACT96-21.6(b)")
def test_eight_packs_hold_so_many_pairs_of_cards_over_and_under() -> None:
    # 32 cards of each value from one to nine, 128 worth ten; pairs of them without order.
    # 13: ten and three 32 x 128, and 4 9, 5 8, 6 7 each 32 x 32.
    thirteen = 4096 + 3 * 1024
    # Less: ten with an ace or two; of the 36 pairs of two values below ten all but 4 9, 5 8, 5 9, 6 7, 6 8, 6 9, 7 8,
    # 7 9, 8 9; twice the same value up to six, 32 x 31 / 2 each.
    under = 2 * 4096 + 27 * 1024 + 6 * 496
    # More: ten with four to nine; ten and ten 128 x 127 / 2; 5 9, 6 8, 6 9, 7 8, 7 9, 8 9; twice seven, eight, nine.
    over = 6 * 4096 + 8128 + 6 * 1024 + 3 * 496
    assert thirteen + under + over == 416 * 415 // 2
    assert ways(OVER, 8) == {"over_13": 2 * over, LOSE: 2 * (under + thirteen)}
    assert ways(UNDER, 8) == {"under_13": 2 * under, LOSE: 2 * (over + thirteen)}


def test_a_further_card_changes_nothing() -> None:
    assert OVER.outcome(seen("6s 7h Kd")) == LOSE
    assert UNDER.outcome(seen("2s 2h Kd")) == "under_13"


def refused(*bets: str, game: str = "blackjack") -> tuple[str, str]:
    offers = [(bet, "") for bet in with_its_fellows(side_bets("ACT96", game), bets)]
    return code_and_clause(fault(side_bets("ACT96", game), side_bets_of_book("ACT96"), game, 8, offers))


@pytest.mark.clause("ACT96-21.1-S1", "ACT96-21.1-S2", "ACT96-21.1(c)", "ACT96-23.1-S2")
def test_one_option_offers_both_and_not_with_super_sevens() -> None:
    assert with_its_fellows(side_bets("ACT96"), ["under_13"]) == ("over_13", "under_13")
    assert with_its_fellows(side_bets("ACT96"), ["over_13"]) == ("over_13", "under_13")
    assert refused("over_13") == ("", "")
    assert refused("super_sevens") == ("", "")
    assert refused("under_13", "super_sevens") == ("side_bet.not_together", "ACT96-21.1-S2")
    assert refused("over_13", game="triple_play") == ("side_bet.not_in_game", "ACT96-21.1-S1")
    assert refused("super_sevens", game="triple_play") == ("side_bet.not_in_game", "ACT96-23.1-S1")
