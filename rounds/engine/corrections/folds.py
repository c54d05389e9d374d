"""Folding a correction of the record into the state."""

from msgspec.structs import replace

from rounds.engine import events as on
from rounds.engine.state import OpenIrregularity, State


def asked(state: State, event: on.CorrectionAsked) -> State:
    """It waits for a signature, and everything with it."""
    waits = OpenIrregularity(
        event.no,
        event.correction.__struct_config__.tag,  # type: ignore[arg-type]
        event.title,
        (),
        event.clause,
        event.wants,
        plan=event.plan,
        correction=event.correction,
    )
    return replace(state, irregularities=event.no, irregular=waits)


def decided(state: State, event: on.CorrectionDecided) -> State:
    return replace(state, irregular=None)


def corrected(state: State, event: on.RecordCorrected) -> State:
    """The round as it was in fact: dealt again from the call, or from the wagers where those were wrong."""
    from rounds.engine.corrections.wagers import before_call, moved
    from rounds.engine.evolve import at_call, evolve  # which folds by this

    if not state.called:
        return moved(state, event.wagers)
    now = at_call(state)
    if event.wagers:
        now = moved(before_call(now), event.wagers)
    for inner in event.events:
        now = evolve(now, replace(inner, tap=now.tap))
    carry = replace(state.carry, warned=now.carry.warned) if event.wagers else state.carry
    return replace(
        now,
        tap=state.tap,
        last=state.last,
        ruled=state.ruled,
        past=state.past,
        moved=state.moved + (now.results != state.results),
        presses=state.presses,
        irregularities=state.irregularities,
        carry=carry,
        cut_card=state.cut_card,
        failed=state.failed,
    )
