"""Lets pages that look back read from a standby, so that they do not load the server on which the tables deal.

`READ_DATABASE_URL` names a streaming replica. A view with `from_standby` reads from it: its models by the router,
its own SQL by `connection()`. It reads from the primary instead if the standby is away, is no longer a standby, or
is more than `STANDBY_SECONDS` behind; and for somebody who has just changed something, until the standby must have
caught up. Every write goes to the primary.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, Error, InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase

log = logging.getLogger(__name__)

ALIAS: Final = "standby"
KEPT_SECONDS: Final = 1.0
"""How many seconds a measurement of the standby's lag is used."""
QUIET_SECONDS: Final = 5.0
"""How many seconds an unreachable standby is left alone."""
WROTE: Final = "wrote"
"""The cookie of a browser that has just changed something: it reads from the primary."""

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a page that may use the standby reads."""

    at: datetime
    """As of when: anything recorded later may be missing."""
    behind: timedelta

    @property
    def seconds(self) -> int:
        """How many seconds it is behind, rounded up."""
        return -int(-self.behind.total_seconds() // 1)


_reading: ContextVar[Reading | None] = ContextVar("reading", default=None)


def alias() -> str:
    """The database that is read in this context."""
    return DEFAULT_DB_ALIAS if _reading.get() is None else ALIAS


def connection() -> Any:
    """The connection to it, for hand-written SQL."""
    return connections[alias()]


class Router:
    """For `DATABASE_ROUTERS`."""

    def db_for_read(self, model: object, **hints: object) -> str | None:
        return None if _reading.get() is None else ALIAS

    def db_for_write(self, model: object, **hints: object) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, first: object, second: object, **hints: object) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        return db == DEFAULT_DB_ALIAS


class Lag:
    """The standby's lag, measured at most once in `KEPT_SECONDS`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until = 0.0
        self._last: Reading | None = None

    def now(self) -> Reading | None:
        """What a page would read; None if the standby cannot be read, however far it is behind."""
        with self._lock:
            if time.monotonic() >= self._until:
                try:
                    self._last, keep = measured(), KEPT_SECONDS
                except Error as fault:
                    if self._last is not None:
                        log.warning("The standby is away, the primary is read: %s", fault)
                    self._last, keep = None, QUIET_SECONDS
                self._until = time.monotonic() + keep
            return self._last

    def forget(self) -> None:
        """Measure again the next time."""
        self._until = 0.0


lag = Lag()


def measured() -> Reading | None:
    """Measure by asking both servers. None if the other server is not a standby. Raises the database's errors if it
    is away."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SELECT clock_timestamp(), pg_current_wal_flush_lsn()")
        now, written = cursor.fetchone()
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(
            "SELECT pg_is_in_recovery(), pg_last_xact_replay_timestamp(), "
            "pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::pg_lsn",
            [written],
        )
        recovers, replayed, level = cursor.fetchone()
    if not recovers:
        return None
    if level:
        return Reading(now, timedelta(0))
    if replayed is None:
        return None
    return Reading(replayed, max(now - replayed, timedelta(0)))


def usable(request: HttpRequest) -> Reading | None:
    """What this request may read from the standby; None if it must use the primary."""
    if not settings.READS_STANDBY or request.method not in ("GET", "HEAD") or WROTE in request.COOKIES:
        return None
    reading = lag.now()
    fresh = reading is not None and reading.behind <= timedelta(seconds=settings.STANDBY_SECONDS)
    return reading if fresh else None


@contextmanager
def read(reading: Reading | None) -> Iterator[None]:
    """Inside this block the standby is read; with None, the primary."""
    token = _reading.set(reading)
    try:
        yield
    finally:
        _reading.reset(token)


def from_standby(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Make a view that looks back read from the standby, or from the primary if that fails. `request.standby` says
    which."""

    @wraps(view)
    def reading_view(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        reading = usable(request)
        request.standby = reading  # type: ignore[attr-defined]
        if reading is None:
            return view(request, *args, **kwargs)
        try:
            with read(reading):
                answer = view(request, *args, **kwargs)
        except (OperationalError, InterfaceError) as fault:
            log.warning("The standby did not answer, the primary is read: %s", fault)
            lag.forget()
            request.standby = None  # type: ignore[attr-defined]
            return view(request, *args, **kwargs)
        if getattr(answer, "streaming", False):
            streamed: Any = answer
            streamed.streaming_content = _within(reading, streamed.streaming_content)
        return answer

    return reading_view


def _within(reading: Reading, parts: Iterable[bytes]) -> Iterator[bytes]:
    """The parts of a response that is generated while it is sent."""
    content = iter(parts)
    while True:
        with read(reading):
            part = next(content, None)
        if part is None:
            return
        yield part


class RememberWriter:
    """Middleware: somebody who has changed something reads from the primary until the standby must have caught up."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.READS_STANDBY:
            raise MiddlewareNotUsed
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answered = self.answer(request)
        if request.method == "POST" and answered.status_code < 400:
            answered.set_cookie(
                WROTE, "1", max_age=settings.STANDBY_SECONDS + 1,
                secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax",
            )  # fmt: skip
        return answered
