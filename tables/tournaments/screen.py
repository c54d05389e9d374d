"""What the pages of a tournament show: what comes next, its entries, sessions, results and books, with the steps
that the viewer may take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.forms import shown_facts
from casino.forms.fields import StepForm
from casino.money import dollars
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import term, text
from tables.models import Table
from tables.tournaments import machine
from tables.tournaments.conditions_form import UNITS
from tables.tournaments.machine import Due, Session
from tables.tournaments.machine.state import Entry, Seat
from tables.tournaments.models import Tournament
from tables.tournaments.shown import facts
from tables.tournaments.signals import Counted
from tables.tournaments.sources import open_sources
from tables.tournaments.steps import FORMS, counted, played_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    Words = str | StrPromise

OPERATOR: Final = frozenset(
    {
        "approve", "appoint_director", "name_deputy", "dismiss_deputy", "open_entries", "commit_seed", "close_entries",
        "defer", "cancel", "close",
    }
)  # fmt: skip
DESK: Final = frozenset(
    {
        "enter", "refuse_application", "sign_conditions", "withdraw", "name_substitute", "pay_bonus", "buy_back",
        "pay_prize", "redeem_chips",
    }
)  # fmt: skip
DESK_ROLES: Final = (Role.GAME_SUPERVISOR, Role.TOURNAMENT_DIRECTOR)

BESIDE: Final = frozenset(
    {
        "approve", "appoint_director", "open_entries", "close_entries", "draw", "sign_on", "break_tie",
        "conclude_stage", "award", "close", "defer",
    }
)  # fmt: skip
"""Steps for the whole tournament: their form is beside what is due."""
Initial = Mapping[str, Any]
NOTHING: Final[Initial] = {}

BUTTONS: Final[Mapping[str, Words]] = {
    "approve": _("Record the approval"),
    "appoint_director": _("Appoint the director"),
    "name_deputy": _("Name a deputy"),
    "dismiss_deputy": _("Withdraw the nomination"),
    "open_entries": _("Open entries"),
    "commit_seed": _("Make a seed and publish its SHA-256"),
    "close_entries": _("Close entries"),
    "defer": _("Put the tournament off"),
    "cancel": _("Call the tournament off"),
    "close": _("Close the tournament"),
    "enter": _("Take the entry"),
    "refuse_application": _("Refuse the application"),
    "sign_conditions": _("The player has signed the conditions"),
    "withdraw": _("Withdraw"),
    "name_substitute": _("Name a substitute"),
    "pay_bonus": _("Pay the bonus"),
    "buy_back": _("Buy back in"),
    "pay_prize": _("Pay the prize"),
    "redeem_chips": _("Pay the chips out"),
    "sign_on": _("Take charge"),
    "sign_off": _("Leave"),
    "draw": _("Show the seed and draw the seats"),
    "designate": _("Designate the table"),
    "schedule": _("Set the starting time"),
    "move_start": _("Move the start"),
    "approve_substitute": _("Approve the substitute"),
    "refuse_substitute": _("Do not approve"),
    "brief": _("Briefed, and satisfied that they understand"),
    "begin": _("Begin the session"),
    "arrive": _("Brief and seat the late player"),
    "forfeit": _("Take the chips forfeited"),
    "end_session": _("End the session"),
    "end_early": _("End before the length"),
    "break_tie": _("Call the tied players to the next hands"),
    "retire": _("Retire"),
    "disqualify": _("Disqualify"),
    "ruling": _("Give the ruling"),
    "conclude_stage": _("Conclude the stage"),
    "award": _("Award the prizes"),
}
DUE: Final[Mapping[str, Words]] = {
    "complete_conditions": _("The conditions are not complete"),
    "approve": _("The authority approves the conditions in writing"),
    "appoint_director": _("A director is appointed"),
    "open_entries": _("Entries are opened"),
    "commit_seed": _("The seed of the draw of stage {stage} is committed to"),
    "close_entries": _("Entries are closed"),
    "wait_for_entries": _("Players enter"),
    "schedule_series": _("Heats are due: close entries"),
    "defer": _("Too few entries: put the tournament off, or wait"),
    "draw": _("The seats of stage {stage} are drawn"),
    "pay_bonus": _("The bonus is paid to entries {entries}"),
    "sign_on": _("The director, or a deputy, takes charge"),
    "approve_substitute": _("The director answers the substitute of entry {entries}"),
    "sign_conditions": _("Entries {entries} of session {session} sign the conditions"),
    "designate": _("A gaming table is designated for session {session}"),
    "brief": _("Entries {entries} of session {session} are briefed"),
    "name_substitute": _("Entries {entries} of session {session} belong to one person: name substitutes"),
    "wait_for_start": _("Session {session} begins at its time"),
    "begin": _("Session {session} begins"),
    "play": _("Session {session} is played"),
    "end_session": _("Session {session} ends: nobody in it is still in the tournament"),
    "break_tie": _("Entries {entries} are tied"),
    "conclude_stage": _("Stage {stage} is concluded"),
    "award": _("The prizes are awarded"),
    "pay_prize": _("The prize of entry {entries} is paid"),
    "redeem_chips": _("The chips of entry {entries} are paid out"),
    "close": _("The tournament is closed"),
}
PHASES: Final[Mapping[str, Words]] = {
    "draft": _("conditions"),
    "approved": _("approved"),
    "entries": _("entries open"),
    "closed": _("entries closed"),
    "playing": _("play"),
    "results": _("played"),
    "awarded": _("prizes awarded"),
    "finished": _("closed"),
    "cancelled": _("called off"),
}
STATUS: Final[Mapping[str, Words]] = {
    "entered": _("entered"),
    "withdrawn": _("withdrawn"),
    "waiting": _("waits for the next tournament"),
    "eliminated": _("out"),
    "retired": _("retired"),
    "disqualified": _("disqualified"),
    "planned": _("planned"),
    "briefed": _("briefed"),
    "running": _("running"),
    "ended": _("over"),
}


@dataclass(frozen=True, slots=True)
class Act:
    """A step on the page: its name, its form, its button, and what the page showed."""

    step: str
    form: StepForm
    button: Words
    showed: str
    danger: bool = False
    folded: bool = True
    """Hidden behind its button until it is needed."""


@dataclass(frozen=True, slots=True)
class Next:
    """Something that the tournament is waiting for."""

    kind: str
    words: str
    clause: str
    role: str
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry, whose it is, and what was paid."""

    number: int
    player: str
    status: Words
    fee: str
    buy_in: str
    refund: str
    source: str
    substitutes: tuple[str, ...]
    signed: bool
    acts: tuple[Act, ...] = ()

    @property
    def open(self) -> bool:
        """Whether one of its forms was refused, so that its steps are shown at once."""
        return any(act.form.is_bound for act in self.acts)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A box of a session and its player's chips."""

    box: int
    entry: int
    player: str
    start: int
    chips: int
    button: bool
    absent: bool


@dataclass(frozen=True, slots=True)
class SessionCard:
    """A session: its table, its seats, and its steps."""

    name: str
    title: str
    table: str
    status: str
    status_words: Words
    starts_at: datetime | None
    length: str
    played: str
    seats: tuple[SeatRow, ...]
    total: int
    notices: tuple[str, ...]
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize: place, player, amount, and whether it has been paid."""

    place: int
    entry: int
    player: str
    amount: str
    paid_at: datetime | None
    paid_by: str
    witness: str
    receipt: str
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """The page of one tournament."""

    tournament: Tournament
    phase: Words
    charge: str
    next: tuple[Next, ...]
    entries: tuple[EntryRow, ...]
    entered: int
    stages: tuple[tuple[str, tuple[SessionCard, ...]], ...]
    prizes: tuple[PrizeRow, ...]
    books: tuple[tuple[Words, str], ...]
    balanced: bool
    acts: tuple[Act, ...] = field(default=())


BOOKS: Final = (
    ("players", _("Received from players, less what they got")),
    ("kept", _("Kept by the operator")),
    ("pool", _("Prize money")),
    ("chips", _("Paid for chips")),
    ("prizes", _("Prizes awarded and not yet paid")),
    ("house", _("Added by the operator")),
)


def chips_of(seat: Seat, result: Counted | None) -> int:
    """The chips at a seat after the last round, if any hands were dealt."""
    return seat.chips if result is None else result.chips.get(seat.player, seat.chips)


class Page:
    """Builds what one person sees of one tournament. `sent` is the refused form of the step `step`."""

    def __init__(
        self,
        tournament: Tournament,
        person: Staff,
        at: datetime,
        step: str = "",
        sent: StepForm | None = None,
    ) -> None:
        self.tournament, self.state = tournament, tournament.state
        self.person, self.at = person, at
        self.step, self.sent = step, sent
        self.kept = sent is None
        """Whether the refused form is on the page again."""
        self.waits = machine.due(self.state, at)
        self.redeemable = {
            number for due in self.waits if due.kind == "redeem_chips" for number in due.entries
        }
        self.results = {
            held.name: counted(self.state, held) for held in self.state.sessions if held.status == "running"
        }
        self.without_chips = {
            seat.entry
            for held in self.state.sessions
            if held.name in self.results
            for seat in held.seats
            if not chips_of(seat, self.results[held.name])
        }

    # --- acts

    def may(self, step: str) -> bool:
        """Whether the person might take such a step; the machine decides when it is taken."""
        state, person = self.state, self.person
        if step in OPERATOR:
            inspector = person.role == Role.INSPECTOR and step == "approve"
            return person.role == Role.OPERATIONS_MANAGER or inspector
        if step in DESK:
            return any(person.has_role_at_least(role) for role in DESK_ROLES)
        return person.number == state.director or person.number in state.deputies

    def act(
        self,
        step: str,
        *,
        session: str = "",
        entry: int = 0,
        stage: int = 0,
        danger: bool = False,
        initial: Initial = NOTHING,
    ) -> Iterator[Act]:
        """The step as an act on the page, if the person may take it."""
        if not self.may(step):
            return
        kind = FORMS[step]
        row: object = session or entry or stage or ""
        sent = self.sent if step == self.step else None
        if sent is not None and (not kind.row or sent.data.get(kind.row) == str(row)):
            self.kept = True
        form = kind.shown(sent, row, **({kind.row: row} if kind.row else {}) | dict(initial))
        yield Act(
            step,
            form,
            BUTTONS[step],
            shown_facts.as_field(facts(self.state, session=session, entry=entry)),
            danger,
            bool(list(form.visible_fields())),
        )

    def desk(self) -> Desk:
        """The page."""
        state = self.state
        charge = "" if state.phase in machine.state.OVER else state.present
        return Desk(
            tournament=self.tournament,
            phase=PHASES[state.phase],
            charge=charge,
            next=tuple(self._next()),
            entries=tuple(self._entry(entry) for entry in state.entries),
            entered=sum(entry.status in ("entered", "waiting") for entry in state.entries),
            stages=tuple(self._stages()),
            prizes=tuple(self._prizes()),
            books=tuple((words, dollars(getattr(state.books, account))) for account, words in BOOKS),
            balanced=state.books.balanced,
            acts=(*self._always(), *self._refused()),
        )

    def _refused(self) -> Iterator[Act]:
        """The refused form, if its step is no longer offered: what was typed can still be read."""
        if self.sent is not None and not self.kept:
            yield Act(self.step, self.sent, BUTTONS[self.step], shown_facts.as_field(facts(self.state)))

    def _next(self) -> Iterator[Next]:
        for due in self.waits:
            yield Next(
                due.kind,
                text(
                    str(DUE[due.kind]),
                    stage=due.stage,
                    session=due.session,
                    entries=", ".join(str(number) for number in due.entries),
                ),
                due.clause,
                term(Role(due.role).label) if due.role else "",
                tuple(self._acts_of(due)),
            )

    def _acts_of(self, due: Due) -> Iterator[Act]:
        """The acts beside what is due, unless they belong to something else on the page."""
        if due.kind in BESIDE:
            yield from self.act(due.kind)
        elif due.kind == "schedule_series":
            yield from self.act("close_entries")
        elif due.kind == "commit_seed":
            yield from self.act("commit_seed", stage=due.stage)

    def enter(self) -> Iterator[Act]:
        """The form of an entry."""
        for act in self.act("enter"):
            conditions = self.state.conditions
            if not act.form.is_bound:
                act.form.initial = {
                    "fee": _amount(conditions.entry_fee),
                    "buy_in": _amount(conditions.buy_in),
                }
            if not self.state.conditions.criteria_used:
                del act.form.fields["suits"]
            if self.state.rules.series is None:
                del act.form.fields["source"]
            else:
                act.form.fields["source"].offer([("", "–"), *self._won()])  # type: ignore[attr-defined]
            yield act

    def _won(self) -> Iterable[tuple[str, str]]:
        return ((source.place, source.words) for source in open_sources(self.tournament))

    def _always(self) -> Iterator[Act]:
        """What is not due but always possible."""
        state = self.state
        if state.phase in machine.state.OVER:
            return
        if state.phase == "entries":
            yield from self.enter()
            yield from self.act("refuse_application")
            if not any(due.kind in ("close_entries", "schedule_series") for due in self.waits):
                yield from self.act("close_entries")
        if state.director:
            yield from self.act("name_deputy")
        if state.deputies:
            yield from self.act("dismiss_deputy")
        absent = bool(state.director and not state.director_absent and self.may("appoint_director"))
        if state.present == self.person.number or absent:
            yield from self.act("sign_off")
        if state.present and state.director == self.person.number != state.present:
            yield from self.act("sign_on")
        if state.present == self.person.number:
            for act in self.act("ruling"):
                act.form.fields["session"].offer(  # type: ignore[attr-defined]
                    [("", "–"), *((held.name, held.name) for held in state.sessions)]
                )
                yield act
        if not state.in_play:
            yield from self.act("cancel", danger=True)

    def _entry(self, entry: Entry) -> EntryRow:
        refund = entry.refund.fee + entry.refund.buy_in
        return EntryRow(
            entry.number,
            entry.player,
            STATUS[entry.status],
            dollars(entry.fee),
            dollars(entry.buy_in),
            dollars(refund) if refund else "",
            entry.source,
            tuple(
                f"{named.substitute}{f' ({named.session})' if named.session else ''}"
                for named in entry.nominations
            ),
            entry.signed_version == self.state.version,
            tuple(self._acts_at(entry)),
        )

    def _acts_at(self, entry: Entry) -> Iterator[Act]:
        state = self.state
        if state.phase in machine.state.OVER:
            return
        number = entry.number
        if number in self.redeemable:
            yield from self.act("redeem_chips", entry=number)
        if entry.status == "entered":
            if entry.signed_version != state.version and state.approval is not None:
                yield from self.act("sign_conditions", entry=number)
            if (
                state.rules.series is not None
                and not entry.bonus_paid
                and state.phase in ("closed", "playing")
            ):
                yield from self.act("pay_bonus", entry=number)
            for named in entry.nominations:
                if not named.approved_by:
                    names = {"substitute": named.substitute, "session": named.session}
                    for act in self.act("approve_substitute", entry=number, initial=names):
                        del act.form.fields["reason"]
                        yield act
                    yield from self.act("refuse_substitute", entry=number, initial=names)
            yield from self._substitute(entry)
            if state.in_play:
                yield from self.act("retire", entry=number)
            else:
                yield from self.act("withdraw", entry=number)
            yield from self._disqualify(entry)
        if self._may_buy_back(entry):
            yield from self.act("buy_back", entry=number)

    def _may_buy_back(self, entry: Entry) -> bool:
        """Whether the entry is out, or without chips at a table, and the conditions let it buy back in."""
        back = self.state.conditions.buy_back
        if back is None or not back.times or entry.bought_back >= back.times:
            return False
        if self.state.stage > back.until_stage:
            return False
        if back.method == "next_stage":
            return entry.status == "eliminated"
        return entry.status == "entered" and entry.number in self.without_chips

    def _substitute(self, entry: Entry) -> Iterator[Act]:
        substitution = self.state.conditions.substitution
        if substitution is None or not substitution.allowed:
            return
        sessions = [
            held.name for held in self.state.sessions if held.seat_of(entry.number) and held.status != "ended"
        ]
        if not sessions and self.state.rules.series is None:
            return
        for act in self.act("name_substitute", entry=entry.number):
            whole = [("", _("the whole entry"))] if self.state.rules.series is not None else []
            act.form.fields["session"].offer([*whole, *((name, name) for name in sessions)])  # type: ignore[attr-defined]
            yield act

    def _disqualify(self, entry: Entry) -> Iterator[Act]:
        for act in self.act("disqualify", entry=entry.number, danger=True):
            grounds = self.state.conditions.disqualification_grounds or ()
            act.form.fields["ground"].offer([(ground, ground) for ground in grounds])  # type: ignore[attr-defined]
            yield act

    # --- sessions

    def _stages(self) -> Iterator[tuple[str, tuple[SessionCard, ...]]]:
        for number, stage in enumerate(self.state.stages, start=1):
            sessions = [held for held in self.state.sessions if held.stage == number]
            if sessions:
                yield stage.name, tuple(self._session(held) for held in sessions)

    def _session(self, session: Session) -> SessionCard:
        result = self.results.get(session.name)
        seats = tuple(self._seats(session, result))
        played = played_of(session, result, self.at)
        tied = text(gettext(", tie {number}"), number=session.break_no) if session.break_no else ""
        return SessionCard(
            session.name,
            text(gettext("Table {number}{tied}"), number=session.table_no, tied=tied),
            session.table,
            session.status,
            STATUS[session.status],
            session.starts_at,
            str(UNITS[session.length.unit]),
            f"{played} / {session.length.number}",
            seats,
            sum(seat.chips for seat in seats),
            tuple(
                text(
                    gettext("{at} {told:list} ({minutes} min)"),
                    at=f"{notice.at:%H:%M}",
                    told=notice.told,
                    minutes=notice.minutes,
                )
                for notice in session.notices
            ),
            tuple(self._acts_in(session)),
        )

    def _seats(self, session: Session, result: Counted | None) -> Iterator[SeatRow]:
        for seat in session.seats:
            entry = self.state.entry(seat.entry)
            person = entry.person_in(session.name) if entry is not None else ""
            yield SeatRow(
                seat.box,
                seat.entry,
                person,
                seat.start,
                chips_of(seat, result),
                seat.box == session.first_box,
                seat.entry in session.absent,
            )

    def _acts_in(self, session: Session) -> Iterator[Act]:
        name = session.name
        if session.status in ("planned", "briefed"):
            for act in self.act("designate", session=name):
                codes = Table.objects.filter(book=self.tournament.book).values_list("code", flat=True)
                act.form.fields["table"].offer([("", "–"), *((code, code) for code in codes)])  # type: ignore[attr-defined]
                if not act.form.is_bound:
                    act.form.initial["table"] = session.table
                yield act
            yield from self.act("schedule" if session.starts_at is None else "move_start", session=name)
            unbriefed = [seat.entry for seat in session.seats if seat.entry not in session.briefed]
            if unbriefed:
                yield from self._ticked("brief", session, unbriefed)
            else:
                yield from self._ticked("begin", session, [seat.entry for seat in session.seats])
        elif session.status == "running":
            yield from self.act("end_session", session=name)
            yield from self._ticked("end_early", session, [seat.entry for seat in session.seats])
            if session.absent:
                for step in ("arrive", "forfeit"):
                    for act in self.act(step, session=name):
                        self._offer(act.form, "entry", session, session.absent)
                        if step == "arrive":
                            del act.form.fields["hands"]
                        yield act

    def _ticked(self, step: str, session: Session, entries: Iterable[int]) -> Iterator[Act]:
        for act in self.act(step, session=session.name):
            for name in ("entries", "consents", "waived"):
                if name in act.form.fields:
                    self._offer(act.form, name, session, entries)
            if step == "begin":
                act.form.fields["entries"].label = _("Absent")
            yield act

    def _offer(self, form: StepForm, name: str, session: Session, entries: Iterable[int]) -> None:
        people = []
        for number in entries:
            entry = self.state.entry(number)
            people.append((number, f"{number} {entry.person_in(session.name) if entry else ''}"))
        form.fields[name].offer(people)  # type: ignore[attr-defined]

    # --- results

    def _prizes(self) -> Iterator[PrizeRow]:
        for award in self.state.awards:
            entry = self.state.entry(award.entry)
            yield PrizeRow(
                award.place,
                award.entry,
                entry.player if entry is not None else "",
                dollars(award.cents),
                award.paid_at,
                award.paid_by,
                award.witness,
                award.receipt,
                tuple(self.act("pay_prize", entry=award.entry)) if award.paid_at is None else (),
            )


def _amount(cents: int | None) -> str:
    return f"{(cents or 0) / 100:.2f}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in the list, and what it is waiting for."""

    tournament: Tournament
    phase: Words
    entered: int
    next: str
    clause: str


def listed(tournament: Tournament, at: datetime) -> Listed:
    """The tournament's line in the list."""
    state = tournament.state
    waits = next(iter(machine.due(state, at)), None)
    words = ""
    if waits is not None:
        numbers = ", ".join(str(number) for number in waits.entries)
        words = text(str(DUE[waits.kind]), stage=waits.stage, session=waits.session, entries=numbers)
    return Listed(
        tournament,
        PHASES[state.phase],
        sum(entry.status == "entered" for entry in state.entries),
        words,
        waits.clause if waits is not None else "",
    )
