"""What has been done of an opening or a closing, kept in the table's row: `Table.checks`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from casino.refusals import Refusal
from tables.models import Table


def tick(table: Table, item: str, by: str, at: datetime, **more: Any) -> None:
    """Note on the row, which must be locked, that somebody did `item`."""
    table.checks[item] = {"by": by, "at": at.isoformat(), **more}


def not_in_hand(table: Table, clause: str) -> None:
    """Raises Refusal while a round is open."""
    if table.in_hand:
        raise Refusal("table.round_open", clause, table=table.code)
