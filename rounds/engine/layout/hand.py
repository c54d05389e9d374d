"""A hand of a box, each player's stake on it, and what it counts for under the rules."""

from __future__ import annotations

from casino.cards import UNKNOWN, Card, hard_total, is_natural, points_of, score
from casino.money import Cents
from casino.rulebooks import Rules
from casino.rulebooks.rules import Special21
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


def dealer_points(rules: Rules, cards: tuple[Card, ...]) -> tuple[int, bool]:
    """The total of the dealer's cards, and whether it is soft. Where an ace counts eleven only if every ace of the
    hand can (`OpenPoints.aces_eleven`), two or more aces count one each."""
    if rules.aces_eleven.value == "alone" and sum(card[0] == "A" for card in cards) > 1:
        return hard_total(cards), False
    return points_of(cards)


def blackjack(rules: Rules, hand: Hand) -> bool:
    """Whether the hand is a Blackjack: ace and ten as its first two cards. After a split of aces or tens it is not,
    unless the rules say so (VIC03-7.5.5(g)); other splits cannot lead to it."""
    return is_natural(hand.cards) and (not hand.split or rules.split_blackjack.value)


def wins_at_once(rules: Rules, hand: Hand) -> bool:
    """Whether the hand has won whatever the dealer gets: a 21, or five cards under it, where the rules say so
    (VIC03-10.6.1(b), NZ-19.6)."""
    at_21, five_under = rules.paid_at_21.value, rules.five_under.value
    if not (at_21 or five_under) or hand.hidden or len(hand.cards) < 2:
        return False
    total = hand.total
    if at_21 and total == 21:
        return not open_21(rules, hand)
    return 0 < five_under == len(hand.cards) and total < 21


def open_21(rules: Rules, hand: Hand) -> bool:
    """Whether a split ten with an ace waits to be doubled or stood on (`OpenPoints.double_split_21`)."""
    fresh = hand.split and not hand.aces and len(hand.cards) == 2 and hand.total == 21
    return fresh and rules.double_split_21.value and not (hand.doubled or hand.stood or hand.directed)


def ace_may_double(rules: Rules, hand: Hand) -> bool:
    """Whether a split ace may be doubled now, before its one card (`OpenPoints.split_aces_double`)."""
    lone = hand.aces and len(hand.cards) == 1 and not hand.drawing
    return lone and rules.split_aces_double.value and rules.double_after_split.value


def special_21(rules: Rules, hand: Hand) -> Special21 | None:
    """The best-paid special hand that this 21 makes, if any (VIC03-10.11.1)."""
    if hand.split and not rules.special_after_split.value:
        return None
    specials = [special for special in rules.special_21.value if _is_special(special, hand)]
    return max(specials, key=lambda special: special.odds.win / special.odds.stake) if specials else None


def _is_special(special: Special21, hand: Hand) -> bool:
    if special.ranks:
        first = hand.cards[:3]
        if len(hand.cards) != 3 or sorted(card[0] for card in first) != sorted(special.ranks):
            return False
        suits = {card[1] for card in first}
        return len(suits) == 1 and suits <= set(special.suits) if special.suits else len(suits) > 1
    return len(hand.cards) == special.cards or (special.or_more and len(hand.cards) >= special.cards)


def in_play(stake: Stake) -> bool:
    """Whether any of the stake can still win or lose, and it has not been settled."""
    return not stake.settled and bool(stake.base)
