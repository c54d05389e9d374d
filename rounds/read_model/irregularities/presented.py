"""An irregularity on screens: before its report, while it waits for a signature, and after its decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext_noop

from casino.cards import show
from casino.rulebooks import Rules
from casino.rulebooks.irregularities import irregularities
from casino.staff.models import Approval, Staff
from casino.staff.roles import LADDER
from casino.translated import gettext as _
from casino.translated import recorded, text
from rounds import engine
from rounds.engine import State
from rounds.engine.events import (
    CorrectionDecided,
    FormerRoundCorrected,
    IrregularityDecided,
    IrregularityReported,
    PaymentCorrected,
    RecordCorrected,
)
from rounds.engine.questions import in_plain_words, irregularity_kinds
from rounds.play.past_rounds import past_round
from rounds.play.snapshot import Live
from rounds.read_model.felt.felt import FeltView
from rounds.read_model.irregularities.compared_felts import only_what_changes, two_felts
from rounds.read_model.irregularities.fields import WORDS, answer_words
from rounds.read_model.irregularities.payment_sheet import Sheet, sheet_of
from rounds.read_model.irregularities.plan import Case, Plan, case_of_open, closed, plan_of
from rounds.read_model.taps import Tap, text_of

SIGNERS: Final = 4
"""How many possible signers are listed for tapping; any other number is typed."""
BY_RECORD: Final = (gettext_noop("The record as it is"), gettext_noop("Corrected layout"))
FELTS: Final = (gettext_noop("The layout as it is"), gettext_noop("Corrected layout"))


@dataclass(frozen=True, slots=True)
class PlanView:
    """One choice of a case, with both layouts if they differ, or with the sheet of its payment."""

    plan: Plan
    felts: Sequence[FeltView]
    sheet: Sheet | None


@dataclass(frozen=True, slots=True)
class CaseView:
    """A case with a plan for each of its choices."""

    case: Case
    plans: list[PlanView]
    answers: list[tuple[str, str]]
    """The report's values, as (question, answer)."""


@dataclass(frozen=True, slots=True)
class ToDo:
    """What remains to be done at the table after the last tap."""

    no: str
    """Its own number, under which a screen keeps what is ticked off."""
    title: str
    clause: str
    plan: Plan


def case_view(rules: Rules, case: Case) -> CaseView:
    """A case with two felts for each of its choices."""
    plans = []
    before, after = BY_RECORD if case.of_record else FELTS
    captions = _(before), _(after)
    for number, plan in enumerate(case.plans, start=1):
        felts = (
            only_what_changes(two_felts(rules, plan.before, plan.after, f"plan-{number}", captions))
            if plan.changes
            else []
        )
        sheet = sheet_of(plan.before, plan.payment) if plan.payment is not None else None
        plans.append(PlanView(plan, felts, sheet))
    return CaseView(case, plans, answers(case.values))


def reasons_not_to_sign() -> tuple[str, ...]:
    """Reasons that fit most cases, for tapping."""
    return (
        _("That is not what happened"),
        _("Another procedure applies"),
        _("Check with surveillance first"),
    )


def answers(values: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """The values of a report, as (question, answer)."""
    return [
        (_(WORDS.get(name, in_plain_words(name).capitalize())), answer_words(name, value))
        for name, value in values
    ]


def open_case(live: Live) -> CaseView | None:
    """The irregularity that waits at the table, as shown; None if none waits."""
    case = case_of_open(live.rules, live.state, partial(past_round, live.table.code))
    return case_view(live.rules, case) if case is not None else None


def signers(role: str, *but: str) -> list[str]:
    """Staff numbers of possible signers, recent signers first, without the dealer and the person who asked."""
    able = LADDER[LADDER.index(role) :] if role in LADDER else (role,)
    people = set(
        Staff.objects.filter(role__in=able, is_active=True)
        .exclude(number__in=but)
        .values_list("number", flat=True)
    )
    lately = (
        Approval.objects.exclude(decided_by="").order_by("-decided_at").values_list("decided_by", flat=True)
    )
    numbers = [number for number in dict.fromkeys(lately[:40]) if number in people]
    return [*numbers, *sorted(people - {*numbers})][:SIGNERS]


def may_turn_down(live: Live) -> Tap | None:
    """The tap by which the player in turn does without a card that was drawn in error and shown, where a book gives
    that choice (ACT96-18(h)-S2, NZ-16.4-S2). None if there is no such choice now."""
    due, state = live.due, live.state
    if not state.held or not due.box or due.action not in ("decision", "card"):
        return None
    known = irregularities(live.rules).values()
    kind = next((kind for kind in known if kind.procedure == "turn_down"), None)
    if kind is None:
        return None
    hand = f"{due.box}.{due.hand}" if due.hand > 1 else str(due.box)
    command = engine.Irregularity(kind.kind, (("hand", hand),), "dealer")
    if engine.questions.refusal_of(live.rules, state, command) is not None:
        return None
    card = show(state.held[0].card)
    return Tap(
        text(_("{card} is turned down"), card=card),
        text_of(command),
        small=_("no further card"),
        clause=kind.clause,
        id="turn-down",
    )


DECIDED: Final = (
    IrregularityDecided
    | IrregularityReported
    | CorrectionDecided
    | RecordCorrected
    | PaymentCorrected
    | FormerRoundCorrected
)
"""Events that make a tap one about an irregularity."""


def to_do(live: Live) -> ToDo | None:
    """What remains to be done at the table after the last tap; None if it decided no irregularity."""
    over = not live.events and live.previous is not None and live.previous.phase == "void"
    state = live.previous if over and live.previous is not None else live.state
    events = _last_tap(live, state)
    first = next((event for event in events if isinstance(event, DECIDED)), None)
    if first is None or (isinstance(first, IrregularityReported) and first.wants):
        return None
    if isinstance(first, IrregularityDecided | CorrectionDecided) and not first.approved:
        return None
    before = state.past.state if state.past is not None else state
    plan = plan_of(live.rules, closed(before), state, events)
    if not plan.tasks:
        return None
    known = irregularity_kinds(live.rules, state.setup)
    kind = known.get(getattr(first, "kind", ""))
    title = _("A payment is put right") if plan.payment else _("The record is corrected")
    if kind is not None:
        title = recorded(kind.title)
    return ToDo(no=f"{state.round_no}-{first.tap}", title=title, clause=first.clause, plan=plan)


def _last_tap(live: Live, state: State) -> list[Any]:
    if live.events:
        return [event for event in live.events if event.tap == state.tap]
    events: list[Any] = []
    step = state.trail
    while step is not None and step.event.tap == state.tap:
        events.insert(0, step.event)
        step = step.before
    return events


__all__ = [
    "Case",
    "CaseView",
    "Plan",
    "PlanView",
    "ToDo",
    "answers",
    "case_view",
    "open_case",
    "reasons_not_to_sign",
    "signers",
    "to_do",
]
