"""The decider of each command in this room."""

from typing import Final

from rounds.engine.machine import Decider
from rounds.engine.sides import commands as on
from rounds.engine.sides import equipment, prizes, riding

DECIDERS: Final[dict[type, Decider]] = {
    on.Ride: riding.ride,
    on.Prize: prizes.prize,
    on.VoidPress: prizes.void_press,
    on.Misfire: prizes.misfire,
    on.AnswerMisfire: prizes.answer,
    on.EquipmentFailed: equipment.failed,
    on.EquipmentRepaired: equipment.repaired,
}
