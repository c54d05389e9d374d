"""What went wrong in a stored round, as lines."""

from rounds.engine import events as on
from rounds.engine.settling import items_due
from rounds.engine.setup import rules_of
from rounds.engine.state import State
from rounds.notation.side_lines import joined


def irregularity_line(state: State, event: on.IrregularityReported | on.IrregularityDecided) -> str:
    """The line of a report or of its signature. ``before=3.1.A.main`` names the settlement that was due when it was
    reported, which a line would else make first."""
    if isinstance(event, on.IrregularityReported):
        values = [f"{name}={joined(value)}" for name, value in event.values]
        due = items_due(rules_of(state.setup), state) if not state.irregular else ()
        if due:
            values.append(f"before={due[0].ref}")
        return " ".join(["irregularity", event.kind, *values])
    said = "approve" if event.approved else "refuse"
    return f"{said} {event.role} {event.choice}".rstrip()
