"""What was recorded of a hand of a tournament, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.phrases import Wording
from rounds.engine.tournament import events as on

WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.TurnPassed: lambda e: ("passed", Phrase.of("event.passed", box=e.box, player=e.player), None),
}
