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
AWAY = (OperationalError, InterfaceError)
"""The database cannot be reached, is too slow, or has no room: the request is not at fault."""


def server_error(request: HttpRequest) -> HttpResponse:
    """503 if the database is the reason, else 500. Either way nobody knows what was recorded: the same request with the
    same key is answered as the first time."""
    fault = sys.exc_info()[1]
    away = _of_database(fault)
    if away:
        log.warning("The database could not be asked: %s", fault)
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


def _of_database(fault: BaseException | None) -> bool:
    """Whether the database was away, also where another exception was raised because of that."""
    seen: set[int] = set()
    while fault is not None and id(fault) not in seen:
        if isinstance(fault, AWAY):
            return True
        seen.add(id(fault))
        fault = fault.__cause__ or fault.__context__
    return False
