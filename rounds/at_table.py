"""Who may come to a table's screens: whoever deals there, or a supervisor."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from casino.ledger import chainstate
from casino.staff import presence
from casino.staff.models import Staff
from rounds import screen, service
from rounds.consumers import may_see
from rounds.table_state import BROKEN, RecordBroken

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]


def person_of(request: HttpRequest) -> Staff:
    """Whoever is signed in; a door has seen to it that somebody is."""
    person = presence.signed_in(request)
    assert person is not None
    return person


def at_this_table(view: View[P]) -> View[P]:
    """Only the session that deals at the table, or a supervisor, who may act for the dealer (VIC03-1.2)."""

    @wraps(view)
    def guarded(request: HttpRequest, /, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not may_see(person_of(request), code, presence.dealing_at(request)):
            return _forbidden(request, code)
        try:
            return view(request, code, *args, **kwargs)
        except service.NoSuchTable:
            raise Http404(f"There is no table {code}") from None
        except RecordBroken as broken:
            chainstate.tell(code, None, BROKEN)
            return render(request, "rounds/broken.html", {"code": code, "broken": broken}, status=503)

    return guarded


def _forbidden(request: HttpRequest, code: str) -> HttpResponse:
    person = person_of(request)
    text = f"{person.number} does not deal at {code} on this device"
    remedy = "Sign in at the tablet that is tied to the table, or call a supervisor."
    if request.headers.get("HX-Request"):
        notice = screen.render_notice("refused", text, clause="VIC03-1.1-B03", remedy=remedy)
        return HttpResponse(notice, status=403, headers={"Table-Answer": "refused"})
    return render(request, "rounds/elsewhere.html", {"person": person, "code": code}, status=403)
