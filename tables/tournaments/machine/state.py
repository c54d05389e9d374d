"""The state of a tournament after its events."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks.tournaments import TournamentRules, tournament_rules
from tables.tournaments.machine.conditions import Conditions, Length, Prize, Refund, Stage, Ties
from tables.tournaments.machine.moments import Moment
from tables.tournaments.machine.money import Books

Phase = Literal[
    "draft", "approved", "entries", "closed", "playing", "results", "awarded", "finished", "cancelled"
]
OVER: tuple[Phase, ...] = ("finished", "cancelled")
"""Phases in which nothing more happens."""

EntryStatus = Literal["entered", "withdrawn", "waiting", "eliminated", "retired", "disqualified"]


class _Part(Struct, frozen=True, omit_defaults=True):
    """A part of the state."""


class Approval(_Part, frozen=True):
    """The authority's written approval of one version of the conditions."""

    version: int
    fingerprint: str
    reference: str
    approved_by: str
    """The person at the authority, by office or number."""
    recorded_by: str
    at: Moment


class Nomination(_Part, frozen=True):
    """A substitute whom a player names, for a session or, with ``session`` "", for the whole of a further entry."""

    substitute: str
    session: str = ""
    approved_by: str = ""


class Entry(_Part, frozen=True):
    """An entry: a place in the tournament, and whose it is."""

    number: int
    player: str
    fee: Cents = 0
    buy_in: Cents = 0
    kept: Cents = 0
    source: str = ""
    """Where a series' entry was won, such as ``BJ-07/214 box 3``."""
    status: EntryStatus = "entered"
    signed_version: int = 0
    """The version of the conditions that the player signed; 0 if none."""
    nominations: tuple[Nomination, ...] = ()
    bought_back: int = 0
    bonus_paid: bool = False
    refund: Refund = Refund()
    """What was refunded on withdrawal, retirement or disqualification, in cents."""
    why: str = ""
    """Why it is withdrawn, retired or disqualified."""

    def person_in(self, session: str) -> str:
        """Who plays this entry: the substitute approved for the session or for the whole entry, otherwise the
        player."""
        stage, table_and_break = session.split("-", 1) if "-" in session else ("", "")
        for nomination in reversed(self.nominations):
            # Whoever plays in a session also plays its tie-breaks.
            same = nomination.session == session or (
                "-b" in table_and_break and nomination.session.startswith(f"{stage}-")
            )
            if nomination.approved_by and nomination.session and same:
                return nomination.substitute
        for nomination in reversed(self.nominations):
            if nomination.approved_by and not nomination.session:
                return nomination.substitute
        return self.player


class Seat(_Part, frozen=True):
    """A box of a session: its entry, with the chips at the beginning and at the end."""

    box: int
    entry: int
    start: int
    chips: int
    """The current chips, as last reported: ``start`` at the beginning, the final count after the session."""
    player: str = ""
    """Who sat here when the session began: the name of the stack at the table, even if a substitute takes over."""
    given: int = 0
    """Chips received since then by buying back, less those forfeited."""
    redeemed: bool = False
    """What was paid for the chips, if they have a value, in cents."""
    out_in_hand: int = 0
    """The hand in which the last chips were lost; 0 while there are any."""


class Notice(_Part, frozen=True):
    """How players were told that a start has moved: when, who, and how many minutes before the earlier of the two
    starts."""

    at: Moment
    told: tuple[str, ...]
    minutes: int


SessionStatus = Literal["planned", "briefed", "running", "ended"]


class Session(_Part, frozen=True):
    """Play at one table in one stage, or by its tied players (``break_no`` from 1)."""

    name: str
    """Stage, table, and tie-break: ``1-3``, ``1-3-b1``. Table 0 is for ties among all tables of a stage."""
    stage: int
    table_no: int
    heat: int
    length: Length
    seats: tuple[Seat, ...]
    first_box: int = 1
    break_no: int = 0
    table: str = ""
    """The designated gaming table, such as ``BJ-07``."""
    starts_at: Moment | None = None
    began_at: Moment | None = None
    notices: tuple[Notice, ...] = ()
    status: SessionStatus = "planned"
    tie_for: int = 0
    """How many places a tie-break decides."""
    briefed: tuple[int, ...] = ()
    """Entries whose players understood the briefing."""
    absent: tuple[int, ...] = ()
    played: int = 0
    """Hands, shoes or minutes, depending on the length."""
    early: str = ""
    """Why it was ended before its full length."""

    def seat_of(self, entry: int) -> Seat | None:
        """The seat that the entry has here."""
        return next((seat for seat in self.seats if seat.entry == entry), None)


class Drawn(_Part, frozen=True):
    """A draw that was made: everything needed to work it out again."""

    stage: int
    seed: str
    cut: str
    field: tuple[int, ...]


class Commitment(_Part, frozen=True):
    """The SHA-256 of the seed of a stage, published before its field was known."""

    stage: int
    digest: str
    at: Moment


class Outcome(_Part, frozen=True):
    """Who went on from a stage, best first, and who did not."""

    stage: int
    advancing: tuple[int, ...]
    eliminated: tuple[int, ...]


class Award(_Part, frozen=True):
    """A prize: ``place`` is the first of the places that tied entries share."""

    entry: int
    place: int
    cents: Cents
    paid_at: Moment | None = None
    paid_by: str = ""
    witness: str = ""
    receipt: str = ""


class Ruling(_Part, frozen=True):
    """What the director decided in a dispute or an irregularity."""

    number: int
    subject: str
    ruling: str
    reason: str
    by: str
    at: Moment
    session: str = ""


class Deferral(_Part, frozen=True):
    """A series postponed because it had too few entries."""

    at: Moment
    entries: int
    reason: str


class State(_Part, frozen=True):
    """The fold of a tournament's events."""

    code: str
    conditions: Conditions
    version: int = 1
    """The version of the conditions."""
    written_by: str = ""
    """Who wrote this version."""
    phase: Phase = "draft"
    approval: Approval | None = None
    director: str = ""
    deputies: tuple[str, ...] = ()
    present: str = ""
    """Who is acting director: the director or, during a logged absence, a deputy; "" for nobody."""
    director_absent: str = ""
    """Why the director is absent; "" if no absence is logged."""
    entries: tuple[Entry, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    """Refused applications: player and reason."""
    stages: tuple[Stage, ...] = ()
    """The stages in force, from the closing of entries."""
    prizes: tuple[Prize, ...] = ()
    ties: Ties = Ties()
    commitments: tuple[Commitment, ...] = ()
    shown: tuple[str, ...] = ()
    """Commitments of draws that had to be made again: everybody knows those seeds."""
    draws: tuple[Drawn, ...] = ()
    sessions: tuple[Session, ...] = ()
    stage: int = 0
    """The stage being played, from 1; 0 before the first draw."""
    absentees: tuple[int, ...] = ()
    """Entries that missed a whole session."""
    outcomes: tuple[Outcome, ...] = ()
    awards: tuple[Award, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    deferrals: tuple[Deferral, ...] = ()
    previous_final: Moment | None = None
    """When the final of the series' last tournament ended, if known."""
    books: Books = Books()

    @property
    def rules(self) -> TournamentRules:
        """What the book requires of it."""
        return tournament_rules(self.conditions.book, self.conditions.series)

    def entry(self, number: int) -> Entry | None:
        """The entry with that number, or None."""
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None

    def session(self, name: str) -> Session | None:
        """The session with that name, or None."""
        return next((session for session in self.sessions if session.name == name), None)

    @property
    def in_play(self) -> bool:
        """Whether the first session has begun, from which on the conditions are frozen."""
        return any(session.status in ("running", "ended") for session in self.sessions)


def session_of(state: State, name: str) -> Session:
    """The session with that name. Raises Refusal for an unknown one."""
    session = state.session(name)
    if session is None:
        raise Refusal("tournament.no_session", session=name)
    return session
