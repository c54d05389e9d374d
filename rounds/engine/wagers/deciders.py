"""The decider of each command in this room."""

from typing import Final

from rounds.engine.machine import Decider
from rounds.engine.wagers import calling, wagering, withdrawing
from rounds.engine.wagers import commands as on

DECIDERS: Final[dict[type, Decider]] = {
    on.Seat: wagering.seat,
    on.Leave: wagering.leave,
    on.PlaceWager: calling.place,
    on.WithdrawWager: withdrawing.withdraw,
    on.RefuseWager: withdrawing.refuse,
    on.DeclareWager: wagering.declare,
    on.Arrange: calling.arrange,
    on.CallBets: calling.call,
}
