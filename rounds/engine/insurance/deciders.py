"""The decider of each command in this room."""

from typing import Final

from rounds.engine.insurance import commands as on
from rounds.engine.insurance import insuring
from rounds.engine.machine import Decider

DECIDERS: Final[dict[type, Decider]] = {
    on.Insure: insuring.insure,
    on.EvenMoney: insuring.even_money,
    on.CloseInsurance: insuring.close,
}
