"""The decider of each command in this room."""

from typing import Final, get_args

from rounds.engine.corrections.commands import Correction
from rounds.engine.corrections.correct_and_sign import correct
from rounds.engine.machine import RedealingDecider

REDEALING: Final[dict[type, RedealingDecider]] = dict.fromkeys(get_args(Correction), correct)
