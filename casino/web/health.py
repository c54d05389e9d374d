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
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.ledger import readiness
from casino.web import push_layer

STUCK_SECONDS: Final = 30.0
"""Seconds that no statement can last: a pool whose connections were all out for this long, with none coming back,
has lost them, and the worker can answer nothing more."""


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
    faults = readiness.faults_of_recording()
    lines = [*faults, *([] if redis_answers() else ["Redis does not answer: screens ask every few seconds"])]
    return _text(503 if faults else 200, *(lines or ["ok"]))


def _text(status: int, *lines: str) -> HttpResponse:
    return HttpResponse("".join(f"{line}\n" for line in lines), status=status, content_type="text/plain")


def redis_answers() -> bool:
    """Whether Redis answers; true if the house has none."""
    url: Any = settings.REDIS_URL
    return not url or push_layer.answers(url)
