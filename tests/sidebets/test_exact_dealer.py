"""Bets on the dealer's hand, against every order in which its cards can be drawn."""

from fractions import Fraction

import pytest

from tests.sidebets.counted import chances, dealer, edge, exactly

BUSTER = ("bust_8_or_more", "bust_7", "bust_6", "bust_5", "bust_4", "bust_3")


def bust_with(cards: int, n: int, stands_soft: int) -> Fraction:
    """With that many cards; 8 means eight or more."""
    return dealer(n, 4, stands_soft, lambda total, drawn: total > 21 and min(drawn, 8) == cards)


@pytest.mark.parametrize(
    ("decks", "game", "elections", "stands_soft"),
    [
        (8, "blackjack", (), 17),
        (4, "blackjack", (), 17),
        (8, "blackjack", (("style_a", "yes"),), 18),
        (6, "free_bet", (), 18),
    ],
)
@pytest.mark.clause(
    "NZ-15H.10a-T1", "NZ-15H.10a-T2", "NZ-15H.10a-T3", "NZ-15H.10a-T4", "NZ-15H.10a-T5", "NZ-15H.10a-T6",
    "NZ-13.5", "NZ-17.2", "NZ-20.6",
)  # fmt: skip
def test_buster(decks: int, game: str, elections: tuple[tuple[str, str], ...], stands_soft: int) -> None:
    """The dealer stops on soft 17, but for Style A and Free Bet."""
    chance = {
        name: bust_with(cards, decks, stands_soft)
        for name, cards in zip(BUSTER, range(8, 2, -1), strict=True)
    }
    exact = exactly("NZ", "buster", decks, game=game, elections=elections)
    assert {name: chances(exact)[name] for name in BUSTER} == chance
    assert exact.house_edge == edge(dict(zip(BUSTER, (250, 50, 15, 4, 2, 2), strict=True)), chance)
    assert ("draws on soft 17" in exact.assumption) == (stands_soft == 18)


@pytest.mark.parametrize(
    ("scale", "odds"),
    [
        ("A", (250, 50, 15, 4, 2, 2)),
        ("B", (200, 50, 15, 4, 2, 2)),
        ("C", (250, 50, 12, 4, 2, 2)),
        ("D", (200, 50, 12, 4, 2, 2)),
        ("E", (250, 50, 12, 3, 2, 2)),
        ("F", (250, 50, 20, 8, 2, 1)),
    ],
)
@pytest.mark.clause("NZ-15H.10a")
def test_every_scale_of_buster(scale: str, odds: tuple[int, ...]) -> None:
    exact = exactly("NZ", "buster", 8, scale)
    assert [outcome.odds.win for outcome in exact.outcomes if outcome.odds] == list(odds)
    assert exact.house_edge == edge(dict(zip(BUSTER, odds, strict=True)), chances(exact))


@pytest.mark.parametrize(("game", "stands_soft"), [("free_bet", 18), ("blackjack", 17)])
@pytest.mark.parametrize(("scale", "other"), [("1", 8), ("2", 7)])
@pytest.mark.clause("NZ-20A.6-T1", "NZ-20A.6-T2", "NZ-20A.6-T3", "NZ-20A.6-T4")
def test_push_22(game: str, stands_soft: int, scale: str, other: int) -> None:
    """A 22 of spades alone, four times; of red or of black alone, less those; the rest."""
    of_suit, of_colour, all_there_are = [
        dealer(8, suits, stands_soft, lambda total, drawn: total == 22) for suits in (1, 2, 4)
    ]
    chance = {
        "same_suit_22": 4 * of_suit,
        "same_colour_22": 2 * of_colour - 4 * of_suit,
        "other_22": all_there_are - 2 * of_colour,
    }
    exact = exactly("NZ", "push_22", 8, scale, game=game)
    assert {name: chances(exact)[name] for name in chance} == chance
    assert exact.house_edge == edge({"same_suit_22": 50, "same_colour_22": 20, "other_22": other}, chance)
