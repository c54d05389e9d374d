"""A dealer calls a supervisor to the table: one tap, whatever the reason; it lasts until somebody is there.

The pit has the call on its list and on the table's tile, and the person who acknowledges it is shown at the table as
coming.
What happened then is another matter (a dispute, an irregularity), or none. No tap of the dealer is stale by a call:
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
    """Call a supervisor, also while the table is opened or closed. Called again, the first call is kept."""
    with locked(code) as table:
        if table.called_at is not None:
            return table
        table.called_at, table.called_by, table.coming = at, by.number, ""
        detail = Phrase.of("entry.calls_supervisor", number=by.number)
        write_beside(table, "supervisor_called", detail, by=by, at=at, changes=FIELDS)
        return table


def answered(table: Table, by: Staff) -> list[Any]:
    """Somebody has acknowledged the call and comes: the table shows who. The row is locked and the record written by
    the person who acknowledges (`rounds.pit.alerts`), with what this returns of the table's row."""
    table.coming = by.number
    table.save(update_fields=["coming"])
    return table_rows(table, ["coming"])


def end(code: str, *, by: Staff, at: datetime) -> Table:
    """A supervisor is at the table, or the call is taken back before anybody has seen it. Without a call nothing
    changes."""
    with locked(code) as table:
        if table.called_at is None:
            return table
        came, table.called_at, table.called_by, table.coming = table.coming, None, "", ""
        detail = (
            Phrase.of("entry.supervisor_came", number=came) if came else Phrase.of("entry.call_taken_back")
        )
        write_beside(table, "supervisor_call_ended", detail, by=by, at=at, changes=FIELDS)
        return table
