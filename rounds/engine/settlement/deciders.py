"""The decider of each command in this room."""

from typing import Final

from rounds.engine.machine import Decider
from rounds.engine.settlement import commands as on
from rounds.engine.settlement import recording

DECIDERS: Final[dict[type, Decider]] = {
    on.Settle: recording.settle,
    on.Collect: recording.collect,
}
