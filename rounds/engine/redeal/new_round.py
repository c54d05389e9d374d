"""A round that is being dealt again, command by command."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.commands import Command
from rounds.engine.events import Event
from rounds.engine.evolve import evolve
from rounds.engine.machine import Machine
from rounds.engine.state import State
from rounds.engine.waiting import Due


class NewRound:
    """A round that starts from ``state``, with the events since then."""

    def __init__(self, machine: Machine, rules: Rules, state: State) -> None:
        self.machine = machine
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    def do(self, command: Command) -> None:
        """Takes one command, with everything that follows from it. Raises Refusal."""
        self.state, events = self.machine.apply(self.rules, self.state, command)
        self.events += [replace(event, tap=0) for event in events]

    def try_to(self, command: Command) -> bool:
        """Takes one command if it is allowed; returns whether it was."""
        try:
            self.do(command)
        except Refusal:
            return False
        return True

    def fold(self, events: Iterable[Event]) -> None:
        """Takes events as they are; `follow` adds what follows from them."""
        for event in events:
            self.events.append(replace(event, tap=0))
            self.state = evolve(self.state, replace(event, tap=self.state.tap))

    def follow(self) -> None:
        """Takes what follows automatically, such as the phase after the last hand was directed to stand."""
        self.state, events = self.machine.follow(self.rules, self.state)
        self.events += [replace(event, tap=0) for event in events]

    def due(self) -> Due | None:
        """What the round waits for; None once it is over."""
        return self.machine.due(self.rules, self.state)
