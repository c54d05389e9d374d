"""The page of the readers: which device reports at which table. It assigns and unassigns them, and shows tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from casino.refusals import Refusal
from casino.staff import places
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import term, text
from tables.forms.once import first_time, of_form
from tables.models import Reader, Report, Table
from tables.readers import registration, source
from tables.readers.forms import TieForm
from tables.record import answered

ENDED = 20
"""How many unassigned readers the page lists."""


@dataclass(frozen=True, slots=True)
class Row:
    """A reader that is assigned to a table."""

    reader: Reader
    condition: source.Condition
    waiting: int
    """Reports that wait for the dealer's decision."""


def _person(request: HttpRequest) -> Staff:
    assert isinstance(request.user, Staff)
    return request.user


@require_safe
@roles(Role.GAME_SUPERVISOR, Role.SURVEILLANCE, Role.INSPECTOR)
def readers(request: HttpRequest) -> HttpResponse:
    """Every assigned reader with its state, and the last ones that were unassigned."""
    return _page(request)


@sensitive_variables("issued", "token")
@require_POST
@roles(registration.ISSUES)
def issue(request: HttpRequest) -> HttpResponse:
    """Assign a reader to a table. The answer shows its token, once: to a form that is sent again it says so."""
    form, by = TieForm(request.POST), _person(request)
    try:
        values = form.values()
        code, kind, label = values["table"], values["kind"], values["label"]
        asked = of_form(request.POST, by, table=code)
        at = timezone.now()
        issued = first_time(code, asked, lambda: registration.issue(code, kind, label, by=by, at=at))
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, status=409, refusal=refusal, form=form)
    if issued is None:
        return _page(request, before=answered(code, asked), code=code)
    reader, token = issued
    return _page(request, issued=reader, token=token)


@require_POST
@roles(registration.ISSUES)
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """Unassign a reader, after asking once."""
    reader = Reader.objects.select_related("table").filter(pk=number, revoked_at=None).first()
    may = reader is not None and not places.refusal_to_act(_person(request), reader.table.code)
    if reader is not None and may and request.POST.get("sure") != "yes":
        waiting_for = {
            "question": text(
                _("Unassign {reader} from {table}?"), reader=reader.number, table=reader.table.code
            ),
            "why": _(
                "Its token stops working at once; the cards are entered by hand. To use it again, issue a new token."
            ),
            "button": text(_("Unassign it from {table}"), table=reader.table.code),
            "back": reverse("readers"),
            "person": _person(request),
        }
        return render(request, "staff/sure.html", waiting_for)
    try:
        registration.revoke(number, by=_person(request), at=timezone.now())
    except Refusal as refusal:
        return _page(request, status=409, refusal=refusal)
    return redirect("readers")


def _page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    at, person = timezone.now(), _person(request)
    waits = Report.objects.filter(outcome=Report.Outcome.WAITS, reader__revoked_at=None)
    waiting = list(waits.values_list("reader", flat=True))
    live = Reader.objects.select_related("table").filter(revoked_at=None)
    rows = [Row(reader, source.condition(reader, at), waiting.count(reader.pk)) for reader in live]
    form = more.pop("form", None) or TieForm()
    codes = list(
        Table.objects.exclude(pk__in=[reader.table_id for reader in live]).values_list("code", flat=True)
    )
    if (chosen := form["table"].value()) and chosen not in codes:
        codes.append(chosen)  # the choice stays, although it was refused
    form.offer("table", [(code, code) for code in codes])
    form.offer("kind", [(kind, term(label)) for kind, label in Reader.Kind.choices])
    context = {
        "rows": rows,
        "ended": Reader.objects.select_related("table")
        .exclude(revoked_at=None)
        .order_by("-revoked_at")[:ENDED],
        "form": form,
        "person": person,
        "acts": person.has_role_at_least(registration.ISSUES),
    }
    return render(request, "tables/readers/readers.html", context | more, status=status)
