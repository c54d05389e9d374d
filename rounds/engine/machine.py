"""The functions that play a round, as a value: `decide` passes it to the deciders that deal a round again."""

from collections.abc import Callable
from typing import Any, NamedTuple

from casino.rulebooks import Rules
from rounds.engine.commands import Command
from rounds.engine.events import Event, Events
from rounds.engine.state import State
from rounds.engine.waiting import Due

Earlier = Callable[[int], State | None]
"""Returns the last state of an earlier round of the table, by its number; None if the record does not have it."""


class Machine(NamedTuple):
    """The functions that play a round. Only `decide` builds it, so that no room has to import the rooms above it."""

    apply: Callable[[Rules, State, Command], tuple[State, tuple[Event, ...]]]
    """The state after a command, and its events. Raises Refusal."""
    due: Callable[[Rules, State], Due | None]
    """What the table waits for; None once the round is over."""
    follow: Callable[[Rules, State], tuple[State, Events]]
    """The round after everything that follows automatically, and the events of that."""


Decider = Callable[[Rules, State, Any], Events]
"""Returns the events of one kind of command. Raises Refusal."""
RedealingDecider = Callable[[Rules, State, Any, Machine, Earlier | None], Events]
"""Like `Decider`, for a command that may deal the round again or look at an earlier round."""
RequiredRole = Callable[[Rules, Any, State | None], tuple[str, str, str] | None]
"""Returns the lowest role that may give a command, its clause, and the request to that supervisor; None for a
dealer's command."""
