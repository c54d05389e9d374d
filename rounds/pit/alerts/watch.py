"""Raise alerts when their causes come up, whether anybody looks or not, and escalate those that nobody acknowledges.

    threading.Thread(target=watch.run, args=(stop,)).start()      # in every worker; only one of them looks at a time

Nothing changes at a table, so a late look or a worker that ends loses nothing: an alert counts from the time of its
cause, which the record has, and the next look finds the same alerts. Changes at a table are made only by taps and by
viewing pages (`tables.floor.scheduled_changes`).
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from rounds.pit.alerts import alerts
from tables.models import PitAlert, Table
from tables.record import announce, locked, now_at

log = logging.getLogger(__name__)

EVERY: Final = 5.0
"""Seconds between two looks, within which alerts that only time brings about come up."""
GAP: Final = 1.0
"""The least seconds between two looks, however much happens at the tables."""

_woken = threading.Event()


def wake(**_: object) -> None:
    """Receiver of `tables.signals.changed`, which is sent after the commit: look soon."""
    _woken.set()


def run(stop: threading.Event) -> None:
    """Look until `stop` is set, in a thread of the worker."""
    while not stop.is_set():
        _woken.clear()
        try:
            look_once(timezone.now())
        except Exception:  # the database may be away: the next look tries again
            log.warning("What has come up at the tables could not be looked for.", exc_info=True)
        finally:
            connection.close()
        if stop.wait(GAP):
            return
        _woken.wait(EVERY - GAP)


def look_once(at: datetime) -> bool:
    """Record the alerts that have come up at any table, escalate those not acknowledged in time, and tell the
    screens. Returns False if another worker is looking."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext('pit_alerts'))")
            if not cursor.fetchone()[0]:
                return False
        tables = list(Table.objects.select_related("pit"))
        before = set(_open_rows())
        alerts.keep_up(tables, at)
        after = _open_rows()
        for code in {code for pk, code in after.items() if pk not in before}:
            announce(code)
        overdue = _overdue(at)
    for pk, code in overdue:
        escalate(pk, code)
    return True


def _open_rows() -> dict[int, str]:
    """The table code of each open alert, by primary key."""
    return dict(PitAlert.objects.filter(ended_at=None).values_list("pk", "table__code"))


def _overdue(at: datetime) -> list[tuple[int, str]]:
    if not settings.ALERT_MINUTES:
        return []
    waiting = PitAlert.objects.filter(
        ended_at=None,
        seen_at=None,
        escalated_at=None,
        raised_at__lte=at - timedelta(minutes=settings.ALERT_MINUTES),
    )
    return list(waiting.exclude(kind__in=alerts.STAYS_IN_THE_PIT).values_list("pk", "table__code"))


def escalate(pk: int, code: str) -> bool:
    """Escalate an unacknowledged alert to the casino supervisor, with the time on the table's chain. Returns False if
    it has been acknowledged or is over by now."""
    with locked(code):
        row = PitAlert.objects.select_for_update().get(pk=pk)
        if row.seen_at is not None or row.ended_at is not None or row.escalated_at is not None:
            return False
        alerts.record_escalation(row, code, now_at(code))
    return True
