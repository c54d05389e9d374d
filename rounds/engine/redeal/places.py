"""Where cards lie, in words, and which of them have to move."""

from collections.abc import Iterable

from casino.cards import UNKNOWN, Card, show
from rounds.engine.cards.events import CardDealt
from rounds.engine.events import Event
from rounds.engine.irregularities.events import CardDiscarded

Place = tuple[int, int]
"""Box and hand; (0, 0) is the dealer."""


def place_words(place: Place | None) -> str:
    """``box 3``, ``box 3 hand 2``, ``dealer``, ``the discards``."""
    if place is None:
        return "the discards"
    box, hand = place
    return (f"box {box} hand {hand}" if hand > 1 else f"box {box}") if box else "dealer"


def move_words(number: int, card: Card, lies: str, belongs: str) -> str:
    """One card to move: ``2. ♠5 from box 3 to dealer``."""
    face = "a card" if card == UNKNOWN else show(card)
    return f"{number}. {face} from {lies} to {belongs}"


def places_of(events: Iterable[Event]) -> list[Place | None]:
    """Where each card of those events went; None for the discards."""
    places: list[Place | None] = []
    for event in events:
        if isinstance(event, CardDealt):
            places.append((event.box, event.hand))
        elif isinstance(event, CardDiscarded):
            places.append(None)
    return places
