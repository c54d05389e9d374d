"""A round entry by entry: each entry with its event, and the state before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from casino.ledger import Entry
from rounds import engine
from rounds.engine import Event, State
from rounds.play.editions import decoded


@dataclass(frozen=True, slots=True)
class EntryState:
    """One entry of a round. If it is not an event (a refusal, a signature), the state is the same before and
    after."""

    entry: Entry
    event: Event | None
    before: State | None
    after: State | None


def entry_states(entries: Iterable[Entry]) -> list[EntryState]:
    """The entries of a round, in order, with the states before and after each."""
    state: State | None = None
    lines: list[EntryState] = []
    for entry in entries:
        event = decoded(entry.body) if entry.folded else None
        before = state
        if event is not None:
            state = engine.evolve(state, event)
        lines.append(EntryState(entry, event, before, state))
    return lines
