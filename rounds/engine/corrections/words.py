"""What was recorded of a correction that was asked for and signed, in words."""

from collections.abc import Callable
from typing import Any, Final

from rounds.engine.corrections import events as on
from rounds.engine.phrases import Said


def _put_right(event: on.PaymentCorrected) -> Said:
    moved = sum(share.recover + share.pay for share in event.put_right.shares)
    told = f"due and recorded: {event.said}; in fact: {event.was}"
    return "payment_corrected", "; ".join([told, *event.money]), moved


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.CorrectionAsked: lambda e: (
        "correction",
        f"the record says {e.said}; at the table it was {e.was}; {e.wants.replace('_', ' ')} signs",
        None,
    ),
    on.PaymentCorrected: _put_right,
    on.CorrectionDecided: lambda e: (
        f"correction_{'approved' if e.approved else 'refused'}",
        f"the record {'is corrected' if e.approved else 'stands'} ({e.role.replace('_', ' ')})"
        f"{f': {e.note}' if e.note else ''}",
        None,
    ),
}
