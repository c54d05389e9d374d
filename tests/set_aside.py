"""A table set aside for a session of a tournament, by the director's own step."""

from typing import Any

from msgspec.structs import replace

from casino.ledger import Draft
from casino.staff.roles import Role
from casino.tournament_table import TournamentTable
from tables import record
from tables.tournaments.at_table import AtTable, ChipLimits, put
from tests import floor
from tests.floor import AT


def session(**changes: Any) -> AtTable:
    """A session that runs: P12 on box 1 and P7 on box 3 with 1,000 units each, three hands, wagers from 50 to 500."""
    table = TournamentTable(
        "T-1",
        "1.1",
        seats=((1, "P12"), (3, "P7")),
        stacks=(("P12", 100_000), ("P7", 100_000)),
        hands=3,
    )
    running = AtTable(
        table=table,
        limits=(ChipLimits("main", 5000, 50_000),),
        name="Autumn",
        status="running",
        briefed="T-2",
        director="T-2",
    )
    return replace(running, **changes)


def set_aside(code: str, running: AtTable | None, **changes: Any) -> None:
    """Set the table aside for this session from now on; with None it is for cash again."""
    running = replace(running, **changes) if running is not None else None
    entry = Draft(kind="tournament_table", detail="set aside", body={})
    with record.locked(code) as table:
        put(table, running, entry, by=floor.person(Role.TOURNAMENT_DIRECTOR), at=AT)
