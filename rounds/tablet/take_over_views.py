"""The dealing dealer's answer to a dealer who asks at another tablet to take the table over."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.roles import Role
from rounds.tablet.access import at_this_table, person_of
from rounds.tablet.responses import done, refused
from tables.floor import take_overs
from tables.forms.once import of_form, once
from tables.record import now_at


@require_POST
@roles(Role.DEALER)
@at_this_table
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Hand the table over (``do=yes``), or refuse."""
    by, yes = person_of(request), request.POST.get("do") == "yes"
    newcomer = request.POST.get("newcomer", "")[:16]
    try:
        once(
            code,
            of_form(request.POST, by),
            lambda: take_overs.answer(code, newcomer, yes=yes, by=by, at=now_at(code)),
        )
    except Refusal as refusal:
        return refused(code, refusal)
    return done(code)
