"""Report an irregularity, and sign what is done about it."""

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.irregularities import Kind, role_of
from casino.words import Phrase
from rounds.engine.commands import Command, Undo
from rounds.engine.corrections import correct_and_sign
from rounds.engine.corrections.commands import Correction, CorrectPayment
from rounds.engine.events import Events, FormerRoundVoid
from rounds.engine.irregularities.commands import Approve, Irregularity, Refuse
from rounds.engine.irregularities.events import IrregularityDecided, IrregularityReported
from rounds.engine.irregularities.kinds import irregularity_kind, irregularity_kinds
from rounds.engine.irregularities.moments import REPORT_MOMENTS
from rounds.engine.irregularities.placing import still_further
from rounds.engine.irregularities.procedures import PROCEDURES
from rounds.engine.irregularities.report import Report
from rounds.engine.machine import Earlier, Machine
from rounds.engine.permits.permits import role_for
from rounds.engine.state import OVER, OpenIrregularity, State
from rounds.engine.words import describe


def report(
    rules: Rules, state: State, command: Irregularity, machine: Machine, earlier: Earlier | None = None
) -> Events:
    """Report what went wrong. It is dealt with at once if nobody has to sign; otherwise it waits, and the round with
    it. ``earlier`` gives earlier rounds of the table, if they are known."""
    kind = irregularity_kind(rules, state.setup, command.kind, dict(command.values).get("bet", ""))
    refuse_moment(rules, state, kind)
    if len({name for name, _ in command.values}) < len(command.values):
        raise Refusal("report.value_twice", kind.clause)
    report = Report(kind, state, dict(command.values), machine, earlier)
    plans = _plans(rules, state, report)
    role = role_of(rules, kind)
    preferred = next(iter(plans.values()))
    reported = IrregularityReported(
        no=state.irregularities + 1,
        kind=kind.kind,
        title=kind.title,
        values=command.values,
        by=command.role,
        wants=role,
        choices=tuple(plans) if kind.choices else (),
        plan=_plan(kind, plans),
        clause=report.kind.clause,
    )
    return [reported] if role else [reported, *preferred]


_REOPENING = ("reconstruct", "rewind")
"""Procedures that rebuild a round whose cards were already collected, while they can still be told apart."""


def reopens(rules: Rules, state: State, command: Command) -> bool:
    """Whether a command is for the round although its cards are collected: an error in it that is rebuilt before
    another round has begun (ACT03-14.4, VIC03-9.8(a)), or a correction of its record, or the answer to either. In a
    void round, money that was paid back wrongly can still be put right."""
    if state.phase not in OVER:
        return False
    if state.irregular is not None:
        return isinstance(command, Approve | Refuse | Undo)
    if state.phase == "void":
        return isinstance(command, CorrectPayment) and state.called
    if isinstance(command, Correction):
        return True
    if not isinstance(command, Irregularity) or not rules.collected_rebuilt.value:
        return False
    kind = irregularity_kinds(rules, state.setup).get(command.kind)
    return kind is not None and kind.procedure in _REOPENING


def _plans(rules: Rules, state: State, report: Report) -> dict[str, Events]:
    """The events of each choice. A choice that cannot be carried out is not offered; raises Refusal if none can
    be."""
    plans: dict[str, Events] = {}
    first: Refusal | None = None
    for choice in report.kind.choices or ("",):
        try:
            plans[choice] = PROCEDURES[report.kind.procedure](rules, state, report, choice)
        except Refusal as refusal:
            first = first or refusal
    if not plans and first is not None:
        raise first
    return plans


def refuse_moment(rules: Rules, state: State, kind: Kind) -> None:
    """Raises Refusal if the kind cannot be reported at this moment of the round."""
    code, moment = REPORT_MOMENTS[kind.when]
    if not moment(rules, state) and not still_further(rules, state, kind):
        raise Refusal("irregularity.other_moment", kind.clause, also=kind.also, moment=Phrase.of(code))


def _plan(kind: Kind, plans: dict[str, Events]) -> tuple[str, ...]:
    """What would be done, in words: with several choices, each under its name. Where the book is silent, that comes
    first."""
    lines = [Phrase.of("event.book_silent")] if kind.silent else []
    for choice, events in plans.items():
        if choice:
            lines.append(Phrase.of("event.choice", choice=choice))
        for event in events:
            description = describe(event)
            lines.append(Phrase.of("event.line", kind=description.kind, what=description.words))
            if isinstance(event, FormerRoundVoid):
                lines += [
                    Phrase.of("event.of_round", round=event.round_no, what=describe(inner).words)
                    for inner in event.events
                ]
    return tuple([line.english for line in lines])


def approve(
    rules: Rules, state: State, command: Approve, machine: Machine, earlier: Earlier | None = None
) -> Events:
    """Signed: do what was shown."""
    if state.irregular is not None and state.irregular.correction is not None:
        return correct_and_sign.approve(rules, state, command, machine, earlier)
    waits, kind = _open(rules, state, command.role)
    if kind.choice_named and not command.choice:
        raise Refusal("irregularity.choice_missing", waits.clause, also=kind.also, choices=waits.choices)
    choice = command.choice or next(iter(waits.choices), "")
    if choice not in (waits.choices or ("",)) and choice not in kind.choices:
        raise Refusal(
            "irregularity.no_such_choice" if waits.choices else "irregularity.no_choices",
            waits.clause,
            choice=choice,
            choices=waits.choices,
        )
    report = Report(kind, state, dict(waits.values), machine, earlier)
    events = PROCEDURES[kind.procedure](rules, state, report, choice)
    signed = IrregularityDecided(
        no=waits.no,
        kind=waits.kind,
        role=command.role,
        approved=True,
        choice=choice,
        note=command.note,
        clause=waits.clause,
    )
    return [signed, *events]


def refuse(rules: Rules, state: State, command: Refuse) -> Events:
    """Not signed: record that nothing is done."""
    if state.irregular is not None and state.irregular.correction is not None:
        return correct_and_sign.refuse(rules, state, command)
    waits, _ = _open(rules, state, command.role)
    return [
        IrregularityDecided(
            no=waits.no,
            kind=waits.kind,
            role=command.role,
            approved=False,
            note=command.note,
            clause=waits.clause,
        )
    ]


def _open(rules: Rules, state: State, role: str) -> tuple[OpenIrregularity, Kind]:
    waits = state.irregular
    if waits is None:
        raise Refusal("irregularity.none_open")
    role_for(rules, role, waits.wants, waits.clause)
    return waits, irregularity_kind(rules, state.setup, waits.kind, dict(waits.values).get("bet", ""))


def refuse_while_open(state: State, command: Command) -> None:
    """Raises Refusal for any command but the answer while an irregularity is open."""
    waits = state.irregular
    if waits is None or isinstance(command, Approve | Refuse | Undo):
        return
    raise Refusal("irregularity.open", waits.clause, title=waits.title, wants=waits.wants)
