"""The wording of insurance and even-money events."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.insurance import events as on
from rounds.engine.phrases import Wording, box_player


def _sum(event: on.Insured | on.InsuranceReturned) -> Phrase:
    return Phrase.of("event.sum", where=box_player(event.box, event.player), amount=event.amount)


def _closed(event: on.InsuranceClosed) -> Wording:
    if not event.without:
        return "insurance_closed", Phrase.of("event.all_insured"), None
    wagers = [box_player(box, player) for box, player in event.without]
    return "insurance_closed", Phrase.of("event.not_insured", wagers=wagers), None


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.Insured: lambda e: ("insured", _sum(e), e.amount),
    on.InsuranceClosed: _closed,
    on.InsuranceReturned: lambda e: (
        "insurance_returned",
        Phrase.of("event.void_with_even_money", what=_sum(e)),
        e.amount,
    ),
    on.EvenMoneyAsked: lambda e: ("even_money", box_player(e.box, e.player), None),
}
