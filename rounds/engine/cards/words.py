"""What was recorded of the cards, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.cards import show
from rounds.engine.cards import events as on
from rounds.engine.phrases import Said, hand_at


def _card(event: on.CardDealt) -> Said:
    where = hand_at(event.box, event.hand) if event.box else "dealer"
    return "card", f"{where} {show(event.card)}", None


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.CardDealt: _card,
    on.CutCardDrawn: lambda e: (
        "cut_card",
        "the cutting card came out" + (" and is put aside" if e.put_aside else ""),
        None,
    ),
    on.CardsShown: lambda e: ("shown", f"{hand_at(e.box, e.hand)}: {' '.join(map(show, e.cards))}", None),
}
