"""Two cards next to each other in rank. The test of every bet on sequences."""

from typing import Final

from casino.cards import RANKS, Card

_PLACE: Final = {rank: place for place, rank in enumerate(RANKS)}
_STEPS: Final = (1, len(RANKS) - 1)
"""One apart; or ace and king, the two ends: the ace lies next to both the two and the king."""


def in_sequence(first: Card, second: Card) -> bool:
    """Whether one rank follows the other, in whichever order they came (NZ-15D.5(b), NZ-15E.4(a)).

    A king and a two are not next to each other: the ace between them is one card, not a way round.
    """
    return abs(_PLACE[first[0]] - _PLACE[second[0]]) in _STEPS


def suited(first: Card, second: Card) -> bool:
    """Whether both are of one suit."""
    return first[1] == second[1]
