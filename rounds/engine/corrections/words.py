"""The wording of correction events."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.corrections import events as on
from rounds.engine.corrections.commands import CorrectPayment
from rounds.engine.phrases import Wording, because, lines_of, signed


def _asked(event: on.CorrectionAsked) -> Wording:
    payment = isinstance(event.correction, CorrectPayment)
    code = "event.payment_correction" if payment else "event.correction"
    return "correction", Phrase.of(code, said=event.said, was=event.was, role=event.wants), None


def _put_right(event: on.PaymentCorrected) -> Wording:
    moved = sum(share.recover + share.pay for share in event.put_right.shares)
    payment = Phrase.of("event.payment_put_right", said=event.said, was=event.was)
    return "payment_corrected", lines_of([payment, *event.money]), moved


def _decided(event: on.CorrectionDecided) -> Wording:
    words = Phrase.of("event.corrected_as_asked" if event.approved else "event.not_corrected")
    kind = f"correction_{'approved' if event.approved else 'refused'}"
    return kind, because(signed(words, event.role), event.note), None


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.CorrectionAsked: _asked,
    on.PaymentCorrected: _put_right,
    on.CorrectionDecided: _decided,
}
