"""What the state machine alone does in a second on one processor: no database, no record, no screen.

It is compared with the least that the same actions could cost: a loop that copies each state once and does nothing
else. A faster processor raises both; the engine's cost is the ratio.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.events import Event
from rounds.simulation.benchmark.figures import ratio
from rounds.simulation.dealing import Button, Shoe, Table
from rounds.simulation.strategy import STRATEGIES

ROUNDS: Final = 1_000
_GAME: Final = engine.Setup("VIC03", decks=8, boxes=1)


class Noted(Table):
    """A table that records what is done at it."""

    def __init__(self, setup: engine.Setup) -> None:
        super().__init__(setup)
        self.actions: list[tuple[engine.State, engine.Command]] = []
        self.events: list[tuple[engine.State, Event]] = []
        self.apply = self._noting

    def _noting(
        self, rules: Rules, state: engine.State, command: engine.Command, earlier: Any = None
    ) -> tuple[engine.State, tuple[Event, ...]]:
        self.actions.append((state, command))
        after, events = engine.apply(rules, state, command, earlier)
        for event in events:
            self.events.append((state, event))
            state = engine.evolve(state, event)
        return after, events


def measured(rounds: int = ROUNDS) -> dict[str, Any]:
    """Rounds, checked actions and folded events per second of one processor, over that many rounds of basic
    strategy."""
    table, noted = Table(_GAME), Noted(_GAME)
    strategy = STRATEGIES["basic"](table.own_rules)

    def play(at: Table) -> None:
        shoe, button = Shoe(_GAME.decks, at.rules.missing_ranks.value, 1), Button(1)
        for _ in range(rounds):
            shoe.ready()
            at.play(shoe, strategy, button)

    play(noted)  # this also fills the strategy's cache before anything is timed
    actions = noted.actions

    def check() -> None:
        for state, command in actions:
            engine.apply(table.rules, state, command)

    def fold() -> None:
        for state, event in noted.events:
            engine.evolve(state, event)

    def copy() -> None:
        for state, _ in actions:
            replace(state)

    dealing, checking, folding, bare = (_seconds(work) for work in (lambda: play(table), check, fold, copy))
    return {
        "rounds_per_second": round(rounds / dealing),
        "actions_per_second": round(len(actions) / checking),
        "events_folded_per_second": round(len(noted.events) / folding),
        "actions": len(actions),
        "action_over_a_copy": ratio(checking, bare),
    }


def line(figures: dict[str, Any]) -> str:
    """The figures on one line, as text."""
    return (
        f"Engine alone: {figures['rounds_per_second']:,} rounds, {figures['actions_per_second']:,} checked actions, "
        f"{figures['events_folded_per_second']:,} folded events a second of one processor; "
        f"an action is {figures['action_over_a_copy']} times a bare copy of its state"
    )


def _seconds(work: Callable[[], object]) -> float:
    """Seconds of processor time, never 0."""
    began = time.process_time()
    work()
    return max(time.process_time() - began, 1e-9)
