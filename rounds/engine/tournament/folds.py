"""Folds of tournament events into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.state import State
from rounds.engine.tournament import events as on


def turn_passed(state: State, event: on.TurnPassed) -> State:
    return replace(state, passed=(*state.passed, event.player))


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {on.TurnPassed: turn_passed}
