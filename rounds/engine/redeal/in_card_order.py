"""Dealing a round again from the cards in the order in which they left the shoe.

Each card goes where the book sends it; a choice binds while its hand holds the cards on which it was made, and else
lapses and is asked again; what was settled is settled again by itself where it comes to the same, and else is reversed
and due. Cards that then have no place yet are the next of the shoe, or go to the discards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
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
"""Choices that nobody is told of when they lapse."""


class RebuiltRound(NamedTuple):
    """A round dealt again."""

    state: State
    events: tuple[Event, ...]
    lapsed: tuple[Choice, ...]
    """Choices that are asked again."""
    rest: tuple[Card, ...]
    """Cards without a place yet."""


def deal_again(
    machine: Machine,
    rules: Rules,
    facts: Facts,
    settled: Sequence[Result],
    cards: Sequence[tuple[Card, bool]],
    *,
    first: Iterable[Event] = (),
    lapses: Callable[[Choice], bool] = lambda choice: False,
    binds: bool = False,
    drawn: bool = False,
    clause: str = "",
) -> RebuiltRound:
    """The round from the call with these cards, each with whether it goes to the discards; ``first`` are events before
    any of them, ``lapses`` says which choices are asked again whatever their hand holds; with ``binds`` the others
    are not, whatever it holds, as long as they can be carried out; with ``drawn`` a card that left the shoe before the
    next decision of the hand in turn was drawn to it, though the record has that elsewhere."""
    new = NewRound(machine, rules, facts.base)
    new.fold((*facts.first, *first))
    shoe = deque(cards)
    shuffles = deque(facts.shuffles)
    choices = list(facts.choices)
    before = {settlement_of(result): result for result in settled}

    def step(waits: Due) -> bool:
        """Whether the record has what the round waits for, so that it could be taken again."""
        came = len(cards) - len(shoe)
        late = waits.want not in ("settle", "insurance")
        if side_bets.wager_placed(new, choices):
            return True
        if late and insurance.reopened_now(new, choices, facts, came, waits):
            return True
        match waits.want:
            case "settle":
                item = waits.items[0]
                same = before.get(settlement_of(item.result)) == item.result
                return same and new.try_to(Settle((item.ref,)))
            case "card":
                return bool(shoe) and new.try_to(DealCard(shoe[0][0])) and bool(shoe.popleft())
            case "ride":
                return side_bets.left_in_action(new, choices, before)
            case "prize":
                return side_bets.pressed(new, choices, waits)
            case "insurance":
                return insurance.answered(new, choices)
        at = _next_choice(new.state, choices, waits, lapses, binds=binds)
        next_card = facts.cards[came].at if came < len(facts.cards) else inf
        if drawn and shoe and waits.want == "decision" and (at is None or next_card < choices[at].at):
            return new.try_to(Decide(waits.box, "hit", waits.hand))
        if at is None or not _choose(new, choices[at].event, binds=binds):
            return False
        del choices[at]
        return True

    new.follow()
    while (waits := new.due()) is not None:
        while shuffles and len(cards) - len(shoe) >= shuffles[0][0]:
            new.fold([shuffles.popleft()[1]])
        while shoe and shoe[0][1]:
            new.fold([CardDiscarded(card=shoe.popleft()[0], clause=clause)])
        if not step(waits) and not insurance.reopened_at_the_end(new, choices):
            break
        new.follow()
    new.fold(choice.event for choice in choices if isinstance(choice.event, BetSuspended))
    lapsed = tuple(choice for choice in choices if not isinstance(choice.event, _LAPSES_SILENTLY))
    rest = tuple(card for card, _ in shoe)
    return RebuiltRound(new.state, tuple(new.events), lapsed, rest)


def _next_choice(
    state: State, choices: Sequence[Choice], waits: Due, lapses: Callable[[Choice], bool], *, binds: bool
) -> int | None:
    """The place of the choice that answers what the round waits for; None where it has to be asked again."""
    for at, choice in enumerate(choices):
        event = choice.event
        if isinstance(event, side_bets.CHOICES | insurance.CHOICES):
            continue
        place = getattr(event, "box", 0), getattr(event, "hand", 1)
        fits = place == (waits.box, waits.hand)
        if waits.want == "surrender":
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
    """Makes a choice again; returns whether it could be made."""
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
    # It binds as it was made, amounts and all.
    new.fold([event])
    return True
