"""Events about wagers."""

from msgspec import Struct

from casino.money import Cents
from rounds.engine.base import EventBase as Base


class Seated(Base, frozen=True, tag="seated"):
    box: int
    player: str


class PlayerLeft(Base, frozen=True, tag="player_left"):
    player: str


class WagerPlaced(Base, frozen=True, tag="wager_placed"):
    """``notice`` tells the dealer about the amount: under the minimum, above the maximum …"""

    box: int
    player: str
    amount: Cents
    bet: str
    notice: str = ""
    hand: int = 0
    """A split hand, for a further pair bet on it."""


class WagerWithdrawn(Base, frozen=True, tag="wager_withdrawn"):
    box: int
    player: str
    amount: Cents
    bet: str


class WagerRefused(Base, frozen=True, tag="wager_refused"):
    box: int
    player: str
    amount: Cents
    bet: str
    hand: int = 0
    """A split hand, for a further pair bet on it."""


class WagerDeclared(Base, frozen=True, tag="wager_declared"):
    box: int
    player: str
    amount: Cents
    bet: str
    backing: str


class OralWagerRejected(Base, frozen=True, tag="oral_wager_rejected"):
    box: int
    player: str
    amount: Cents
    bet: str


class PlayerWarned(Base, frozen=True, tag="player_warned"):
    player: str


class Arranged(Base, frozen=True, tag="arranged"):
    box: int
    players: tuple[str, ...]


class EffectiveWager(Struct, frozen=True):
    """How much of one wager the call put in play, in cents, and the clause if it is not all."""

    box: int
    player: str
    bet: str
    effective: Cents
    treated: str = ""


class BetsCalled(Base, frozen=True, tag="bets_called"):
    """``callers`` says who decides for each box, as (box, player)."""

    wagers: tuple[EffectiveWager, ...]
    callers: tuple[tuple[int, str], ...] = ()
