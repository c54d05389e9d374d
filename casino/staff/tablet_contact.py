"""When the tablets were last heard from, to tell a table with a silent tablet from one where nobody plays.

A tablet pings every few seconds, over its socket or by polling. A worker writes that down once in `EVERY` seconds,
for all its tablets in one statement.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max
from django.utils import timezone

from casino.staff import arrival
from casino.staff.models import Staff, Tablet, TabletHeard
from casino.staff.sessions import StoredSession

EVERY: Final = 15.0
"""Seconds between two writes of a worker about the same tablet."""
SILENT: Final = timedelta(seconds=60)
"""A tablet that has not been heard from for this long is silent."""

_written: dict[int, float] = {}


def note(tablets: Iterable[int]) -> None:
    """Note that these tablets (primary keys) were heard from just now."""
    now = time.monotonic()
    due = [pk for pk in set(tablets) if now - _written.get(pk, -EVERY) >= EVERY]
    if not due:
        return
    _written.update(dict.fromkeys(due, now))
    at = timezone.now()
    TabletHeard.objects.bulk_create(
        [TabletHeard(tablet_id=pk, at=at) for pk in due],
        update_conflicts=True,
        unique_fields=["tablet"],
        update_fields=["at"],
    )


def silent(dealers: dict[str, str], now: datetime) -> dict[str, datetime]:
    """Given the dealer of each table by its code: the tables whose tablets are all silent, and since when. A tablet
    that its dealer has locked is not silent, nor is one that has never been heard from."""
    heard = (
        Tablet.objects.filter(table_code__in=list(dealers), revoked_at=None, heard__isnull=False)
        .values("table_code")
        .annotate(last=Max("heard__at"))
        .filter(last__lt=now - SILENT)
        .values_list("table_code", "last")
        .order_by("table_code")
    )
    return {code: last for code, last in heard if not _locked(dealers[code])}


def _locked(number: str) -> bool:
    screen = Staff.objects.filter(number=number).values_list("screen", flat=True).first()
    return bool(screen and StoredSession(screen).get(arrival.LOCKED))
