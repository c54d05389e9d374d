"""A dealer calls a supervisor to the table: one tap, whatever the reason; the call lasts until somebody is there.

The pit has the call on its list and on the table's tile, and the table shows whoever acknowledges it as coming. What
happens then is a separate matter (a dispute, an irregularity), or nothing. A call makes no tap of the dealer stale:
the table's version stays.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from casino.staff.models import Staff
from casino.words import Phrase
from tables.models import Table
from tables.record import locked, table_rows, write_beside

FIELDS: Final = ("called_at", "called_by", "coming")


def call(code: str, *, by: Staff, at: datetime) -> Table:
    """Call a supervisor, even while the table is being opened or closed. A second call keeps the first."""
    with locked(code) as table:
        if table.called_at is not None:
            return table
        table.called_at, table.called_by, table.coming = at, by.number, ""
        detail = Phrase.of("entry.calls_supervisor", number=by.number)
        write_beside(table, "supervisor_called", detail, by=by, at=at, changes=FIELDS)
        return table


def acknowledge(table: Table, by: Staff) -> list[Any]:
    """Show at the table who has acknowledged the call and is coming. The row must be locked; `rounds.pit.alerts`
    writes the record, with what this returns about the table's row."""
    table.coming = by.number
    table.save(update_fields=["coming"])
    return table_rows(table, ["coming"])


def end(code: str, *, by: Staff, at: datetime) -> Table:
    """End the call: a supervisor is at the table, or it is cancelled before anybody has seen it. Does nothing
    without a call."""
    with locked(code) as table:
        if table.called_at is None:
            return table
        came, table.called_at, table.called_by, table.coming = table.coming, None, "", ""
        detail = (
            Phrase.of("entry.supervisor_came", number=came) if came else Phrase.of("entry.call_taken_back")
        )
        write_beside(table, "supervisor_call_ended", detail, by=by, at=at, changes=FIELDS)
        return table
