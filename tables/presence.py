"""Who deals at a table, as the staff room tells it."""

from __future__ import annotations

from datetime import datetime

from casino.staff.models import Staff
from tables import opening
from tables.models import Table
from tables.record import announce


def dealer_changed(table_code: str, old: Staff | None, new: Staff | None, at: datetime, **_: object) -> None:
    """Receiver of `casino.staff.signals.dealer_changed`: sent before the entry of it, in its transaction."""
    table = Table.objects.select_for_update().filter(code=table_code).first()
    if table is None:
        return
    number = new.number if new is not None else ""
    if number == table.dealer:
        return
    # The staff room writes at least one entry after this: the version does not run ahead of the chain.
    table.version += 1
    table.save(update_fields=["version", *opening.dealer_on(table, number, at)])
    announce(table_code)
