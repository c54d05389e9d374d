"""A hand of a box, and what each player has on it."""

from __future__ import annotations

from casino.cards import UNKNOWN, Card, hard_total, is_natural, points_of, score
from casino.money import Cents
from rounds.engine.base import Value
from rounds.engine.setup import MAIN


class Stake(Value, frozen=True):
    """What one player has on one hand, in cents."""

    player: str
    base: Cents
    added: Cents = 0
    settled: bool = False
    bet: str = MAIN
    first: bool = True
    """The stake that was the original wager; False for one added in splitting."""
    free_base: bool = False
    """The house's lammer replaces the base (NZ-20.4)."""
    free_added: Cents = 0
    """What a lammer of the house adds to it (NZ-20.3)."""
    surrendered: bool = False
    rescued: bool = False

    @property
    def whole(self) -> Cents:
        """What is in play: the original and the added part, lammers at their worth."""
        return self.base + self.added + self.free_added

    @property
    def money(self) -> Cents:
        """The player's own chips in it."""
        return (0 if self.free_base else self.base) + self.added


class Hand(Value, frozen=True):
    """One hand of a box. Hands are numbered in the order in which they are played."""

    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    split: bool = False
    """Formed by a split."""
    aces: bool = False
    """Formed by splitting aces."""
    doubled: bool = False
    stood: bool = False
    drawing: str = ""
    """The decision that a card is due for: ``hit`` or ``double``."""
    directed: bool = False
    """Completed at a supervisor's direction for an absent or silent player (VIC03-7.5.3)."""
    void: bool = False
    """Declared void: its cards are with the discards, nothing is asked of it."""
    plain: str = ""
    """The clause under which it is only drawn to or stood on: a double or split of it was undone (NZ-21.9(a)-S2)."""
    late: bool = False
    """It had one card when the initial deal was over, and gets the second at its turn (VIC03-9.7(a))."""
    turned_down: str = ""
    """The clause under which it gets no further card: its player turned one down."""
    rescue: bool = False
    """Doubled, and its players may still take the doubled part back (VIC03-10.7.5)."""
    aces_low: int = 0
    """Doubled, and an ace among so many of its first cards then counts one, which a later ace need not
    (VIC03-10.7.2)."""

    @property
    def points(self) -> tuple[int, bool]:
        """Its total and whether it is soft."""
        if not self.aces_low:
            return points_of(self.cards)
        low = hard_total(self.cards[: self.aces_low])
        later, soft = score(self.cards[self.aces_low :])
        if low + later <= 21 or not soft:
            return low + later, soft
        return low + later - 10, False

    @property
    def total(self) -> int:
        return self.points[0]

    @property
    def soft(self) -> bool:
        return self.points[1]

    @property
    def bust(self) -> bool:
        return self.points[0] > 21

    @property
    def hidden(self) -> bool:
        """Whether a card lies face down."""
        return UNKNOWN in self.cards

    @property
    def live(self) -> bool:
        """Whether anything on it is still to be settled."""
        for stake in self.stakes:  # noqa: SIM110 — asked more often than anything else, and a loop is the quickest
            if not stake.settled:
                return True
        return False

    def stake_of(self, player: str, bet: str = "") -> Stake | None:
        """The player's stake on the hand; the first of several unless ``bet`` names one."""
        for stake in self.stakes:
            if stake.player == player and bet in ("", stake.bet):
                return stake
        return None


def is_blackjack(hand: Hand, *, split_counts: bool = False) -> bool:
    """Whether a hand is a Blackjack: ace and ten as its first two cards. After a split of aces or tens it
    is not, unless the rules say so (VIC03-7.5.5(g)); from other splits it cannot arise."""
    return is_natural(hand.cards) and (split_counts or not hand.split)
