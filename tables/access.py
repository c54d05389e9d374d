"""Who may open the pages of one table: its dealer on this device, supervisors, and those who only look."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from casino.forms.fields import SignedForm
from casino.refusals import Refusal
from casino.staff import approvals, arrival, tablets
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.models import Table


def person_of(request: HttpRequest) -> Staff:
    """The signed-in person; for views whose access check has established that somebody is signed in."""
    assert isinstance(request.user, Staff)
    return request.user


def table_for(request: HttpRequest, code: str) -> Table | None:
    """The table, for people who may see it: a dealer sees the one at which this session deals. None for another
    dealer."""
    row = None if "\0" in code else Table.objects.select_related("pit").filter(code=code).first()
    if person_of(request).role == Role.DEALER and arrival.dealing_at_arrival(request) != code:
        return None
    if row is None:
        raise Http404(Refusal("table.unknown", table=code))
    return row


def of_table(
    view: Callable[[HttpRequest, Table], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """A page of one table, for people who may see it (`table_for`); a dealer of another table is told so."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str) -> HttpResponse:
        table = table_for(request, code)
        if table is None:
            here = {"code": code[:16], "person": person_of(request)}
            return render(request, "tablet/elsewhere.html", here, status=403)
        return view(request, table)

    return guarded


def second_person(request: HttpRequest, code: str = "") -> Staff:
    """The person who signs a form with number and PIN, at a table or, with "", at none. Raises Refusal if nobody is
    named, for a wrong PIN and for somebody who does not act at the table."""
    signed = SignedForm(request.POST).values()
    if not signed["number"]:
        raise Refusal("signature.second_missing")
    return approvals.by_pin(signed["number"], signed["pin"], tablets.place(request), code)
