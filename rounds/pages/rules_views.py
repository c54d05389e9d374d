"""The rules on request: a page for anyone, and the record that a copy was given."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import Draft, Entry, Request
from casino.refusals import Refusal
from casino.rulebooks import RuleBookError
from casino.staff import arrival, places
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.view_models import context_of
from casino.words import Phrase
from rounds.pages.rules import copy_of
from tables.book import house_at
from tables.float.record import note
from tables.models import Table
from tables.record import answered, form_request, keyed, locked

GIVEN = "rules_given"
AGAIN = timedelta(minutes=1)
"""Within this time the same person does not record a second copy at the table."""


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """A copy of the rules dealt at the table, for anyone who asks (ACT96-20.12, VIC03-17.12)."""
    table = Table.objects.select_related("pit").filter(code=code).first()
    if table is None:
        raise Http404(Refusal("table.unknown", table=code))
    try:
        context = context_of(copy_of(table))
    except RuleBookError as refusal:
        raise Http404(
            Refusal("table.not_permitted", table=code, why=(refusal.code, refusal.values))
        ) from refusal
    person = arrival.signed_in(request)
    deals = person is not None and not arrival.is_locked(request) and person.has_role_at_least(Role.DEALER)
    # Only those who act at the table record it: its dealer, or a supervisor of its pit.
    deals = (
        deals
        and person is not None
        and not places.refusal_to_act(person, code, arrival.dealing_at_arrival(request))
    )
    back = "tablet" if person is not None and person.role == Role.DEALER else "watch"
    more = {"deals": deals, "back": back, "given": request.GET.get("given"), "key": uuid4().hex}
    return render(request, "pages/rules.html", context | more)


@roles(Role.DEALER)
@require_POST
def given(request: HttpRequest, code: str) -> HttpResponse:
    """Record that a copy was asked for and given."""
    assert isinstance(request.user, Staff)
    if not Table.objects.filter(code=code).exists():
        raise Http404(Refusal("table.unknown", table=code))
    by, at = request.user, timezone.now()
    with locked(code) as table:
        request_kept, again = _asked(request, code, by)
        lately = Entry.objects.filter(chain=code, kind=GIVEN, actor=by.number, at__gt=at - AGAIN)
        # The same tap again is the same copy, and so is any other within a minute.
        if not again and not lately.exists():
            clause = house_at(table).rules_copy
            detail = Phrase.of("entry.rules_given", book=table.book_title)
            # Nothing changes at the table, so its version stays and no tap of the dealer's becomes stale.
            note(table, keyed([Draft(kind=GIVEN, detail=detail, clause=clause)], request_kept), by=by, at=at)
    return redirect(f"/rules/{code}/?given=1")


def _asked(request: HttpRequest, code: str, by: Staff) -> tuple[Request, bool]:
    """The tap as a request with its key, and whether the record already has it; without a key if the key cannot be
    kept or belongs to something else."""
    try:
        request_kept = form_request(request.POST.get("key", ""), GIVEN, by)
        return request_kept, answered(code, request_kept) is not None
    except Refusal:
        return form_request("", GIVEN, by), False
