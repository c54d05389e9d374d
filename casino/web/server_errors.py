"""What a page answers when the server itself has a fault."""

from __future__ import annotations

import json
import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.refusals import Refusal

log = logging.getLogger(__name__)

RETRY_SECONDS = 1


class NotYet(Exception):
    """A fault that passes by itself: the same request is answered later."""


AWAY = (OperationalError, InterfaceError, NotYet)
"""The database cannot be reached, is too slow, or has no room, or this worker is to be replaced: the request is not at
fault."""


def server_error(request: HttpRequest) -> HttpResponse:
    """503 for what passes by itself, else 500. Either way nobody knows what was recorded: the same request with the
    same key is answered as the first time."""
    fault = sys.exc_info()[1]
    away = _passes(fault)
    if away:
        log.warning("Not answered now: %s", fault)
    answer = render_fault(request, away=away)
    if away:
        answer["Retry-After"] = str(RETRY_SECONDS)
    return answer


def render_fault(request: HttpRequest, *, away: bool) -> HttpResponse:
    """The page that says so, without asking the database for anything."""
    status = 503 if away else 500
    if request.content_type == "application/json":
        refusal = Refusal("server.record_away" if away else "server.fault")
        body = {"ok": False, "error": refusal.message, "remedy": refusal.remedy, "code": refusal.code}
        return HttpResponse(json.dumps(body), status=status, content_type="application/json")
    return render(None, "fault.html", {"away": away, "posted": request.method == "POST"}, status=status)


def _passes(fault: BaseException | None) -> bool:
    """Whether the fault passes by itself, also where another exception was raised because of it."""
    seen: set[int] = set()
    while fault is not None and id(fault) not in seen:
        if isinstance(fault, AWAY):
            return True
        seen.add(id(fault))
        fault = fault.__cause__ or fault.__context__
    return False
