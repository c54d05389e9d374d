"""What a table knows about the tournament that it is set aside for: `Table.tournament`, written by the director's
steps.

Play reads it for every hand (`rounds.play.snapshot`), and `tables.tournaments.may_deal` checks it before a hand begins.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from casino.ledger import Draft, Entry, Request
from casino.money import Cents
from casino.staff.models import Staff
from casino.tournament_table import UNIT, TournamentTable
from tables import record
from tables.models import Table
from tables.record import NO_REQUEST

DENOMINATIONS: Final[tuple[Cents, ...]] = tuple(UNIT * units for units in (1, 5, 25, 100, 500, 1000))
"""The tournament chips of a house that sets no others."""


class ChipLimits(Struct, frozen=True, omit_defaults=True):
    """The limits of one bet in tournament chips, in hundredths of a unit; ``multiple`` is 0 for any amount."""

    bet: str
    minimum: Cents
    maximum: Cents
    multiple: Cents = 0


class AtTable(Struct, frozen=True, omit_defaults=True):
    """A session of a tournament at the table that is set aside for it."""

    table: TournamentTable
    """The terms of its hands."""
    limits: tuple[ChipLimits, ...]
    """Limits that replace the table's sign."""
    name: str = ""
    """The tournament's name, for people."""
    stage: str = ""
    """The round of the tournament, such as ``Heat 2``."""
    chips: tuple[Cents, ...] = DENOMINATIONS
    """Denominations of the tournament chips."""
    offers: tuple[tuple[str, str], ...] = ()
    """The side bets on offer, each with its scale; "" for the first."""
    status: Literal["set_aside", "running", "over"] = "set_aside"
    briefed: str = ""
    """Who has briefed the players on the conditions, and is satisfied that they understand (VIC03-16.2.2)."""
    director: str = ""
    """The director or deputy who is present now (VIC03-16.2.4); "" if nobody is."""
    ends_at: datetime | None = None
    """When it ends by the clock."""


def at_table(table: Table) -> AtTable | None:
    """The tournament session that the table is set aside for; None if it deals for cash. No query."""
    return msgspec.convert(table.tournament, AtTable) if table.tournament else None


def as_column(session: AtTable | None) -> Any:
    """The session as its column stores it."""
    return msgspec.to_builtins(session) if session is not None else None


def put(
    table: Table,
    session: AtTable | None,
    entry: Draft,
    *,
    by: Staff,
    at: datetime,
    request: Request = NO_REQUEST,
) -> list[Entry]:
    """Store what the table, whose row is locked, is set aside for from now on, with the entry that says why."""
    table.tournament = as_column(session)
    return record.write(table, [entry], by=by, at=at, changes=["tournament"], request=request)
