"""The pages of the staff: who is in the house, and what an operations manager and a second person can change about
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import HOUSE
from casino.refusals import Refusal
from casino.staff import people
from casino.staff import pin as pins
from casino.staff.access import roles
from casino.staff.models import NUMBER_FORM, Staff
from casino.staff.roles import RECORD_READERS
from casino.view_models import context_of
from tables.access import person_of, second_person
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.house import service
from tables.house.staff import screen
from tables.house.staff.forms import ActiveForm, FirstPinForm, NewPersonForm, PowersForm
from tables.record import now_at

PersonForm = PowersForm | FirstPinForm | ActiveForm
LONGEST: Final = 16
"""The longest number that can be searched for, in characters."""


@require_safe
@roles(*RECORD_READERS)
def staff(request: HttpRequest) -> HttpResponse:
    """Everybody in the house, by number; filtered by role, or by a part of the number."""
    query = request.GET.get("number", "").strip().upper()[:LONGEST]
    page = screen.staff_page(request.GET.get("show", ""), query, person_of(request))
    return render(request, "tables/house/staff/staff.html", context_of(page))


@sensitive_post_parameters("pin")
@require_POST
@roles(people.SETS_UP)
def add(request: HttpRequest) -> HttpResponse:
    """Add somebody with a first PIN, which this answer shows and nothing stores."""
    by = person_of(request)
    form = NewPersonForm(request.POST, held=[])
    try:
        values = form.values()
        number = values["person"]
        # Before the step's own transaction, so that a wrong PIN stays counted whatever follows.
        second = second_person(request)
        drawn = people.first_pin(number)

        powers = people.Powers(values["role"], values["pits"], sets_up=values["sets_up"])

        def take() -> None:
            service.add_signed(number, powers, drawn, by=by, signed_by=second, at=now_at(HOUSE))

        taken = once(HOUSE, _request(request, by), take)
    except Refusal as refusal:
        form.refuse(refusal)
        page = screen.staff_page("", "", by, form=form, refusal=refusal)
        return render(request, "tables/house/staff/staff.html", context_of(page), status=409)
    if not taken:
        return redirect("staff_person", number)  # sent twice: the first answer had the PIN
    return _shown(request, _person(number), pins={number: drawn.pin})


@require_safe
@roles(*RECORD_READERS)
def person(request: HttpRequest, number: str) -> HttpResponse:
    """One person of the house."""
    return _shown(request, _person(number))


@sensitive_post_parameters("pin")
@require_POST
@roles(people.SETS_UP)
def act(request: HttpRequest, number: str) -> HttpResponse:
    """Change one person's data, signed by two. A refusal is answered in words (409)."""
    by, about = person_of(request), _person(number)
    step = request.POST.get("step", "")
    if step not in FORMS:
        raise Http404
    form = FORMS[step](request.POST, about)
    try:
        values = form.values()
        second = second_person(request)
        drawn = people.first_pin(number) if step == "pin" else None

        def take() -> None:
            locked = Staff.objects.select_for_update().get(pk=about.pk)
            showed.compare(HOUSE, request.POST, screen.facts(locked))
            if drawn is not None:
                people.reset_pin(number, drawn, by=by, signed_by=second, at=now_at(HOUSE))
            else:
                STEPS[step](number, values, by, second)

        taken = once(HOUSE, _request(request, by), take)
        if taken and drawn is not None and pins.is_locked(number, now_at(HOUSE)):
            pins.lift(number, by)  # wrong tries with the old PIN must not lock out the new one
    except Refusal as refusal:
        form.refuse(refusal)
        sent = None if isinstance(refusal, showed.Stale) else form
        return _shown(request, _person(number), sent=sent, refusal=refusal)
    if taken and drawn is not None:
        return _shown(request, _person(number), pins={number: drawn.pin})
    return redirect("staff_person", number)


def _shown(
    request: HttpRequest,
    about: Staff,
    *,
    sent: PersonForm | None = None,
    refusal: Refusal | None = None,
    pins: Mapping[str, str] | None = None,
) -> HttpResponse:
    page = screen.person_page(about, person_of(request), sent=sent, refusal=refusal, pins=pins)
    status = 409 if refusal else 200
    return render(request, "tables/house/staff/person.html", context_of(page), status=status)


def _person(number: str) -> Staff:
    about = Staff.objects.filter(number=number).first() if NUMBER_FORM.match(number) else None
    if about is None:
        raise Http404(Refusal("staff.no_such_person", number=number[:LONGEST]))
    return about


def _request(request: HttpRequest, by: Staff) -> Any:
    """The form as a request under its key, with every ticked pit."""
    return of_form(request.POST, by, ticked=request.POST.getlist("pits"))


# --- the steps


FORMS: Final[Mapping[str, Callable[[QueryDict, Staff], PersonForm]]] = {
    "powers": lambda fields, about: PowersForm(fields, held=about.pits),
    "pin": lambda fields, about: FirstPinForm(fields),
    "deactivate": lambda fields, about: ActiveForm(fields),
    "reactivate": lambda fields, about: ActiveForm(fields),
}


def _powers(number: str, values: Mapping[str, Any], by: Staff, second: Staff) -> None:
    powers = people.Powers(values["role"], values["pits"], sets_up=values["sets_up"])
    people.give_powers(number, powers, by=by, signed_by=second, at=now_at(HOUSE))


def _deactivate(number: str, values: Mapping[str, Any], by: Staff, second: Staff) -> None:
    people.make_active(number, False, by=by, signed_by=second, at=now_at(HOUSE))


def _reactivate(number: str, values: Mapping[str, Any], by: Staff, second: Staff) -> None:
    people.make_active(number, True, by=by, signed_by=second, at=now_at(HOUSE))


STEPS: Final[Mapping[str, Callable[[str, Mapping[str, Any], Staff, Staff], None]]] = {
    "powers": _powers,
    "deactivate": _deactivate,
    "reactivate": _reactivate,
}
"""The steps on a person's page, apart from giving a first PIN."""
