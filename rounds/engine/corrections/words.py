"""What was recorded of a correction that was asked for and signed, in words."""

from collections.abc import Callable
from typing import Any, Final

from rounds.engine.corrections import events as on
from rounds.engine.corrections.commands import CorrectPayment
from rounds.engine.phrases import Said


def _asked(event: on.CorrectionAsked) -> Said:
    payment = isinstance(event.correction, CorrectPayment)
    recorded, actual = (
        ("due and recorded:", "in fact:") if payment else ("the record says", "at the table it was")
    )
    signs = f"{event.wants.replace('_', ' ')} signs"
    return "correction", f"{recorded} {event.said}; {actual} {event.was}; {signs}", None


def _put_right(event: on.PaymentCorrected) -> Said:
    moved = sum(share.recover + share.pay for share in event.put_right.shares)
    detail = f"due and recorded: {event.said}; in fact: {event.was}"
    return "payment_corrected", "; ".join([detail, *event.money]), moved


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.CorrectionAsked: _asked,
    on.PaymentCorrected: _put_right,
    on.CorrectionDecided: lambda e: (
        f"correction_{'approved' if e.approved else 'refused'}",
        f"{'corrected as asked' if e.approved else 'not corrected'} ({e.role.replace('_', ' ')})"
        f"{f': {e.note}' if e.note else ''}",
        None,
    ),
}
