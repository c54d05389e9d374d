"""What has been done of an opening or a closing, as the table's row keeps it: `Table.checks`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tables.models import Table
from tables.refusal import TableRefusal


def tick(table: Table, item: str, by: str, at: datetime, **more: Any) -> None:
    """Keep on the row, which is locked, that `item` was done by somebody."""
    table.checks[item] = {"by": by, "at": at.isoformat(), **more}


def not_in_hand(table: Table, clause: str, what: str) -> None:
    """Refuse `what` while a round is in hand."""
    if table.in_hand:
        raise TableRefusal(clause, f"a round is in hand at {table.code}", f"Finish it, then {what}.")
