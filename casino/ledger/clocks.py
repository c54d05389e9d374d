"""How far each worker's clock is from the database's.

Entries are ordered by sequence and their times never step back, so a wrong clock mixes nothing up. But its
time is on screens and in the record, and gaming hours and notices go by it, so the house is told.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from datetime import timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import F, Func, Value
from django.db.models.functions import Abs
from django.utils import timezone

from casino.ledger.models import Worker

log = logging.getLogger(__name__)

MOST: Final = timedelta(seconds=2)
"""How far apart the clocks may be."""
EVERY_SECONDS: Final = 30.0
"""How often a worker compares them."""
GONE: Final = timedelta(minutes=3)
"""A worker that has not been seen for this long has ended."""


class DatabaseTime(Func):
    """The database's clock when the statement runs."""

    function = "clock_timestamp"
    arity = 0


def name() -> str:
    """This process's name among the workers: its machine and its process id."""
    return f"{socket.gethostname()[:60]}/{os.getpid()}"


def ahead() -> timedelta:
    """How far this process's clock is ahead of the database's, negative if it is behind. The query is taken
    to reach the database after half of the time that it took."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")  # the first query may have to connect first
        asked = timezone.now()
        cursor.execute("SELECT clock_timestamp()")
        (there,) = cursor.fetchone()
        return asked + (timezone.now() - asked) / 2 - there


def note() -> timedelta:
    """Compare the clocks and store the result for everybody to see; returns how far this one is ahead."""
    difference = ahead()
    ahead_ms = round(difference / timedelta(milliseconds=1))
    Worker.objects.bulk_create(
        [Worker(name=name(), ahead_ms=ahead_ms, seen_at=timezone.now() - difference)],
        update_conflicts=True, unique_fields=["name"], update_fields=["ahead_ms", "seen_at"],
    )  # fmt: skip
    return difference


def wrong_clocks() -> list[Worker]:
    """The workers whose clocks differ from the database's by more than `MOST`, worst first."""
    most = MOST // timedelta(milliseconds=1)
    return list(
        running_workers().annotate(off=Abs(F("ahead_ms"))).filter(off__gt=most).order_by("-off", "name")
    )


def running_workers() -> Any:
    """The workers that are running now, by the database's clock."""
    return Worker.objects.filter(seen_at__gt=DatabaseTime() - Value(GONE)).order_by("name")


def forget_ended() -> None:
    """Forget workers that ended at least a day ago."""
    Worker.objects.filter(seen_at__lt=DatabaseTime() - Value(timedelta(days=1))).delete()


def watch(stop: threading.Event) -> None:
    """Compare the clocks every `EVERY_SECONDS` until `stop` is set, in a thread of the worker; log when they
    begin to differ and when they agree again."""
    differed = False
    while True:
        try:
            difference = note()
            if (abs(difference) > MOST) != differed:
                differed = not differed
                log_difference(difference)
            forget_ended()
        except Exception:  # the database is away: the next look tries again
            log.warning("The clocks could not be compared.", exc_info=True)
        finally:
            connection.close()
        if stop.wait(EVERY_SECONDS):
            return


def log_difference(difference: timedelta) -> None:
    """Log whether this worker's clock is right."""
    if abs(difference) > MOST:
        log.error("The clock of this worker is %s the database's. Set it right.", in_words(difference))
    else:
        log.warning("The clock of this worker agrees with the database's again.")


def in_words(difference: timedelta) -> str:
    """“30.0 s ahead of”, “2.4 s behind”."""
    seconds = abs(difference / timedelta(seconds=1))
    return f"{seconds:.1f} s {'ahead of' if difference > timedelta(0) else 'behind'}"


def offset_of(worker: Worker) -> timedelta:
    """How far a worker's clock is ahead."""
    return timedelta(milliseconds=worker.ahead_ms)
