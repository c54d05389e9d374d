"""A round in the making: the one that is dealt again, command by command."""

from collections.abc import Iterable

from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.commands import Command
from rounds.engine.events import Event
from rounds.engine.evolve import evolve
from rounds.engine.machine import Machine
from rounds.engine.settlement.result import Result
from rounds.engine.state import State


class Round:
    """The round in the making."""

    def __init__(self, machine: Machine, rules: Rules, state: State) -> None:
        self.machine = machine
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    def fold(self, events: Iterable[Event]) -> None:
        for event in events:
            event = replace(event, tap=0)
            self.events.append(event)
            self.state = evolve(self.state, replace(event, tap=self.state.tap))

    def followed(self) -> State:
        """The round with what follows by itself: an event that was folded directly, without a command, leads to that
        too, such as the phase after the last hand was directed to stand."""
        self.fold(self.machine.follow(self.rules, self.state))
        return self.state

    def do(self, command: Command) -> bool:
        """Whether the command could be taken."""
        try:
            _, events = self.machine.apply(self.rules, self.state, command)
        except Refusal:
            return False
        self.fold(events)
        return True


def spot(result: Result) -> tuple[int, int, str, str, str]:
    return result.box, result.hand, result.player, result.bet, result.wager
