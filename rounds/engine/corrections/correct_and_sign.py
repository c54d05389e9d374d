"""Corrections of the record: what was wrong, what follows from it, and who signs.

The dealer alone corrects what was recorded before the call, while every wager can still be changed, and what the last
tap recorded, which an undo would take back as well. Everything else waits for the role that the house has set for
whatever no clause assigns (`OpenPoints.irregularity_role`)."""

from __future__ import annotations

from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks import corrections as book
from casino.rulebooks.irregularities import irregularities
from rounds.engine.corrections import payments, wagers
from rounds.engine.corrections.change_by_kind import change_of
from rounds.engine.corrections.commands import Correction, CorrectPayment
from rounds.engine.corrections.events import CorrectionAsked, CorrectionDecided
from rounds.engine.corrections.moved_wagers import before_call, moved
from rounds.engine.corrections.record_change import Change
from rounds.engine.events import Event, Events, RecordCorrected
from rounds.engine.evolve import evolve
from rounds.engine.irregularities.commands import Approve, Refuse
from rounds.engine.machine import Earlier, Machine
from rounds.engine.permits.permits import role_for
from rounds.engine.phrases import line
from rounds.engine.redeal import in_recorded_order
from rounds.engine.redeal.call import at_call
from rounds.engine.redeal.in_recorded_order import NoFit, step_words
from rounds.engine.redeal.money import returned_additions, to_move
from rounds.engine.state import State


def correct(
    rules: Rules, state: State, command: Correction, machine: Machine, earlier: Earlier | None = None
) -> Events:
    """Correct the record or a wrong payment: at once if the dealer may, otherwise once it is signed.
    ``earlier`` gives earlier rounds of the table, if they are known."""
    if isinstance(command, CorrectPayment):
        return _payment(rules, state, command, earlier)
    change = change_of(rules, state, command)
    corrected = _corrected(machine, rules, state, command, change)
    role = "" if _dealer_may_correct(state, change) else rules.irregularity_role.value
    if role in ("", "dealer"):
        return [corrected]
    return [
        CorrectionAsked(
            no=state.irregularities + 1,
            correction=command,
            title=change.kind.title,
            said=corrected.said,
            was=corrected.was,
            by=command.role,
            wants=role,
            plan=_plan(corrected),
            clause=change.kind.clause,
        )
    ]


def _payment(rules: Rules, state: State, command: CorrectPayment, earlier: Earlier | None) -> Events:
    """Put a wrong payment right. Chips have moved, so it is never merely a mis-tap of the dealer's."""
    kind = book.corrections(rules)["payment"]
    event = payments.put_right(rules, state, command, earlier)
    if kind.role == "dealer":
        return [event]
    recorded, actual, money = payments.in_words(event)
    return [
        CorrectionAsked(
            no=state.irregularities + 1,
            correction=command,
            title=kind.title,
            said=recorded,
            was=actual,
            by=command.role,
            wants=kind.role,
            plan=(
                line("kept.due_and_recorded", what=recorded),
                line("kept.in_fact", what=actual),
                *money,
            ),
            clause=kind.clause,
        )
    ]


def approve(
    rules: Rules, state: State, command: Approve, machine: Machine, earlier: Earlier | None = None
) -> Events:
    """Signed: correct the record or put the payment right, as it was shown."""
    waits = state.irregular
    assert waits is not None, "a correction is open"
    assert waits.correction is not None, "a correction is open"
    role_for(rules, command.role, waits.wants, waits.clause)
    signed = CorrectionDecided(
        no=waits.no, role=command.role, approved=True, note=command.note, clause=waits.clause
    )
    if isinstance(waits.correction, CorrectPayment):
        answered = replace(state, irregular=None)
        return [signed, payments.put_right(rules, answered, waits.correction, earlier, command.role)]
    change = change_of(rules, replace(state, irregular=None), waits.correction)
    return [signed, _corrected(machine, rules, replace(state, irregular=None), waits.correction, change)]


def refuse(rules: Rules, state: State, command: Refuse) -> Events:
    """Not signed: the record stays as it is."""
    waits = state.irregular
    assert waits is not None, "a correction is open"
    role_for(rules, command.role, waits.wants, waits.clause)
    return [
        CorrectionDecided(
            no=waits.no, role=command.role, approved=False, note=command.note, clause=waits.clause
        )
    ]


def _dealer_may_correct(state: State, change: Change) -> bool:
    """Whether the dealer may correct it alone."""
    if not state.called:
        return True
    past = state.past
    return (
        past is not None
        and change.at == state.last
        and not state.ruled
        and (past.state.moved, past.state.presses) == (state.moved, state.presses)
    )


def _plan(corrected: RecordCorrected) -> tuple[str, ...]:
    return (
        line("kept.record_says", what=corrected.said),
        line("kept.at_table", what=corrected.was),
        *corrected.money,
        *(line("kept.asked_again", step=step) for step in corrected.lapsed),
    )


def _corrected(
    machine: Machine, rules: Rules, state: State, command: Correction, change: Change
) -> RecordCorrected:
    """The correction with what follows from it. Raises Refusal where a later step no longer fits."""
    clause = change.kind.clause
    events: list[Event] = []
    money: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()
    if state.called:
        base = at_call(state)
        if change.moves:
            before = before_call(base)
            wagers.check(machine, rules, before, change.moves)
            base, events = wagers.call_again(machine, rules, moved(before, change.moves), base)
        try:
            now = in_recorded_order.deal_again(machine, rules, base, change.steps, change.then)
        except NoFit as no:
            raise _refused(rules, change, no) from None
        events += now.events
        chips = to_move(state, now.state, change.belongs, wagers_moved=bool(change.moves))
        money = (*chips, *returned_additions(now.lapsed))
        lapsed = tuple([step_words(step) for step in now.lapsed])
    elif change.moves:
        wagers.check(machine, rules, state, change.moves)
    corrected = RecordCorrected(
        correction=command,
        said=change.recorded,
        was=change.actual,
        wagers=change.moves,
        events=tuple(events),
        money=money,
        lapsed=lapsed,
        clause=clause,
    )
    evolve(state, replace(corrected, tap=state.tap + 1))
    return corrected


def _refused(rules: Rules, change: Change, no: NoFit) -> Refusal:
    """The refusal of a correction after which a recorded step no longer fits: a decision may be missing from it, or
    it was a dealing error, for which the book has a procedure."""
    if no.asks:
        return Refusal(
            "correction.decision_wanted",
            change.kind.clause,
            also=(no.why.clause,),
            actual=change.actual,
            step=no.step,
            why=(no.why.code, no.why.values),
        )
    titles = [
        kind.title
        for kind in irregularities(rules).values()
        if kind.procedure in ("reconstruct", "rewind", "in_error") or kind.kind == "excess_card"
    ]
    return Refusal(
        "correction.no_place" if titles else "correction.no_place_nor_procedure",
        change.kind.clause,
        also=(no.why.clause,),
        actual=change.actual,
        step=no.step,
        why=(no.why.code, no.why.values),
        errors=titles,
    )
