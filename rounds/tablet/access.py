"""Who may open a table's screens: its dealer, or a supervisor."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from casino.house_time import clock
from casino.ledger import chainstate
from casino.refusals import Refusal
from casino.staff import arrival, places, tablets
from casino.staff.access import SAFE
from casino.staff.arrival import person_of
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import message, remedy
from casino.web.server_errors import RETRY_SECONDS
from rounds.play import service
from rounds.play.snapshot import BROKEN, RecordBroken, WorkerTooOld
from rounds.tablet import live_screen
from tables.models import Table

log = logging.getLogger(__name__)

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]


def at_this_table(view: View[P]) -> View[P]:
    """Restricts a view to the session that deals at the table, and to supervisors, who may act for the dealer
    (VIC03-1.2) in their own pits and look elsewhere."""

    @wraps(view)
    def guarded(request: HttpRequest, /, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        person, dealing_at = person_of(request), arrival.dealing_at_arrival(request)
        if not may_see(person, code, dealing_at):
            return _forbidden(request, code)
        if request.method not in SAFE and dealing_at != code and (why := places.refusal_to_act(person, code)):
            return _forbidden(request, code, why)
        try:
            return view(request, code, *args, **kwargs)
        except (service.NoSuchTable, Table.DoesNotExist):
            raise Http404(Refusal("table.unknown", table=code)) from None
        except WorkerTooOld as old:
            log.warning("%s", old)
            answer = render(request, "tablet/too_old.html", {"code": code, "old": old}, status=503)
            answer["Retry-After"] = str(RETRY_SECONDS)
            return answer
        except RecordBroken as broken:
            chainstate.show_fault(code, None, BROKEN)
            return render(request, "tablet/broken.html", {"code": code, "broken": broken}, status=503)

    guarded.answers_place = True  # type: ignore[attr-defined]  # see casino.staff.access.roles
    return guarded


def may_see(person: Staff, code: str, dealing_at: str) -> bool:
    """Whether the person may see that table: a dealer only the table where this session deals."""
    return person.role != Role.DEALER or dealing_at == code


def _taken_over(request: HttpRequest, person: Staff, code: str) -> Refusal | None:
    """Who has taken the table over and when, for a dealer at the tablet paired with it; None at any other tablet."""
    tablet = tablets.enrolled(request)
    if tablet is None or tablet.table_code != code:
        return None
    table = Table.objects.filter(code=code).only("dealer", "dealer_since").first()
    if table is None or not table.dealer or table.dealer == person.number or table.dealer_since is None:
        return None
    return Refusal("place.taken_over", dealer=table.dealer, table=code, at=clock(table.dealer_since))


def _forbidden(request: HttpRequest, code: str, why: Refusal | None = None) -> HttpResponse:
    person = person_of(request)
    taken = None if why else _taken_over(request, person, code)
    if request.headers.get("HX-Request"):
        refusal = why or taken or Refusal("place.not_dealing", number=person.number, table=code)
        notice = live_screen.render_notice(
            "refused", message(refusal), "", "VIC03-1.1-B03", remedy(refusal), refusal.code
        )
        return HttpResponse(notice, status=403, headers={"Table-Answer": "refused"})
    context = {
        "person": person,
        "code": code,
        "why": message(why) if why else "",
        "taken": message(taken) if taken else "",
    }
    return render(request, "tablet/elsewhere.html", context, status=403)
