"""Money on the layout that is not yet on a hand: wagers, spoken wagers, insurance."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from casino.money import Cents
from rounds.engine.base import Value
from rounds.engine.setup import MAIN


class Wager(Value, frozen=True):
    """A wager on a box before and at the call, in cents. The first on a box is nearest the dealer."""

    player: str
    bet: str
    amount: Cents
    effective: Cents = 0
    """How much of it is paid or collected, in cents, fixed at the call (VIC03-6.2)."""
    treated: str = ""
    """The clause under which only part of it, or nothing, is in play."""
    settled: bool = False
    """Of a side bet: whether it has been decided and settled, except for what stays in action."""
    hand: int = 0
    """Of a side bet on a split hand: the number of that hand (NZ-15B.9); 0 for the box."""
    parts: tuple[Cents, ...] = ()
    """Of a side bet limited to so many wagers on a box: the player's wagers there one by one, in cents, if there are
    several (NZ-15B.2-S1)."""
    riding: Cents = 0
    """Of a side bet: how much of it and its payout stays in action, in cents (NZ-15D.6)."""
    prize: Cents = 0
    """Of a side bet: what the button selected, in cents per dollar wagered."""
    placed: int = 0
    """The tap on which it was placed or last added to."""
    misfire: Cents = 0
    """Of a side bet: what the button shows after somebody or something else set it off, until its player has answered
    (VIC03-11.7.1)."""


def count_of(wagers: Iterable[Wager]) -> int:
    """The number of wagers, counting a player's several on one spot separately."""
    return sum(len(wager.parts) or 1 for wager in wagers)


class Insurance(Value, frozen=True):
    """An insurance wager of one player on one box, in cents."""

    player: str
    amount: Cents
    settled: bool = False
    wager: str = MAIN
    """The wager that it insures, if the hand has several."""


class OralWager(Struct, frozen=True):
    """A spoken wager whose money is not on the layout as chips yet (VIC03-5.3)."""

    box: int
    player: str
    bet: str
    amount: Cents
    backing: str
