"""The page on which the operations manager sets the desk's lists."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from casino import ledger
from casino.forms import shown_facts
from casino.ledger import HOUSE
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.desk_settings.forms import ListsForm
from rounds.surveillance.record import EYES
from tables.access import person_of
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.record import now_at

FACT = "lists"


@roles(Role.OPERATIONS_MANAGER, *EYES)
@require_http_methods(["GET", "HEAD", "POST"])
def house_lists(request: HttpRequest) -> HttpResponse:
    """The desk's lists, which an operations manager may change."""
    person = person_of(request)
    form, refusal = ListsForm.now(), None
    if request.method == "POST":
        sent = ListsForm(request.POST)
        try:
            once(HOUSE, of_form(request.POST, person), lambda: _change(sent, person))
            return redirect("desk_lists")
        except Refusal as wrong:
            sent.refuse(wrong)
            form, refusal = sent, wrong
    context = {
        "form": form,
        "changes": person.has_role_at_least(Role.OPERATIONS_MANAGER),
        "showed": shown_facts.as_field({FACT: lists.shown()}),
        "refusal": refusal,
    }
    return render(request, "surveillance/lists.html", context, status=409 if refusal else 200)


def _change(form: ListsForm, by: Staff) -> None:
    """Change the lists as typed. Raises Refusal."""
    new_lists = form.lists()
    with transaction.atomic():
        ledger.lock(HOUSE)
        showed.compare(HOUSE, form.data, {FACT: lists.shown()})
        lists.change(new_lists, by=by, at=now_at(HOUSE))
