"""What the staff room tells the tables, which it may not import."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.dispatch import Signal

if TYPE_CHECKING:
    from casino.staff.models import Staff

dealer_changed = Signal()
"""Who deals at a table changed: `table_code` (str), `old` (Staff | None), `new` (Staff | None), `at`.

Sent inside the transaction and before its ledger entries, so that the receiver can lock the table's
row first (lock order: table row, approval, chain). A receiver's exception undoes the change. It returns what the entry
is to say of the rows that it has changed (`casino.ledger.rows`).
"""


staff_changed = Signal()
"""The list of staff changes that wait to be acknowledged has changed. Sent after the transaction has committed."""


def tell_dealer(table_code: str, old: Staff | None, new: Staff | None, at: datetime) -> list[Any]:
    """Send `dealer_changed`; returns what the entry of it says of the rows that have changed with it."""
    answers = dealer_changed.send(None, table_code=table_code, old=old, new=new, at=at)
    return [told for _, rows in answers for told in rows or ()]
