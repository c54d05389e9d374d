"""The pages on which the first operations manager sets a new house up, step by step; the steps are in
`tables.house.service`. People who may not set up see them but cannot change anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.forms.fields import StepForm
from casino.ledger import HOUSE
from casino.ledger.chain import CHAIN
from casino.refusals import Refusal
from casino.staff import people
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.view_models import context_of
from tables import house_facts as facts
from tables.access import person_of
from tables.bets.equipment import Piece
from tables.forms.once import of_form, once
from tables.house import lists, progress, screen, service
from tables.house.against_book import BetSheet, TableSheet
from tables.house.forms import (
    KeyForm,
    NamedForm,
    PersonForm,
    PitForm,
    ReaderForm,
    SideBetForm,
    TableForm,
    games_of,
)
from tables.house.screen import ListPage, ShownOnce
from tables.house_facts import Named
from tables.models import Table
from tables.record import now_at

SECRET: Final = frozenset({"first_pin", "rows"})
"""Fields that are never recorded, not even as a digest: they contain PINs."""


@require_safe
@roles(Role.OPERATIONS_MANAGER)
def house(request: HttpRequest) -> HttpResponse:
    """Redirect to the first step that is not done; in an open house, to its pits and tables."""
    if progress.is_open() or facts.deals_already():
        return redirect("house_floor")
    name = next((step.name for step in progress.steps() if not step.done), "open")
    return redirect("house_step", name)


@sensitive_post_parameters("first_pin")
@require_http_methods(["GET", "HEAD", "POST"])
@roles(Role.OPERATIONS_MANAGER)
def step(request: HttpRequest, name: str) -> HttpResponse:
    """The page of a step; a POST takes the step, once however often it is sent."""
    if name not in dict(progress.STEPS):
        raise Http404
    person = person_of(request)
    if request.method != "POST":
        return _shown(request, name, person)
    act = request.POST.get("act", name)
    if act not in ACTS.get(name, {}):
        raise Http404
    forms: Forms = {}
    try:
        shown_once = _once(request, person, lambda: ACTS[name][act](request.POST, person, forms))
    except Refusal as refusal:
        for form in forms.values():
            form.refuse(refusal)
        return _shown(request, name, person, forms=forms, refusal=refusal)
    if shown_once is not None:
        return _shown(request, name, person, shown_once=shown_once)  # on this answer only: nothing stores it
    return redirect(_after(request, name))


@require_POST
@roles(Role.OPERATIONS_MANAGER)
def book(request: HttpRequest) -> HttpResponse:
    """What the book says about the table being entered, while it is typed."""
    return render(request, "tables/house/_book.html", {"says": screen.book_says(request.POST)})


@sensitive_post_parameters("rows")
@require_http_methods(["GET", "HEAD", "POST"])
@roles(Role.OPERATIONS_MANAGER)
def listed(request: HttpRequest, kind: str) -> HttpResponse:
    """Staff or tables from a spreadsheet: first a look at every cell, then all rows at once."""
    if kind not in lists.FORMS:
        raise Http404
    person = person_of(request)
    text = request.POST.get("rows", "")
    page = ListPage(
        kind=kind,
        rows=text,
        cells=[*lists.FORMS[kind].base_fields],
        may=people.may_set_up(person),
        steps=progress.steps(),
        person=person,
    )
    if request.method != "POST":
        return _list_shown(request, page)
    listing = lists.read(kind, text)
    page = replace(page, listed=listing)
    if request.POST.get("act") != "enter" or not listing.right:
        return _list_shown(request, page)  # only a look, whether or not every cell is right
    try:
        entered = _once(
            request, person, lambda: ShownOnce(pins=lists.take(listing, by=person, at=now_at(HOUSE)))
        )
    except Refusal as refusal:
        return _list_shown(request, replace(page, refusal=refusal), status=409)
    return _list_shown(request, replace(page, entered=True, pins=entered.pins if entered is not None else {}))


def _list_shown(request: HttpRequest, page: ListPage, status: int = 200) -> HttpResponse:
    return render(request, "tables/house/list.html", context_of(page), status=status)


def _once(request: HttpRequest, person: Staff, take: Callable[[], ShownOnce | None]) -> ShownOnce | None:
    """Take the step unless it was already taken under the form's key; returns what it shows once."""
    shown: ShownOnce | None = None

    def taken() -> None:
        nonlocal shown
        shown = take()

    fields = {name: value for name, value in request.POST.items() if name not in SECRET}
    once(_chain(request), of_form(fields, person), taken)
    return shown


def _chain(request: HttpRequest) -> str:
    """The chain that a step writes to first: that of the table it is about, or the house's."""
    code = request.POST.get("of") or (
        request.POST.get("code", "") if request.POST.get("act") == "table" else ""
    )
    code = code.strip().upper()
    return code if CHAIN.fullmatch(code) and code != HOUSE.upper() else HOUSE


def _shown(
    request: HttpRequest,
    name: str,
    person: Staff,
    *,
    forms: Forms | None = None,
    refusal: Refusal | None = None,
    shown_once: ShownOnce | None = None,
) -> HttpResponse:
    """The page of a step; ``forms`` are those that were sent and refused, in place of the page's."""
    content = _tables_step(request) if name == "tables" else screen.content_of(name)
    context = context_of(screen.step_page(name, person, refusal)) | context_of(content)
    fields = request.POST if request.method == "POST" else request.GET
    if name == "tables" and (chosen := _table_named(fields.get("of", ""))) is not None:
        context |= context_of(screen.side_bets_of(chosen, fields.get("bet", "")[:24]))
    context |= forms or {}
    if shown_once is not None:
        context |= context_of(shown_once)
    status = 200 if refusal is None else 409
    return render(request, "tables/house/step.html", context, status=status)


def _tables_step(request: HttpRequest) -> screen.TablesStep:
    """The step of the tables, with the table that was sent, or a new one like another."""
    typed = request.POST if request.POST.get("act") == "table" else None
    return screen.tables_step(_table_named(request.GET.get("like", "")), typed)


def _table_named(code: str) -> Table | None:
    return Table.objects.filter(code=code[:16]).select_related("pit").first()


def _after(request: HttpRequest, name: str) -> str:
    """Where a step leads: back to its own page, for the same table if it is about one."""
    address = reverse("house_step", args=[name])
    code = request.POST.get("of", "")[:16]
    if code and Table.objects.filter(code=code).exists():
        query = QueryDict(mutable=True)
        query["of"] = code
        return f"{address}?{query.urlencode()}"
    return address


# --- the steps, each from the fields of its form


Fields = Mapping[str, Any]
Forms = dict[str, StepForm]
"""The forms that a step has read, by the names that its page gives them."""


def _name(fields: Fields, by: Staff, forms: Forms) -> None:
    forms["form"] = form = NamedForm(fields)
    service.name_house(Named(**form.values()), by=by, at=now_at(HOUSE))


def _games(fields: Fields, by: Staff, forms: Forms) -> None:
    ticks = fields.getlist("games") if isinstance(fields, QueryDict) else []
    service.choose_games(games_of(ticks), by=by, at=now_at(HOUSE))


def _pit(fields: Fields, by: Staff, forms: Forms) -> None:
    forms["form"] = form = PitForm(fields)
    values = form.values()
    service.add_pit(values["code"], values["name"], by=by, at=now_at(HOUSE))


def _table(fields: Fields, by: Staff, forms: Forms) -> None:
    forms["form"] = form = TableForm(fields)
    service.add_table(TableSheet(**form.values()), by=by, at=now_at(HOUSE))


def _bet(fields: Fields, by: Staff, forms: Forms) -> None:
    forms["bet_form"] = form = SideBetForm(fields)
    table = _of(fields)
    values = form.values()
    pieces = [Piece(**piece.values()) for piece in screen.equipment_forms(table, values["bet"], fields)]
    service.offer_bet(table.code, BetSheet(**values, equipment=tuple(pieces)), by=by, at=now_at(HOUSE))


def _reader(fields: Fields, by: Staff, forms: Forms) -> ShownOnce | None:
    forms["reader_form"] = form = ReaderForm(fields)
    values = form.values()
    table = _of(fields)
    reader, token = service.tie_reader(table.code, values["kind"], values["label"], by=by, at=now_at(HOUSE))
    return ShownOnce(token=token, token_of=f"{reader.number} · {table.code}") if token else None


def _of(fields: Fields) -> Table:
    table = Table.objects.filter(code=str(fields.get("of", ""))[:16]).first()
    if table is None:
        raise Refusal("table.unknown", table=str(fields.get("of", ""))[:16])
    return table


def _person(fields: Fields, by: Staff, forms: Forms) -> ShownOnce | None:
    forms["form"] = form = PersonForm(fields)
    values = form.values()
    powers = people.Powers(values["role"], values["pits"], sets_up=values["sets_up"])
    pin = service.add_person(values["number"], powers, values["first_pin"], by=by, at=now_at(HOUSE))
    return ShownOnce(pins={values["number"]: pin})


def _floats(fields: Fields, by: Staff, forms: Forms) -> None:
    service.settle_floats(by=by, at=now_at(HOUSE))


def _key(fields: Fields, by: Staff, forms: Forms) -> None:
    forms["form"] = form = KeyForm(fields)
    service.keep_key(form.values()["kept_at"], by=by, at=now_at(HOUSE))


def _open(fields: Fields, by: Staff, forms: Forms) -> None:
    service.open_house(by=by, at=now_at(HOUSE))


Act = Callable[[Fields, Staff, Forms], ShownOnce | None]
ACTS: Final[Mapping[str, Mapping[str, Act]]] = {
    "named": {"named": _name},
    "books": {"books": _games},
    "pits": {"pits": _pit},
    "tables": {"table": _table, "bet": _bet, "reader": _reader},
    "staff": {"staff": _person},
    "floats": {"floats": _floats},
    "key": {"key": _key},
    "open": {"open": _open},
}
"""The acts on the page of each step."""
