"""What lies on the layout before it is on a hand: wagers, what is spoken, insurance."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from casino.money import Cents
from rounds.engine.base import Value
from rounds.engine.setup import MAIN


class Wager(Value, frozen=True):
    """A wager on a box before and at the call. The first in a box lies nearest the dealer."""

    player: str
    bet: str
    amount: Cents
    effective: Cents = 0
    """What is paid or collected of it, fixed at the call (VIC03-6.2)."""
    treated: str = ""
    """The clause under which less than all of it, or none, is in play."""
    settled: bool = False
    """Of a side bet: it has been decided and paid, taken or returned, but for what stays in action."""
    hand: int = 0
    """Of a side bet on a split hand: the number of that hand (NZ-15B.9); 0 for the box."""
    parts: tuple[Cents, ...] = ()
    """Of a side bet that is limited to so many on a box: the player's wagers there one by one, in cents, where there
    is more than one (NZ-15B.2-S1)."""
    riding: Cents = 0
    """Of a side bet: what of it and its payout stays in action, in cents (NZ-15D.6)."""
    prize: Cents = 0
    """Of a side bet: what the button selected, in cents for each dollar wagered."""
    placed: int = 0
    """The tap on which it was placed or last added to."""
    misfire: Cents = 0
    """Of a side bet: what the button shows that somebody or something else set off, until its player has answered
    (VIC03-11.7.1)."""


def count_of(wagers: Iterable[Wager]) -> int:
    """How many wagers they are, a player's several on one spot counted one by one."""
    return sum(len(wager.parts) or 1 for wager in wagers)


class Insurance(Value, frozen=True):
    """An insurance wager of one player on one box, in cents."""

    player: str
    amount: Cents
    settled: bool = False
    wager: str = MAIN
    """The wager that it goes with, where there are several on a hand."""


class OralWager(Struct, frozen=True):
    """A spoken wager whose money is not chips on the layout yet (VIC03-5.3)."""

    box: int
    player: str
    bet: str
    amount: Cents
    backing: str
