"""Counts and times every request, and logs a line for every POST and every answer with status 500 or above.

The line of a POST has its key, table, person, outcome and duration. Every line that is logged meanwhile has the key
and table too, so what happened to a tap can be found by its key in the logs of all workers.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

import structlog
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject, empty

from casino.postgres import outages
from casino.watching.metrics import REQUEST_SECONDS, TAP_SECONDS, TAPS, TAPS_AGAIN

log = logging.getLogger(__name__)

AT_A_TABLE: Final = "table/"
"""What the addresses of tablets begin with."""
ANSWER: Final = "Table-Answer"
"""The header that tells a tablet in one word how its tap went."""
LONGEST: Final = 64
"""How many characters of a key or table a line shows."""
BY_STATUS: Final = {
    400: "unreadable", 403: "forbidden", 404: "unknown", 409: "stale", 422: "refused", 500: "fault",
}  # fmt: skip


class Watched:
    """Middleware, outside everything that can refuse."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        structlog.contextvars.clear_contextvars()
        begun = time.perf_counter()
        answered = self.answer(request)
        _counted(request, answered, time.perf_counter() - begun)
        return answered


class Named:
    """Middleware, inside the door: nothing of a request is read before the door has checked it."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_view(
        self, request: HttpRequest, view: object, arguments: object, named: dict[str, Any]
    ) -> None:
        """Now that the view is known, bind the key and the table to every further log line."""
        if request.method == "POST":
            request.sent_again = bool(request.POST.get("tries"))  # type: ignore[attr-defined]
            structlog.contextvars.bind_contextvars(
                key=request.POST.get("key", "")[:LONGEST], table=str(named.get("code", ""))[:LONGEST]
            )


def name_key(key: str) -> None:
    """Bind the key of a request that has it elsewhere than in a form."""
    structlog.contextvars.bind_contextvars(key=key[:LONGEST])


def outcome(answered: HttpResponse) -> str:
    """How a POST went, in one word."""
    return (
        answered.get(outages.HEADER)
        or answered.get(ANSWER)
        or BY_STATUS.get(answered.status_code)
        or ("ok" if answered.status_code < 400 else "fault" if answered.status_code >= 500 else "refused")
    )


def _counted(request: HttpRequest, answered: HttpResponse, seconds: float) -> None:
    match, status = request.resolver_match, answered.status_code
    route = match.route if match is not None else ""
    room = route.partition("/")[0] if "/" in route else "house"
    REQUEST_SECONDS.labels(room, f"{status // 100}xx").observe(seconds)
    posted = request.method == "POST"
    if posted and match is not None and route.startswith(AT_A_TABLE):
        word = outcome(answered)
        # A made-up table would be a series for ever.
        code = str(match.kwargs.get("code", "")) if status not in (403, 404) else ""
        TAPS.labels(code, word).inc()
        if getattr(request, "sent_again", False):
            TAPS_AGAIN.labels(code).inc()
        TAP_SECONDS.labels(match.url_name or "").observe(seconds)
    if posted or status >= 500:
        log.log(
            logging.WARNING if status >= 500 else logging.INFO,
            "answered",
            extra={
                "method": request.method,
                "page": match.view_name if match is not None else "",
                "person": _person(request),
                "outcome": outcome(answered),
                "status": status,
                "ms": round(seconds * 1000, 1),
            },
        )


def _person(request: HttpRequest) -> str:
    """The number of the person, if answering has already looked it up: a log line must not cost a query."""
    user = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject) and user._wrapped is empty:
        return ""
    return str(getattr(user, "number", ""))
