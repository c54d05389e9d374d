"""Where cards are, in words, and which of them have to move."""

from collections.abc import Iterable

from casino.cards import UNKNOWN, Card
from casino.words import Phrase
from rounds.engine.cards.events import CardDealt
from rounds.engine.events import Event
from rounds.engine.irregularities.events import CardDiscarded
from rounds.engine.phrases import line, place_at

Place = tuple[int, int]
"""Box and hand; (0, 0) is the dealer."""


def place_words(place: Place | None) -> str:
    """``box 3``, ``box 3 hand 2``, ``dealer``, ``the discards``."""
    if place is None:
        return line("kept.discards")
    box, hand = place
    return line("kept.place", place=place_at(box, hand)) if box else line("kept.dealer")


def move_words(number: int, card: Card, lies: str, belongs: str) -> str:
    """One card to move: ``2. ♠5 from box 3 to dealer``."""
    code = "kept.move_unseen" if card == UNKNOWN else "kept.move"
    move = Phrase.of(code, card=card, lies=lies, belongs=belongs)
    return line("kept.numbered", number=number, what=move)


def places_of(events: Iterable[Event]) -> list[Place | None]:
    """Where each card in those events went; None for the discards."""
    places: list[Place | None] = []
    for event in events:
        if isinstance(event, CardDealt):
            places.append((event.box, event.hand))
        elif isinstance(event, CardDiscarded):
            places.append(None)
    return places
