"""A worker's health, for the proxy, for whatever restarts it, and for whoever runs the house.

`/healthz`: is this worker alive? It does not ask the database, so an outage of the database does not restart healthy
workers. `/readyz`: could it record a tap now?
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.ledger import clocks, readiness
from casino.web import outages, push_layer

STUCK_SECONDS: Final = 30.0
"""Seconds that no statement can last: a pool whose connections were all out for this long, with none coming back,
has lost them, and the worker can answer nothing more."""

ROWS_ON_DISK: Final = 60_000
"""More rows than fit into the smallest working memory: the database writes them to its disk, about a megabyte, and
removes them again. Any role may do that, and if the disk has no room for it, it has none for a tap."""

WORDS: Final = {
    outages.AWAY: "database unavailable",
    outages.FULL: "no room on the disk of the database",
    outages.READS: "the database takes no writes",
    outages.BUSY: "the database does not answer in time",
}


class PoolWatch:
    """Tells a pool that has lost its connections from one that is busy, by its figures at each check."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._since = 0.0
        self._lent = self._failed = -1

    def is_stuck(self, stats: Mapping[str, int], now: float) -> bool:
        """Whether all connections have been out for `STUCK_SECONDS` and nobody who wanted one meanwhile got it.
        `now` is in seconds of a monotonic clock."""
        failed = stats.get("requests_errors", 0)
        lent = stats.get("requests_num", 0) - failed - stats.get("requests_waiting", 0)
        out = stats["pool_size"] >= stats["pool_max"] and not stats["pool_available"]
        with self._lock:
            if not out or lent != self._lent:
                self._since, self._lent, self._failed = now, lent, failed
                return False
            return failed > self._failed and now - self._since >= STUCK_SECONDS


_pool = PoolWatch()


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while this worker can answer, 503 if only a restart helps. No sign-in, and nothing about the house."""
    pool = getattr(connection, "pool", None)
    if pool is not None and _pool.is_stuck(pool.get_stats(), time.monotonic()):
        return _text(503, "connections to the database do not come back: this worker must be started again")
    return _text(200, "ok")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 if a tap could be recorded, otherwise 503 with the reasons in words. No sign-in, and no figures of the
    house.

    Without Redis it is still 200, and says so: dealing goes on, and screens poll.
    """
    faults = faults_of_recording()
    lines = [*faults, *([] if redis_answers() else ["Redis does not answer: screens ask every few seconds"])]
    return _text(503 if faults else 200, *(lines or ["ok"]))


def _text(status: int, *lines: str) -> HttpResponse:
    return HttpResponse("".join(f"{line}\n" for line in lines), status=status, content_type="text/plain")


def faults_of_recording() -> list[str]:
    """Why nothing can be recorded now, in words; empty if a tap can be."""
    try:
        _write_on_disk()
        clocks.note()  # written and committed: a read-only database refuses it
        return [*readiness.migrations(), *readiness.seal_key_fits()]
    except DatabaseError as fault:
        return [WORDS.get(outages.outage(fault), WORDS[outages.AWAY])]


def _write_on_disk() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute("SELECT max(n) FROM generate_series(1, %s) n", [ROWS_ON_DISK])


def faults_of_disk() -> list[str]:
    """That the database's disk is full, in words; empty if it is not. Raises DatabaseError for any other fault."""
    try:
        _write_on_disk()
    except DatabaseError as fault:
        if outages.outage(fault) != outages.FULL:
            raise
        return [WORDS[outages.FULL]]
    return []


def redis_answers() -> bool:
    """Whether Redis answers; true if the house has none."""
    url: Any = settings.REDIS_URL
    return not url or push_layer.answers(url)
