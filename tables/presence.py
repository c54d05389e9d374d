"""Who deals at a table, as the staff room tells it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from casino import ledger
from casino.staff import signals as staff_signals
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


def come_to_table(code: str, dealer: Staff, at: datetime) -> None:
    """A dealer without a tablet comes to the table (autoplay): the same steps as a sign-in at one."""
    with transaction.atomic():
        staff_signals.dealer_changed.send(Staff, table_code=code, old=None, new=dealer, at=at)
        detail = f"{dealer.number} deals at {code}"
        entry = ledger.Draft(kind="signed_on", detail=detail, body={"number": dealer.number})
        ledger.append(code, [entry], actor=dealer.number, role=dealer.role, at=at)
