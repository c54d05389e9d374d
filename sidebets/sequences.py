"""Whether two cards are adjacent in rank: the test of every bet on sequences."""

from typing import Final

from casino.cards import RANKS, Card

_PLACE: Final = {rank: place for place, rank in enumerate(RANKS)}
_STEPS: Final = (1, len(RANKS) - 1)
"""The distances of adjacent ranks: one, or ace to king; the ace is adjacent to both the two and the king."""


def in_sequence(first: Card, second: Card) -> bool:
    """Whether one rank follows the other, in either order (NZ-15D.5(b), NZ-15E.4(a)).

    A king and a two are not adjacent: a sequence does not go round the ace.
    """
    return abs(_PLACE[first[0]] - _PLACE[second[0]]) in _STEPS


def suited(first: Card, second: Card) -> bool:
    """Whether both cards have one suit."""
    return first[1] == second[1]
