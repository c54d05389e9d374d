"""The leader board of a tournament, for the hall: every stack after the last round, by table and overall, who is
through, and how many hands are left. Wagers are not on it: secret ones stay secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from casino.money import dollars
from casino.translated import text
from tables.models import Table
from tables.tournaments.conditions_form import UNITS
from tables.tournaments.machine import Session, State
from tables.tournaments.machine.state import Seat
from tables.tournaments.models import Tournament
from tables.tournaments.screen import PHASES, STATUS, chips_of
from tables.tournaments.signals import Counted
from tables.tournaments.steps import counted, played_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    Words = str | StrPromise


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the board. ``through``: certain to go on; ``leads``: currently in a place that goes on."""

    rank: int
    player: str
    chips: int
    words: str = ""
    """The chips, as people read them."""
    table: str = ""
    box: int = 0
    button: bool = False
    through: bool = False
    leads: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class TableBoard:
    """A table on the board, best stack first."""

    title: str
    table: str
    status: Words
    running: bool
    left: str
    last: bool
    """Whether the hands being played are announced as the last."""
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A place that has won a prize."""

    place: int
    player: str
    amount: str


@dataclass(frozen=True, slots=True)
class Board:
    """What the hall sees of a tournament."""

    code: str
    name: str
    phase: Words
    stage: str
    tables: tuple[TableBoard, ...]
    whole: tuple[Place, ...]
    prizes: tuple[PrizeLine, ...]
    mark: str


def mark_of(tournament: Tournament) -> str:
    """A mark that changes whenever something on the board may have changed: two short queries."""
    versions = Table.objects.filter(tournament__table__code=tournament.code).order_by("code")
    return "-".join(
        [
            str(tournament.version),
            *(f"{code}.{version}" for code, version in versions.values_list("code", "version")),
        ]
    )


def board_of(tournament: Tournament, at: datetime) -> Board:
    """The board as it is now."""
    mark, state = mark_of(tournament), tournament.state
    stage = state.stages[state.stage - 1].name if state.stage and state.stages else ""
    held = [session for session in state.sessions if session.stage == state.stage]
    results = {session.name: counted(state, session) for session in held if session.status == "running"}
    tables = tuple(_table(state, session, results.get(session.name), at) for session in held)
    main = [table for session, table in zip(held, tables, strict=True) if not session.break_no]
    return Board(
        tournament.code,
        tournament.name,
        PHASES[state.phase],
        stage,
        tables,
        _ranked(place for table in main for place in table.places) if len(main) > 1 else (),
        tuple(
            PrizeLine(award.place, _player(state, award.entry), dollars(award.cents))
            for award in state.awards
        ),
        mark,
    )


def _player(state: State, number: int) -> str:
    entry = state.entry(number)
    return entry.player if entry is not None else ""


def _table(state: State, session: Session, result: Counted | None, at: datetime) -> TableBoard:
    stage = state.stages[session.stage - 1]
    played = played_of(session, result, at)
    left = max(0, session.length.number - played)
    last_hands = (state.conditions.betting.last_hands if state.conditions.betting else 0) or 0
    hands = session.length.unit == "hands"
    tied = text(gettext(", tie {number}"), number=session.break_no) if session.break_no else ""
    return TableBoard(
        text(gettext("Table {number}{tied}"), number=session.table_no, tied=tied),
        session.table,
        STATUS[session.status],
        session.status == "running",
        text(gettext("{left} of {number} {unit} left"), left=left, number=session.length.number,
             unit=str(UNITS[session.length.unit])),
        session.status == "running" and hands and 0 < left <= last_hands,
        tuple(_marked(state, session, stage.advance_per_table, played > 0, _ranked(_places(state, session, result)))),
    )  # fmt: skip


def _places(state: State, session: Session, result: Counted | None) -> Iterator[Place]:
    for seat in session.seats:
        chips = chips_of(seat, result)
        yield Place(
            0,
            _name(state, session, seat),
            chips,
            f"{chips:,}",
            session.table,
            seat.box,
            seat.box == session.first_box,
            out=not chips or _left_it(state, seat),
        )


def _name(state: State, session: Session, seat: Seat) -> str:
    entry = state.entry(seat.entry)
    return seat.player or (entry.person_in(session.name) if entry is not None else "")


def _left_it(state: State, seat: Seat) -> bool:
    entry = state.entry(seat.entry)
    return entry is not None and entry.status in ("retired", "disqualified", "withdrawn")


def _marked(
    state: State, session: Session, going_on: int, begun: bool, places: Iterable[Place]
) -> Iterator[Place]:
    """The places with who is through: for certain once the stage is concluded, provisionally until then."""
    outcome = next((held for held in state.outcomes if held.stage == session.stage), None)
    entries = {_name(state, session, seat): seat.entry for seat in session.seats}
    ordered = list(places)
    # Nobody who is level across the line leads before the tie is broken.
    level = {place.chips: sum(other.chips >= place.chips for other in ordered) for place in ordered}
    for place in ordered:
        through = outcome is not None and entries.get(place.player) in outcome.advancing
        leads = outcome is None and begun and level[place.chips] <= going_on and not place.out
        yield replace(place, through=through, leads=leads)


def _ranked(places: Iterable[Place]) -> tuple[Place, ...]:
    """In order of chips; players with the same number of chips have the same place."""
    ordered = sorted(places, key=lambda place: (-place.chips, place.table, place.box))
    ranks = {chips: rank for rank, chips in reversed(list(enumerate((p.chips for p in ordered), start=1)))}
    return tuple(replace(place, rank=ranks[place.chips]) for place in ordered)
