"""Events: what is recorded about a tournament. They are only added to: a new meaning gets a new tag."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from tables.tournaments.machine.base import EventBase as Base
from tables.tournaments.machine.commands import Stack
from tables.tournaments.machine.conditions import Conditions, Prize, Refund, Stage, Ties
from tables.tournaments.machine.moments import Moment
from tables.tournaments.machine.state import Award, Session


class Drafted(Base, frozen=True, tag="drafted"):
    code: str
    conditions: Conditions
    previous_final: Moment | None = None


class Amended(Base, frozen=True, tag="amended"):
    version: int
    conditions: Conditions


class Approved(Base, frozen=True, tag="approved"):
    version: int
    fingerprint: str
    reference: str
    approved_by: str


class DirectorAppointed(Base, frozen=True, tag="director_appointed"):
    number: str


class DeputyNamed(Base, frozen=True, tag="deputy_named"):
    number: str


class DeputyDismissed(Base, frozen=True, tag="deputy_dismissed"):
    number: str


class SignedOn(Base, frozen=True, tag="signed_on"):
    number: str


class SignedOff(Base, frozen=True, tag="signed_off"):
    """``absent``: it is the director, whose absence is logged from now on."""

    number: str
    reason: str
    absent: bool = False


class EntriesOpened(Base, frozen=True, tag="entries_opened"):
    pass


class SeedCommitted(Base, frozen=True, tag="seed_committed"):
    stage: int
    digest: str


class Entered(Base, frozen=True, tag="entered"):
    entry: int
    player: str
    fee: int = 0
    buy_in: int = 0
    kept: int = 0
    source: str = ""


class ApplicationRefused(Base, frozen=True, tag="application_refused"):
    player: str
    ground: str
    reason: str


class ConditionsSigned(Base, frozen=True, tag="conditions_signed"):
    entry: int
    version: int


class Withdrawn(Base, frozen=True, tag="withdrawn"):
    """``free``: within the period without financial penalty."""

    entry: int
    free: bool = False
    refund: Refund = Refund()


class EntriesClosed(Base, frozen=True, tag="entries_closed"):
    """``field`` plays in these stages, for these prizes; ``waiting`` are entries carried over to the next series."""

    field: tuple[int, ...]
    waiting: tuple[int, ...]
    stages: tuple[Stage, ...]
    prizes: tuple[Prize, ...]
    ties: Ties


class TakenUp(Base, frozen=True, tag="taken_up"):
    """A waiting entry takes the place of a withdrawn one."""

    entry: int


class Deferred(Base, frozen=True, tag="deferred"):
    entries: int
    reason: str


class Cancelled(Base, frozen=True, tag="cancelled"):
    reason: str


class DrawMade(Base, frozen=True, tag="draw_made"):
    stage: int
    seed: str
    cut: str
    field: tuple[int, ...]
    sessions: tuple[Session, ...]


class TableDesignated(Base, frozen=True, tag="table_designated"):
    session: str
    table: str


class SessionScheduled(Base, frozen=True, tag="session_scheduled"):
    session: str
    starts_at: Moment


class StartMoved(Base, frozen=True, tag="start_moved"):
    """``minutes`` of notice before the earlier of the two starts."""

    session: str
    starts_at: Moment
    told: tuple[str, ...]
    told_at: Moment
    minutes: int


class SubstituteNamed(Base, frozen=True, tag="substitute_named"):
    entry: int
    substitute: str
    session: str = ""


class SubstituteApproved(Base, frozen=True, tag="substitute_approved"):
    entry: int
    substitute: str
    session: str = ""


class SubstituteRefused(Base, frozen=True, tag="substitute_refused"):
    entry: int
    substitute: str
    session: str = ""
    reason: str = ""


class BonusPaid(Base, frozen=True, tag="bonus_paid"):
    entry: int
    player: str
    witness: str


class Briefed(Base, frozen=True, tag="briefed"):
    session: str
    understood: tuple[int, ...]


class SessionBegan(Base, frozen=True, tag="session_began"):
    """``players`` are the names of the stacks at the table, by entry."""

    session: str
    players: tuple[tuple[int, str], ...]
    absent: tuple[int, ...] = ()


class Arrived(Base, frozen=True, tag="arrived"):
    session: str
    entry: int


class ChipsForfeited(Base, frozen=True, tag="chips_forfeited"):
    session: str
    entry: int
    chips: int
    hands: int


class ChipsReported(Base, frozen=True, tag="chips_reported"):
    session: str
    stacks: tuple[Stack, ...]
    played: int


class BoughtBack(Base, frozen=True, tag="bought_back"):
    """``session`` is where the chips are given out; "" for a place in the next stage."""

    entry: int
    chips: int
    session: str = ""


class SessionEnded(Base, frozen=True, tag="session_ended"):
    """``early`` is the reason for ending before the full length."""

    session: str
    stacks: tuple[Stack, ...]
    played: int
    early: str = ""
    consents: tuple[int, ...] = ()


class TieBreakCalled(Base, frozen=True, tag="tie_break_called"):
    session: Session
    method: Literal["extra_hands", "play_off"]


class Retired(Base, frozen=True, tag="retired"):
    entry: int
    refund: Refund = Refund()
    reason: str = ""


class Disqualified(Base, frozen=True, tag="disqualified"):
    entry: int
    ground: str
    reason: str
    refund: Refund = Refund()


class RulingGiven(Base, frozen=True, tag="ruling_given"):
    number: int
    subject: str
    ruling: str
    reason: str
    session: str = ""


class StageConcluded(Base, frozen=True, tag="stage_concluded"):
    stage: int
    advancing: tuple[int, ...]
    eliminated: tuple[int, ...]
    last: bool = False
    """No further stage is played."""


class PrizesAwarded(Base, frozen=True, tag="prizes_awarded"):
    awards: tuple[Award, ...]


class PrizePaid(Base, frozen=True, tag="prize_paid"):
    entry: int
    player: str
    witness: str
    receipt: str


class ChipsRedeemed(Base, frozen=True, tag="chips_redeemed"):
    entry: int
    player: str
    chips: int
    sessions: tuple[str, ...]
    witness: str


class Closed(Base, frozen=True, tag="closed"):
    pass


Event = (
    Drafted
    | Amended
    | Approved
    | DirectorAppointed
    | DeputyNamed
    | DeputyDismissed
    | SignedOn
    | SignedOff
    | EntriesOpened
    | SeedCommitted
    | Entered
    | ApplicationRefused
    | ConditionsSigned
    | Withdrawn
    | EntriesClosed
    | TakenUp
    | Deferred
    | Cancelled
    | DrawMade
    | TableDesignated
    | SessionScheduled
    | StartMoved
    | SubstituteNamed
    | SubstituteApproved
    | SubstituteRefused
    | BonusPaid
    | Briefed
    | SessionBegan
    | Arrived
    | ChipsForfeited
    | ChipsReported
    | BoughtBack
    | SessionEnded
    | TieBreakCalled
    | Retired
    | Disqualified
    | RulingGiven
    | StageConcluded
    | PrizesAwarded
    | PrizePaid
    | ChipsRedeemed
    | Closed
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder(order="sorted")


def decode_event(data: bytes | str) -> Event:
    """The event in JSON, without the request that it was recorded for. Raises msgspec.ValidationError if it is not
    one."""
    event = _decoder.decode(data)
    return replace(event, request="") if event.request else event


def encode_event(event: Event) -> bytes:
    """The event as JSON, the same bytes for equal events."""
    return _encoder.encode(event)
