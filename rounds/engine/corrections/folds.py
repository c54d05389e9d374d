"""Folding a correction of the record into the state."""

from msgspec.structs import replace

from rounds.engine import events as on
from rounds.engine.after_round import after_round
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


def _warned(told: tuple[str, ...], was: State, now: State) -> tuple[str, ...]:
    """Who has been warned, with what the call on the corrected wagers warns of in the place of what it did."""
    stays = [player for player in told if player not in was.carry.warned or player in now.carry.warned]
    return tuple(dict.fromkeys([*stays, *now.carry.warned]))


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
    before = state.before_collected or state.carry
    if event.wagers:
        before = replace(before, warned=_warned(before.warned, at_call(state), at_call(now)))
    collected = now.picked_up or now.phase == "collected"
    return replace(
        now,
        tap=state.tap,
        last=state.last,
        ruled=state.ruled,
        past=state.past,
        moved=state.moved + (now.results != state.results),
        presses=state.presses,
        irregularities=state.irregularities,
        carry=after_round(replace(now, carry=before)) if collected else before,
        before_collected=before if collected else None,
        cut_card=state.cut_card,
        failed=state.failed,
    )
