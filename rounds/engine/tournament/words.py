"""What was recorded of a hand of a tournament, in words."""

from collections.abc import Callable
from typing import Any, Final

from rounds.engine.phrases import Said
from rounds.engine.tournament import events as on

WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.TurnPassed: lambda e: ("passed", f"box {e.box}: player {e.player} lets the hand pass", None),
}
