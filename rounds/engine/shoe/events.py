"""Events about the shoe."""

from casino.cards import Card
from rounds.engine.base import EventBase as Base
from rounds.engine.setup import Setup


class StepDone(Base, frozen=True, tag="shoe_step_done"):
    step: str
    depth: int = -1
    role: str = "dealer"
    person: str = ""
    warning: str = ""


class CutDeclined(Base, frozen=True, tag="cut_declined"):
    player: str


class CutMade(Base, frozen=True, tag="cut_made"):
    player: str = ""
    by: str = ""
    name: str = ""
    position: int = -1
    named: str = ""
    """The clause that named the player who was asked first."""
    role: str = "dealer"
    person: str = ""


class ShuffleOrdered(Base, frozen=True, tag="shuffle_ordered"):
    cause: str
    at_once: bool = False
    reason: str = ""
    role: str = "dealer"
    person: str = ""


class CardsChanged(Base, frozen=True, tag="cards_changed"):
    """All cards were replaced if none is named."""

    cause: str
    cards: tuple[Card, ...] = ()
    reason: str = ""
    role: str = "dealer"
    person: str = ""


class CardsBrought(Base, frozen=True, tag="cards_brought"):
    status: str
    done_by: str = ""
    area: str = ""
    released: str = ""
    seal: str = ""
    approval: str = ""
    role: str = "dealer"
    person: str = ""


class CardsAskedFor(Base, frozen=True, tag="cards_asked_for"):
    player: str
    what: str


class DealerCame(Base, frozen=True, tag="dealer_came"):
    """Another dealer deals from this shoe; ``burns`` says whether a card is burnt for that."""

    dealer: str
    burns: bool = False


class SetupRenewed(Base, frozen=True, tag="setup_renewed"):
    """The round's set-up, brought up to date: the round was opened to prepare the shoe, and no wager has been
    placed."""

    setup: Setup
    anew: bool = False
    """Whether the table has been opened again since, so that nothing is inherited."""


class LastRoundsAnnounced(Base, frozen=True, tag="last_rounds_announced"):
    rounds: int
    role: str


class BurnShown(Base, frozen=True, tag="burn_shown"):
    player: str = ""
    card: Card = ""
    """The card, if the dealer entered it."""


class Shuffled(Base, frozen=True, tag="shuffled"):
    cause: str = ""
    shuffle: str = ""
    """The approved shuffle that was used (ACT03-2.3(b))."""
    person: str = ""
