"""The call from which a round is dealt again, and replacing the old round by the new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from rounds.engine.after_round import after_round
from rounds.engine.events import Event
from rounds.engine.settlement.put_right import following
from rounds.engine.setup import Carry
from rounds.engine.state import State

Evolve = Callable[[State | None, Event], State]
"""The type of `evolve`, which passes itself to the folds of events that contain other events."""


def since_call(state: State) -> tuple[State, list[Event]]:
    """The round right after the call, and every event since."""
    events: list[Event] = []
    step = state.trail
    while step is not None and step.before is not None:
        events.append(step.event)
        step = step.before
    assert step is not None, "the call was made"
    assert step.state is not None, "a trail begins with the call"
    events.reverse()
    return replace(step.state, trail=step), events


def at_call(state: State) -> State:
    """The round right after the call."""
    return since_call(state)[0]


def before_collecting(state: State) -> Carry:
    """What the round would have passed on before its cards were collected; dealing it again starts from that."""
    return state.before_collected or state.carry


def dealt(start: State, events: Iterable[Event], evolve: Evolve) -> State:
    """The state after folding the events into ``start``, which keeps its tap number."""
    for event in events:
        start = evolve(start, replace(event, tap=start.tap))
    return start


def in_place_of(
    state: State, now: State, carry: Carry, *, chips_moved: bool, wagers_moved: bool = False
) -> State:
    """The round dealt again, ``now``, in place of ``state``; the record keeps both.

    Taps, signatures, presses, irregularities, payments put right, the cutting card and failed equipment are facts of
    the evening and not part of the deal, so they stay as in ``state``; what is open on a payment is measured against
    the settlements of ``now``, unless wagers moved to other boxes or players. ``carry`` is what the round passes on
    to the next one, before its cards are collected.
    """
    collected = now.picked_up or now.phase == "collected"
    return replace(
        now,
        tap=state.tap,
        last=state.last,
        ruled=state.ruled,
        past=state.past,
        moved=state.moved + chips_moved,
        presses=state.presses,
        payments=following(state.payments, state.results, now.results, elsewhere=wagers_moved),
        irregularities=state.irregularities,
        carry=after_round(replace(now, carry=carry)) if collected else carry,
        before_collected=carry if collected else None,
        cut_card=state.cut_card,
        shoes=state.shoes,
        failed=state.failed,
    )
