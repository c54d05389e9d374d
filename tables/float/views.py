"""The pages of the float: of one table, at its tablet and on the dashboard; and the slips and counts of the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino.forms.fields import StepForm
from casino.money import Chips
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS, Role
from casino.view_models import context_of
from tables.access import of_table, person_of, second_person
from tables.float import cash, counts, screen, slips
from tables.float.forms import AnswerForm
from tables.forms.once import of_form, once
from tables.models import Pit, Table
from tables.opening import closing
from tables.record import now_at

# --- one table


@require_safe
@roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
@of_table
def desk(request: HttpRequest, table: Table) -> HttpResponse:
    """The float of a table."""
    return _page(request, table)


def _page(
    request: HttpRequest, table: Table, refusal: Refusal | None = None, form: StepForm | None = None
) -> HttpResponse:
    person = person_of(request)
    context = {"table": table, "person": person, "refusal": refusal}
    context |= context_of(screen.page(table, person, form))
    return render(request, "tables/float/desk.html", context, status=409 if refusal else 200)


@require_safe
@roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
@of_table
def paper(request: HttpRequest, table: Table) -> HttpResponse:
    """The fill and credit slips of the table's session, to be printed and signed; ``?slip=`` selects one."""
    papers = screen.papers(table, person_of(request), request.GET.get("slip", ""))
    return render(request, "tables/float/paper.html", {"table": table, "papers": papers})


@sensitive_post_parameters("pin")
@require_POST
@roles(Role.DEALER)
@of_table
def act(request: HttpRequest, table: Table) -> HttpResponse:
    """One step of the float. A refusal is answered in words (409), beside its field if it has one, and what was
    typed stays."""
    fields = request.POST.dict()
    step = STEPS.get(fields.get("step", ""))
    form = screen.bound(fields["step"], table, fields) if step is not None else None
    try:
        if step is None or form is None:
            raise Refusal("float.no_such_step")
        person, second = person_of(request), partial(second_person, request, table.code)
        step(Tap(table, person, second, now_at(table.code), fields), form)
    except Refusal as refusal:
        if form is not None:
            form.refuse(refusal)
        return _page(request, table, refusal, form)
    return redirect("floats") if request.POST.get("back") == "all" else redirect("float", table.code)


@dataclass(frozen=True, slots=True)
class Tap:
    """One step of the float: where, by whom, when, what was sent, and who else signs (read only when needed)."""

    table: Table
    by: Staff
    second: Callable[[], Staff]
    at: datetime
    fields: Mapping[str, str]

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def key(self) -> str:
        return self.fields.get("key", "")

    @property
    def kind(self) -> str:
        return self.fields.get("kind", "")

    def once(self, signs: Staff, take: Callable[[], object]) -> object:
        """Take the step once for the key of its form, which `signs` sent."""
        return once(self.code, of_form(self.fields, signs), take)


def _count(tap: Tap, form: Any) -> object:
    values, chips = form.values(), form.counted()
    at, by, signed_by = tap.at, tap.by, tap.second()
    if tap.kind == "opening":
        return counts.count_opening(tap.code, chips, by=by, signed_by=signed_by, at=at, key=tap.key)
    note = values["note"]
    if tap.kind == "closing":
        return closing.count_float(tap.code, chips, by=by, signed_by=signed_by, at=at, note=note, key=tap.key)
    return counts.count_now(tap.code, chips, by=by, signed_by=signed_by, at=at, note_text=note, key=tap.key)


def _buy_in(tap: Tap, form: Any) -> object:
    values, given = form.values(), form.counted()
    paid = values["cash"]
    if not any(given.values()):
        # No chips were entered: give the fewest that make the sum.
        fewest = Chips(tap.table.chips).break_down(paid)
        if fewest is None:
            raise Refusal("buy_in.no_chips_make_it")
        given = dict(fewest)
    return cash.buy_in(tap.code, paid, given, by=tap.by, at=tap.at, player=values["player"], key=tap.key)


def _colour_up(tap: Tap, form: Any) -> object:
    values = form.values()
    taken, given = form.counted("taken"), form.counted()
    return cash.colour_up(tap.code, taken, given, by=tap.by, at=tap.at, player=values["player"], key=tap.key)


def _request(tap: Tap, form: Any) -> object:
    form.values()
    return slips.request(tap.code, tap.kind, form.counted(), by=tap.by, at=tap.at, key=tap.key)


def _slip(table: Table, number: int) -> int:
    """The primary key of the slip, which must be one of this table's."""
    if not table.slips.filter(pk=number).exists():
        raise Refusal("slip.unknown")
    return number


def _sign(tap: Tap, form: Any) -> object:
    values = form.values()
    after = values["signed"] if tap.fields.get("signed") else None
    # At the tablet somebody other than the signed-in person may sign, with a PIN.
    slip, signs = _slip(tap.table, values["slip"]), tap.second() if values["number"] else tap.by
    return tap.once(signs, lambda: slips.sign(slip, by=signs, at=tap.at, after=after))


def _void(tap: Tap, form: Any) -> object:
    values = form.values()
    slip, other = _slip(tap.table, values["slip"]), tap.second()
    return tap.once(tap.by, lambda: slips.void(slip, values["reason"], by=tap.by, signed_by=other, at=tap.at))


def _box_change(tap: Tap, form: Any) -> object:
    values, other = form.values(), tap.second()
    return tap.once(
        tap.by,
        lambda: cash.change_box(
            tap.code, old=values["old"], new=values["new"], by=tap.by, signed_by=other, at=tap.at
        ),
    )


def _box_count(tap: Tap, form: Any) -> object:
    values = form.values()
    if not tap.table.drop_boxes.filter(pk=values["box"]).exists():
        raise Refusal("drop_box.unknown")
    other = tap.second()
    return tap.once(
        tap.by,
        lambda: cash.count_box(
            values["box"], values["counted"], by=tap.by, signed_by=other, at=tap.at, note_text=values["note"]
        ),
    )


def _reverse(tap: Tap, form: Any) -> object:
    values = form.values()
    exchange = values["exchange"]
    if not tap.table.exchanges.filter(pk=exchange).exists():
        raise Refusal("exchange.unknown")
    return cash.reverse(exchange, values["reason"], by=tap.by, signed_by=tap.second(), at=tap.at, key=tap.key)


STEPS: dict[str, Callable[[Tap, Any], object]] = {
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
    """Open slips, alerts, and the last slips and counts, of a pit or of all pits."""
    return _floats(request)


def _floats(
    request: HttpRequest, refusal: Refusal | None = None, form: StepForm | None = None
) -> HttpResponse:
    code = request.GET.get("pit", "")
    pit = get_object_or_404(Pit, code=code) if code and "\0" not in code else None
    person = person_of(request)
    context = context_of(screen.floats(pit, person, form)) | {"person": person, "refusal": refusal}
    return render(request, "tables/float/floats.html", context, status=409 if refusal else 200)


@require_POST
@roles(Role.GAME_SUPERVISOR)
def answer(request: HttpRequest, alert_id: int) -> HttpResponse:
    """Answers an alert of the float with a note."""
    form = AnswerForm(request.POST, part=alert_id)
    try:
        note = form.values()["note"]
        alert = counts.answer_alert(alert_id, note, by=person_of(request), at=timezone.now())
    except Refusal as refusal:
        form.refuse(refusal)
        return _floats(request, refusal, form)
    return redirect("float", alert.table.code) if request.POST.get("back") == "table" else redirect("floats")
