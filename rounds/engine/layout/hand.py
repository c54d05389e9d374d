"""A hand of a box, and each player's stake on it."""

from __future__ import annotations

from casino.cards import UNKNOWN, Card, hard_total, is_natural, points_of, score
from casino.money import Cents
from rounds.engine.base import Value
from rounds.engine.setup import MAIN


class Stake(Value, frozen=True):
    """One player's stake on one hand, in cents."""

    player: str
    base: Cents
    added: Cents = 0
    settled: bool = False
    bet: str = MAIN
    first: bool = True
    """Whether it was the original wager; False for a stake added in splitting."""
    free_base: bool = False
    """Whether the house's lammer replaces the base (NZ-20.4)."""
    free_added: Cents = 0
    """The worth of a lammer that doubles it (NZ-20.3)."""
    surrendered: bool = False
    rescued: bool = False

    @property
    def whole(self) -> Cents:
        """What is in play, in cents: the original and the added part, lammers at their worth."""
        return self.base + self.added + self.free_added

    @property
    def money(self) -> Cents:
        """The player's own chips in it, in cents."""
        return (0 if self.free_base else self.base) + self.added


class Hand(Value, frozen=True):
    """One hand of a box. Hands are numbered in the order in which they are played."""

    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    split: bool = False
    """Whether it was formed by a split."""
    aces: bool = False
    """Whether it was formed by splitting aces."""
    doubled: bool = False
    stood: bool = False
    drawing: str = ""
    """The decision for which a card is due: ``hit`` or ``double``."""
    directed: bool = False
    """Completed at a supervisor's direction for an absent or inactive player (VIC03-7.5.3)."""
    void: bool = False
    """Declared void: its cards are in the discards, and it takes no decisions."""
    plain: str = ""
    """The clause under which it may only draw or stand, after a double or split of it was undone (NZ-21.9(a)-S2)."""
    late: bool = False
    """Whether it had one card after the initial deal, and gets the second at its turn (VIC03-9.7(a))."""
    turned_down: str = ""
    """The clause under which it gets no further card, because its player turned one down."""
    rescue: bool = False
    """Whether it was doubled and its players may still take the doubled part back (VIC03-10.7.5)."""
    aces_low: int = 0
    """For a doubled hand, how many of its first cards have aces that count one; a later ace may count eleven
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
        """Whether any stake on it is still to be settled."""
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
    """Whether a hand is a Blackjack: ace and ten as its first two cards. After a split of aces or tens it is not,
    unless the rules say so (VIC03-7.5.5(g)); other splits cannot lead to it."""
    return is_natural(hand.cards) and (split_counts or not hand.split)
