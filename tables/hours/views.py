"""The page of the gaming hours: what is set for each book, and when gaming ends today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from casino import ledger
from casino.forms import shown_facts
from casino.ledger import HOUSE
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.rulebooks.house import HOUSES
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS, Role
from casino.translated import term
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.hours import hours
from tables.hours.forms import HoursForm
from tables.models import GamingHours
from tables.record import now_at


@dataclass(frozen=True, slots=True)
class BookHours:
    """The gaming hours under a book."""

    key: str
    title: str
    clause: str
    ends: datetime | None
    """When the current gaming ends; None if no hours are entered, or if it never ends."""
    over: bool
    in_force: GamingHours | None
    rows: list[GamingHours]


@roles(*WATCHERS)
@require_http_methods(["GET", "HEAD", "POST"])
def gaming_hours(request: HttpRequest) -> HttpResponse:
    """The hours in force and those to come; an operations manager enters new ones."""
    person, at = request.user, timezone.now()
    assert isinstance(person, Staff)
    refusal: Refusal | None = None
    form = HoursForm(initial={"valid_from": timezone.localtime(at).date()})
    if request.method == "POST":
        form = HoursForm(request.POST)
        try:
            once(HOUSE, of_form(request.POST, person), lambda: _enter(form, person))
            return redirect("gaming_hours")
        except Refusal as wrong:
            refusal = wrong
            form.refuse(refusal)
    context = {
        "books": [
            BookHours(
                key=book,
                title=BOOKS[book].title,
                clause=HOUSES[book].gaming_hours,
                ends=hours.gaming_ends(book, at),
                over=hours.gaming_ends(book, at) == at,
                in_force=hours.in_force(book, timezone.localtime(at).date()),
                rows=list(GamingHours.objects.filter(book=book)),
            )
            for book in hours.books()
        ],
        "showed": shown_facts.as_field({f"hours:{book}": hours.shown(book) for book in hours.books()}),
        "enters": person.has_role_at_least(hours.SET_BY),
        "wanted": term(Role(hours.SET_BY).label),
        "refusal": refusal,
        "form": form,
    }
    return render(request, "tables/hours.html", context, status=409 if refusal else 200)


@transaction.atomic
def _enter(form: HoursForm, by: Staff) -> None:
    """Raises Refusal for hours that cannot be read, for an outdated page, and for a person who may not enter them."""
    book = form.data.get("book", "").strip()
    if book in hours.books():
        ledger.lock(HOUSE)  # other people who enter hours wait
        showed.compare(HOUSE, form.data, {f"hours:{book}": hours.shown(book)})
    hours.set_hours(**form.values(), by=by, at=now_at(HOUSE))
