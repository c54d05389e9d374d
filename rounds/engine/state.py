"""The state of one round: the fold of its events, and the questions one asks of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from msgspec import Struct

from casino.cards import UNKNOWN, Card, is_natural
from casino.rulebooks import Rules
from rounds.engine.corrections.commands import Correction
from rounds.engine.events import Event
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import OralWager
from rounds.engine.settlement.put_right import PutRight
from rounds.engine.settlement.result import Result
from rounds.engine.setup import CardInError, Carry, Limit, Restriction, Setup

Answer = TypeVar("Answer")

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


class Direction(Struct, frozen=True):
    """The dealer's request that a supervisor direct how a hand is completed (VIC03-7.5.3)."""

    box: int
    hand: int
    reason: str


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


class Behind(Struct, frozen=True, eq=False, gc=False):
    """What lies behind a state. It takes no part in comparing states, nor in writing them out; and nothing that lies
    behind leads back to it, so that Python's collector of circles need not look."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self))

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class UndoPoint(Behind, frozen=True, eq=False, gc=False):
    """The state before the last command, kept for undo."""

    state: State


class History(Behind, frozen=True, eq=False, gc=False):
    """What happened since the call, the last first: the round is dealt again from it when it is rebuilt."""

    event: Event
    before: History | None
    state: State | None = None
    """Of the call itself: the round as it was then."""


class State(Struct, frozen=True, dict=True):
    """One round as it is now. Only ``evolve`` makes a new one. Its ``__dict__`` is for `kept_on_state` alone."""

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
    further_card: bool = False
    """A card of the further deal has come to a hand. One that went to the discards does not count (NZ-16.1)."""
    results: tuple[Result, ...] = ()
    moved: int = 0
    """How many settlements have moved chips: what an undo may not reach behind."""
    payments: tuple[PutRight, ...] = ()
    """Payments that were made wrongly and put right, in the order in which that was recorded."""
    oral: tuple[OralWager, ...] = ()
    direction: Direction | None = None
    cut_card: bool = False
    shoes: int = 0
    """How often the cutting card came out in this round: so many shoes are over."""
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
    held: tuple[CardInError, ...] = ()
    """Cards drawn in error, first in first out: they are dealt before any other leaves the shoe."""
    reshuffled: int = 0
    """How many cards had been drawn when the rack was shuffled to complete the round; 0 if it was not."""
    discarded: tuple[Card, ...] = ()
    """Cards of this round that went to the discards before its end: face up in the shoe, of a void hand."""
    carry: Carry = Carry()
    passed: tuple[str, ...] = ()
    """Players who let the hand pass where wagers are announced in turn."""
    before_collected: Carry | None = None
    """The same before the cards were collected, for a round that is rebuilt after that (ACT03-14.4)."""
    warned_earlier: tuple[str, ...] = ()
    """Players warned in a round before this one who are still at the table (VIC03-6.2.1)."""
    tap: int = 0
    last: int = 0
    """The tap that an undo would take back."""
    ruled: str = ""
    """The role that decided on the last tap, where one had to: a dealer does not take that back."""
    past: UndoPoint | None = None
    trail: History | None = None

    def box(self, number: int) -> Box:
        """The box of that number; the caller has made sure that the layout has it."""
        return self.boxes[number - 1]

    def seen(self) -> tuple[Card, ...]:
        """Every card of the round that somebody has seen: drawn face up, or shown since."""
        if not (self.setup.face_down or self.reshuffled or self.held or self.carry.burn):
            return self.drawn
        burnt: tuple[Card, ...] = (self.carry.burn,) if self.carry.burn else ()
        if self.held:
            burnt += tuple([held.card for held in self.held if held.card != UNKNOWN])
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

    @property
    def shoe_waits(self) -> bool:
        """Whether steps of the shoe may have to be made before a card is dealt (`rounds.engine.shoe.steps`)."""
        shoe = self.carry.shoe
        if shoe is None:
            return False
        return bool(shoe.todo or (self.carry.shuffle_due and (shoe.at_once or not self.drawn)))

    @property
    def unstarted(self) -> bool:
        """Whether the round was opened to prepare the shoe and nothing of it has begun: no wager lies on the layout."""
        return self.phase == "wagers" and not (
            self.oral or self.irregular or any(box.wagers or box.sides for box in self.boxes)
        )

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
        held = [
            restriction
            for restriction in self.carry.restricted
            if restriction.player == player and restriction.minimum
        ]
        return max(held, key=lambda restriction: restriction.one_box) if held else None

    def held_to_one_box(self, player: str) -> Restriction | None:
        """The restriction that holds a player to one box."""
        for held in self.carry.restricted:
            if held.player == player and held.one_box:
                return held
        return None

    def excluded_under(self, player: str) -> str:
        """The clause under which a player was shut out of the game; empty where he was not."""
        return dict(self.carry.excluded).get(player, "") if self.carry.excluded else ""

    def boxes_of(self, player: str) -> tuple[int, ...]:
        """Boxes on which a player has a main wager."""
        return tuple(box.number for box in self.boxes if box.wager_of(player))

    def bet_in_turn(self, several: bool) -> str:
        """The bet that the dealer's hand in play decides, where each decides its own."""
        return f"hand_{len(self.dealers) + 1}" if several else ""

    @property
    def lammers(self) -> int:
        """How many lammers of the house lie on the hands (NZ-20.8)."""
        lammers = 0
        for box in self.boxes:
            for hand in box.hands:
                for stake in hand.stakes:
                    lammers += stake.free_base + bool(stake.free_added)
        return lammers

    @property
    def dealer_blackjack(self) -> bool:
        return is_natural(self.dealer)


def kept_on_state(question: Callable[[Rules, State], Answer]) -> Callable[[Rules, State], Answer]:
    """The same question, whose answer is kept on the state that was asked: a state never changes, and what follows a
    command, what is due and what the next command meets all ask for it. No other state gets the answer:
    neither copying nor comparing looks at it."""
    name = question.__qualname__

    @wraps(question)
    def asked(rules: Rules, state: State) -> Answer:
        kept: dict[str, tuple[Rules, Answer]] = state.__dict__
        entry = kept.get(name)
        if entry is not None and entry[0] is rules:
            return entry[1]
        answer = question(rules, state)
        kept[name] = (rules, answer)
        return answer

    return asked


def with_box(state: State, box: Box) -> tuple[Box, ...]:
    """The boxes of a state with one of them replaced."""
    at = box.number - 1
    if len(state.boxes) == 1:
        return (box,)
    return (*state.boxes[:at], box, *state.boxes[at + 1 :])
