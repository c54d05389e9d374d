"""Commands about wagers."""

from typing import Literal

from casino.money import Cents
from rounds.engine.base import CommandBase as Base
from rounds.engine.setup import MAIN


class Seat(Base, frozen=True, tag="seat"):
    """The player is to decide for the box."""

    box: int
    player: str


class Leave(Base, frozen=True, tag="leave"):
    """The player leaves the table, which ends warnings and permits."""

    player: str


class PlaceWager(Base, frozen=True, tag="place_wager"):
    """Chips placed on a box. A second wager on the same bet adds to it."""

    box: int
    player: str
    amount: Cents
    bet: str = MAIN
    medium: str = "chips"
    hand: int = 0
    """A split hand, for a further pair bet on it (NZ-15B.9); 0 for the box."""


class WithdrawWager(Base, frozen=True, tag="withdraw_wager"):
    """A player takes a wager back."""

    box: int
    player: str
    bet: str = MAIN


class RefuseWager(Base, frozen=True, tag="refuse_wager"):
    """The dealer hands back a wager that could not be paid exactly (VIC03-5.13), or one under the minimum of
    a warned player (VIC03-6.2.1)."""

    box: int
    player: str
    bet: str = MAIN


class DeclareWager(Base, frozen=True, tag="declare_wager"):
    """A spoken wager, with its backing: ``chips``, ``cash``, ``voucher``, ``token`` or ``nothing``."""

    box: int
    player: str
    amount: Cents
    backing: Literal["chips", "cash", "voucher", "token", "nothing"]
    bet: str = MAIN


class Arrange(Base, frozen=True, tag="arrange"):
    """The wagers of a box put in line, the first nearest the dealer."""

    box: int
    players: tuple[str, ...]


class CallBets(Base, frozen=True, tag="call_bets"):
    """The dealer calls that no more bets may be placed."""
