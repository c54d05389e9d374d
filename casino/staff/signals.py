"""What the staff room tells the tables, which it may not import."""

from __future__ import annotations

from django.dispatch import Signal

dealer_changed = Signal()
"""Who deals at a table changed: `table_code` (str), `old` (Staff | None), `new` (Staff | None), `at`.

Sent inside the transaction and before its ledger entries, so that the receiver can lock the table's
row first (lock order: table row, approval, chain). A receiver's exception undoes the change.
"""
