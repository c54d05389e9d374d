"""Fold one event into the state. A fold refuses nothing: what is not allowed was refused before it became an event."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.cards import folds as cards
from rounds.engine.corrections import folds as corrections
from rounds.engine.decisions import folds as decisions
from rounds.engine.events import Event, PhaseBegan, RoundOpened, Undone
from rounds.engine.insurance import folds as insurance
from rounds.engine.irregularities import folds as irregularities
from rounds.engine.layout.box import Box
from rounds.engine.permits import folds as permits
from rounds.engine.redeal.call import Evolve
from rounds.engine.settlement import folds as settlement
from rounds.engine.shoe import folds as shoe
from rounds.engine.sides import folds as sides
from rounds.engine.state import History, State, UndoPoint
from rounds.engine.tournament import folds as tournament
from rounds.engine.tournament.session import inherited
from rounds.engine.wagers import folds as wagers
from rounds.engine.wagers.events import BetsCalled


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. ``state`` is None only before the round was opened."""
    if state is None:
        assert isinstance(event, RoundOpened), "a round begins by being opened"
        return _opened(event)
    kind = type(event)
    if kind is Undone:
        return _undone(state, event)
    fold = _FOLDS.get(kind)
    trail = state.trail
    if fold is not None and state.called:
        trail = History(event, trail)
    tap = event.tap
    if tap != state.tap:
        ruled = getattr(event, "role", "")
        # One copy for everything, since this runs for every tap.
        state = replace(state, tap=tap, last=tap, ruled=ruled, past=UndoPoint(state), trail=trail)
    elif isinstance(event, PhaseBegan):
        return replace(state, phase=event.phase, trail=trail)  # one copy: this event follows so many taps
    elif trail is not state.trail:
        state = replace(state, trail=trail)
    return fold(state, event) if fold is not None else _REDEALING[kind](state, event, evolve)


def fold(events: Iterable[Event]) -> State:
    """The state that a round's events give. Raises ValueError if there are no events."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a round without an event has no state")
    return state


def _opened(event: RoundOpened) -> State:
    setup = event.setup
    carry = inherited(setup)
    callers = dict(carry.callers)
    return State(
        setup=setup,
        round_no=event.round_no,
        boxes=tuple([Box(n, caller=callers.get(n, "")) for n in range(1, setup.boxes + 1)]),
        carry=carry,
        held=setup.carry.held,
        warned_earlier=setup.carry.warned,
        tap=event.tap,
    )


def _undone(state: State, event: Any) -> State:
    # The tap number still rises: entries stay in the record, and the next command is a new tap.
    assert state.past is not None, "decide refuses an undo with nothing behind it"
    return replace(state.past.state, tap=event.tap)


def _bets_called(state: State, event: BetsCalled) -> State:
    """Start the trail: from the call on, the round can be dealt again."""
    after = wagers.FOLDS[BetsCalled](state, event)
    return replace(after, trail=History(event, None, after))


def _phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, phase=event.phase)


_REDEALING: Final[dict[type, Callable[[State, Any, Evolve], State]]] = {
    **irregularities.REDEALING,
    **corrections.REDEALING,
}
"""Folds of events that contain the events of the round dealt again, with a trail of their own."""

_FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    PhaseBegan: _phase_began,
    **wagers.FOLDS,
    BetsCalled: _bets_called,
    **permits.FOLDS,
    **shoe.FOLDS,
    **cards.FOLDS,
    **insurance.FOLDS,
    **decisions.FOLDS,
    **sides.FOLDS,
    **settlement.FOLDS,
    **tournament.FOLDS,
    **irregularities.FOLDS,
    **corrections.FOLDS,
}
