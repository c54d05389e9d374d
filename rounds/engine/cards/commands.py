"""Commands about cards."""

from casino.cards import Card
from rounds.engine.base import CommandBase as Base


class DealCard(Base, frozen=True, tag="deal_card"):
    """The next card left the shoe."""

    card: Card


class CutCard(Base, frozen=True, tag="cut_card"):
    """The cutting card came out before the next card."""


class ShowCards(Base, frozen=True, tag="show_cards"):
    """A player shows the cards that were dealt face down."""

    box: int
    hand: int
    cards: tuple[Card, ...]
