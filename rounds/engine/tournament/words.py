"""The wording of tournament events."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.phrases import Wording
from rounds.engine.tournament import events as on

WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.TurnPassed: lambda e: ("passed", Phrase.of("event.passed", box=e.box, player=e.player), None),
}
