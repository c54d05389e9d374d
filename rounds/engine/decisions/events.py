"""Events about decisions."""

from casino.money import Cents
from rounds.engine.base import EventBase as Base


class Surrendered(Base, frozen=True, tag="surrendered"):
    box: int
    player: str


class SurrenderClosed(Base, frozen=True, tag="surrender_closed"):
    """``without`` are the wagers, as (box, player), that were offered surrender and play on."""

    without: tuple[tuple[int, str], ...] = ()


class Rescued(Base, frozen=True, tag="rescued"):
    """``back`` is the doubled part that returns to the player, in cents."""

    box: int
    hand: int
    player: str
    back: Cents


class PlayedOn(Base, frozen=True, tag="played_on"):
    """``players`` play on with the doubled stake."""

    box: int
    hand: int
    players: tuple[str, ...] = ()


class Drew(Base, frozen=True, tag="drew"):
    """The caller asked for a card."""

    box: int
    hand: int
    by: str


class Stood(Base, frozen=True, tag="stood"):
    box: int
    hand: int
    by: str


class Doubled(Base, frozen=True, tag="doubled"):
    box: int
    hand: int
    by: str
    adds: tuple[tuple[str, Cents], ...]
    free: tuple[str, ...] = ()
    """Players whose addition is a lammer."""
    in_error: str = ""
    """The clause under which the double counts although the rules did not allow it; empty if they did."""


class Split(Base, frozen=True, tag="split"):
    """``matches``: (player, cents that stay on the hand split, cents that go on the new one)."""

    box: int
    hand: int
    by: str
    matches: tuple[tuple[str, Cents, Cents], ...]
    free: tuple[str, ...] = ()
    """Players whose wager on the new hand is a lammer."""
    in_error: str = ""
    """As for a double."""


class DirectionAsked(Base, frozen=True, tag="direction_asked"):
    box: int
    hand: int
    reason: str


class CallerPassed(Base, frozen=True, tag="caller_passed"):
    """The caller of a box is absent; ``player``, the next with a wager on its hand, decides instead."""

    box: int
    hand: int
    absent: str
    player: str


class HandDirected(Base, frozen=True, tag="hand_directed"):
    box: int
    hand: int
    role: str
    wait: bool = False
