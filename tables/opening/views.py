"""The page of a table's cards: checked before gaming, counted after it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino.forms.fields import StepForm
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.roles import Role
from casino.view_models import context_of
from tables.access import of_table, person_of, second_person
from tables.book import house_at
from tables.forms.once import of_form, once
from tables.models import Table
from tables.opening import closing, packs, reader_cards, screen
from tables.opening.forms import CheckForm, CountForm
from tables.record import has_key, now_at


@require_safe
@roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
@of_table
def cards(request: HttpRequest, table: Table) -> HttpResponse:
    """The cards of a table."""
    return _page(request, table)


def _page(
    request: HttpRequest, table: Table, refusal: Refusal | None = None, sent: StepForm | None = None
) -> HttpResponse:
    read, taken = reader_cards.read(table), {}
    if read is not None and read.cards and request.GET.get("take") == "read":
        taken = {"list0": " ".join(read.cards)}
    context = {"refusal": refusal} | context_of(screen.page(table, person_of(request), sent, taken))
    return render(request, "tables/cards.html", context, status=409 if refusal else 200)


@sensitive_post_parameters("pin")
@require_POST
@roles(Role.DEALER)
@of_table
def act(request: HttpRequest, table: Table) -> HttpResponse:
    """One check or count. A refusal is answered in words (409), beside its field if it has one, and what was typed
    stays."""
    fields = request.POST.dict()
    alone = fields.get("step") == "count" and fields.get("counted", "").strip()
    form = CountForm(fields) if alone else CheckForm(fields, table=table)
    try:
        return _act(request, table, fields, form)
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, table, refusal, form)


def _act(
    request: HttpRequest, table: Table, fields: dict[str, str], form: CountForm | CheckForm
) -> HttpResponse:
    code, at = table.code, now_at(table.code)
    by, step, key = person_of(request), fields.get("step", ""), fields.get("key", "")
    if step == "read":
        # A delayed copy would leave out cards that were read since.
        once(code, of_form(fields, by), lambda: reader_cards.begin(code, by=by, at=at))
        return redirect("card_check", code)
    if step != screen.step_of(table, house_at(table)) and not has_key(code, key):
        raise Refusal("opening.wrong_moment", table=code)
    if fields.get("number", "").strip():
        by = second_person(request, table.code)
    if step == "count":
        counted = form.values()["counted"] if isinstance(form, CountForm) else form.deck_count()
        done = closing.count_cards(code, counted, by=by, at=at, key=key)
    else:
        assert isinstance(form, CheckForm)
        cards_there, values = form.deck_count(), form.values()
        # If the book requires no cutting card, the form does not ask; an unticked box means no.
        cutting = values["cutting"] if "cutting_asked" in fields else None
        checked = packs.check_cards(
            code, cards_there, by=by, at=at, cutting_card=cutting, since=values["since"], key=key
        )
        done = checked.outcome == "right"
    if not done:
        return redirect("card_check", code)
    return redirect("tablet" if person_of(request).role == Role.DEALER else "pit_table", code)
