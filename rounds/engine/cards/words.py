"""The wording of card events."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.cards import events as on
from rounds.engine.phrases import Wording, place_at


def _card(event: on.CardDealt) -> Wording:
    if not event.box:
        return "card", Phrase.of("event.card_dealer", card=event.card), None
    return "card", Phrase.of("event.card", place=place_at(event.box, event.hand), card=event.card), None


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.CardDealt: _card,
    on.CutCardDrawn: lambda e: (
        "cut_card",
        Phrase.of("event.cutting_card_aside" if e.put_aside else "event.cutting_card"),
        None,
    ),
    on.CardsShown: lambda e: (
        "shown",
        Phrase.of("event.cards_shown", place=place_at(e.box, e.hand), cards=e.cards),
        None,
    ),
}
