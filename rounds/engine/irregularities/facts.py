"""What happened in a round since the call, as facts from which it can be dealt again."""

from typing import Final, NamedTuple

from casino.cards import UNKNOWN, Card
from rounds.engine import events as on
from rounds.engine.base import EventBase
from rounds.engine.dealt_again import at_call
from rounds.engine.evolve import evolve
from rounds.engine.state import State

Choice = (
    on.Insured
    | on.InsuranceClosed
    | on.EvenMoneyAsked
    | on.Surrendered
    | on.SurrenderClosed
    | on.Rescued
    | on.PlayedOn
    | on.Drew
    | on.Stood
    | on.Doubled
    | on.Split
    | on.HandDirected
    | on.CallerPassed
    | on.CardTurnedDown
    | on.OnlyDrawOrStand
    | on.DealerCardDue
    | on.Rode
    | on.PrizeSelected
    | on.Misfired
    | on.MisfireAnswered
    | on.BetSuspended
    | on.WagerPlaced
)
"""What somebody chose: it binds, or is asked again."""
_FIRST: Final = on.CardLate | on.DealerWithoutCard
"""What stands before any card of the round when it is dealt again."""
_FOLLOWS: Final = (
    on.PhaseBegan
    | on.Settled
    | on.BetsCalled
    | on.CutCardDrawn
    | on.CardHeld
    | on.DirectionAsked
    | on.IrregularityReported
    | on.IrregularityDecided
    | on.ShuffleDue
    | on.CardDamaged
    | on.PlayerExcluded
    | on.DealerHandCleared
    | on.CorrectionAsked
    | on.CorrectionDecided
    | on.InsuranceReturned
    | on.InsuranceReopened
    | on.PressVoid
    | on.Collected
    | on.FormerRoundVoid
    | on.WinningsHeld
    | on.BetResumed
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
    first: tuple[on.Event, ...] = ()
    """What stood before any card."""
    shuffles: tuple[tuple[int, on.CardsReshuffled], ...] = ()
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
    first: list[on.Event] = []
    shuffles: list[tuple[int, on.CardsReshuffled]] = []
    told = False
    for at, event in enumerate(reversed(trail)):
        assert isinstance(event, EventBase), "a trail is made of events"
        if isinstance(event, on.CardDealt):
            cards.append(Left(event.card, (event.box, event.hand), at))
        elif isinstance(event, on.CardDiscarded):
            cards.append(Left(event.card, None, at))
        elif isinstance(event, on.CardsShown):
            cards = _shown(cards, event)
        elif isinstance(event, on.CardsReshuffled):
            shuffles.append((len(cards), event))
        elif isinstance(event, _FIRST) or (
            isinstance(event, on.Voided | on.HandVoided) and not cards and not choices
        ):
            first.append(event)
        elif isinstance(event, on.PrizeSelected) and told:
            pass  # the answer to what the button showed says it
        elif isinstance(event, on.WagerRefused) and event.hand:
            pass  # it made room for the wager that follows
        elif isinstance(event, Choice):
            choices.append(Decided(event, _holding(now, event), at))
        elif not isinstance(event, _FOLLOWS):
            strange = strange or type(event).__name__
        told = isinstance(event, on.MisfireAnswered) and event.accepted
        now = evolve(now, event)  # type: ignore[arg-type]
    return Facts(base, cards, choices, strange, tuple(first), tuple(shuffles))


def _shown(cards: list[Left], event: on.CardsShown) -> list[Left]:
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
