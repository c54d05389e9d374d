"""The decider of each command in this room."""

from typing import Final

from rounds.engine.irregularities import commands as on
from rounds.engine.irregularities import reporting
from rounds.engine.machine import Decider, RedealingDecider

DECIDERS: Final[dict[type, Decider]] = {
    on.Refuse: reporting.refuse,
}
REDEALING: Final[dict[type, RedealingDecider]] = {
    on.Irregularity: reporting.report,
    on.Approve: reporting.approve,
}
