"""Folds of corrections into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.corrections import events as on
from rounds.engine.corrections.moved_wagers import before_call, moved
from rounds.engine.events import FormerRoundCorrected, RecordCorrected
from rounds.engine.redeal.call import Evolve, at_call, before_collecting, dealt, in_place_of
from rounds.engine.state import OpenIrregularity, State
from rounds.engine.tournament.session import with_changes


def asked(state: State, event: on.CorrectionAsked) -> State:
    """The correction waits for a signature, and the round waits with it."""
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


def _warned(warned: tuple[str, ...], was: State, now: State) -> tuple[str, ...]:
    """The players warned: whoever the call on the corrected wagers warns replaces whoever the first call warned."""
    stays = [player for player in warned if player not in was.carry.warned or player in now.carry.warned]
    return tuple(dict.fromkeys([*stays, *now.carry.warned]))


def corrected(state: State, event: RecordCorrected, evolve: Evolve) -> State:
    """The round as it really was: dealt again from the call, or from the wagers if those were wrong."""
    if not state.called:
        return moved(state, event.wagers)
    called = at_call(state)
    carry = before_collecting(state)
    if not event.wagers:
        now = dealt(called, event.events, evolve)
    else:
        now = dealt(moved(before_call(called), event.wagers), event.events, evolve)
        carry = replace(carry, warned=_warned(carry.warned, called, at_call(now)))
    moved_on = now.results != state.results
    return in_place_of(state, now, carry, chips_moved=moved_on, wagers_moved=bool(event.wagers))


def payment_corrected(state: State, event: on.PaymentCorrected) -> State:
    """Settlements stay as they were due; the payment that was put right is kept beside them."""
    return replace(state, payments=(*state.payments, event.put_right), moved=state.moved + 1)


def former_corrected(state: State, event: FormerRoundCorrected) -> State:
    """In this round it changes nothing but the stacks of a tournament; an undo cannot go back past the chips that were
    moved for it."""
    changes = dict(event.stacks)
    earlier = state.before_collected
    return replace(
        state,
        moved=state.moved + 1,
        carry=with_changes(state.carry, changes),
        before_collected=with_changes(earlier, changes) if earlier is not None else None,
    )


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.CorrectionAsked: asked,
    on.CorrectionDecided: decided,
    on.PaymentCorrected: payment_corrected,
    FormerRoundCorrected: former_corrected,
}
REDEALING: Final[dict[type, Callable[[State, Any, Evolve], State]]] = {RecordCorrected: corrected}
