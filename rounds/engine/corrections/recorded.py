"""What happened since the call, step by step, as the commands that would say it again."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from casino.cards import UNKNOWN, Card
from casino.money import Cents
from rounds.engine.cards.commands import DealCard, ShowCards
from rounds.engine.cards.events import CardDealt, CardsShown, CutCardDrawn
from rounds.engine.commands import Command
from rounds.engine.corrections.events import CorrectionAsked, CorrectionDecided, PaymentCorrected
from rounds.engine.dealt_again import at_call
from rounds.engine.decisions.commands import (
    AskDirection,
    CloseSurrender,
    Decide,
    DirectHand,
    PlayOn,
    Rescue,
    Surrender,
)
from rounds.engine.decisions.events import (
    DirectionAsked,
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
from rounds.engine.events import Event, FormerRoundCorrected, FormerRoundVoid, PhaseBegan
from rounds.engine.evolve import evolve
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, InsuranceReturned, Insured
from rounds.engine.irregularities.events import (
    BurnMissed,
    CardDamaged,
    CardDiscarded,
    CardHeld,
    IrregularityDecided,
    IrregularityReported,
    PlayerExcluded,
    ShuffleDue,
    WinningsHeld,
)
from rounds.engine.settlement.commands import Collect
from rounds.engine.settlement.events import Collected, DealerHandCleared, Settled
from rounds.engine.settlement.put_right import settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.sides.commands import AnswerMisfire, Misfire, Prize, Ride
from rounds.engine.sides.events import MisfireAnswered, Misfired, PrizeSelected, Rode
from rounds.engine.state import State
from rounds.engine.wagers.commands import PlaceWager
from rounds.engine.wagers.events import BetsCalled, WagerPlaced

DECISIONS = {Drew: "hit", Stood: "stand", Doubled: "double", Split: "split"}
"""The decisions of the further deal, as they are named."""
_FOLLOWS = (
    PhaseBegan
    | BetsCalled
    | DealerHandCleared
    | InsuranceReturned
    | CutCardDrawn
    | IrregularityReported
    | IrregularityDecided
    | CorrectionAsked
    | CorrectionDecided
    | PaymentCorrected
    | FormerRoundCorrected
    | PlayerExcluded
    | ShuffleDue
    | BurnMissed
    | CardDamaged
    | FormerRoundVoid
    | WinningsHeld
)
"""What follows by itself, or what the round keeps whatever is corrected in it."""

_CHOICES = (
    Insure
    | CloseInsurance
    | EvenMoney
    | Surrender
    | CloseSurrender
    | Rescue
    | PlayOn
    | Decide
    | AskDirection
    | DirectHand
    | PlaceWager
)


class Step(NamedTuple):
    """One thing that happened: a command that says it again, a settlement, or an event that stands as it is."""

    event: Event
    command: Command | None
    settled: Result | None = None
    bases: tuple[tuple[str, Cents], ...] = ()
    """Of a double: what each player's wager on the hand was when it was made."""
    card: int = 0
    """The number of a card in the round."""
    lies: tuple[int, int, int] = (0, 0, 0)
    """Of a card: box, hand, and which card of the hand it was."""
    corrected: bool = False
    """It is what was corrected, so that it has to fit."""

    @property
    def chooses(self) -> bool:
        """Whether somebody chose or decided something that can be asked again: no card, and no chips paid or taken."""
        return isinstance(self.command, _CHOICES)

    @property
    def decides(self) -> tuple[int, int] | None:
        """The box and hand of a decision of the further deal."""
        if isinstance(self.command, Decide):
            return self.command.box, self.command.hand
        return None


def steps_of(state: State) -> tuple[State, list[Step]]:
    """The round at the call, and every step since."""
    trail: list[Event] = []
    step = state.trail
    while step is not None and step.before is not None:
        trail.append(step.event)  # type: ignore[arg-type]
        step = step.before
    base = at_call(state)
    now, found, drawn = base, [], 0
    answered = False
    put_right = {settlement_of(payment) for payment in state.payments}
    for event in reversed(trail):
        if isinstance(event, CardDealt | CardDiscarded):
            drawn += 1
        follows = answered and isinstance(event, PrizeSelected | Rode)
        answered = isinstance(event, MisfireAnswered) or (
            isinstance(event, Rode) and (event.decided_first or follows)
        )
        # What goes back untouched is settled by itself when its time comes. Where something else was paid on it in
        # fact, it stays settled also if it does not go back any more: the player holds what he holds.
        follows = follows or (
            isinstance(event, Settled)
            and not (event.result.pays or event.result.takes)
            and settlement_of(event.result) not in put_right
        )
        if not follows and not isinstance(event, _FOLLOWS):
            found.append(_step(now, event, drawn))
        now = evolve(now, event)
    return base, found


def _step(state: State, event: Event, drawn: int) -> Step:
    match event:
        case Settled(result=result):
            return Step(event, None, settled=result)
        case CardDealt(card=card, box=box, hand=hand):
            held = state.box(box).hands[hand - 1].cards if box else state.dealer
            return Step(event, DealCard(card), card=drawn, lies=(box, hand, len(held)))
        case CardDiscarded():
            return Step(event, None, card=drawn)
        case Doubled(box=box, hand=hand):
            stakes = state.box(box).hands[hand - 1].stakes
            return Step(event, _said(event), bases=tuple([(one.player, one.base) for one in stakes]))
        case _:
            return Step(event, _said(event))


def _said(event: Event) -> Command | None:
    """The command that gives the event; None for one that stands as it is."""
    match event:
        case Doubled() | Split() if event.in_error:
            return None  # no command gives this: the rules did not allow it
        case CardsShown(box=box, hand=hand, cards=cards):
            return ShowCards(box, hand, cards)
        case Insured(box=box, player=player, amount=amount, wager=wager):
            return Insure(box, player, amount, wager)
        case InsuranceClosed():
            return CloseInsurance()
        case EvenMoneyAsked(box=box, player=player, wager=wager):
            return EvenMoney(box, player, wager)
        case Surrendered(box=box, player=player):
            return Surrender(box, (player,))
        case SurrenderClosed():
            return CloseSurrender()
        case Rescued(box=box, hand=hand, player=player):
            return Rescue(box, player, hand)
        case PlayedOn(box=box, hand=hand):
            return PlayOn(box, hand)
        case Drew(box=box, hand=hand):
            return Decide(box, "hit", hand)
        case Stood(box=box, hand=hand):
            return Decide(box, "stand", hand)
        case Doubled(box=box, hand=hand, adds=adds, free=free):
            paid = tuple([pair for pair in adds if pair[0] not in free])
            return Decide(box, "double", hand, adds=paid, free=free)
        case Split(box=box, hand=hand, matches=matches, free=free):
            words = tuple(
                [
                    (player, "hand2" if not stays else "split" if goes else "hand1")
                    for player, stays, goes in matches
                    if player not in free
                ]
            )
            return Decide(box, "split", hand, matches=words, free=free)
        case DirectionAsked(box=box, hand=hand, reason=reason):
            return AskDirection(box, hand, "absent" if reason == "absent" else "no_action")
        case HandDirected(box=box, hand=hand, role=role, wait=wait):
            return DirectHand(box, hand, role, wait)
        case Rode(box=box, player=player, bet=bet, amount=amount, decided_first=first):
            return Ride(box, player, bet, amount, first)
        case PrizeSelected(box=box, player=player, bet=bet, per_dollar=cents, by=by, staff=staff):
            return Prize(box, player, bet, cents, by, staff, event.drawn)
        case Misfired(box=box, player=player, bet=bet, per_dollar=cents, drawn=drawn):
            return Misfire(box, player, bet, cents, drawn)
        case MisfireAnswered(box=box, player=player, bet=bet, accepted=accepted):
            return AnswerMisfire(box, player, bet, accepted)
        case WagerPlaced(box=box, player=player, amount=amount, bet=bet, hand=hand):
            return PlaceWager(box, player, amount, bet, hand=hand)
        case Collected():
            return Collect()
        case _:
            return None


def with_card(steps: list[Step], number: int, card: Card, carried: int = 0) -> tuple[list[Step], Card]:
    """The steps with another face for that card, and the one that it had: one that lay face down had it when it was
    shown, one drawn in error when that was reported. Those that wait to be placed are numbered as they will be;
    ``carried`` waited from the round before. Raises LookupError where there is no such card, or nobody has seen it."""
    if number < 1:
        raise LookupError(number)  # a step without a card has the number 0
    at = next((at for at, step in enumerate(steps) if step.card == number), None)
    if (held := _drawn_in_error(steps, number, carried)) is not None:
        reported = steps[held].event
        assert isinstance(reported, CardHeld), "it was looked for"
        if reported.card != UNKNOWN:
            steps = [
                *steps[:held],
                steps[held]._replace(event=replace(reported, card=card)),
                *steps[held + 1 :],
            ]
            if at is None:
                return steps, reported.card
    if at is None:
        raise LookupError(number)
    step = steps[at]
    if isinstance(step.event, CardDiscarded):
        return [*steps[:at], step._replace(event=replace(step.event, card=card)), *steps[at + 1 :]], (
            step.event.card
        )
    assert isinstance(step.event, CardDealt), "a step with a card deals it"
    if step.event.card != UNKNOWN:
        return [*steps[:at], step._replace(command=DealCard(card)), *steps[at + 1 :]], step.event.card
    box, hand, place = step.lies
    for shown, other in enumerate(steps):
        if isinstance(other.command, ShowCards) and (other.command.box, other.command.hand) == (box, hand):
            # The hidden cards of a hand are its first two: which of those that were shown is this one?
            hidden = [one.lies[2] for one in steps if one.lies[:2] == (box, hand) and _hidden(one)]
            faces = list(other.command.cards)
            index = sorted(hidden).index(place)
            was, faces[index] = faces[index], card
            told = replace(other.command, cards=tuple(faces))
            return [*steps[:shown], other._replace(command=told), *steps[shown + 1 :]], was
    raise LookupError(number)


def _drawn_in_error(steps: list[Step], number: int, carried: int) -> int | None:
    """The place of the step that holds a card drawn in error, of the card that was or will be dealt under that number:
    first in, first out. None for one from the shoe."""
    waiting: list[int | None] = [None] * carried
    last = 0
    for at, step in enumerate(steps):
        if isinstance(step.event, CardHeld):
            waiting.append(at)
        elif isinstance(step.event, CardDealt):
            source = waiting.pop(0) if waiting else None
            if step.card == number:
                return source
        last = max(last, step.card)
    return waiting[number - last - 1] if 0 < number - last <= len(waiting) else None


def _hidden(step: Step) -> bool:
    return isinstance(step.event, CardDealt) and step.event.card == UNKNOWN
