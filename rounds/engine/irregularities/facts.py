"""What happened in a round since the call, as facts from which it can be dealt again."""

from typing import Final, NamedTuple

from casino.cards import Card
from rounds.engine import events as on
from rounds.engine.evolve import at_call, evolve
from rounds.engine.state import State

_CHOICES: Final = (
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
    | on.CardTurnedDown
)
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
    | on.Corrected
)
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
    | on.CardTurnedDown
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


def facts_of(state: State) -> Facts:
    """The facts of a round in which the call was made."""
    trail = []
    step = state.trail
    while step is not None and step.before is not None:
        trail.append(step.event)
        step = step.before
    base = at_call(state)
    now, cards, choices, strange = base, [], [], ""
    for at, event in enumerate(reversed(trail)):
        if isinstance(event, on.CardDealt):
            cards.append(Left(event.card, (event.box, event.hand), at))
        elif isinstance(event, on.CardDiscarded):
            cards.append(Left(event.card, None, at))
        elif isinstance(event, _CHOICES):
            choices.append(Decided(event, _holding(now, event), at))
        elif not isinstance(event, _FOLLOWS):
            strange = strange or type(event).__name__
        assert isinstance(event, on.Base), "a trail is made of events"
        now = evolve(now, event)  # type: ignore[arg-type]
    return Facts(base, cards, choices, strange)


def _holding(state: State, event: Choice) -> tuple[Card, ...]:
    box, hand = getattr(event, "box", 0), getattr(event, "hand", 1)
    if not box or hand > len(state.box(box).hands):
        return state.dealer
    return state.box(box).hands[hand - 1].cards
