"""A short cut for the demonstration: one link assigns the browser to a table, as a supervisor would. It exists only
while the demonstration runs on its own database."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from casino.refusals import Refusal
from casino.staff import tablets
from tables.demonstration import database
from tables.demonstration.house import STAFF, SUPERVISOR


@require_safe
def demo_tablet(request: HttpRequest, code: str) -> HttpResponse:
    """Assign this browser to the table and go to the sign-in."""
    if database.why_foreign():
        raise Http404
    pin = next(person.pin for person in STAFF if person.number == SUPERVISOR)
    try:
        _, token = tablets.enrol(
            code, SUPERVISOR, pin, tablets.place(request), replaces=tablets.enrolled(request)
        )
    except Refusal as refusal:
        raise Http404(refusal) from refusal
    response = redirect("sign_in")
    tablets.remember(response, token)
    return response
