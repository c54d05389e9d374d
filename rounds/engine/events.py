"""Events: what was recorded. The round is their fold; the ledger keeps each as one entry."""

import msgspec
from msgspec import Struct

from casino.cards import Card
from casino.money import Cents
from rounds.engine.base import EventBase as Base
from rounds.engine.commands import Correction
from rounds.engine.setup import MAIN, Setup
from rounds.engine.shoe import events as shoe
from rounds.engine.state import Result

# What is recorded of the shoe has a module of its own.
CardsAskedFor = shoe.CardsAskedFor
CardsBrought = shoe.CardsBrought
CardsChanged = shoe.CardsChanged
CutDeclined = shoe.CutDeclined
CutMade = shoe.CutMade
DealerCame = shoe.DealerCame
SetupRenewed = shoe.SetupRenewed
ShuffleOrdered = shoe.ShuffleOrdered
StepDone = shoe.StepDone


class RoundOpened(Base, frozen=True, tag="round_opened"):
    round_no: int
    setup: Setup


class Seated(Base, frozen=True, tag="seated"):
    box: int
    player: str


class PlayerLeft(Base, frozen=True, tag="player_left"):
    player: str


class WagerPlaced(Base, frozen=True, tag="wager_placed"):
    """``notice`` tells the dealer what the wager's amount means: under the minimum, above the maximum …"""

    box: int
    player: str
    amount: Cents
    bet: str
    notice: str = ""
    hand: int = 0
    """A split hand, for a further pair bet on it."""


class WagerWithdrawn(Base, frozen=True, tag="wager_withdrawn"):
    box: int
    player: str
    amount: Cents
    bet: str


class WagerRefused(Base, frozen=True, tag="wager_refused"):
    box: int
    player: str
    amount: Cents
    bet: str
    hand: int = 0
    """A split hand, for a further pair bet on it."""


class WagerDeclared(Base, frozen=True, tag="wager_declared"):
    box: int
    player: str
    amount: Cents
    bet: str
    backing: str


class OralWagerRejected(Base, frozen=True, tag="oral_wager_rejected"):
    box: int
    player: str
    amount: Cents
    bet: str


class PlayerWarned(Base, frozen=True, tag="player_warned"):
    player: str


class Arranged(Base, frozen=True, tag="arranged"):
    box: int
    players: tuple[str, ...]


class SeveralBoxesAllowed(Base, frozen=True, tag="several_boxes_allowed"):
    player: str
    role: str
    revoked: bool = False
    extra: int = 0
    behind: bool = False


class LimitAllowed(Base, frozen=True, tag="limit_allowed"):
    box: int
    player: str
    maximum: Cents
    role: str
    minimum: Cents = 0


class MarkerPlaced(Base, frozen=True, tag="marker_placed"):
    box: int
    player: str


class PlayersLimited(Base, frozen=True, tag="players_limited"):
    box: int
    most: int
    role: str
    reason: str = ""


class PlayerRestricted(Base, frozen=True, tag="player_restricted"):
    player: str
    one_box: bool
    role: str
    notified: str = ""
    reason: str = ""
    lifted: bool = False
    minimum: bool = True


class WritingAllowed(Base, frozen=True, tag="writing_allowed"):
    player: str
    role: str
    revoked: bool = False


class SeatVacated(Base, frozen=True, tag="seat_vacated"):
    box: int
    player: str
    rounds: int
    role: str


class LastRoundsAnnounced(Base, frozen=True, tag="last_rounds_announced"):
    rounds: int
    role: str


class BurnShown(Base, frozen=True, tag="burn_shown"):
    player: str = ""
    card: Card = ""
    """What it was, if the dealer entered it."""


class Shuffled(Base, frozen=True, tag="shuffled"):
    cause: str = ""
    shuffle: str = ""
    """The approved shuffle that was used (ACT03-2.3(b))."""
    person: str = ""


class EffectiveWager(Struct, frozen=True):
    """What the call fixed of one wager: how much of it is in play, and the clause where not all is."""

    box: int
    player: str
    bet: str
    effective: Cents
    treated: str = ""


class BetsCalled(Base, frozen=True, tag="bets_called"):
    """``callers`` says who decides for each box, as (box, player)."""

    wagers: tuple[EffectiveWager, ...]
    callers: tuple[tuple[int, str], ...] = ()


class CardDealt(Base, frozen=True, tag="card_dealt"):
    """``box`` 0 is the dealer."""

    card: Card
    box: int = 0
    hand: int = 0


class CutCardDrawn(Base, frozen=True, tag="cut_card_drawn"):
    put_aside: bool = False
    """In the last rounds: no shuffle follows (ACT03-5.6)."""
    box: int = 0
    """The box whose card was to come; 0 for the dealer's hand."""
    first: bool = False
    """Before the first card of the round: that box is the one which would have had it."""


class CardsShown(Base, frozen=True, tag="cards_shown"):
    box: int
    hand: int
    cards: tuple[Card, ...]


class Insured(Base, frozen=True, tag="insured"):
    box: int
    player: str
    amount: Cents
    wager: str = MAIN


class InsuranceClosed(Base, frozen=True, tag="insurance_closed"):
    """``without`` are the wagers, as (box, player), that are not insured."""

    without: tuple[tuple[int, str], ...] = ()


class EvenMoneyAsked(Base, frozen=True, tag="even_money_asked"):
    box: int
    player: str
    wager: str = MAIN


class InsuranceReturned(Base, frozen=True, tag="insurance_returned"):
    """Insurance that even money on the same wager makes void (NZ-10.3)."""

    box: int
    player: str
    amount: Cents


class Surrendered(Base, frozen=True, tag="surrendered"):
    box: int
    player: str


class SurrenderClosed(Base, frozen=True, tag="surrender_closed"):
    """``without`` are the wagers, as (box, player), that were asked and play on."""

    without: tuple[tuple[int, str], ...] = ()


class Rescued(Base, frozen=True, tag="rescued"):
    """``back`` is the doubled part that returns to the player, in cents."""

    box: int
    hand: int
    player: str
    back: Cents


class PlayedOn(Base, frozen=True, tag="played_on"):
    """``players`` play on with what they doubled."""

    box: int
    hand: int
    players: tuple[str, ...] = ()


class PhaseBegan(Base, frozen=True, tag="phase_began"):
    phase: str


class Drew(Base, frozen=True, tag="drew"):
    """The caller asked for a card."""

    box: int
    hand: int
    by: str


class Stood(Base, frozen=True, tag="stood"):
    box: int
    hand: int
    by: str


class Doubled(Base, frozen=True, tag="doubled"):
    box: int
    hand: int
    by: str
    adds: tuple[tuple[str, Cents], ...]
    free: tuple[str, ...] = ()
    """Players for whom a lammer stands for the addition."""


class Split(Base, frozen=True, tag="split"):
    """``matches``: (player, what stays on the hand split, what goes on the new one), in cents."""

    box: int
    hand: int
    by: str
    matches: tuple[tuple[str, Cents, Cents], ...]
    free: tuple[str, ...] = ()
    """Players for whom a lammer stands for the wager on the new hand."""


class DirectionAsked(Base, frozen=True, tag="direction_asked"):
    box: int
    hand: int
    reason: str


class CallerPassed(Base, frozen=True, tag="caller_passed"):
    """The player who decides for a box is not there, and ``player``, the next with a wager on its hand, does."""

    box: int
    hand: int
    absent: str
    player: str


class HandDirected(Base, frozen=True, tag="hand_directed"):
    box: int
    hand: int
    role: str
    wait: bool = False


class Rode(Base, frozen=True, tag="rode"):
    """``amount`` of wager and payout stays in action, in cents; 0 when all of it was taken down, which
    ``decided_first`` on the hand made necessary."""

    box: int
    player: str
    bet: str
    amount: Cents
    decided_first: bool = False


class PrizeSelected(Base, frozen=True, tag="prize_selected"):
    """What the button selected, in cents for each dollar wagered, and who pressed; ``drawn`` by the house's own
    machine."""

    box: int
    player: str
    bet: str
    per_dollar: Cents
    by: str = ""
    staff: bool = False
    drawn: bool = False


class PressVoid(Base, frozen=True, tag="press_void"):
    bet: str
    per_dollar: Cents
    box: int = 0
    player: str = ""


class Misfired(Base, frozen=True, tag="misfired"):
    box: int
    player: str
    bet: str
    per_dollar: Cents
    drawn: bool = False


class MisfireAnswered(Base, frozen=True, tag="misfire_answered"):
    box: int
    player: str
    bet: str
    accepted: bool


class BetSuspended(Base, frozen=True, tag="bet_suspended"):
    bet: str
    device: str
    role: str


class BetResumed(Base, frozen=True, tag="bet_resumed"):
    bet: str
    role: str
    note: str = ""


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


class Reconstructed(Base, frozen=True, tag="reconstructed"):
    """The round dealt again from the call as the book wants it: ``events`` are what stands now. ``moves`` are the cards
    to move on the table, in the order to make them; ``money`` what is given back or recovered, in words; ``lapsed``
    the decisions that are asked again."""

    events: tuple["Event", ...]
    moves: tuple[str, ...] = ()
    money: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()


class FormerRoundVoid(Base, frozen=True, tag="former_round_void"):
    """A round that was over is void, and those since then stand (ACT03-14.5). ``events`` are what is recorded of that
    round for it: its wagers and payments undone; none where only the later round is known."""

    round_no: int
    events: tuple["Event", ...] = ()


class WinningsHeld(Base, frozen=True, tag="winnings_held"):
    """What a player won while holding a prohibited device is held until an investigation ends (VIC03-17.2.3): since
    that round, ``gross`` is all that was won and ``net`` that less what was lost, in cents."""

    player: str
    since: int
    gross: Cents
    net: Cents
    case: str


class CorrectionAsked(Base, frozen=True, tag="correction_asked"):
    """The table was right and the record was not: what the record says and what it is to say, and the role that signs
    for it. ``by`` is the role that reported it; ``plan`` says what would follow, as it was shown."""

    no: int
    correction: Correction
    title: str
    said: str
    was: str
    wants: str
    by: str = ""
    plan: tuple[str, ...] = ()


class CorrectionDecided(Base, frozen=True, tag="correction_decided"):
    no: int
    role: str
    approved: bool
    note: str = ""


class WagerMoved(Struct, frozen=True, omit_defaults=True):
    """A wager as the record had it, and where it lay in fact, whose it was and of what amount."""

    box: int
    player: str
    bet: str
    to_box: int
    to_player: str
    amount: Cents


class RecordCorrected(Base, frozen=True, tag="record_corrected"):
    """The record says what the table did: ``said`` was in it, ``was`` is what happened. ``wagers`` are changed as they
    lay before the call, ``events`` are what stands since the call; ``money`` is what is given back, recovered, paid
    or taken because of it, in words, and ``lapsed`` the choices that are asked again."""

    correction: Correction
    said: str
    was: str
    wagers: tuple[WagerMoved, ...] = ()
    events: tuple["Event", ...] = ()
    money: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()


class PlayerExcluded(Base, frozen=True, tag="player_excluded"):
    player: str
    reason: str = ""


class Settled(Base, frozen=True, tag="settled"):
    result: Result


class DealerHandCleared(Base, frozen=True, tag="dealer_hand_cleared"):
    """The dealer's cards but the first are removed; the first moves to the next hand (ACT96-22.13(b), (c))."""

    number: int


class Collected(Base, frozen=True, tag="collected"):
    """``order`` lists the hands as picked up, (box, hand), the dealer (0, 0) last (VIC03-7.5.7)."""

    order: tuple[tuple[int, int], ...]
    lammers: int = 0
    """Lammers that the dealer took back."""


class Undone(Base, frozen=True, tag="undone"):
    """The command of that tap is taken back; the entries stay in the record."""

    undone_tap: int


Event = (
    RoundOpened
    | Seated
    | PlayerLeft
    | WagerPlaced
    | WagerWithdrawn
    | WagerRefused
    | WagerDeclared
    | OralWagerRejected
    | PlayerWarned
    | Arranged
    | SeveralBoxesAllowed
    | LimitAllowed
    | MarkerPlaced
    | PlayersLimited
    | PlayerRestricted
    | WritingAllowed
    | SeatVacated
    | LastRoundsAnnounced
    | BurnShown
    | Shuffled
    | StepDone
    | CutDeclined
    | CutMade
    | ShuffleOrdered
    | CardsChanged
    | CardsBrought
    | CardsAskedFor
    | DealerCame
    | SetupRenewed
    | BetsCalled
    | CardDealt
    | CutCardDrawn
    | CardsShown
    | Insured
    | InsuranceClosed
    | EvenMoneyAsked
    | InsuranceReturned
    | Surrendered
    | SurrenderClosed
    | Rescued
    | PlayedOn
    | PhaseBegan
    | Drew
    | Stood
    | Doubled
    | Split
    | DirectionAsked
    | CallerPassed
    | HandDirected
    | Rode
    | PrizeSelected
    | PressVoid
    | Misfired
    | MisfireAnswered
    | BetSuspended
    | BetResumed
    | IrregularityReported
    | IrregularityDecided
    | Voided
    | HandVoided
    | RoundVoided
    | CardLate
    | DealerWithoutCard
    | DealerCardDue
    | OnlyDrawOrStand
    | InsuranceReopened
    | CorrectionAsked
    | CorrectionDecided
    | RecordCorrected
    | Reconstructed
    | CardDiscarded
    | CardHeld
    | CardTurnedDown
    | CardsReshuffled
    | ShuffleDue
    | CardDamaged
    | FormerRoundVoid
    | WinningsHeld
    | PlayerExcluded
    | Settled
    | DealerHandCleared
    | Collected
    | Undone
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder(order="sorted")


def encode_event(event: Event) -> bytes:
    """The event in canonical form: JSON with sorted keys and no blanks, defaults left out."""
    return _encoder.encode(event)


def decode_event(data: bytes | str) -> Event:
    """The event of a ledger entry. Raises msgspec.ValidationError for a text that is none."""
    return _decoder.decode(data)
