"""Every side bet on every scale and every permitted number of packs: its chances are those of all that can happen."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from casino.cards import PACK
from casino.rulebooks import BOOKS, RuleBookError, Rules, rules_for
from sidebets import Seen, SideBet, side_bets
from sidebets.exact import Figures, figures, packs


def rules_of(book: str, game: str) -> Rules:
    """The rules of a game, amounts that must be elected at their stand-in."""
    offered = BOOKS[book].elections[game]
    return rules_for(
        book, game, tuple((election.name, election.stand_in) for election in offered if election.required)
    )


EVERY = [
    pytest.param(bet, rules_of(book, game), id=f"{book}-{game}-{bet.key}")
    for book, contents in BOOKS.items()
    for game in contents.games
    for bet in side_bets(book, game).values()
]


def every_figure(bet: SideBet, rules: Rules) -> list[Figures]:
    return [figures(bet, scale, rules, decks) for scale in bet.scales for decks in packs(bet, rules)]


@pytest.mark.parametrize(("bet", "rules"), EVERY)
def test_the_chances_are_those_of_all_that_can_happen(bet: SideBet, rules: Rules) -> None:
    all_figures = every_figure(bet, rules)
    assert all_figures
    for exact in all_figures:
        assert sum(outcome.chance for outcome in exact.outcomes) == 1
        assert all(0 <= outcome.chance < 1 for outcome in exact.outcomes)
        assert [outcome.name for outcome in exact.outcomes if outcome.odds is None] == ["lose"]
        assert exact.outcomes[-1].name == "lose"


@pytest.mark.parametrize(("bet", "rules"), EVERY)
def test_no_scale_gives_money_away_or_takes_most_of_it(bet: SideBet, rules: Rules) -> None:
    """A slip in a scale or a line shows here: no book's bet is against the house.

    The dearest is Perfect Pairs of the United Kingdom from a single pack, which has no perfect pair: 26/51.
    """
    for exact in every_figure(bet, rules):
        assert 0 < exact.house_edge <= Fraction(26, 51)


def test_packs_that_a_book_does_not_allow() -> None:
    bet: Any = side_bets("VIC03")["perfect_pairs"]
    with pytest.raises(RuleBookError) as refused:
        figures(bet, bet.scale(), rules_of("VIC03", "blackjack"), 3)
    assert (refused.value.code, refused.value.clause) == ("side_bet.number_of_packs", "")
    assert (refused.value.values["packs"], refused.value.values["allowed"]) == (3, [4, 5, 6, 7, 8])


SWAPPED = (str.maketrans("hd", "dh"), str.maketrans("sc", "cs"), str.maketrans("shdc", "hscd"))
"""Suits that change places without a change of likeness: the two reds, the two blacks, the colours."""


@pytest.mark.parametrize(("bet", "rules"), EVERY)
def test_only_likeness_of_suits_and_colours_counts(bet: SideBet, rules: Rules) -> None:
    """What the counting relies on: that a spade as the first card stands for every suit."""
    random = Random(7)
    for _ in range(300):
        cards = tuple(random.choices(PACK, k=3))
        seen = Seen(cards, cards[:1] if random.random() < 0.5 else (random.choice(PACK),), closed=True)
        for swap in SWAPPED:
            other = Seen(*(tuple(card.translate(swap) for card in held) for held in seen[:2]), closed=True)
            assert bet.outcome(other) == bet.outcome(seen)
