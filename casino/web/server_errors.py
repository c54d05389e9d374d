"""What a page answers when the server itself has a fault."""

from __future__ import annotations

import json
import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.postgres import outages
from casino.refusals import Refusal

log = logging.getLogger(__name__)

RETRY_SECONDS = 1


def server_error(request: HttpRequest) -> HttpResponse:
    """503 for a fault that passes by itself, otherwise 500. Either way nobody knows what was recorded: the same
    request with the same key gets the first answer."""
    fault = sys.exc_info()[1]
    kind = outages.outage(fault)
    if kind:
        log.warning("Not answered now: %s", fault)
    answer = render_fault(request, kind)
    if kind:
        answer["Retry-After"] = str(RETRY_SECONDS)
        answer[outages.HEADER] = kind
    return answer


def render_fault(request: HttpRequest, kind: str) -> HttpResponse:
    """The page for a fault, drawn without the database. `kind` is the outage, "" for a fault of our own."""
    away = bool(kind)
    status = 503 if away else 500
    if request.content_type == "application/json":
        refusal = Refusal("server.record_away" if away else "server.fault")
        body = {"ok": False, "error": refusal.message, "remedy": refusal.remedy, "code": refusal.code}
        return HttpResponse(json.dumps(body), status=status, content_type="application/json")
    return render(None, "fault.html", {"kind": kind, "posted": request.method == "POST"}, status=status)


@never_cache
@require_safe
def unanswered(request: HttpRequest) -> HttpResponse:
    """The page with which the proxy replaces a worker's missing answer, with its own status: a form is sent again,
    as after any outage. `sent` is the method of the request that had no answer."""
    posted = request.GET.get("sent") == "POST"
    return render(None, "fault.html", {"kind": outages.AWAY, "posted": posted})
