"""Events: what is recorded of what went wrong at the table and what was done about it."""

from casino.cards import Card
from casino.money import Cents
from rounds.engine.base import EventBase as Base
from rounds.engine.settlement.result import Result


class IrregularityReported(Base, frozen=True, tag="irregularity_reported"):
    """``wants`` is the role that signs, empty where the dealer alone acts; ``plan`` says what would be done, as it
    was shown. ``by`` is the role that reported it."""

    no: int
    kind: str
    title: str
    values: tuple[tuple[str, str], ...] = ()
    by: str = ""
    wants: str = ""
    choices: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()


class IrregularityDecided(Base, frozen=True, tag="irregularity_decided"):
    no: int
    kind: str
    role: str
    approved: bool
    choice: str = ""
    note: str = ""


class Voided(Base, frozen=True, tag="voided"):
    """A wager is void. ``back`` is what goes back to its player of what was taken or, below zero, what of a payment
    is recovered; the stake stays or becomes the player's."""

    result: Result
    back: Cents = 0


class HandVoided(Base, frozen=True, tag="hand_voided"):
    """Its cards go to the discards."""

    box: int
    hand: int


class RoundVoided(Base, frozen=True, tag="round_voided"):
    """The round ends without a result. ``shuffle``: the clause under which the cards are shuffled, or replaced,
    before the next."""

    cause: str = ""
    shuffle: str = ""


class CardDiscarded(Base, frozen=True, tag="card_discarded"):
    """It left the shoe and goes to the discards, on no hand."""

    card: Card


class CardHeld(Base, frozen=True, tag="card_held"):
    """It left the shoe in error and serves as its next card; unknown while nobody has seen it."""

    card: Card
    lasts: bool = True


class CardTurnedDown(Base, frozen=True, tag="card_turned_down"):
    """The hand gets no further card in the round."""

    box: int
    hand: int


class CardsReshuffled(Base, frozen=True, tag="cards_reshuffled"):
    """The cards of the ``rack``, or what was left in the ``shoe``, were shuffled to complete the round. The cut is
    offered in that order of boxes; ``shuffle`` is the clause under which all are shuffled before the next round,
    empty where these cards stay in use."""

    what: str
    count: int = 0
    burn: bool = False
    """A card is burnt before they are dealt."""
    cut: tuple[int, ...] = ()
    shuffle: str = ""


class ShuffleDue(Base, frozen=True, tag="shuffle_due"):
    pass


class BurnMissed(Base, frozen=True, tag="burn_missed"):
    """The card that the record shows as burnt was not: it is in the shoe."""


class CardDamaged(Base, frozen=True, tag="card_damaged"):
    """It is replaced when the round is over, or has been."""

    card: Card
    replaced: bool = False


class CardLate(Base, frozen=True, tag="card_late"):
    """The second card of the box was not dealt with the others: it gets it at its turn (VIC03-9.7(a))."""

    box: int


class DealerWithoutCard(Base, frozen=True, tag="dealer_without_card"):
    """The dealer took no card in the initial deal (VIC03-9.6)."""


class DealerCardDue(Base, frozen=True, tag="dealer_card_due"):
    """When the dealer takes the first card that was left out, as the player chose whose hand is being decided: at once
    (``now``), or when that hand is complete; ``behind`` are the hands of its box that come after it (VIC03-9.6.1,
    VIC03-9.6.2)."""

    box: int
    hand: int
    player: str
    behind: int = 0
    now: bool = False


class OnlyDrawOrStand(Base, frozen=True, tag="only_draw_or_stand"):
    """A double or split that was permitted in error is undone: the hand is offered cards and nothing else."""

    box: int
    hand: int


class InsuranceReopened(Base, frozen=True, tag="insurance_reopened"):
    """Insurance is offered to those who were not asked (NZ-16.11)."""


class WinningsHeld(Base, frozen=True, tag="winnings_held"):
    """What a player won while holding a prohibited device is held until an investigation ends (VIC03-17.2.3): since
    that round, ``gross`` is all that was won and ``net`` that less what was lost, in cents."""

    player: str
    since: int
    gross: Cents
    net: Cents
    case: str


class PlayerExcluded(Base, frozen=True, tag="player_excluded"):
    player: str
    reason: str = ""
