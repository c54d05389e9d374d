"""What happened in a round since the call, as facts from which it can be dealt again."""

from typing import Final, NamedTuple

from casino.cards import UNKNOWN, Card
from rounds.engine.base import EventBase
from rounds.engine.cards.events import CardDealt, CardsShown, CutCardDrawn
from rounds.engine.corrections.events import CorrectionAsked, CorrectionDecided, PaymentCorrected
from rounds.engine.dealt_again import at_call
from rounds.engine.decisions.events import (
    CallerPassed,
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
from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, InsuranceReturned, Insured
from rounds.engine.irregularities.events import (
    BurnMissed,
    CardDamaged,
    CardDiscarded,
    CardHeld,
    CardLate,
    CardsReshuffled,
    CardTurnedDown,
    DealerCardDue,
    DealerWithoutCard,
    HandVoided,
    InsuranceReopened,
    IrregularityDecided,
    IrregularityReported,
    OnlyDrawOrStand,
    PlayerExcluded,
    ShuffleDue,
    Voided,
    WinningsHeld,
)
from rounds.engine.settlement.events import Collected, DealerHandCleared, Settled
from rounds.engine.sides.events import (
    BetResumed,
    BetSuspended,
    MisfireAnswered,
    Misfired,
    PressVoid,
    PrizeSelected,
    Rode,
)
from rounds.engine.state import State
from rounds.engine.wagers.events import BetsCalled, WagerPlaced, WagerRefused

Choice = (
    Insured
    | InsuranceClosed
    | EvenMoneyAsked
    | Surrendered
    | SurrenderClosed
    | Rescued
    | PlayedOn
    | Drew
    | Stood
    | Doubled
    | Split
    | HandDirected
    | CallerPassed
    | CardTurnedDown
    | OnlyDrawOrStand
    | DealerCardDue
    | Rode
    | PrizeSelected
    | Misfired
    | MisfireAnswered
    | BetSuspended
    | WagerPlaced
    | InsuranceReopened
)
"""What somebody chose: it binds, or is asked again."""
_FIRST: Final = CardLate | DealerWithoutCard
"""What stands before any card of the round when it is dealt again."""
_FOLLOWS: Final = (
    PhaseBegan
    | Settled
    | BetsCalled
    | CutCardDrawn
    | CardHeld
    | DirectionAsked
    | IrregularityReported
    | IrregularityDecided
    | ShuffleDue
    | BurnMissed
    | CardDamaged
    | PlayerExcluded
    | DealerHandCleared
    | CorrectionAsked
    | CorrectionDecided
    | PaymentCorrected
    | FormerRoundCorrected
    | InsuranceReturned
    | PressVoid
    | Collected
    | FormerRoundVoid
    | WinningsHeld
    | BetResumed
)
Place = tuple[int, int]
"""Box and hand; (0, 0) is the dealer."""


class Left(NamedTuple):
    """A card that left the shoe, in that order."""

    card: Card
    place: Place | None
    """Where the record has it; None for the discards."""
    at: int
    """Its place among all facts."""


class Decided(NamedTuple):
    """A choice, with the cards that the hand held when it was made."""

    choice: Choice
    cards: tuple[Card, ...]
    at: int


class Facts(NamedTuple):
    base: State
    cards: list[Left]
    choices: list[Decided]
    strange: str
    """Something that cannot be dealt again by rule, in one word; nothing where all can."""
    first: tuple[Event, ...] = ()
    """What stood before any card."""
    shuffles: tuple[tuple[int, CardsReshuffled], ...] = ()
    """When the cards were shuffled to complete the round, each with how many cards had left the shoe before."""


def facts_of(state: State) -> Facts:
    """The facts of a round in which the call was made."""
    trail = []
    step = state.trail
    while step is not None and step.before is not None:
        trail.append(step.event)
        step = step.before
    base = at_call(state)
    now, strange = base, ""
    cards: list[Left] = []
    choices: list[Decided] = []
    first: list[Event] = []
    shuffles: list[tuple[int, CardsReshuffled]] = []
    told = False
    late_ace = 0
    for at, event in enumerate(reversed(trail)):
        assert isinstance(event, EventBase), "a trail is made of events"
        if isinstance(event, CardDealt):
            cards.append(Left(event.card, (event.box, event.hand), at))
        elif isinstance(event, CardDiscarded):
            cards.append(Left(event.card, None, at))
        elif isinstance(event, CardsShown):
            cards = _shown(cards, event)
        elif isinstance(event, CardsReshuffled):
            shuffles.append((len(cards), event))
        elif isinstance(event, _FIRST) or (
            isinstance(event, Voided | HandVoided) and not cards and not choices
        ):
            first.append(event)
        elif isinstance(event, PrizeSelected) and told:
            pass  # the answer to what the button showed says it
        elif isinstance(event, InsuranceReopened) and event.tap == late_ace:
            pass  # the dealer's late ace brings it about (`OpenPoints.late_dealer_ace`)
        elif isinstance(event, WagerRefused) and event.hand:
            pass  # it made room for the wager that follows
        elif isinstance(event, Choice):
            choices.append(Decided(event, _holding(now, event), at))
        elif not isinstance(event, _FOLLOWS):
            strange = strange or type(event).__name__
        told = isinstance(event, MisfireAnswered) and event.accepted
        late_ace = event.tap if isinstance(event, CardDealt) and not event.box else 0
        now = evolve(now, event)  # type: ignore[arg-type]
    return Facts(base, cards, choices, strange, tuple(first), tuple(shuffles))


def _shown(cards: list[Left], event: CardsShown) -> list[Left]:
    """The cards with those of a hand that lay face down as they were shown."""
    faces = iter(event.cards)
    place = (event.box, event.hand)
    return [
        one._replace(card=next(faces, UNKNOWN)) if one.place == place and one.card == UNKNOWN else one
        for one in cards
    ]


def _holding(state: State, event: Choice) -> tuple[Card, ...]:
    box, hand = getattr(event, "box", 0), getattr(event, "hand", 1)
    if not box or hand > len(state.box(box).hands):
        return state.dealer
    return state.box(box).hands[hand - 1].cards


def alike(holds: tuple[Card, ...], held: tuple[Card, ...]) -> bool:
    """Whether two holdings are the same cards, as far as they have been seen."""
    return len(holds) == len(held) and all(
        one == other or UNKNOWN in (one, other) for one, other in zip(holds, held, strict=True)
    )
