"""The tablet's key that calls a supervisor to the table, and records that one has come."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.roles import Role
from rounds.tablet.access import at_this_table, person_of
from rounds.tablet.responses import done, refused
from tables.floor import supervisor_calls
from tables.forms.once import of_form, once
from tables.record import now_at


@require_POST
@roles(Role.DEALER)
@at_this_table
def call(request: HttpRequest, code: str) -> HttpResponse:
    """Call, or end the call (``do=end``). The same tap again changes nothing."""
    change = supervisor_calls.end if request.POST.get("do") == "end" else supervisor_calls.call
    by = person_of(request)
    try:
        once(code, of_form(request.POST, by), lambda: change(code, by=by, at=now_at(code)))
    except Refusal as refusal:
        return refused(code, refusal)
    return done(code)
