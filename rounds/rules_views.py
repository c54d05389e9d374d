"""The rules on request: a page for anyone, and the note that a copy was given."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import Draft
from casino.rulebooks import RuleBookError
from casino.staff import presence
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.rules_copy import copy_of
from tables.models import Table
from tables.opening.house import house_at
from tables.record import locked, write

GIVEN = "rules_given"


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """A copy of the rules dealt at the table, for anyone who asks (ACT96-20.12, VIC03-17.12)."""
    table = Table.objects.select_related("pit").filter(code=code).first()
    if table is None:
        raise Http404(f"There is no table {code}.")
    try:
        context = copy_of(table)
    except RuleBookError as refusal:
        raise Http404(f"{code} has no set-up that a book permits: {refusal}") from refusal
    person = presence.signed_in(request)
    deals = person is not None and not presence.is_locked(request) and person.has_role_at_least(Role.DEALER)
    return render(request, "rounds/rules.html", context | {"deals": deals, "given": request.GET.get("given")})


@roles(Role.DEALER)
@require_POST
def given(request: HttpRequest, code: str) -> HttpResponse:
    """It is on record that a copy was asked for and given."""
    assert isinstance(request.user, Staff)
    if not Table.objects.filter(code=code).exists():
        raise Http404(f"There is no table {code}.")
    with locked(code) as table:
        clause = house_at(table).rules_copy
        detail = f"a copy of the rules of {table.book_title} was asked for and given"
        write(table, [Draft(kind=GIVEN, detail=detail, clause=clause)], by=request.user, at=timezone.now())
    return redirect(f"/rules/{code}/?given=1")
