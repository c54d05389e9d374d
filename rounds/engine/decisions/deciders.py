"""The decider of each command in this room."""

from typing import Final

from rounds.engine.decisions import commands as on
from rounds.engine.decisions import deciding, surrendering
from rounds.engine.machine import Decider

DECIDERS: Final[dict[type, Decider]] = {
    on.Decide: deciding.decide,
    on.Surrender: surrendering.surrender,
    on.CloseSurrender: surrendering.close,
    on.Rescue: surrendering.rescue,
    on.PlayOn: surrendering.play_on,
    on.AskDirection: deciding.ask_direction,
    on.DirectHand: deciding.direct,
}
