"""All events in one union: what was recorded. The round is their fold; the ledger keeps each as one entry. Each is in
the room that it concerns; here are those about the round as a whole and those that contain other events."""

import msgspec

from casino.money import Cents
from rounds.engine.base import EventBase as Base
from rounds.engine.cards.events import CardDealt, CardsShown, CutCardDrawn
from rounds.engine.corrections.commands import Correction, CorrectPayment
from rounds.engine.corrections.events import CorrectionAsked, CorrectionDecided, PaymentCorrected, WagerMoved
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
from rounds.engine.edition import Editions, edition_named, name_of_edition
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
    RoundVoided,
    ShuffleDue,
    Voided,
    WinningsHeld,
)
from rounds.engine.permits.events import (
    LimitAllowed,
    MarkerPlaced,
    PlayerRestricted,
    PlayersLimited,
    SeatVacated,
    SeveralBoxesAllowed,
    WritingAllowed,
)
from rounds.engine.reading import UPCASTS, UnknownEvent, Upcasts, concerns, known_part, upcast
from rounds.engine.settlement.events import Collected, DealerHandCleared, Settled
from rounds.engine.setup import Setup
from rounds.engine.shoe.events import (
    BurnShown,
    CardsAskedFor,
    CardsBrought,
    CardsChanged,
    CutDeclined,
    CutMade,
    DealerCame,
    LastRoundsAnnounced,
    SetupRenewed,
    Shuffled,
    ShuffleOrdered,
    StepDone,
)
from rounds.engine.sides.events import (
    BetResumed,
    BetSuspended,
    MisfireAnswered,
    Misfired,
    PressVoid,
    PrizeSelected,
    Rode,
)
from rounds.engine.tournament.events import TurnPassed
from rounds.engine.wagers.events import (
    Arranged,
    BetsCalled,
    OralWagerRejected,
    PlayerLeft,
    PlayerWarned,
    Seated,
    WagerDeclared,
    WagerPlaced,
    WagerRefused,
    WagerWithdrawn,
)

__all__ = [
    "Arranged",
    "BetResumed",
    "BetSuspended",
    "BetsCalled",
    "BurnMissed",
    "BurnShown",
    "CallerPassed",
    "CardDamaged",
    "CardDealt",
    "CardDiscarded",
    "CardHeld",
    "CardLate",
    "CardTurnedDown",
    "CardsAskedFor",
    "CardsBrought",
    "CardsChanged",
    "CardsReshuffled",
    "CardsShown",
    "Collected",
    "CorrectionAsked",
    "CorrectionDecided",
    "CutCardDrawn",
    "CutDeclined",
    "CutMade",
    "DealerCame",
    "DealerCardDue",
    "DealerHandCleared",
    "DealerWithoutCard",
    "DirectionAsked",
    "Doubled",
    "Drew",
    "EvenMoneyAsked",
    "Event",
    "FormerRoundCorrected",
    "FormerRoundVoid",
    "HandDirected",
    "HandVoided",
    "InsuranceClosed",
    "InsuranceReopened",
    "InsuranceReturned",
    "Insured",
    "IrregularityDecided",
    "IrregularityReported",
    "LastRoundsAnnounced",
    "LimitAllowed",
    "MarkerPlaced",
    "MisfireAnswered",
    "Misfired",
    "OnlyDrawOrStand",
    "OralWagerRejected",
    "PaymentCorrected",
    "PhaseBegan",
    "PlayedOn",
    "PlayerExcluded",
    "PlayerLeft",
    "PlayerRestricted",
    "PlayerWarned",
    "PlayersLimited",
    "PressVoid",
    "PrizeSelected",
    "Reconstructed",
    "RecordCorrected",
    "Rescued",
    "Rode",
    "RoundOpened",
    "RoundVoided",
    "SeatVacated",
    "Seated",
    "Settled",
    "SetupRenewed",
    "SeveralBoxesAllowed",
    "ShuffleDue",
    "ShuffleOrdered",
    "Shuffled",
    "Split",
    "StepDone",
    "Stood",
    "SurrenderClosed",
    "Surrendered",
    "TurnPassed",
    "Undone",
    "UnknownEvent",
    "Voided",
    "WagerDeclared",
    "WagerPlaced",
    "WagerRefused",
    "WagerWithdrawn",
    "WinningsHeld",
    "WritingAllowed",
]


class RoundOpened(Base, frozen=True, tag="round_opened"):
    round_no: int
    setup: Setup


class PhaseBegan(Base, frozen=True, tag="phase_began"):
    phase: str


class Reconstructed(Base, frozen=True, tag="reconstructed"):
    """The round dealt again from the call as the book requires: ``events`` are now valid instead. ``moves`` are the
    cards to move on the table, in that order; ``money`` what is given back or recovered, in words; ``lapsed`` the
    decisions that are asked again."""

    events: tuple["Event", ...]
    moves: tuple[str, ...] = ()
    money: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()


class FormerRoundVoid(Base, frozen=True, tag="former_round_void"):
    """An earlier round is void; later rounds are kept (ACT03-14.5). ``events`` are recorded under that round and undo
    its wagers and payments; empty if only the later round is known."""

    round_no: int
    events: tuple["Event", ...] = ()


class FormerRoundCorrected(Base, frozen=True, tag="former_round_corrected"):
    """A payment of an earlier round is put right. ``events`` are recorded under that round; empty if only the later
    round is known."""

    round_no: int
    events: tuple["Event", ...] = ()
    correction: CorrectPayment | None = None
    stacks: tuple[tuple[str, Cents], ...] = ()
    """By how many cents each player's tournament stack changes."""


class RecordCorrected(Base, frozen=True, tag="record_corrected"):
    """The record is corrected: it said ``said``, and ``was`` is what happened. ``wagers`` are the wagers changed as
    before the call, ``events`` what is valid since the call; ``money`` is what is given back, recovered, paid or taken
    because of it, in words, and ``lapsed`` the choices that are asked again."""

    correction: Correction
    said: str
    was: str
    wagers: tuple[WagerMoved, ...] = ()
    events: tuple["Event", ...] = ()
    money: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()


class Undone(Base, frozen=True, tag="undone"):
    """The command of tap ``undone_tap`` is taken back; its entries stay in the record."""

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
    | TurnPassed
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
    | PaymentCorrected
    | FormerRoundCorrected
    | RecordCorrected
    | Reconstructed
    | CardDiscarded
    | CardHeld
    | CardTurnedDown
    | CardsReshuffled
    | ShuffleDue
    | BurnMissed
    | CardDamaged
    | FormerRoundVoid
    | WinningsHeld
    | PlayerExcluded
    | Settled
    | DealerHandCleared
    | Collected
    | Undone
)

Events = list[Event]
"""What a decider returns for a command."""

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event, dec_hook=edition_named)

_encoder = msgspec.json.Encoder(order="sorted", enc_hook=name_of_edition)


def encode_event(event: Event) -> bytes:
    """The event in canonical form: JSON with sorted keys and no blanks, defaults left out."""
    return _encoder.encode(event)


def decode_event(data: bytes | str, editions: Editions | None = None, upcasts: Upcasts = UPCASTS) -> Event:
    """The event of a ledger entry, without its request, which only the record uses. ``editions`` supplies the values of
    a round's edition to its set-up; ``upcasts`` bring events of earlier versions up to date.

    Raises msgspec.ValidationError for a text that is not an event, UnknownEvent for one of a later version, and
    whatever ``editions`` raises."""
    event = _read(data, upcasts)
    if event.request:
        event = msgspec.structs.replace(event, request="")
    if editions is not None and isinstance(event, RoundOpened | SetupRenewed):
        setup = event.setup
        if setup.edition is not None:
            setup = msgspec.structs.replace(setup, edition=editions(setup.edition))
            event = msgspec.structs.replace(event, setup=setup)
    return event


def _read(data: bytes | str, upcasts: Upcasts) -> Event:
    if not concerns(data, upcasts):
        try:
            return _decoder.decode(data)
        except msgspec.ValidationError:
            pass  # perhaps of a later version: look at what can be read of it
    values = known_part(upcast(msgspec.json.decode(data), upcasts), Event)
    event: Event = msgspec.convert(values, Event, dec_hook=edition_named)
    return event
