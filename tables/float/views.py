"""The pages of the float: of one table, at its tablet and on the dashboard; and the slips and counts of the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino.money import Chips
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS, Role
from tables.access import elsewhere, person_of, second_person, table_for
from tables.float import cash, counts, screen, slips
from tables.forms.once import of_form, once
from tables.forms.typed import money, number, text
from tables.models import Pit, Table
from tables.opening import closing
from tables.record import now_at

Fields = Mapping[str, str]
Second = Callable[[], Staff]


# --- one table


@require_safe
@roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """The float of a table."""
    table = table_for(request, code)
    return elsewhere(request, code) if table is None else _page(request, table)


def _page(request: HttpRequest, table: Table, refusal: Refusal | None = None) -> HttpResponse:
    typed: Fields = request.POST if refusal is not None else {}
    person = person_of(request)
    context = {"table": table, "person": person, "refusal": refusal}
    context |= screen.page(table, person, typed)
    return render(request, "tables/float/desk.html", context, status=409 if refusal else 200)


@sensitive_post_parameters("pin")
@require_POST
@roles(Role.DEALER)
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One step of the float. What is refused is answered in words (409), and what was typed stays."""
    table = table_for(request, code)
    if table is None:
        return elsewhere(request, code)
    # The database takes no NUL.
    fields = {name: value.replace("\0", "") for name, value in request.POST.items() if isinstance(value, str)}
    step = _STEPS.get(fields.get("step", ""))
    try:
        if step is None:
            raise Refusal("float.no_such_step")
        step(
            table, person_of(request), partial(second_person, request, table.code), now_at(table.code), fields
        )
    except Refusal as refusal:
        return _page(request, table, refusal)
    return redirect("floats") if request.POST.get("back") == "all" else redirect("float", table.code)


def _chips(table: Table, fields: Fields, name: str = "chip") -> dict[int, int]:
    return {chip: number(fields, f"{name}-{chip}", "Chips", optional=True) for chip in table.chips}


Step = Callable[[Table, Staff, Second, datetime, Any], object]


def _count(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    chips, key, note = _chips(table, f), f.get("key", ""), text(f, "note")
    kind = f.get("kind")
    if kind == "opening":
        return counts.count_opening(table.code, chips, by=by, signed_by=second(), at=at, key=key)
    if kind == "closing":
        return closing.count_float(table.code, chips, by=by, signed_by=second(), at=at, note=note, key=key)
    return counts.count_now(table.code, chips, by=by, signed_by=second(), at=at, note_text=note, key=key)


def _buy_in(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    paid, given = money(f, "cash", "Cash"), _chips(table, f)
    if not any(given.values()):
        # Nothing said of the chips: the fewest that make it.
        fewest = Chips(table.chips).break_down(paid)
        if fewest is None:
            raise Refusal("buy_in.no_chips_make_it")
        given = dict(fewest)
    player, key = text(f, "player"), f.get("key", "")
    return cash.buy_in(table.code, paid, given, by=by, at=at, player=player, key=key)


def _colour_up(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    return cash.colour_up(
        table.code,
        _chips(table, f, "taken"),
        _chips(table, f),
        by=by,
        at=at,
        player=text(f, "player"),
        key=f.get("key", ""),
    )


def _request(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    kind = f.get("kind", "")
    return slips.request(table.code, kind, _chips(table, f), by=by, at=at, key=f.get("key", ""))


def _slip(table: Table, f: Fields) -> int:
    """The slip that is meant, which must be one of this table."""
    found = number(f, "slip", "Slip")
    if not table.slips.filter(pk=found).exists():
        raise Refusal("slip.unknown")
    return found


def _sign(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    # At the tablet somebody else than who is signed in may sign, with a PIN.
    after = number(f, "signed", "Signatures") if f.get("signed") else None
    slip, signs = _slip(table, f), second() if text(f, "number") else by
    return once(table.code, of_form(f, signs), lambda: slips.sign(slip, by=signs, at=at, after=after))


def _void(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    slip, other = _slip(table, f), second()
    return once(
        table.code,
        of_form(f, by),
        lambda: slips.void(slip, text(f, "reason"), by=by, signed_by=other, at=at),
    )


def _box_change(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    old, new, other = text(f, "old"), text(f, "new"), second()
    return once(
        table.code,
        of_form(f, by),
        lambda: cash.change_box(table.code, old=old, new=new, by=by, signed_by=other, at=at),
    )


def _box_count(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    box, counted = number(f, "box", "Box"), money(f, "counted", "Counted")
    if not table.drop_boxes.filter(pk=box).exists():
        raise Refusal("drop_box.unknown")
    other, note = second(), text(f, "note")
    return once(
        table.code,
        of_form(f, by),
        lambda: cash.count_box(box, counted, by=by, signed_by=other, at=at, note_text=note),
    )


def _reverse(table: Table, by: Staff, second: Second, at: datetime, f: Fields) -> object:
    found = number(f, "exchange", "Exchange")
    if not table.exchanges.filter(pk=found).exists():
        raise Refusal("exchange.unknown")
    return cash.reverse(found, text(f, "reason"), by=by, signed_by=second(), at=at, key=f.get("key", ""))


_STEPS: dict[str, Step] = {
    "count": _count,
    "buy_in": _buy_in,
    "colour_up": _colour_up,
    "request": _request,
    "sign": _sign,
    "void": _void,
    "box_change": _box_change,
    "box_count": _box_count,
    "reverse": _reverse,
}


# --- the house


@require_safe
@roles(*WATCHERS)
def floats(request: HttpRequest) -> HttpResponse:
    """Slips under way, alerts, and the last slips and counts, of a pit or of all."""
    return _floats(request)


def _floats(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    code = request.GET.get("pit", "")
    pit = get_object_or_404(Pit, code=code) if code and "\0" not in code else None
    person = person_of(request)
    context = {
        "pit": pit,
        "pits": Pit.objects.all(),
        "person": person,
        "acts": person.has_role_at_least(Role.GAME_SUPERVISOR),
        "alerts": [screen.alert_row(alert, person) for alert in screen.alerts(pit=pit)],
        "under_way": screen.slips_of(pit, under_way=True, person=person),
        "ended": screen.slips_of(pit, under_way=False, person=person),
        "counts": screen.counts_of(pit),
        "refusal": refusal,
    }
    return render(request, "tables/float/floats.html", context, status=409 if refusal else 200)


@require_POST
@roles(Role.GAME_SUPERVISOR)
def answer(request: HttpRequest, alert_id: int) -> HttpResponse:
    """An alert of the float is answered with a note."""
    try:
        alert = counts.answer(
            alert_id, request.POST.get("note", "").replace("\0", ""), by=person_of(request), at=timezone.now()
        )
    except Refusal as refusal:
        return _floats(request, refusal)
    return redirect("float", alert.table.code) if request.POST.get("back") == "table" else redirect("floats")
