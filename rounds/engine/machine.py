"""The machine that plays a round, as a value: `decide` hands it to the deciders that deal a round again."""

from collections.abc import Callable
from typing import Any, NamedTuple

from casino.rulebooks import Rules
from rounds.engine.commands import Command
from rounds.engine.events import Event, Events
from rounds.engine.state import State
from rounds.engine.waiting import Due

Earlier = Callable[[int], State | None]
"""Gives a round of the table that is over, by its number, in its last state; None if the record does not have it."""


class Machine(NamedTuple):
    """What plays a round. Only `decide` builds one, so that no room has to import the rooms that it serves."""

    apply: Callable[[Rules, State, Command], tuple[State, tuple[Event, ...]]]
    """The state after a command, and its events. Raises Refusal."""
    due: Callable[[Rules, State], Due | None]
    """What the table waits for; None once the round is over."""
    follow: Callable[[Rules, State], tuple[State, Events]]
    """The round after what comes about by itself, and the events of that."""


Decider = Callable[[Rules, State, Any], Events]
"""The events of a command of one kind. Raises Refusal."""
RedealingDecider = Callable[[Rules, State, Any, Machine, Earlier | None], Events]
"""The same of a command for which the round may be dealt again, or a round that is over looked at."""
RoleWanted = Callable[[Rules, Any, State | None], tuple[str, str, str] | None]
"""The least role that may give a command, the clause, and what a supervisor is asked; None for a dealer's."""
