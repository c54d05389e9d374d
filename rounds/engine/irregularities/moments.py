"""The moments of a round at which an irregularity may be reported, by the names that the books' data use."""

from collections.abc import Callable
from typing import Final

from casino.rulebooks import Rules
from rounds.engine.state import State

Moment = Callable[[Rules, State], bool]

MOMENTS: Final[dict[str, tuple[str, Moment]]] = {
    "any": ("any moment", lambda rules, state: True),
    "round": ("the time from the call to the end of the round", lambda rules, state: state.called),
}
"""Each with what it is in words."""
