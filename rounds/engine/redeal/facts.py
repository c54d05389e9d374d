"""What happened in a round since the call, as its cards in order and the choices that people made."""

from __future__ import annotations

from typing import Final, NamedTuple

from casino.cards import UNKNOWN, Card
from rounds.engine.cards.events import CardDealt, CardsShown
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
from rounds.engine.events import Event
from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, Insured
from rounds.engine.irregularities.events import (
    CardDiscarded,
    CardHeld,
    CardLate,
    CardsReshuffled,
    CardTurnedDown,
    DealerCardDue,
    DealerWithoutCard,
    HandVoided,
    InsuranceReopened,
    OnlyDrawOrStand,
    Voided,
)
from rounds.engine.redeal.history import history_of
from rounds.engine.redeal.places import Place
from rounds.engine.settlement.events import Collected, Settled
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
from rounds.engine.wagers.events import WagerPlaced, WagerRefused

ChoiceEvent = (
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
"""What somebody chose: it stays valid, or is asked again."""

_BEFORE_CARDS: Final = CardLate | DealerWithoutCard
"""Events that precede every card when the round is dealt again."""

_FOLLOWS: Final = Settled | CardHeld | DirectionAsked | PressVoid | Collected | BetResumed
"""Events that follow automatically, or are no longer needed."""


class DrawnCard(NamedTuple):
    """A card that left the shoe."""

    card: Card
    place: Place | None
    """Its place according to the record; None for the discards."""
    at: int
    """Its index among the events since the call."""


class Choice(NamedTuple):
    """A choice, with the cards on the hand when it was made."""

    event: ChoiceEvent
    cards: tuple[Card, ...]
    at: int
    """Its index among the events since the call."""


class Facts(NamedTuple):
    """A round since its call."""

    base: State
    """The round right after the call."""
    cards: list[DrawnCard]
    """In the order in which they left the shoe."""
    choices: list[Choice]
    unruly: str
    """The kind of an event that the rules cannot produce again; empty if every event can."""
    first: tuple[Event, ...] = ()
    """Events before the first card."""
    shuffles: tuple[tuple[int, CardsReshuffled], ...] = ()
    """The shuffles to complete the round, each with how many cards had left the shoe before it."""


def facts_of(state: State) -> Facts:
    """The facts of a round after its call."""
    base, steps = history_of(state)
    cards: list[DrawnCard] = []
    choices: list[Choice] = []
    first: list[Event] = []
    shuffles: list[tuple[int, CardsReshuffled]] = []
    unruly = ""
    late_ace = 0, 0
    for step in steps:
        event = step.event
        if isinstance(event, CardDealt):
            cards.append(DrawnCard(event.card, (event.box, event.hand), step.at))
        elif isinstance(event, CardDiscarded):
            cards.append(DrawnCard(event.card, None, step.at))
        elif isinstance(event, CardsShown):
            cards = _shown(cards, event)
        elif isinstance(event, CardsReshuffled):
            shuffles.append((len(cards), event))
        elif isinstance(event, _BEFORE_CARDS) or (
            isinstance(event, Voided | HandVoided) and not cards and not choices
        ):
            first.append(event)
        elif isinstance(event, InsuranceReopened) and (event.tap, step.at) == late_ace:
            pass  # the dealer's late ace brings it about (`OpenPoints.late_dealer_ace`)
        elif isinstance(event, WagerRefused) and event.hand:
            pass  # it made room for the wager that follows
        elif isinstance(event, ChoiceEvent) and not step.follows:
            choices.append(Choice(event, step.cards, step.at))
        elif not step.follows and not isinstance(event, _FOLLOWS):
            unruly = unruly or type(event).__name__
        if isinstance(event, CardDealt) and not event.box:
            late_ace = event.tap, step.at + 1
    return Facts(base, cards, choices, unruly, tuple(first), tuple(shuffles))


def _shown(cards: list[DrawnCard], event: CardsShown) -> list[DrawnCard]:
    """The cards, with those of a hand that lay face down replaced by the cards as shown."""
    faces = iter(event.cards)
    place = (event.box, event.hand)
    return [
        drawn._replace(card=next(faces, UNKNOWN)) if drawn.place == place and drawn.card == UNKNOWN else drawn
        for drawn in cards
    ]


def alike(cards: tuple[Card, ...], others: tuple[Card, ...]) -> bool:
    """Whether two sequences hold the same cards, as far as the cards have been seen."""
    return len(cards) == len(others) and all(
        card == other or UNKNOWN in (card, other) for card, other in zip(cards, others, strict=True)
    )
