"""The result of a wager."""

from __future__ import annotations

from casino.money import Cents
from rounds.engine.base import Value
from rounds.engine.setup import MAIN


class Result(Value, frozen=True, omit_defaults=True):
    """The result of one wager of one player on one hand, in cents."""

    box: int
    hand: int
    """The number of the hand; 0 for a wager on the box as a whole."""
    player: str
    bet: str
    stake: Cents
    result: str
    """``win`` ``lose`` ``stand_off`` ``void`` ``surrender``."""
    clause: str
    odds: str = ""
    pays: Cents = 0
    """What the house adds to the stake."""
    takes: Cents = 0
    """What the house takes of the stake."""
    chips: tuple[tuple[Cents, int], ...] = ()
    """The chips of the payment, (denomination, number)."""
    wager: str = MAIN
    """The bet that an insurance goes with."""
