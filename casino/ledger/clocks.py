"""How far each worker's clock is from the database's.

The order of the record is its sequence and its times never step back, so a clock that is wrong mixes nothing up. But
what it says is on screens and in the record, and gaming hours and notices go by it: the house is told.
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
"""By how much the clocks may differ."""
EVERY_SECONDS: Final = 30.0
"""How often a worker compares them."""
GONE: Final = timedelta(minutes=3)
"""A worker that was not seen for this long has ended."""


class DatabaseTime(Func):
    """The database's own clock, as it is when the statement runs."""

    function = "clock_timestamp"
    arity = 0


def name() -> str:
    """What this process is called among the workers: its machine and its number there."""
    return f"{socket.gethostname()[:60]}/{os.getpid()}"


def ahead() -> timedelta:
    """By how much this process's clock is ahead of the database's, below zero if it is behind. Half of the time
    that the asking took is taken to be the way there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")  # the connection may have to be made first
        asked = timezone.now()
        cursor.execute("SELECT clock_timestamp()")
        (there,) = cursor.fetchone()
        return asked + (timezone.now() - asked) / 2 - there


def note() -> timedelta:
    """Compare the clocks, have everybody know of it, and return by how much this one is ahead."""
    difference = ahead()
    ahead_ms = round(difference / timedelta(milliseconds=1))
    Worker.objects.bulk_create(
        [Worker(name=name(), ahead_ms=ahead_ms, seen_at=timezone.now() - difference)],
        update_conflicts=True, unique_fields=["name"], update_fields=["ahead_ms", "seen_at"],
    )  # fmt: skip
    return difference


def wrong() -> list[Worker]:
    """The workers whose clocks differ from the database's by more than `MOST`, the worst first."""
    most = MOST // timedelta(milliseconds=1)
    return list(seen().annotate(off=Abs(F("ahead_ms"))).filter(off__gt=most).order_by("-off", "name"))


def seen() -> Any:
    """The workers that run now, by the database's clock."""
    return Worker.objects.filter(seen_at__gt=DatabaseTime() - Value(GONE)).order_by("name")


def forget_ended() -> None:
    """Forget workers that ended a day ago or longer."""
    Worker.objects.filter(seen_at__lt=DatabaseTime() - Value(timedelta(days=1))).delete()


def watch(stop: threading.Event) -> None:
    """Compare the clocks every `EVERY_SECONDS` until `stop` is set, in a thread of the worker; say in the log when they
    begin to differ, and when they agree again."""
    differed = False
    while True:
        try:
            difference = note()
            if (abs(difference) > MOST) != differed:
                differed = not differed
                tell(difference)
            forget_ended()
        except Exception:  # the database is away: the next look tries again
            log.warning("The clocks could not be compared.", exc_info=True)
        finally:
            connection.close()
        if stop.wait(EVERY_SECONDS):
            return


def tell(difference: timedelta) -> None:
    """Say in the log whether this worker's clock is right."""
    if abs(difference) > MOST:
        log.error("The clock of this worker is %s the database's. Set it right.", in_words(difference))
    else:
        log.warning("The clock of this worker agrees with the database's again.")


def in_words(difference: timedelta) -> str:
    """“30.0 s ahead of”, “2.4 s behind”."""
    seconds = abs(difference / timedelta(seconds=1))
    return f"{seconds:.1f} s {'ahead of' if difference > timedelta(0) else 'behind'}"


def of(worker: Worker) -> timedelta:
    """By how much a worker's clock is ahead."""
    return timedelta(milliseconds=worker.ahead_ms)
