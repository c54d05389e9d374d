"""Deal a round again from the cards in the order in which they left the shoe, because the table was wrong (`replay`).

Each card goes where the book sends it. A choice stays valid while its hand holds the cards on which it was made;
otherwise it lapses and is asked again. A settlement is repeated automatically if it comes to the same; otherwise it
is reversed and due again. Cards without a place at the end are the next of the shoe, or go to the discards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from casino.cards import Card
from casino.rulebooks import Rules
from rounds.engine.cards.commands import DealCard
from rounds.engine.decisions.commands import Decide
from rounds.engine.decisions.events import (
    CallerPassed,
    Doubled,
    Drew,
    HandDirected,
    PlayedOn,
    Rescued,
    Split,
    Stood,
    SurrenderClosed,
    Surrendered,
)
from rounds.engine.events import Event
from rounds.engine.insurance.events import InsuranceClosed
from rounds.engine.irregularities.events import (
    CardDiscarded,
    CardTurnedDown,
    DealerCardDue,
    InsuranceReopened,
    OnlyDrawOrStand,
)
from rounds.engine.machine import Machine
from rounds.engine.redeal import insurance, side_bets
from rounds.engine.redeal.commands import command_of
from rounds.engine.redeal.facts import Choice, ChoiceEvent, Facts, alike
from rounds.engine.redeal.new_round import NewRound
from rounds.engine.redeal.replay import replay
from rounds.engine.settlement.commands import Settle
from rounds.engine.settlement.put_right import settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.sides.events import BetSuspended
from rounds.engine.state import State
from rounds.engine.waiting import Due

_LAPSES_SILENTLY: Final = (
    InsuranceClosed
    | InsuranceReopened
    | SurrenderClosed
    | BetSuspended
    | OnlyDrawOrStand
    | DealerCardDue
    | CallerPassed
)
"""Choices whose lapse is not announced to anybody."""


@dataclass(frozen=True, slots=True)
class Edit:
    """How the round dealt again differs from the record."""

    discards: frozenset[int] = frozenset()
    """Numbers of cards that go to the discards."""
    extra: tuple[Card, ...] = ()
    """Cards that left the shoe and are missing from the record."""
    first: tuple[Event, ...] = ()
    """Events before any card."""
    lapses: Callable[[Choice], bool] = lambda choice: False
    """Which choices are asked again whatever their hand holds."""
    binds: bool = False
    """Whether all other choices stay valid whatever their hand holds, as long as they can be carried out: they were
    taken on the cards as they really were."""
    drawn: bool = False
    """Whether a card that left the shoe before the next decision on the hand in turn was drawn to that hand, though
    the record has it elsewhere."""


class RebuiltRound(NamedTuple):
    """A round dealt again in card order."""

    state: State
    events: tuple[Event, ...]
    lapsed: tuple[Choice, ...]
    """Choices that are asked again."""
    rest: tuple[Card, ...]
    """Cards left without a place."""


def deal_again(
    machine: Machine,
    rules: Rules,
    facts: Facts,
    settled: Sequence[Result],
    cards: Sequence[tuple[Card, bool]],
    edit: Edit,
    *,
    clause: str,
) -> RebuiltRound:
    """The round from the call with these cards, the edit's among them, each with whether it goes to the discards."""
    new = NewRound(machine, rules, facts.base)
    new.fold((*facts.first, *edit.first))
    order = CardOrder(new, facts, settled, cards, edit, clause=clause)
    replay(new, order)
    new.fold(choice.event for choice in order.choices if isinstance(choice.event, BetSuspended))
    lapsed = tuple(choice for choice in order.choices if not isinstance(choice.event, _LAPSES_SILENTLY))
    rest = tuple(card for card, _ in order.shoe)
    return RebuiltRound(new.state, tuple(new.events), lapsed, rest)


class CardOrder:
    """The policy for a table that was wrong: the cards as they left the shoe, with the choices made on each. The
    parameters are those of `deal_again`."""

    def __init__(
        self,
        new: NewRound,
        facts: Facts,
        settled: Sequence[Result],
        cards: Sequence[tuple[Card, bool]],
        edit: Edit,
        *,
        clause: str,
    ) -> None:
        self.choices = list(facts.choices)
        """Choices that have not been made again yet."""
        self.shoe = deque(cards)
        """Cards that have not been dealt again yet."""
        self._new = new
        self._facts = facts
        self._shuffles = deque(facts.shuffles)
        self._settled = {settlement_of(result): result for result in settled}
        self._cards = len(cards)
        self._edit = edit
        self._clause = clause

    @property
    def _dealt_so_far(self) -> int:
        """How many cards have been dealt again."""
        return self._cards - len(self.shoe)

    def goes_on(self, waits: Due | None) -> bool:
        """Whether the round waits for anything."""
        return waits is not None

    def take_unasked(self, waits: Due | None) -> bool:
        """Takes the shuffles and discards that belong to this moment, then a wager on a split hand or an insurance
        offer that was made late; returns whether one of those two was taken."""
        assert waits is not None, "the round goes on while it waits"
        while self._shuffles and self._dealt_so_far >= self._shuffles[0][0]:
            self._new.fold([self._shuffles.popleft()[1]])
        while self.shoe and self.shoe[0][1]:
            self._new.fold([CardDiscarded(card=self.shoe.popleft()[0], clause=self._clause)])
        if side_bets.place_wager(self._new, self.choices):
            return True
        late = waits.action not in ("settle", "insurance")
        return late and insurance.reopen_now(self._new, self.choices, self._facts, self._dealt_so_far, waits)

    def take_answer(self, waits: Due) -> bool:
        """Gives the round what it waits for: the next card, a settlement that comes to the same, or a choice that is
        still valid. Returns whether it could."""
        match waits.action:
            case "settle":
                item = waits.items[0]
                same = self._settled.get(settlement_of(item.result)) == item.result
                return same and self._new.try_to(Settle((item.ref,)))
            case "card":
                return (
                    bool(self.shoe)
                    and self._new.try_to(DealCard(self.shoe[0][0]))
                    and bool(self.shoe.popleft())
                )
            case "ride":
                return side_bets.leave_in_action(self._new, self.choices, self._settled)
            case "prize":
                return side_bets.take_press(self._new, self.choices, waits)
            case "insurance":
                return insurance.take_next_choice(self._new, self.choices)
        return self._choose_again(waits)

    def lapse_rest(self, waits: Due | None) -> bool:
        """Ends the round here, except for an insurance offer that was made late: what is left lapses."""
        return insurance.reopen_at_end(self._new, self.choices)

    def _choose_again(self, waits: Due) -> bool:
        """Makes the choice again that answers what the round waits for, if it is still valid."""
        edit = self._edit
        at = _next_choice(self._new.state, self.choices, waits, edit.lapses, binds=edit.binds)
        cards = self._facts.cards
        next_card = cards[self._dealt_so_far].at if self._dealt_so_far < len(cards) else inf
        if (
            edit.drawn
            and self.shoe
            and waits.action == "decision"
            and (at is None or next_card < self.choices[at].at)
        ):
            return self._new.try_to(Decide(waits.box, "hit", waits.hand))
        if at is None or not _choose(self._new, self.choices[at].event, binds=edit.binds):
            return False
        del self.choices[at]
        return True


def _next_choice(
    state: State, choices: Sequence[Choice], waits: Due, lapses: Callable[[Choice], bool], *, binds: bool
) -> int | None:
    """The index of the choice that answers what the round waits for; None if it must be asked again."""
    for at, choice in enumerate(choices):
        event = choice.event
        if isinstance(event, side_bets.CHOICES | insurance.CHOICES):
            continue
        place = getattr(event, "box", 0), getattr(event, "hand", 1)
        fits = place == (waits.box, waits.hand)
        if waits.action == "surrender":
            fits = isinstance(event, Surrendered | SurrenderClosed)
        if not fits:
            continue
        box, number = place
        cards = () if box else state.dealer
        if box and number <= len(state.box(box).hands):
            cards = state.box(box).hands[number - 1].cards
        if isinstance(event, CardTurnedDown):
            cards = cards[: len(choice.cards)]  # only a card that was due came after it (ACT96-18(h)-S2)
        same = binds or alike(cards, choice.cards)
        if not isinstance(event, SurrenderClosed) and (lapses(choice) or not same):
            return None
        return at
    return None


def _choose(new: NewRound, event: ChoiceEvent, *, binds: bool) -> bool:
    """Makes a choice again; returns whether that was possible."""
    match event:
        case Doubled() | Split() if not binds or event.in_error:
            pass
        case Drew() | Stood() | Doubled() | Split():
            decision = command_of(event)
            assert isinstance(decision, Decide), "these are decisions"
            return new.try_to(replace(decision, by=event.by))
        case SurrenderClosed() | Surrendered() | Rescued() | PlayedOn():
            command = command_of(event)
            assert command is not None, "an answer to an offer is a command"
            return new.try_to(command)
        case HandDirected() | CardTurnedDown() | OnlyDrawOrStand() | DealerCardDue() | CallerPassed():
            pass
        case _:
            raise AssertionError(f"{event} is not a choice on a hand")
    # It stays valid as it was made, amounts included.
    new.fold([event])
    return True
