"""What happened in a round since the call, as steps."""

from __future__ import annotations

from typing import Final, NamedTuple

from casino.cards import Card
from casino.money import Cents
from rounds.engine.cards.events import CardDealt, CutCardDrawn
from rounds.engine.commands import Command
from rounds.engine.corrections.events import CorrectionAsked, CorrectionDecided, PaymentCorrected
from rounds.engine.decisions.commands import (
    AskDirection,
    CloseSurrender,
    Decide,
    DirectHand,
    PlayOn,
    Rescue,
    Surrender,
)
from rounds.engine.decisions.events import Doubled, Drew, Split, Stood
from rounds.engine.events import Event, FormerRoundCorrected, FormerRoundVoid, PhaseBegan
from rounds.engine.evolve import evolve
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.insurance.events import InsuranceReturned
from rounds.engine.irregularities.events import (
    BurnMissed,
    CardDamaged,
    CardDiscarded,
    IrregularityDecided,
    IrregularityReported,
    PlayerExcluded,
    ShuffleDue,
    WinningsHeld,
)
from rounds.engine.redeal.call import since_call
from rounds.engine.redeal.commands import command_of
from rounds.engine.settlement.events import DealerHandCleared, Settled
from rounds.engine.settlement.put_right import settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.sides.events import MisfireAnswered, PrizeSelected
from rounds.engine.state import State
from rounds.engine.wagers.commands import PlaceWager
from rounds.engine.wagers.events import BetsCalled

DECISION_NAMES: Final[dict[type, str]] = {Drew: "hit", Stood: "stand", Doubled: "double", Split: "split"}
"""The decisions of the further deal by event, with their names."""

_NO_STEP: Final = (
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
"""Events that follow automatically, or that the round keeps however it is dealt again."""

_CHOICES: Final = (
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
    """One thing that happened: a command that produces it again, a settlement, or an event that stays as it is."""

    event: Event
    command: Command | None
    settled: Result | None = None
    bases: tuple[tuple[str, Cents], ...] = ()
    """For a double: what each player's wager on the hand was at that moment, in cents."""
    card: int = 0
    """The number of a card in the round, counted from 1."""
    lies: tuple[int, int, int] = (0, 0, 0)
    """For a card: box, hand, and its index on the hand, counted from 0."""
    corrected: bool = False
    """Whether it is the step that was corrected, which must fit."""
    at: int = 0
    """Its index among the events since the call."""
    cards: tuple[Card, ...] = ()
    """The cards on its hand before it; the dealer's cards if it is not about a hand."""
    follows: bool = False
    """Whether it follows automatically once the step before it is taken, or when its time comes."""

    @property
    def chooses(self) -> bool:
        """Whether somebody chose something that can be asked again: not a card, and not chips paid or taken."""
        return isinstance(self.command, _CHOICES)

    @property
    def decides(self) -> tuple[int, int] | None:
        """The box and hand of a decision of the further deal; None for any other step."""
        if isinstance(self.command, Decide):
            return self.command.box, self.command.hand
        return None


def history_of(state: State) -> tuple[State, list[Step]]:
    """The round right after the call, and every step since."""
    base, events = since_call(state)
    put_right = {settlement_of(payment) for payment in state.payments}
    steps: list[Step] = []
    now, drawn = base, 0
    accepted = False
    for at, event in enumerate(events):
        if isinstance(event, CardDealt | CardDiscarded):
            drawn += 1
        follows = accepted and isinstance(event, PrizeSelected)
        accepted = isinstance(event, MisfireAnswered) and event.accepted
        if isinstance(event, Settled):
            # Wagers that go back untouched are settled automatically in time. If something else was really paid on
            # one, it stays settled even if it no longer goes back: the player has what the player has.
            untouched = not (event.result.pays or event.result.takes)
            follows = untouched and settlement_of(event.result) not in put_right
        if not isinstance(event, _NO_STEP):
            steps.append(_step(now, event, drawn)._replace(at=at, cards=_held(now, event), follows=follows))
        now = evolve(now, event)
    return base, steps


def steps_of(state: State) -> list[Step]:
    """The steps since the call that must be taken for the round to come about again."""
    return [step for step in history_of(state)[1] if not step.follows]


def _step(state: State, event: Event, drawn: int) -> Step:
    match event:
        case Settled(result=result):
            return Step(event, None, settled=result)
        case CardDealt(box=box, hand=hand):
            cards = state.box(box).hands[hand - 1].cards if box else state.dealer
            return Step(event, command_of(event), card=drawn, lies=(box, hand, len(cards)))
        case CardDiscarded():
            return Step(event, None, card=drawn)
        case Doubled(box=box, hand=hand):
            stakes = state.box(box).hands[hand - 1].stakes
            bases = tuple([(stake.player, stake.base) for stake in stakes])
            return Step(event, command_of(event), bases=bases)
        case _:
            return Step(event, command_of(event))


def _held(state: State, event: Event) -> tuple[Card, ...]:
    box, hand = getattr(event, "box", 0), getattr(event, "hand", 1)
    if not box or not 0 < hand <= len(state.box(box).hands):
        return state.dealer
    return state.box(box).hands[hand - 1].cards
