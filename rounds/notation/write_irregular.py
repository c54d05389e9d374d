"""Irregularities and corrections of a stored round, as lines."""

from collections.abc import Sequence
from typing import Final

from rounds.engine import Event, State
from rounds.engine.events import (
    CorrectionAsked,
    CorrectionDecided,
    FormerRoundCorrected,
    InsuranceClosed,
    IrregularityDecided,
    IrregularityReported,
    PaymentCorrected,
    PhaseBegan,
    PlayedOn,
    RecordCorrected,
    Settled,
    SurrenderClosed,
)
from rounds.engine.questions import items_due
from rounds.notation.correct_lines import correction_line
from rounds.notation.side_lines import joined

CLOSES: Final = InsuranceClosed | SurrenderClosed | PlayedOn
"""Events that close an offer nobody (else) took, which the next line usually shows."""
Corrected = RecordCorrected | PaymentCorrected | FormerRoundCorrected
"""The events that record a correction."""
_BY_ITSELF: Final = CLOSES | Settled | PhaseBegan


def something_wrong_next(after: Sequence[Event]) -> bool:
    """Whether the next line is about something that went wrong, which is written whatever is on offer."""
    first = next((event for event in after if not isinstance(event, _BY_ITSELF)), None)
    return isinstance(first, IrregularityReported | CorrectionAsked | Corrected)


def irregularity_line(state: State, event: IrregularityReported | IrregularityDecided) -> str:
    """The line of a report or of its signature. ``before=3.1.A.main`` names the settlement that was due at the
    report, which the line would otherwise make first."""
    if isinstance(event, IrregularityReported):
        values = [f"{name}={joined(value)}" for name, value in event.values]
        if before := _due_before(state):
            values.append(f"before={before}")
        return " ".join(["irregularity", event.kind, *values])
    word = "approve" if event.approved else "refuse"
    return f"{word} {event.role} {event.choice}".rstrip()


def corrected_line(state: State, event: CorrectionAsked | Corrected, after: Sequence[Event]) -> str:
    """The line of a correction as it was asked for, or made by the dealer alone. Empty before the call, where the
    wagers are written as corrected, and for a correction that nobody signed, which changed nothing."""
    if not state.called:
        return ""
    if event.correction is None:
        return ""
    role = event.signed if isinstance(event, PaymentCorrected) else ""
    if isinstance(event, CorrectionAsked):
        answer = next((later for later in after if isinstance(later, CorrectionDecided)), None)
        if answer is not None and not answer.approved:
            return ""
        role = answer.role if answer is not None else ""
    return correction_line(event.correction, role, _due_before(state))


def _due_before(state: State) -> str:
    """The settlement that was due at the report, which the line would otherwise make first."""
    due = items_due(state.setup.rules, state) if not state.irregular else ()
    return due[0].ref if due else ""
