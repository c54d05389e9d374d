"""All events in one union: what was recorded. The round is their fold; the ledger keeps each as one entry. Each is in
the room of what it is about; here are those of the round as a whole and those that hold events of their own."""

import msgspec

from rounds.engine.base import EventBase as Base
from rounds.engine.cards import events as cards
from rounds.engine.corrections import events as corrections
from rounds.engine.corrections.commands import Correction, CorrectPayment
from rounds.engine.decisions import events as decisions
from rounds.engine.insurance import events as insurance
from rounds.engine.irregularities import events as irregularities
from rounds.engine.permits import events as permits
from rounds.engine.settlement import events as settlement
from rounds.engine.setup import Setup
from rounds.engine.shoe import events as shoe
from rounds.engine.sides import events as sides
from rounds.engine.wagers import events as wagers


class RoundOpened(Base, frozen=True, tag="round_opened"):
    round_no: int
    setup: Setup


class PhaseBegan(Base, frozen=True, tag="phase_began"):
    phase: str


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


class FormerRoundCorrected(Base, frozen=True, tag="former_round_corrected"):
    """A payment of a round that was over is put right. ``events`` are recorded under that round; empty if only the
    later round is known."""

    round_no: int
    events: tuple["Event", ...] = ()
    correction: CorrectPayment | None = None


class RecordCorrected(Base, frozen=True, tag="record_corrected"):
    """The record says what the table did: ``said`` was in it, ``was`` is what happened. ``wagers`` are changed as they
    lay before the call, ``events`` are what stands since the call; ``money`` is what is given back, recovered, paid
    or taken because of it, in words, and ``lapsed`` the choices that are asked again."""

    correction: Correction
    said: str
    was: str
    wagers: tuple[corrections.WagerMoved, ...] = ()
    events: tuple["Event", ...] = ()
    money: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()


class Undone(Base, frozen=True, tag="undone"):
    """The command of that tap is taken back; the entries stay in the record."""

    undone_tap: int


Event = (
    RoundOpened
    | wagers.Seated
    | wagers.PlayerLeft
    | wagers.WagerPlaced
    | wagers.WagerWithdrawn
    | wagers.WagerRefused
    | wagers.WagerDeclared
    | wagers.OralWagerRejected
    | wagers.PlayerWarned
    | wagers.Arranged
    | permits.SeveralBoxesAllowed
    | permits.LimitAllowed
    | permits.MarkerPlaced
    | permits.PlayersLimited
    | permits.PlayerRestricted
    | permits.WritingAllowed
    | permits.SeatVacated
    | shoe.LastRoundsAnnounced
    | shoe.BurnShown
    | shoe.Shuffled
    | shoe.StepDone
    | shoe.CutDeclined
    | shoe.CutMade
    | shoe.ShuffleOrdered
    | shoe.CardsChanged
    | shoe.CardsBrought
    | shoe.CardsAskedFor
    | shoe.DealerCame
    | shoe.SetupRenewed
    | wagers.BetsCalled
    | cards.CardDealt
    | cards.CutCardDrawn
    | cards.CardsShown
    | insurance.Insured
    | insurance.InsuranceClosed
    | insurance.EvenMoneyAsked
    | insurance.InsuranceReturned
    | decisions.Surrendered
    | decisions.SurrenderClosed
    | decisions.Rescued
    | decisions.PlayedOn
    | PhaseBegan
    | decisions.Drew
    | decisions.Stood
    | decisions.Doubled
    | decisions.Split
    | decisions.DirectionAsked
    | decisions.CallerPassed
    | decisions.HandDirected
    | sides.Rode
    | sides.PrizeSelected
    | sides.PressVoid
    | sides.Misfired
    | sides.MisfireAnswered
    | sides.BetSuspended
    | sides.BetResumed
    | irregularities.IrregularityReported
    | irregularities.IrregularityDecided
    | irregularities.Voided
    | irregularities.HandVoided
    | irregularities.RoundVoided
    | irregularities.CardLate
    | irregularities.DealerWithoutCard
    | irregularities.DealerCardDue
    | irregularities.OnlyDrawOrStand
    | irregularities.InsuranceReopened
    | corrections.CorrectionAsked
    | corrections.CorrectionDecided
    | corrections.PaymentCorrected
    | FormerRoundCorrected
    | RecordCorrected
    | Reconstructed
    | irregularities.CardDiscarded
    | irregularities.CardHeld
    | irregularities.CardTurnedDown
    | irregularities.CardsReshuffled
    | irregularities.ShuffleDue
    | irregularities.BurnMissed
    | irregularities.CardDamaged
    | FormerRoundVoid
    | irregularities.WinningsHeld
    | irregularities.PlayerExcluded
    | settlement.Settled
    | settlement.DealerHandCleared
    | settlement.Collected
    | Undone
)

Events = list[Event]
"""What a decider makes of a command."""

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)

_encoder = msgspec.json.Encoder(order="sorted")


def encode_event(event: Event) -> bytes:
    """The event in canonical form: JSON with sorted keys and no blanks, defaults left out."""
    return _encoder.encode(event)


def decode_event(data: bytes | str) -> Event:
    """The event of a ledger entry, without the request that it came from, which only the record uses. Raises
    msgspec.ValidationError for a text that is not an event."""
    event = _decoder.decode(data)
    return msgspec.structs.replace(event, request="") if event.request else event
