"""The state of one round: the fold of its events, with the questions about it that need no rules."""

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
"""Phases after the end of the round."""


class Direction(Struct, frozen=True):
    """The dealer's request that a supervisor direct how a hand is completed (VIC03-7.5.3)."""

    box: int
    hand: int
    reason: str


class LateCard(Struct, frozen=True):
    """When the dealer takes the first card that was left out: at once, or when the hand then being decided is
    complete, with any hands split from it (VIC03-9.6.1, VIC03-9.6.2)."""

    box: int
    hand: int
    behind: int
    """How many hands of the box come after that one."""
    now: bool
    clause: str


class OpenIrregularity(Struct, frozen=True):
    """An irregularity that waits for a signature; nothing else is done until then."""

    no: int
    kind: str
    title: str
    values: tuple[tuple[str, str], ...]
    clause: str
    wants: str
    choices: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    correction: Correction | None = None
    """The correction that waits, if the table was right and only the record is to be changed."""


class Behind(Struct, frozen=True, eq=False, gc=False):
    """A reference to an earlier state. It is ignored when states are compared and written out; and since earlier
    states never refer to later ones, Python's cycle collector need not track it."""

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
    """What happened since the call, as a list from the last event back: a round is dealt again from it."""

    event: Event
    before: History | None
    state: State | None = None
    """For the call itself: the round right after it."""


class State(Struct, frozen=True, dict=True):
    """One round as it is now. Only ``evolve`` makes a new state. Its ``__dict__`` is for `kept_on_state` alone."""

    setup: Setup
    round_no: int = 1
    phase: str = "wagers"
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealers: tuple[tuple[Card, ...], ...] = ()
    """Settled dealer hands, where the same first card is played more than once (ACT96-22.13)."""
    called: bool = False
    drawn: tuple[Card, ...] = ()
    """Every card that left the shoe in this round, in order."""
    insurance_closed: bool = False
    insurance_again: bool = False
    """Whether it is open once more, for players who were not asked (NZ-16.11)."""
    surrender_closed: bool = False
    acted: bool = False
    """Whether a decision or card of the subsequent deal has been recorded."""
    further_card: bool = False
    """Whether a card of the further deal has come to a hand. A card that was discarded does not count (NZ-16.1)."""
    results: tuple[Result, ...] = ()
    moved: int = 0
    """How many settlements have moved chips; an undo cannot go back past them."""
    payments: tuple[PutRight, ...] = ()
    """Wrong payments that were put right, in the order recorded."""
    oral: tuple[OralWager, ...] = ()
    direction: Direction | None = None
    cut_card: bool = False
    shoes: int = 0
    """How often the cutting card came out in this round, which is how many shoes are over."""
    picked_up: bool = False
    """Whether the cards are collected while a side bet is still to be paid (ACT03-17.9-B02)."""
    failed: tuple[str, ...] = ()
    """Side bets whose equipment failed after the first card of this round."""
    presses: int = 0
    """How many prizes the house's own machine drew; an undo cannot go back past them."""
    irregular: OpenIrregularity | None = None
    irregularities: int = 0
    """How many were reported in this round."""
    dealer_missing: bool = False
    """Whether the dealer took no card in the initial deal (VIC03-9.6)."""
    dealer_due: LateCard | None = None
    """When the dealer takes that card."""
    held: tuple[CardInError, ...] = ()
    """Cards drawn in error, first in first out: they are dealt before any other card leaves the shoe."""
    reshuffled: int = 0
    """How many cards had been drawn when the rack was shuffled to complete the round; 0 if it was not."""
    discarded: tuple[Card, ...] = ()
    """Cards that went to the discards before the end of the round, such as those of a void hand."""
    carry: Carry = Carry()
    passed: tuple[str, ...] = ()
    """Players who passed this hand, where wagers are announced in turn."""
    before_collected: Carry | None = None
    """``carry`` as it was before the cards were collected, for a round that is rebuilt after that (ACT03-14.4)."""
    warned_earlier: tuple[str, ...] = ()
    """Players warned in an earlier round who are still at the table (VIC03-6.2.1)."""
    tap: int = 0
    last: int = 0
    """The tap that an undo would take back."""
    ruled: str = ""
    """The role that decided on the last tap, if one had to: a dealer cannot undo that."""
    past: UndoPoint | None = None
    trail: History | None = None

    def box(self, number: int) -> Box:
        """The box with that number, which the caller must know to exist."""
        return self.boxes[number - 1]

    def seen(self) -> tuple[Card, ...]:
        """Every card of the round that somebody has seen: drawn face up, or shown since."""
        if not (self.setup.face_down or self.reshuffled or self.held or self.carry.burn):
            return self.drawn
        burnt: tuple[Card, ...] = (self.carry.burn,) if self.carry.burn else ()
        if self.held:
            burnt += tuple([held.card for held in self.held if held.card != UNKNOWN])
        if self.reshuffled:
            # Cards that were in the rack may come again; those on the table may not.
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
        """How many of that card are known to have left the shoe: in this round and, if the shoe is tracked, in
        earlier rounds since the shuffle."""
        shoe = self.carry.shoe
        before = shoe.gone_of(card) if shoe is not None and shoe.gone else 0
        if shoe is None or not self.reshuffled:
            return self.seen().count(card) + before
        since = self.drawn[self.reshuffled :].count(card) + (self.carry.burn == card)
        return since + before + sum(held.card == card for held in self.held)

    def left_in_shoe(self, cards: int) -> int:
        """How many of a shoe's ``cards`` are still in it."""
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
        """Whether the round was opened only to prepare the shoe, and no wager has been placed."""
        return self.phase == "wagers" and not (
            self.oral or self.irregular or any(box.wagers or box.sides for box in self.boxes)
        )

    def in_play(self) -> tuple[Box, ...]:
        """Boxes with a main wager, from the dealer's left."""
        return tuple([box for box in self.boxes if box.wagers])

    def limit_of(self, box: int, player: str) -> Limit | None:
        for limit in self.carry.limits:
            if limit.box == box and limit.player == player:
                return limit
        return None

    def held_to_minimum(self, player: str) -> Restriction | None:
        """The restriction of a player to the table minimum; one to a single box takes precedence over one for the
        shoe."""
        held = [
            restriction
            for restriction in self.carry.restricted
            if restriction.player == player and restriction.minimum
        ]
        return max(held, key=lambda restriction: restriction.one_box) if held else None

    def held_to_one_box(self, player: str) -> Restriction | None:
        """The restriction of a player to one box."""
        for held in self.carry.restricted:
            if held.player == player and held.one_box:
                return held
        return None

    def excluded_under(self, player: str) -> str:
        """The clause under which a player was excluded from the game; empty if not excluded."""
        return dict(self.carry.excluded).get(player, "") if self.carry.excluded else ""

    def boxes_of(self, player: str) -> tuple[int, ...]:
        """Boxes on which a player has a main wager."""
        return tuple(box.number for box in self.boxes if box.wager_of(player))

    def bet_in_turn(self, several: bool) -> str:
        """The bet that the dealer's hand in play decides, where each bet has its own dealer hand; otherwise empty."""
        return f"hand_{len(self.dealers) + 1}" if several else ""

    @property
    def lammers(self) -> int:
        """How many of the house's lammers are on the hands (NZ-20.8)."""
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
    """Caches the answer of a question on the state that it was asked of. A state never changes, and the same answer
    is needed for what follows a command, for what is due and for the next command. No other state gets the answer: it
    is neither copied nor compared."""
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
    """The boxes of a state with ``box`` replacing the one of the same number."""
    at = box.number - 1
    if len(state.boxes) == 1:
        return (box,)
    return (*state.boxes[:at], box, *state.boxes[at + 1 :])
