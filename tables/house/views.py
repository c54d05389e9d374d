"""The pages on which the first operations manager sets a new house up, step by step; the steps are
`tables.house.service`'s. Whoever may not set up sees them and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.forms.fields import StepForm
from casino.ledger import HOUSE
from casino.ledger.chain import CHAIN
from casino.money import decimal
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.access import person_of
from tables.forms.once import of_form, once
from tables.house import lists, progress, screen, service
from tables.house.against_book import BetSheet, Piece, TableSheet
from tables.house.facts import Named
from tables.house.forms import (
    KeyForm,
    NamedForm,
    PersonForm,
    PitForm,
    ReaderForm,
    SideBetForm,
    TableForm,
    as_typed,
    games_of,
)
from tables.models import Table
from tables.record import now_at

Shown = dict[str, Any]
"""What a step shows once, on the page that answers it: a first PIN, a token."""
SECRET: Final = frozenset({"first_pin", "rows"})
"""Fields that are part of no record, not even of a digest in it: they hold PINs."""


@require_safe
@roles(Role.OPERATIONS_MANAGER)
def house(request: HttpRequest) -> HttpResponse:
    """To the first step that is not done."""
    name = next((step.name for step in progress.steps() if not step.done), "open")
    return redirect("house_step", name)


@sensitive_post_parameters("first_pin")
@require_http_methods(["GET", "HEAD", "POST"])
@roles(Role.OPERATIONS_MANAGER)
def step(request: HttpRequest, name: str) -> HttpResponse:
    """The page of a step; a post takes it, once however often it is sent."""
    if name not in dict(progress.STEPS):
        raise Http404
    person = person_of(request)
    if request.method != "POST":
        return render(request, "tables/house/step.html", _page(request, name, person, {}, None))
    act = request.POST.get("act", name)
    if act not in ACTS.get(name, {}):
        raise Http404
    forms: dict[str, StepForm] = {}
    try:
        shown = _once(request, person, lambda: ACTS[name][act](request.POST, person, forms))
    except Refusal as refusal:
        for form in forms.values():
            form.refuse(refusal)
        page = _page(request, name, person, forms, refusal)
        return render(request, "tables/house/step.html", page, status=409)
    if shown:
        # Shown on this answer alone: nothing keeps them.
        return render(request, "tables/house/step.html", _page(request, name, person, {}, None) | shown)
    return redirect(_after(request, name))


@require_POST
@roles(Role.OPERATIONS_MANAGER)
def book(request: HttpRequest) -> HttpResponse:
    """What the book says of the table that is being entered, as it is typed."""
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
    page: dict[str, Any] = {
        "kind": kind,
        "rows": text,
        "cells": [*lists.FORMS[kind].base_fields],
        "may": service.may_set_up(person),
        "steps": progress.steps(),
        "person": person,
    }
    if request.method != "POST":
        return render(request, "tables/house/list.html", page)
    page["listed"] = listing = lists.read(kind, text)
    if request.POST.get("act") != "enter" or not listing.right:
        return render(request, "tables/house/list.html", page)  # a look, whatever it finds
    try:
        pins = _once(request, person, lambda: {"pins": lists.take(listing, by=person, at=now_at(HOUSE))})
    except Refusal as refusal:
        return render(request, "tables/house/list.html", page | {"refusal": refusal}, status=409)
    return render(request, "tables/house/list.html", page | {"entered": True} | (pins or {}))


def _once(request: HttpRequest, person: Staff, take: Callable[[], Shown | None]) -> Shown | None:
    """Take the step unless it was taken under the form's key before; returns what it shows once."""
    shown: Shown = {}

    def taken() -> None:
        shown.update(take() or {})

    fields = {name: value for name, value in request.POST.items() if name not in SECRET}
    once(_chain(request), of_form(fields, person), taken)
    return shown


def _chain(request: HttpRequest) -> str:
    """The chain in which a step writes first: that of the table that it is about, or the house's."""
    code = request.POST.get("of") or (
        request.POST.get("code", "") if request.POST.get("act") == "table" else ""
    )
    code = code.strip().upper()
    return code if CHAIN.fullmatch(code) and code != HOUSE.upper() else HOUSE


def _page(
    request: HttpRequest, name: str, person: Staff, forms: Mapping[str, StepForm], refusal: Refusal | None
) -> dict[str, Any]:
    context = screen.context(name, person, {}, refusal)
    if name == "tables":
        context |= _of_tables(request)
    return context | dict(forms)


def _of_tables(request: HttpRequest) -> dict[str, Any]:
    """The table whose side bets are set up, or the one after which the new one is made."""
    fields = request.POST if request.method == "POST" else request.GET
    more: dict[str, Any] = {}
    chosen = Table.objects.filter(code=fields.get("of", "")[:16]).select_related("pit").first()
    if chosen is not None:
        more |= screen.bet_page(chosen, fields.get("bet", "")[:24])
    like = Table.objects.filter(code=request.GET.get("like", "")[:16]).select_related("pit").first()
    if request.method == "POST" and fields.get("act") == "table":
        more["says"] = screen.book_says(request.POST)
    elif like is not None:
        initial = _as_cells(service.sheet_of(like))
        more |= {"form": TableForm(initial=initial), "says": screen.book_says(initial)}
    return more


def _as_cells(sheet: TableSheet) -> dict[str, str]:
    """A table as it would be typed, without its code."""
    money = {"minimum": sheet.minimum, "maximum": sheet.maximum, "multiple": sheet.multiple}
    cells = {name: as_typed(getattr(sheet, name)) for name in TableForm.base_fields if name != "code"}
    cells |= {name: _amount(cents) if cents else "" for name, cents in money.items()}
    return cells | {"chips": " ".join(map(_amount, sheet.chips))}


def _amount(cents: int) -> str:
    return decimal(cents).removesuffix(".00")


def _after(request: HttpRequest, name: str) -> str:
    """Where a step that was taken leads: to its own page again, of the same table where it has one."""
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


def _reader(fields: Fields, by: Staff, forms: Forms) -> Shown:
    forms["reader_form"] = form = ReaderForm(fields)
    values = form.values()
    table = _of(fields)
    reader, token = service.tie_reader(table.code, values["kind"], values["label"], by=by, at=now_at(HOUSE))
    return {"token": token, "token_of": f"{reader.number} · {table.code}"} if token else {}


def _of(fields: Fields) -> Table:
    table = Table.objects.filter(code=str(fields.get("of", ""))[:16]).first()
    if table is None:
        raise Refusal("table.unknown", table=str(fields.get("of", ""))[:16])
    return table


def _person(fields: Fields, by: Staff, forms: Forms) -> Shown:
    forms["form"] = form = PersonForm(fields)
    values = form.values()
    pin = service.add_person(
        values["number"],
        values["role"],
        values["first_pin"],
        pits=values["pits"],
        sets_up=values["sets_up"],
        by=by,
        at=now_at(HOUSE),
    )
    return {"pins": {values["number"]: pin}}


def _floats(fields: Fields, by: Staff, forms: Forms) -> None:
    service.settle_floats(by=by, at=now_at(HOUSE))


def _key(fields: Fields, by: Staff, forms: Forms) -> None:
    forms["form"] = form = KeyForm(fields)
    service.keep_key(form.values()["kept_at"], by=by, at=now_at(HOUSE))


def _open(fields: Fields, by: Staff, forms: Forms) -> None:
    service.open_house(by=by, at=now_at(HOUSE))


Act = Callable[[Fields, Staff, Forms], Shown | None]
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
"""What can be done on the page of each step."""
