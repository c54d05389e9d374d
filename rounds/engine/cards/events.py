"""Events about cards."""

from casino.cards import Card
from rounds.engine.base import EventBase as Base


class CardDealt(Base, frozen=True, tag="card_dealt"):
    """``box`` 0 is the dealer."""

    card: Card
    box: int = 0
    hand: int = 0


class CutCardDrawn(Base, frozen=True, tag="cut_card_drawn"):
    put_aside: bool = False
    """Whether it came out in the last rounds, so that no shuffle follows (ACT03-5.6)."""
    box: int = 0
    """The box whose card was due; 0 for the dealer's hand."""
    first: bool = False
    """Whether it came out before the first card of the round; ``box`` is then the box due that first card."""


class CardsShown(Base, frozen=True, tag="cards_shown"):
    box: int
    hand: int
    cards: tuple[Card, ...]
