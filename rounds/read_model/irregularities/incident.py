"""An irregularity or correction as the record has it: as dealt and as put right, who reported it, who decided what,
under which clause and for which reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from django.utils.translation import gettext_noop

from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import phrase, recorded
from casino.words import Phrase
from rounds import engine
from rounds.engine import State
from rounds.engine.commands import CorrectPayment
from rounds.engine.events import (
    CorrectionAsked,
    CorrectionDecided,
    IrregularityDecided,
    IrregularityReported,
    Undone,
)
from rounds.engine.questions import irregularity_kinds
from rounds.read_model.felt.cloth import laid_out
from rounds.read_model.felt.felt import FeltView
from rounds.read_model.irregularities.compared_felts import two_felts
from rounds.read_model.irregularities.plan import Plan, choice_words, closed, layout, plan_of
from rounds.read_model.irregularities.presented import answers
from rounds.read_model.log_rows import Row
from tables.floor.layout import Layout

FELTS: Final = (gettext_noop("Layout as dealt"), gettext_noop("Corrected layout"))
REPORTS: Final = IrregularityReported | CorrectionAsked
ENDS: Final = IrregularityDecided | CorrectionDecided


class Step(Protocol):
    """What an incident needs of a replay step."""

    no: int
    row: Row
    state: State
    folded: bool


@dataclass(frozen=True, slots=True)
class Span:
    """The steps of one incident: from its report to the last event of the decision, or to the end of the round."""

    first: int
    last: int
    report: IrregularityReported | CorrectionAsked
    decision: IrregularityDecided | CorrectionDecided | None
    decided_no: int
    taken_back: bool = False


def spans(steps: Sequence[Step]) -> list[Span]:
    """The incidents of a round, each with the numbers of its steps."""
    incidents: list[Span] = []
    open_: tuple[int, IrregularityReported | CorrectionAsked] | None = None
    for step in steps:
        event = engine.decode_event(step.row.entry.body) if step.folded else None
        if isinstance(event, REPORTS):
            if event.wants:
                open_ = (step.no, event)
            else:
                incidents.append(Span(step.no, _end(steps, step), event, None, step.no))
        elif isinstance(event, ENDS) and open_ is not None:
            incidents.append(Span(open_[0], _end(steps, step), open_[1], event, step.no))
            open_ = None
        elif isinstance(event, Undone) and open_ is not None and step.state.irregular is None:
            incidents.append(Span(open_[0], step.no, open_[1], None, 0, True))
            open_ = None
    if open_ is not None:
        incidents.append(Span(open_[0], len(steps), open_[1], None, 0))
    return incidents


def _end(steps: Sequence[Step], step: Step) -> int:
    """The last step of the same tap."""
    of_tap = [
        candidate.no
        for candidate in steps[step.no - 1 :]
        if candidate.folded and candidate.row.entry.tap == step.row.entry.tap
    ]
    return max(of_tap)


@dataclass(frozen=True, slots=True)
class Incident:
    """What ``read_model/irregularities/_incident.html`` shows."""

    title: str
    clause: str
    also: tuple[str, ...]
    silent: bool
    answers: list[tuple[str, str]]
    """The report's values, as (question, answer)."""
    astray: tuple[str, ...]
    reported: Row
    decided: Row | None
    seen: list[Row]
    """Supervisors who acknowledged it."""
    word: str
    """The outcome, in words."""
    choice: str
    note: str
    plan: Plan
    felts: list[FeltView]
    layouts: tuple[State, ...] = ()
    """The layout as dealt and as put right, if they differ."""


def incident(rules: Rules, steps: Sequence[Step], no: int, cloth: Layout | None = None) -> Incident | None:
    """The incident that step ``no`` belongs to, for the screen, with its felts on the table's `cloth`; None for any
    other step."""
    span = next((step for step in spans(steps) if step.first <= no <= step.last), None)
    if span is None:
        return None
    report, decision = span.report, span.decision
    reported = steps[span.first - 1]
    before = steps[span.first - 2].state if span.first > 1 else reported.state
    values = getattr(report, "values", ())
    lies, astray = layout(closed(before), values)
    approved = (decision is None and not report.wants) or (decision is not None and decision.approved)
    after = steps[span.last - 1].state if approved else lies
    events = [
        engine.decode_event(step.row.entry.body)
        for step in steps[span.decided_no - 1 : span.last]
        if step.folded and approved
    ]
    plan = plan_of(rules, lies, after, events)
    kind = irregularity_kinds(rules, before.setup).get(getattr(report, "kind", ""))
    pairs = answers(values)
    if isinstance(report, CorrectionAsked):
        payment = isinstance(report.correction, CorrectPayment)
        names = (
            (_("Due and recorded"), _("Actually paid"))
            if payment
            else (_("The record said"), _("At the table it was"))
        )
        pairs = list(zip(names, (recorded(report.said), recorded(report.was)), strict=True))
    return Incident(
        title=recorded(report.title),
        clause=report.clause,
        also=kind.also if kind else (),
        silent=bool(kind and kind.silent),
        answers=pairs,
        astray=astray,
        reported=reported.row,
        decided=steps[span.decided_no - 1].row if decision is not None else None,
        seen=[step.row for step in steps[span.first : span.last] if step.row.entry.kind == "approval_seen"],
        word=_word(span),
        choice=choice_words(getattr(decision, "choice", "")),
        note=getattr(decision, "note", ""),
        plan=plan,
        felts=[
            laid_out(felt, cloth)
            for felt in two_felts(rules, lies, after, "felt", (_(FELTS[0]), _(FELTS[1])))
        ]
        if approved and plan.changes
        else [],
        layouts=(lies, after) if approved and plan.changes else (),
    )


def _word(span: Span) -> str:
    report, decision = span.report, span.decision
    if decision is not None:
        code = "incident.approved" if decision.approved else "incident.refused"
    elif not report.wants:
        code = "incident.at_once"
    else:
        code = "incident.taken_back" if span.taken_back else "incident.waits"
    return phrase(Phrase.of(code))
