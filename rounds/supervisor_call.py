"""The tablet's key that calls a supervisor to the table, and says that one has come."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from casino.staff.access import roles
from casino.staff.roles import Role
from rounds.answers import done
from rounds.at_table import at_this_table, person_of
from tables import calls


@require_POST
@roles(Role.DEALER)
@at_this_table
def call(request: HttpRequest, code: str) -> HttpResponse:
    """Call, or end the call (``do=end``). The same tap again changes nothing."""
    change = calls.end if request.POST.get("do") == "end" else calls.call
    change(code, by=person_of(request), at=timezone.now())
    return done(code)
