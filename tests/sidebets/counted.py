"""Chances worked out another way than the software's: by ranks and binomials, or by the dealer's draws one by one.

``n`` packs hold 52n cards: 4n of a rank, 13n of a suit, n of a card.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, perm

from casino.rulebooks import rules_for
from sidebets import side_bets
from sidebets.exact import Figures, figures

RANKS = "A23456789TJQK"


def exactly(
    book: str,
    bet: str,
    decks: int,
    scale: str = "",
    game: str = "blackjack",
    elections: tuple[tuple[str, str], ...] = (),
) -> Figures:
    """The figures of the software."""
    side_bet = side_bets(book, game)[bet]
    return figures(side_bet, side_bet.scale(scale), rules_for(book, game, elections), decks)


def chances(of: Figures) -> dict[str, Fraction]:
    """By outcome."""
    return {outcome.name: outcome.chance for outcome in of.outcomes}


def edge(odds: dict[str, int], chance: dict[str, Fraction]) -> Fraction:
    """The house edge of what pays so many to one."""
    return 1 - sum((odds[name] + 1) * chance[name] for name in odds)


def three_cards(n: int) -> Iterator[tuple[str, int, int]]:
    """Every set of three ranks, in the order of RANKS, with the number of card triples that have them: all of one
    suit, and all there are. Together they are C(52n, 3)."""
    for ranks in combinations_with_replacement(RANKS, 3):
        kinds = {rank: ranks.count(rank) for rank in ranks}
        suited, every = 4, 1
        for number in kinds.values():
            suited *= comb(n, number)
            every *= comb(4 * n, number)
        yield "".join(ranks), suited, every


def dealer(n: int, suits: int, stands_soft: int, expected: Callable[[int, int], bool]) -> Fraction:
    """The chance that the dealer's hand ends with (total, cards) as wanted, every card of one of so many suits: each
    order of drawing by itself, from eight packs say, one card less each time."""
    left = {value: n * suits * (4 if value == 10 else 1) for value in range(1, 11)}
    ways: dict[int, int] = {}

    def draw(hard: int, ace: bool, cards: int, so_far: int) -> None:
        total = hard + 10 if ace and hard < 12 else hard
        soft = total != hard
        if cards > 1 and total >= (stands_soft if soft else 17):
            if expected(total, cards):
                ways[cards] = ways.get(cards, 0) + so_far
            return
        for value in range(1, 11):
            if left[value]:
                there = left[value]
                left[value] -= 1
                draw(hard + value, ace or value == 1, cards + 1, so_far * there)
                left[value] += 1

    draw(0, False, 0, 1)
    return sum((Fraction(number, perm(52 * n, cards)) for cards, number in ways.items()), Fraction())
