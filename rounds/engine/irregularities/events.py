"""Events about irregularities."""

from casino.cards import Card
from casino.money import Cents
from rounds.engine.base import EventBase as Base
from rounds.engine.settlement.result import Result


class IrregularityReported(Base, frozen=True, tag="irregularity_reported"):
    """``wants`` is the role that signs, empty if the dealer acts alone; ``plan`` is what would be done, as it was
    shown. ``by`` is the role that reported it."""

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
    """A wager is void. ``back`` is, in cents, what goes back to its player of what was taken or, if negative, what is
    recovered of a payment; the stake is or becomes the player's again."""

    result: Result
    back: Cents = 0


class HandVoided(Base, frozen=True, tag="hand_voided"):
    """The hand's cards go to the discards."""

    box: int
    hand: int


class RoundVoided(Base, frozen=True, tag="round_voided"):
    """The round ends without a result. ``shuffle`` is the clause under which the cards are shuffled, or replaced,
    before the next round."""

    cause: str = ""
    shuffle: str = ""


class CardDiscarded(Base, frozen=True, tag="card_discarded"):
    """The card left the shoe and goes to the discards without being on any hand."""

    card: Card


class CardHeld(Base, frozen=True, tag="card_held"):
    """The card left the shoe in error and is dealt next; unknown while nobody has seen it."""

    card: Card
    lasts: bool = True


class CardTurnedDown(Base, frozen=True, tag="card_turned_down"):
    """The hand gets no further card in the round."""

    box: int
    hand: int


class CardsReshuffled(Base, frozen=True, tag="cards_reshuffled"):
    """The cards of the ``rack``, or those left in the ``shoe``, were shuffled to complete the round. The cut is offered
    to the boxes of ``cut`` in that order; ``shuffle`` is the clause under which all cards are shuffled before the next
    round, empty if these cards stay in use."""

    what: str
    count: int = 0
    burn: bool = False
    """Whether a card is burnt before they are dealt."""
    cut: tuple[int, ...] = ()
    shuffle: str = ""


class ShuffleDue(Base, frozen=True, tag="shuffle_due"):
    pass


class BurnMissed(Base, frozen=True, tag="burn_missed"):
    """The card recorded as burnt was not burnt: it is still in the shoe."""


class CardDamaged(Base, frozen=True, tag="card_damaged"):
    """The card is replaced after the round, or already has been."""

    card: Card
    replaced: bool = False


class CardLate(Base, frozen=True, tag="card_late"):
    """The box was dealt only one card in the initial deal and gets its second at its turn (VIC03-9.7(a))."""

    box: int


class DealerWithoutCard(Base, frozen=True, tag="dealer_without_card"):
    """The dealer took no card in the initial deal (VIC03-9.6)."""


class DealerCardDue(Base, frozen=True, tag="dealer_card_due"):
    """When the dealer takes the first card that was left out, as chosen by the player whose hand is being decided: at
    once (``now``), or when that hand is complete; ``behind`` is how many hands of its box come after it (VIC03-9.6.1,
    VIC03-9.6.2)."""

    box: int
    hand: int
    player: str
    behind: int = 0
    now: bool = False


class OnlyDrawOrStand(Base, frozen=True, tag="only_draw_or_stand"):
    """A double or split permitted in error is undone: the hand may only draw or stand."""

    box: int
    hand: int


class InsuranceReopened(Base, frozen=True, tag="insurance_reopened"):
    """Insurance is offered to those who were not asked (NZ-16.11)."""


class WinningsHeld(Base, frozen=True, tag="winnings_held"):
    """The winnings of a player who held a prohibited device are held until an investigation ends (VIC03-17.2.3). In
    cents since the round ``since``: ``gross`` is all that was won, ``net`` that less what was lost."""

    player: str
    since: int
    gross: Cents
    net: Cents
    case: str


class PlayerExcluded(Base, frozen=True, tag="player_excluded"):
    player: str
    reason: str = ""
