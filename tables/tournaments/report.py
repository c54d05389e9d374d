"""The final report of a tournament: the same sections for the page, the PDF and the CSV, from its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext

from casino.house_time import minutes
from casino.staff.roles import Role
from casino.translated import text
from casino.web.papers import Amount, Cell, Section
from tables.float.days import by_the_clock
from tables.tournaments import machine
from tables.tournaments.conditions_form import UNITS
from tables.tournaments.machine import Session, State
from tables.tournaments.machine.state import Entry
from tables.tournaments.models import Tournament
from tables.tournaments.screen import BOOKS, PHASES, STATUS


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about a tournament, so far or at its end."""

    tournament: Tournament
    heading: str
    about: str
    made: str
    made_at: datetime
    sections: tuple[Section, ...]
    over: bool


SIGNED: Final = (Role.TOURNAMENT_DIRECTOR, Role.OPERATIONS_MANAGER)
"""The roles that sign it on paper."""


def clock(at: datetime | None) -> str:
    """A moment as the report writes it."""
    return f"{by_the_clock(at):%Y-%m-%d} {minutes(at)}" if at is not None else ""


def report_of(tournament: Tournament, at: datetime, by: str = "") -> Report:
    """The report as of now; `by` is the number of the person who requests it."""
    state = tournament.state
    sections = (
        _conditions(state),
        _entries(state),
        _draws(state),
        *_sessions(state),
        _ties(state),
        _outcomes(state),
        _prizes(state),
        _rulings(state),
        _books(state),
    )
    over = state.phase in machine.state.OVER
    phase = str(PHASES[state.phase])
    return Report(
        tournament,
        f"{tournament.code} {tournament.name}",
        text(gettext("Rules {book}, {phase}"), book=tournament.book, phase=phase),
        text(gettext("Made {at} by {number}"), at=clock(at), number=by),
        at,
        tuple(section for section in sections if section.rows),
        over,
    )


def _conditions(state: State) -> Section:
    approval = state.approval
    rows: list[tuple[Cell, ...]] = [
        (gettext("Conditions version"), state.version),
        (gettext("Fingerprint (SHA-256)"), machine.fingerprint(state.conditions)),
        (gettext("Written by"), state.written_by),
    ]
    if approval is not None:
        rows += [
            (gettext("Approved by"), approval.approved_by),
            (gettext("Reference"), approval.reference),
            (gettext("Version approved"), approval.version),
            (gettext("Approval recorded"), f"{clock(approval.at)}, {approval.recorded_by}"),
        ]
    rows.append((gettext("Director"), state.director))
    if state.deputies:
        rows.append((gettext("Deputies"), ", ".join(state.deputies)))
    return Section(gettext("Conditions and approval"), ("", ""), rows)


def _entries(state: State) -> Section:
    return Section(
        gettext("Entries"),
        (
            gettext("Entry"), gettext("Player"), gettext("State"), gettext("Fee"), gettext("Buy-in"), gettext("Kept"),
            gettext("Given back"), gettext("Substitutes, won at"),
        ),
        [
            (
                entry.number,
                entry.player,
                str(STATUS[entry.status]),
                Amount(entry.fee),
                Amount(entry.buy_in),
                Amount(entry.kept),
                Amount(entry.refund.fee + entry.refund.buy_in),
                _remarks(entry),
            )
            for entry in state.entries
        ],
    )  # fmt: skip


def _remarks(entry: Entry) -> str:
    """The approved substitutes, and where the entry was won."""
    substitutes = [
        f"{named.substitute} {named.session}".strip() for named in entry.nominations if named.approved_by
    ]
    return ", ".join([*substitutes, *filter(None, [entry.source])])


def _draws(state: State) -> Section:
    digests = {committed.stage: committed for committed in state.commitments}
    return Section(
        gettext("Draws"),
        (gettext("Stage"), gettext("Seed"), gettext("Cut"), gettext("Committed to at")),
        [
            (
                drawn.stage,
                drawn.seed,
                drawn.cut,
                clock(digests[drawn.stage].at) if drawn.stage in digests else "",
            )
            for drawn in state.draws
        ],
    )


def _sessions(state: State) -> Iterator[Section]:
    for session in state.sessions:
        yield Section(
            _title(state, session),
            (
                gettext("Box"),
                gettext("Entry"),
                gettext("Player"),
                gettext("Began with"),
                gettext("Final stack"),
            ),
            [
                (
                    seat.box,
                    seat.entry,
                    seat.player or _player(state, seat.entry),
                    seat.start + seat.given,
                    seat.chips,
                )
                for seat in session.seats
            ],
            note=text(gettext("Ended early: {reason}"), reason=session.early) if session.early else "",
        )


def _title(state: State, session: Session) -> str:
    stage = state.stages[session.stage - 1].name if state.stages else str(session.stage)
    words = text(
        gettext("{stage}, session {name}, {table}: {played} of {number} {unit}, {status}"),
        stage=stage,
        name=session.name,
        table=session.table or "–",
        played=session.played,
        number=session.length.number,
        unit=str(UNITS[session.length.unit]),
        status=str(STATUS[session.status]),
    )
    return f"{words}, {clock(session.began_at)}" if session.began_at else words


def _player(state: State, number: int) -> str:
    entry = state.entry(number)
    return entry.player if entry is not None else ""


def _ties(state: State) -> Section:
    return Section(
        gettext("Ties and how they were broken"),
        (gettext("Session"), gettext("Players"), gettext("Places"), gettext("Played"), gettext("Result")),
        [
            (
                session.name,
                ", ".join(_player(state, seat.entry) for seat in session.seats),
                session.tie_for,
                f"{session.played} {UNITS[session.length.unit]}",
                ", ".join(
                    f"{_player(state, seat.entry)} {seat.chips}"
                    for seat in sorted(session.seats, key=lambda seat: -seat.chips)
                )
                if session.status == "ended"
                else str(STATUS[session.status]),
            )
            for session in state.sessions
            if session.break_no
        ],
    )


def _outcomes(state: State) -> Section:
    return Section(
        gettext("Who went on"),
        (gettext("Stage"), gettext("Through"), gettext("Out")),
        [
            (
                state.stages[outcome.stage - 1].name,
                ", ".join(_player(state, entry) for entry in outcome.advancing),
                ", ".join(_player(state, entry) for entry in outcome.eliminated),
            )
            for outcome in state.outcomes
        ],
    )


def _prizes(state: State) -> Section:
    return Section(
        gettext("Prizes"),
        (
            gettext("Place"), gettext("Entry"), gettext("Player"), gettext("Prize"), gettext("Paid"),
            gettext("Paid by"), gettext("Witness"), gettext("Receipt"),
        ),
        [
            (
                award.place,
                award.entry,
                _player(state, award.entry),
                Amount(award.cents),
                clock(award.paid_at),
                award.paid_by,
                award.witness,
                award.receipt,
            )
            for award in state.awards
        ],
    )  # fmt: skip


def _rulings(state: State) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (clock(ruling.at), ruling.by, ruling.session, ruling.subject, ruling.ruling, ruling.reason)
        for ruling in state.rulings
    ]
    return Section(
        gettext("Rulings"),
        (
            gettext("When"), gettext("By"), gettext("Session"), gettext("About"), gettext("Ruling"), gettext("Reason"),
        ),
        rows,
    )  # fmt: skip


def _books(state: State) -> Section:
    balanced = gettext("balanced") if state.books.balanced else gettext("not balanced")
    return Section(
        gettext("Books"),
        ("", ""),
        [
            *((str(words), Amount(getattr(state.books, account))) for account, words in BOOKS),
            (gettext("Together"), balanced),
        ],
    )
