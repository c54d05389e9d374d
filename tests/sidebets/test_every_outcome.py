"""Whatever the cards are, a side bet of Canberra, Victoria or the United Kingdom comes out in exactly one way, which
every one of its scales can pay, and what has been decided stays so."""

from itertools import product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.cards import PACK
from sidebets import LOSE, OPEN, Seen, SideBet, side_bets_of_book
from tests.sidebets.seeing import ways

BETS: Final = [
    pytest.param(bet, id=f"{book}-{key}")
    for book in ("ACT96", "ACT03", "VIC03", "UK")
    for key, bet in side_bets_of_book(book).items()
]
LINED: Final = [bet for bet in BETS if bet.values[0].scales[0].lines]


@pytest.mark.parametrize("bet", LINED)
def test_every_two_or_three_cards_lose_or_meet_a_line_of_every_scale(bet: SideBet) -> None:
    met = set(ways(bet)) - {LOSE}
    for scale in bet.scales:
        assert met == {line.name for line in scale.lines}
        assert len(scale.lines) == len(met)


@pytest.mark.parametrize("bet", LINED)
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_the_better_line_comes_first(bet: SideBet, decks: int) -> None:
    for scale in bet.scales:
        odds = [line.odds_for(decks).pay(1) for line in scale.lines]
        assert odds == sorted(odds, reverse=True)
        assert [line.odds for line in scale.lines] == [line.odds_for(8) for line in scale.lines]


@pytest.mark.parametrize("bet", BETS)
def test_the_order_of_the_two_cards_matters_to_sevens_alone(bet: SideBet) -> None:
    dealer = ("9h",)
    differs = {
        (first, second)
        for first, second in product(PACK, PACK)
        if bet.outcome(Seen((first, second), dealer, closed=True))
        != bet.outcome(Seen((second, first), dealer, closed=True))
    }
    if bet.looks_at == "first_three":
        # A single seven wins as the first card of Super Sevens, and loses the other two either way.
        assert all((first[0] == "7") != (second[0] == "7") for first, second in differs)
        assert bool(differs) == (bet.key == "super_sevens")
    else:
        assert not differs


@pytest.mark.parametrize("bet", BETS)
@given(st.lists(st.sampled_from((*PACK, "7s", "7h", "7d", "7c", "7s")), min_size=5, max_size=5))
def test_what_is_decided_stays_so_whatever_comes_later(bet: SideBet, cards: list[str]) -> None:
    decided = OPEN
    for count in range(1, 5):
        outcome = bet.outcome(Seen(tuple(cards[:count]), tuple(cards[4:])))
        assert not decided or outcome == decided
        decided = outcome
    assert decided != OPEN
    assert bet.outcome(Seen(tuple(cards[:4]), tuple(cards[4:]), closed=True)) == decided


@pytest.mark.parametrize("bet", BETS)
def test_nothing_is_decided_before_the_cards_lie_there(bet: SideBet) -> None:
    assert bet.outcome(Seen(())) == OPEN
    # Either of the sevens may still win, and so may a card of any bet on two.
    assert bet.outcome(Seen(("7s",))) == OPEN
    if bet.looks_at == "with_dealer":
        assert bet.outcome(Seen(("7s", "7h"))) == OPEN
