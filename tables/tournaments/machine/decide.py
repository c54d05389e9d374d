"""From a command to events, or to a refusal. Changes nothing."""

from __future__ import annotations

from typing import Final

from casino.refusals import Refusal
from tables.tournaments.machine.base import Person
from tables.tournaments.machine.commands import Command, Draft
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.evolve import evolve
from tables.tournaments.machine.moments import Moment, has_zone
from tables.tournaments.machine.state import State
from tables.tournaments.machine.steps import entering, finishing, playing, preparing, seating
from tables.tournaments.machine.steps.checks import Decider, require_not_over

_DECIDERS: Final[dict[type, Decider]] = {
    **preparing.DECIDERS,
    **entering.DECIDERS,
    **seating.DECIDERS,
    **playing.DECIDERS,
    **finishing.DECIDERS,
}


def decide(state: State | None, command: Command, by: Person, at: Moment) -> tuple[Event, ...]:
    """The events of a command. ``state`` is None only for the first command, which drafts the tournament.

    Raises Refusal, with clause and remedy, if the book, the conditions or the moment do not allow it, and ValueError
    for a moment without a zone.
    """
    if not has_zone(at):
        raise ValueError("a moment has a zone")
    if state is None:
        if not isinstance(command, Draft):
            raise Refusal("tournament.not_drafted")
        return tuple(preparing.drafted(command, by, at))
    if isinstance(command, Draft):
        raise Refusal("tournament.drafted_already", tournament=state.code)
    require_not_over(state)
    return tuple(_DECIDERS[type(command)](state, command, by, at))


def apply(state: State | None, command: Command, by: Person, at: Moment) -> tuple[State, tuple[Event, ...]]:
    """The state after the command, and its events. Raises Refusal as ``decide`` does."""
    decided = decide(state, command, by, at)
    for event in decided:
        state = evolve(state, event)
    assert state is not None, "a command gives at least one event"
    return state, decided
