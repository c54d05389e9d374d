"""What a correction changes, and refusals common to all corrections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.corrections import Correction
from rounds.engine.corrections.events import WagerMoved
from rounds.engine.redeal.history import Step, steps_of
from rounds.engine.settlement.put_right import Settlement
from rounds.engine.state import State


@dataclass(slots=True)
class Change:
    """What a correction changes."""

    kind: Correction
    recorded: str
    """What the record says, in words."""
    actual: str
    """What happened at the table, in words."""
    steps: list[Step] = field(default_factory=list)
    moves: tuple[WagerMoved, ...] = ()
    then: tuple[str, ...] = ()
    at: int = 0
    """The tap that recorded it; 0 if several did."""
    belongs: Callable[[Settlement], Settlement] = lambda settlement: settlement
    """Maps a recorded settlement to the wager that it belongs to after the correction."""


def as_recorded(kind: Correction, recorded: str) -> Refusal:
    """The refusal of a correction that would change nothing."""
    return Refusal("correction.as_recorded", kind.clause, recorded=recorded)


def after_call(rules: Rules, state: State, kind: Correction) -> list[Step]:
    """The steps since the call. Raises Refusal if the call has not been made."""
    if not state.called:
        raise Refusal("correction.before_cards", kind.clause)
    return steps_of(state)
