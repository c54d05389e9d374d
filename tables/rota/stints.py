"""The time of each dealer at each table, recorded as dealers change."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from tables.models import Stint, Table


def at_table(table: Table, number: str, at: datetime) -> list[Stint]:
    """Change the dealer at a table ("" for nobody); returns the changed stints, for the entry of the change. The
    table's row must be locked."""
    changed = list(Stint.objects.select_for_update().filter(table=table, ended_at=None))
    for stint in changed:
        stint.ended_at = at
        stint.save()
    if number:
        changed.append(Stint.objects.create(table=table, number=number, began_at=at))
    return changed


def long_at_table() -> timedelta:
    """How long a dealer may be at a table before the pit is told: ``DEALER_MINUTES``."""
    return timedelta(minutes=settings.DEALER_MINUTES)
