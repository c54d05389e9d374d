"""The state of one round: the fold of its events, and the questions one asks of it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from casino.cards import UNKNOWN, Card, hard_total, is_natural, points_of, score
from casino.money import Cents
from rounds.engine.commands import Correction
from rounds.engine.setup import MAIN, Carry, Held, Limit, Restriction, Setup

PHASES = (
    "wagers",
    "initial_deal",
    "insurance",
    "interim_settlement",
    "surrender",
    "subsequent_deal",
    "dealer_draw",
    "final_settlement",
    "collected",
    "void",
)

OVER = ("collected", "void")
"""Phases in which nothing is left of the round."""


class Wager(Struct, frozen=True):
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
    """Of a side bet of which only so many lie on a box: the player's wagers there one by one, in cents, where there
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


class Stake(Struct, frozen=True):
    """What one player has on one hand, in cents."""

    player: str
    base: Cents
    added: Cents = 0
    settled: bool = False
    bet: str = MAIN
    first: bool = True
    """The stake that was the original wager; False for one added in splitting."""
    free_base: bool = False
    """A lammer of the house stands for the base (NZ-20.4)."""
    free_added: Cents = 0
    """What a lammer of the house stands for beside it (NZ-20.3)."""
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


class Hand(Struct, frozen=True):
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


class Insurance(Struct, frozen=True):
    """An insurance wager of one player on one box, in cents."""

    player: str
    amount: Cents
    settled: bool = False
    wager: str = MAIN
    """The wager that it goes with, where there are several on a hand."""


class Box(Struct, frozen=True):
    """A place to wager, numbered from the dealer's left."""

    number: int
    wagers: tuple[Wager, ...] = ()
    """Wagers on the hand in line, the first nearest the dealer."""
    sides: tuple[Wager, ...] = ()
    """What lies beside them: the ante, the side bets."""
    caller: str = ""
    """The player who decides for the box."""
    hands: tuple[Hand, ...] = ()
    insurance: tuple[Insurance, ...] = ()
    even_money: tuple[tuple[str, str], ...] = ()
    """Wagers on a Blackjack, as (player, bet), that asked to be paid one to one."""
    absent: tuple[str, ...] = ()
    """Players who were not there when it was their turn to decide for it."""
    declined: tuple[int, ...] = ()
    """Card values that its caller declined to split (VIC03-7.5.5(e))."""
    suited_pair: bool = False
    """Its first two cards were of one suit and were split (VIC03-10.8.1)."""
    dealt: tuple[Card, ...] = ()
    """The first three cards that came to the box, in that order, where a side bet lies beside it."""

    def wager_of(self, player: str, bet: str = "") -> Wager | None:
        """The player's wager on the hand; the first of several unless ``bet`` names one."""
        for wager in self.wagers:
            if wager.player == player and bet in ("", wager.bet):
                return wager
        return None

    def side_of(self, player: str, bet: str) -> Wager | None:
        """What the player has beside the wager on the hand."""
        for wager in self.sides:
            if wager.player == player and wager.bet == bet:
                return wager
        return None

    @property
    def players(self) -> tuple[str, ...]:
        """The players on the box, each once, the one nearest the dealer first."""
        return tuple(dict.fromkeys(wager.player for wager in self.wagers))


class OralWager(Struct, frozen=True):
    """A spoken wager whose money is not chips on the layout yet (VIC03-5.3)."""

    box: int
    player: str
    bet: str
    amount: Cents
    backing: str


class Direction(Struct, frozen=True):
    """The dealer's request that a supervisor direct how a hand is completed (VIC03-7.5.3)."""

    box: int
    hand: int
    reason: str


class Result(Struct, frozen=True, omit_defaults=True):
    """How one wager of one player on one hand came out, in cents."""

    box: int
    hand: int
    """Number of the hand; 0 for a wager on the box as a whole."""
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
    """The wager that an insurance goes with."""


class LateCard(Struct, frozen=True):
    """When the dealer takes the first card that was left out: at once, or when the hand is complete that was being
    decided, with those that it is split into (VIC03-9.6.1, VIC03-9.6.2)."""

    box: int
    hand: int
    behind: int
    """How many hands of the box come after that one."""
    now: bool
    clause: str


class OpenIrregularity(Struct, frozen=True):
    """An irregularity that waits for a signature; nothing else is done while it does."""

    no: int
    kind: str
    title: str
    values: tuple[tuple[str, str], ...]
    clause: str
    wants: str
    choices: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    correction: Correction | None = None
    """Where nothing went wrong at the table and the record is to be corrected."""


class Past:
    """The state before the last command, kept for undo. It takes no part in comparing states."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Past)

    def __hash__(self) -> int:
        return 0


class Trail:
    """What happened since the call, the last first: the round is dealt again from it when it is rebuilt. It takes no
    part in comparing states."""

    __slots__ = ("before", "event", "state")

    def __init__(self, event: object, before: Trail | None, state: State | None = None) -> None:
        self.event = event
        self.before = before
        self.state = state
        """Of the call itself: the round as it then stood."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail)

    def __hash__(self) -> int:
        return 0


class State(Struct, frozen=True):
    """One round as it stands. Only ``evolve`` makes a new one."""

    setup: Setup
    round_no: int = 1
    phase: str = "wagers"
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealers: tuple[tuple[Card, ...], ...] = ()
    """Dealer hands that are settled, where the same first card is played more than once (ACT96-22.13)."""
    called: bool = False
    drawn: tuple[Card, ...] = ()
    """Every card that left the shoe in this round, in order."""
    insurance_closed: bool = False
    insurance_again: bool = False
    """It is open once more, for those who were not asked (NZ-16.11)."""
    surrender_closed: bool = False
    acted: bool = False
    """A decision or card of the subsequent deal has been recorded."""
    results: tuple[Result, ...] = ()
    moved: int = 0
    """How many settlements have moved chips: what an undo may not reach behind."""
    oral: tuple[OralWager, ...] = ()
    direction: Direction | None = None
    cut_card: bool = False
    picked_up: bool = False
    """The cards are collected, and a side bet is still to be paid (ACT03-17.9-B02)."""
    failed: tuple[str, ...] = ()
    """Side bets whose equipment failed after the first card of this round."""
    presses: int = 0
    """How many prizes the house's own machine drew: what an undo may not reach behind."""
    irregular: OpenIrregularity | None = None
    irregularities: int = 0
    """How many were reported in this round."""
    dealer_missing: bool = False
    """The dealer took no card in the initial deal (VIC03-9.6)."""
    dealer_due: LateCard | None = None
    """When the dealer takes it."""
    held: tuple[Held, ...] = ()
    """Cards drawn in error, first in first out: they are dealt before any other leaves the shoe."""
    reshuffled: int = 0
    """How many cards had been drawn when the rack was shuffled to complete the round; 0 if it was not."""
    discarded: tuple[Card, ...] = ()
    """Cards of this round that went to the discards before its end: face up in the shoe, of a void hand."""
    carry: Carry = Carry()
    before_collected: Carry | None = None
    """The same before the cards were collected, for a round that is rebuilt after that (ACT03-14.4)."""
    warned_earlier: tuple[str, ...] = ()
    """Players warned in a round before this one who are still at the table (VIC03-6.2.1)."""
    tap: int = 0
    last: int = 0
    """The tap that an undo would take back."""
    ruled: str = ""
    """The role that decided on the last tap, where one had to: a dealer does not take that back."""
    past: Past | None = None
    trail: Trail | None = None

    def box(self, number: int) -> Box:
        """The box of that number; the caller has made sure that the layout has it."""
        return self.boxes[number - 1]

    def seen(self) -> tuple[Card, ...]:
        """Every card of the round that somebody has seen: drawn face up, or shown since."""
        burnt = (
            *([self.carry.burn] if self.carry.burn else []),
            *[h.card for h in self.held if h.card != UNKNOWN],
        )
        if self.reshuffled:
            # What was in the rack may come again; what lies on the table may not.
            lies = [card for box in self.boxes for hand in box.hands if hand.live for card in hand.cards]
            since = list(self.drawn[self.reshuffled :])
            for card in (*lies, *self.dealer):
                if card in since:
                    since.remove(card)
            return (*lies, *self.dealer, *since, *burnt)
        if not self.setup.face_down:
            return (*self.drawn, *burnt) if burnt else self.drawn
        held = [card for box in self.boxes for hand in box.hands for card in hand.cards]
        return (*held, *self.dealer, *burnt)

    def out(self, card: Card) -> int:
        """How many of that card are known to have left the shoe: in this round and, where the shoe is followed, in
        those before it since the shuffle."""
        shoe = self.carry.shoe
        if shoe is None:
            return self.seen().count(card)
        if not self.reshuffled:
            return self.seen().count(card) + shoe.gone_of(card)
        since = self.drawn[self.reshuffled :].count(card) + (self.carry.burn == card)
        return since + shoe.gone_of(card) + sum(held.card == card for held in self.held)

    def left_in_shoe(self, cards: int) -> int:
        """How many of so many cards are still in the shoe."""
        drawn = len(self.drawn) if self.phase not in OVER else 0
        shoe = self.carry.shoe
        if shoe is None:
            return cards - self.carry.shoe_drawn - drawn
        since = len(self.drawn[self.reshuffled :]) if self.phase not in OVER else 0
        return cards - sum(map(int, shoe.gone)) - shoe.unseen - since

    def in_play(self) -> tuple[Box, ...]:
        """Boxes that hold a main wager, from the dealer's left."""
        return tuple([box for box in self.boxes if box.wagers])

    def limit_of(self, box: int, player: str) -> Limit | None:
        for limit in self.carry.limits:
            if limit.box == box and limit.player == player:
                return limit
        return None

    def held_to_minimum(self, player: str) -> Restriction | None:
        """The restriction that holds a player to the table minimum, the one to one box before that for the
        shoe."""
        held = [one for one in self.carry.restricted if one.player == player and one.minimum]
        return max(held, key=lambda one: one.one_box) if held else None

    def held_to_one_box(self, player: str) -> Restriction | None:
        """The restriction that holds a player to one box."""
        for held in self.carry.restricted:
            if held.player == player and held.one_box:
                return held
        return None

    def excluded_under(self, player: str) -> str:
        """The clause under which a player was shut out of the game; empty where he was not."""
        return dict(self.carry.excluded).get(player, "")

    def boxes_of(self, player: str) -> tuple[int, ...]:
        """Boxes on which a player has a main wager."""
        return tuple(box.number for box in self.boxes if box.wager_of(player))

    def bet_in_turn(self, several: bool) -> str:
        """The bet that the dealer's hand in play decides, where each decides its own."""
        return f"hand_{len(self.dealers) + 1}" if several else ""

    @property
    def lammers(self) -> int:
        """How many lammers of the house lie on the hands (NZ-20.8)."""
        return sum(
            stake.free_base + bool(stake.free_added)
            for box in self.boxes
            for hand in box.hands
            for stake in hand.stakes
        )

    @property
    def dealer_blackjack(self) -> bool:
        return is_natural(self.dealer)


def is_blackjack(hand: Hand, *, split_counts: bool = False) -> bool:
    """Whether a hand is a Blackjack: ace and ten as its first two cards. After a split of aces or tens it
    is not, unless the rules say so (VIC03-7.5.5(g)); from other splits it cannot arise."""
    return is_natural(hand.cards) and (split_counts or not hand.split)


def caller_of(box: Box) -> str:
    """Who decides for a box: once the call is made the player named by it; before, the one seated if he has a wager
    there, else the one nearest the dealer."""
    if box.caller and (box.hands or any(wager.player == box.caller for wager in box.wagers)):
        return box.caller
    return box.wagers[0].player if box.wagers else ""


def with_box(state: State, box: Box) -> tuple[Box, ...]:
    """The boxes of a state with one of them replaced."""
    at = box.number - 1
    return (*state.boxes[:at], box, *state.boxes[at + 1 :])


def with_hand(box: Box, number: int, hand: Hand) -> Box:
    """The box with its hand of that number replaced."""
    return replace(box, hands=(*box.hands[: number - 1], hand, *box.hands[number:]))
