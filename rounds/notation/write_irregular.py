"""What went wrong in a stored round, and what was wrong in its record, as lines."""

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
"""An offer that nobody (else) took, which the line that follows tells as a rule."""
Corrected = RecordCorrected | PaymentCorrected | FormerRoundCorrected
"""The events that record a correction."""
_BY_ITSELF: Final = CLOSES | Settled | PhaseBegan


def something_wrong_next(after: Sequence[Event]) -> bool:
    """Whether the next line is of something that went wrong, which is said whatever is offered."""
    first = next((event for event in after if not isinstance(event, _BY_ITSELF)), None)
    return isinstance(first, IrregularityReported | CorrectionAsked | Corrected)


def irregularity_line(state: State, event: IrregularityReported | IrregularityDecided) -> str:
    """The line of a report or of its signature. ``before=3.1.A.main`` names the settlement that was due when it was
    reported, which a line would else make first."""
    if isinstance(event, IrregularityReported):
        values = [f"{name}={joined(value)}" for name, value in event.values]
        if before := _due_before(state):
            values.append(f"before={before}")
        return " ".join(["irregularity", event.kind, *values])
    word = "approve" if event.approved else "refuse"
    return f"{word} {event.role} {event.choice}".rstrip()


def corrected_line(state: State, event: CorrectionAsked | Corrected, after: Sequence[Event]) -> str:
    """The line of a correction as it was asked for, or made by the dealer alone; none before the call, where the
    wagers stay as they lay, and none for one that nobody signed, which changed nothing."""
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
    """The settlement that was due when something was reported, which a line would else make first."""
    due = items_due(state.setup.rules, state) if not state.irregular else ()
    return due[0].ref if due else ""
