"""The pages of an open house's set-up. People who may not set up see them but cannot change anything."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino import ledger
from casino.ledger import HOUSE
from casino.refusals import Refusal
from casino.staff import people
from casino.staff.access import roles
from casino.view_models import context_of
from tables.access import person_of, second_person
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.house.against_book import TableSheet
from tables.house.forms import games_of
from tables.house.set_up import screen, steps
from tables.house.set_up.forms import ChangeForm, GamesForm, SetUpForm, SignedPitForm
from tables.house.set_up.screen import FloorPage, TablePage
from tables.models import Table
from tables.record import now_at, under_lock


@require_safe
@roles(people.SETS_UP)
def floor(request: HttpRequest) -> HttpResponse:
    """Every pit and table, and links to the rest of the house's set-up."""
    return _shown(request, "floor", screen.floor_page(person_of(request)))


@sensitive_post_parameters("pin")
@require_POST
@roles(people.SETS_UP)
def pit(request: HttpRequest) -> HttpResponse:
    """Add a pit, or rename one."""
    form, by = SignedPitForm(request.POST), person_of(request)
    try:
        values = form.values()
        # Before the step's own transaction, so that a wrong PIN stays counted whatever follows.
        second = second_person(request)

        def take() -> None:
            ledger.lock(HOUSE)
            now = screen.facts_of_floor()
            fact = f"pit:{values['code']}"
            showed.compare(HOUSE, request.POST, {fact: now[fact]} if fact in now else {})
            steps.enter_pit(values["code"], values["name"], by=by, signed_by=second, at=now_at(HOUSE))

        once(HOUSE, of_form(request.POST, by), take)
    except Refusal as refusal:
        form.refuse(refusal)
        return _shown(request, "floor", screen.floor_page(by, form=form, refusal=refusal))
    return redirect("house_floor")


@sensitive_post_parameters("pin")
@require_POST
@roles(people.SETS_UP)
def games(request: HttpRequest) -> HttpResponse:
    """Choose the games dealt in the house."""
    form, by, ticks = GamesForm(request.POST), person_of(request), request.POST.getlist("games")
    try:
        form.values()
        second = second_person(request)

        def take() -> None:
            ledger.lock(HOUSE)
            showed.compare(HOUSE, request.POST, {"games": screen.facts_of_floor()["games"]})
            steps.enter_games(games_of(ticks), by=by, signed_by=second, at=now_at(HOUSE))

        once(HOUSE, of_form(request.POST, by, ticked=ticks), take)
    except Refusal as refusal:
        form.refuse(refusal)
        return _shown(request, "floor", screen.floor_page(by, games_form=form, refusal=refusal))
    return redirect("house_floor")


@require_safe
@roles(people.SETS_UP)
def new(request: HttpRequest) -> HttpResponse:
    """The page of a new table, empty or like another."""
    like = _table_named(request.GET.get("like", ""))
    return _shown(request, "table", screen.new_page(person_of(request), like=like))


@sensitive_post_parameters("pin")
@require_POST
@roles(people.SETS_UP)
def enter(request: HttpRequest) -> HttpResponse:
    """Set up a new table."""
    form, by = SetUpForm(request.POST), person_of(request)
    try:
        cells = form.cells()
        second = second_person(request)
        approved = {name: cells[name] for name in steps.APPROVED}
        sheet = TableSheet(**{name: value for name, value in cells.items() if name not in approved})

        def take() -> None:
            steps.enter_table(sheet, approved, by=by, signed_by=second, at=now_at(HOUSE))

        once(sheet.code, of_form(request.POST, by), take)
    except Refusal as refusal:
        form.refuse(refusal)
        return _shown(request, "table", screen.new_page(by, form=form, refusal=refusal))
    return redirect("house_table", sheet.code)


@require_safe
@roles(people.SETS_UP)
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a table's set-up."""
    return _shown(request, "table", screen.table_page(table_or_404(code), person_of(request)))


@sensitive_post_parameters("pin")
@require_POST
@roles(people.SETS_UP)
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Change the set-up of a table."""
    row, form, by = table_or_404(code), ChangeForm(request.POST), person_of(request)
    try:
        cells = form.cells()
        second = second_person(request, code)

        def take() -> None:
            steps.change_table(code, cells, by=by, signed_by=second, at=now_at(code))

        with under_lock(code, lambda held: unchanged(request, held)):
            once(code, of_form(request.POST, by), take)
    except Refusal as refusal:
        form.refuse(refusal)
        sent = None if isinstance(refusal, showed.Stale) else form
        return _shown(request, "table", screen.table_page(table_or_404(code), by, form=sent, refusal=refusal))
    return redirect("house_table", row.code)


def unchanged(request: HttpRequest, held: Table) -> None:
    """Raises Stale unless the set-up of the table, whose row is locked, is as the page showed it."""
    showed.compare(held.code, request.POST, showed.facts(held, ("set-up",)))


def _shown(request: HttpRequest, name: str, page: FloorPage | TablePage) -> HttpResponse:
    context = context_of(page)
    return render(request, f"tables/house/set_up/{name}.html", context, status=409 if page.refusal else 200)


def table_or_404(code: str) -> Table:
    """The table in an address; 404 if it does not exist."""
    row = _table_named(code)
    if row is None:
        raise Http404(Refusal("table.unknown", table=code[:16]))
    return row


def _table_named(code: str) -> Table | None:
    if "\0" in code:
        return None
    return Table.objects.select_related("pit").filter(code=code[:16]).first()
