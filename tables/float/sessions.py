"""A session of a table, from its opening float to its close, as `tables.opening` begins and ends it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from casino.ledger import Draft
from casino.staff.models import Staff
from casino.words import Phrase
from tables.float import tallies
from tables.float.balance import balance
from tables.float.models import Count, Session
from tables.float.record import draft, running
from tables.models import Table

RECOUNT: Final = "float_again"
"""Key in `Table.checks`: the denominations were changed after the opening float was counted."""


def float_wanted(table: Table) -> bool:
    """Whether the opening float must still be counted, or counted again."""
    return running(table) is None or RECOUNT in table.checks


def opening_of(table: Table) -> Count | None:
    """The count of the opening float with which the table opens; None until there is one."""
    session = running(table)
    return session.opening if session is not None and RECOUNT not in table.checks else None


def closing_wanted(table: Table) -> bool:
    """Whether the closing float has still to be counted. A table that was opened before floats were recorded has
    none."""
    session = running(table)
    return session is not None and session.opened_at is not None and session.closing_id is None


def opened(table: Table, by: Staff, at: datetime) -> list[Draft]:
    """Open the session; returns its entry for the caller to write. The table's row must be locked."""
    session = running(table)
    assert session is not None, "a table opens with its float counted"
    session.opened_at, session.opened_by = at, by.number
    ended = Session.objects.filter(table=table, last_round__isnull=False).order_by("-number")
    # A round for which the previous session only prepared the shoe belongs to this one.
    before = ended.values_list("last_round", flat=True).first()
    session.after_round = table.last_over if before is None else before
    session.pit, session.book, session.game, session.decks = (
        table.pit.code,
        table.book,
        table.game,
        table.decks,
    )
    session.save()
    detail = Phrase.of("entry.session_opened", number=session.number, amount=session.opening.total)
    return [
        draft(
            "session_opened",
            detail,
            [session],
            amount=session.opening.total,
        )
    ]


def closed(table: Table, by: Staff, at: datetime) -> list[Draft]:
    """Close the session with the figures of its table; returns its entry for the caller to write."""
    session = running(table)
    if session is None or session.closing is None:
        return []
    session.closed_at, session.closed_by = at, by.number
    session.last_round = table.last_over
    session.rounds, session.handle, session.win = table.rounds, table.handle, table.win
    session.edges = table.edges
    stands = balance(session, table)
    session.drop, session.counted_win = stands.cash, stands.counted_win(session.closing.total)
    session.save()
    tally_rows = tallies.keep(session, table)
    detail = Phrase.of("entry.session_closed", number=session.number, amount=session.closing.total)
    return [
        draft(
            "session_closed",
            detail,
            [session, *tally_rows],
            amount=session.win,
        )
    ]
