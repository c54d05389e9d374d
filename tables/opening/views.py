"""The page of a table's cards: checked before gaming, counted after it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino.forms.typed import number, text, ticked
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.roles import Role
from tables.access import elsewhere, person_of, second_person, table_for
from tables.models import Table
from tables.opening import closing, packs, reading, screen
from tables.opening.house import house_at
from tables.record import has_key, now_at


@require_safe
@roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """The cards of a table."""
    table = table_for(request, code)
    return elsewhere(request, code) if table is None else _page(request, table)


def _page(request: HttpRequest, table: Table, refusal: Refusal | None = None) -> HttpResponse:
    typed = {name: str(value) for name, value in request.POST.items()} if refusal is not None else {}
    read = reading.read(table)
    if read is not None and read.cards and request.GET.get("take") == "read":
        typed = {"list0": " ".join(read.cards), "backs": "yes", "cutting": "yes"}
    context = {"refusal": refusal} | screen.page(table, person_of(request), typed)
    return render(request, "tables/cards.html", context, status=409 if refusal else 200)


@sensitive_post_parameters("pin")
@require_POST
@roles(Role.DEALER)
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One check or count. What is refused is answered in words (409), and what was typed stays."""
    table = table_for(request, code)
    if table is None:
        return elsewhere(request, code)
    try:
        return _act(request, table)
    except Refusal as refusal:
        return _page(request, table, refusal)


def _act(request: HttpRequest, table: Table) -> HttpResponse:
    code, at = table.code, now_at(table.code)
    # The database takes no NUL.
    fields = {name: str(value).replace("\0", "") for name, value in request.POST.items()}
    by, step, key = person_of(request), fields.get("step", ""), fields.get("key", "")
    if step == "read":
        reading.begin(code, by=by, at=at)
        return redirect("card_check", code)
    if step != screen.step_of(table, house_at(table)) and not has_key(code, key):
        raise Refusal("opening.wrong_moment", table=code)
    if text(fields, "number"):
        by = second_person(request, table.code)
    if step == "count":
        alone = text(fields, "counted")
        counted = (
            number(text(fields, "counted"), "Cards counted") if alone else screen.found_in(table, fields)
        )
        done = closing.count_cards(code, counted, by=by, at=at, key=key)
    else:
        # Where the book asks for no cutting card none is asked for; a box that is not ticked is a no.
        cutting = ticked(fields, "cutting") if "cutting_asked" in fields else None
        found = screen.found_in(table, fields)
        since = text(fields, "since")
        checked = packs.check_cards(code, found, by=by, at=at, cutting_card=cutting, since=since, key=key)
        done = checked.outcome == "right"
    if not done:
        return redirect("card_check", code)
    return redirect("tablet" if person_of(request).role == Role.DEALER else "pit_table", code)
