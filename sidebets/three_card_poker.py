"""Three cards as a hand of poker: the player's first two with the dealer's first."""

from collections.abc import Sequence
from typing import Final

from casino.cards import RANKS, Card
from sidebets.bet import Seen

SUITED_THREE: Final = "suited_three_of_a_kind"
STRAIGHT_FLUSH: Final = "straight_flush"
THREE: Final = "three_of_a_kind"
STRAIGHT: Final = "straight"
FLUSH: Final = "flush"
NOTHING: Final = "nothing"

LOW: Final = "low"
HIGH: Final = "high"
BOTH: Final = "both"
_ENDS: Final = {LOW: RANKS, HIGH: RANKS[1:] + "A", BOTH: RANKS + "A"}


def three(seen: Seen) -> tuple[Card, ...]:
    """The three cards of such a bet, fewer while they do not all lie there."""
    return (*seen.cards[:2], *seen.dealer[:1])


def poker_hand(cards: Sequence[Card], ace: str = BOTH) -> str:
    """What three cards make, by rank and not by points: ten, jack, queen and king follow one another and no two of
    them are of one value (UK-T21-04 to UK-T21-07).

    ``ace`` says where it ranks in a straight: below the two, above the king, or at either end, never between them.
    """
    ranks = {card[0] for card in cards}
    suited = len({card[1] for card in cards}) == 1
    if len(ranks) == 1:
        return SUITED_THREE if suited else THREE
    order = _ENDS[ace]
    if any(ranks == set(order[at : at + 3]) for at in range(len(order) - 2)):
        return STRAIGHT_FLUSH if suited else STRAIGHT
    return FLUSH if suited else NOTHING
