"""The page of holds and endings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.forms import shown_facts
from casino.forms.fields import StepForm
from casino.ledger import DESK
from casino.refusals import Refusal
from casino.staff.access import admits, roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import term
from casino.view_models import context_of
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.holds import Hold, RetentionKind
from rounds.surveillance.record import EYES, WRITER, now
from rounds.surveillance.retention import forms, service
from rounds.surveillance.retention.models import Ending
from tables.access import person_of, second_person
from tables.forms import showed
from tables.forms.once import of_form, once

LISTED = 100


@dataclass(frozen=True, slots=True)
class HoldShown:
    row: Hold
    subject: str
    why: str
    lift: StepForm


@dataclass(frozen=True, slots=True)
class ClassShown:
    """A class of things that are kept."""

    name: str
    days: int
    due: int
    """How many are past their days."""
    waiting: int
    """How many of them are named to end."""


@roles(Role.OPERATIONS_MANAGER, *EYES)
@require_safe
def keeping(request: HttpRequest) -> HttpResponse:
    """Holds, the classes, what is due, and what is named to end."""
    return _page(request)


@dataclass(frozen=True, slots=True)
class KeepingScreen:
    """The page of what is kept and for how long."""

    holds: list[HoldShown]
    classes: list[ClassShown]
    any_due: bool
    waiting: Ending | None
    """What is named to end and waits for its signature."""
    ready: bool
    ended: list[Ending]
    forms: dict[str, StepForm]
    writes: bool
    signs: bool
    showed: str
    refusal: Refusal | None


def _page(request: HttpRequest, refusal: Refusal | None = None, sent: StepForm | None = None) -> HttpResponse:
    person, at = person_of(request), timezone.now()
    waiting = Ending.objects.filter(signed_at=None, dropped_at=None).first()
    due = service.due(at)
    shown: dict[str, StepForm] = {name: form() for name, form in forms.FORMS.items()}
    shown["hold"] = forms.HoldForm(
        initial={"kind": request.GET.get("kind", ""), "subject": request.GET.get("subject", "")[:40]}
    )
    if sent is not None:
        shown[sent.step] = sent
    screen = KeepingScreen(
        holds=[
            HoldShown(
                hold,
                words,
                hold.facts.get("why", ""),
                forms.LiftForm.shown(sent, hold.pk),
            )
            for hold in Hold.objects.filter(lifted_at=None)[:LISTED]
            if (words := service.subject_words(hold, person))
        ],
        classes=[
            ClassShown(
                term(kind.label),
                lists.days(kind),
                len(due[kind]),
                len(waiting.facts.get(kind, [])) if waiting else 0,
            )
            for kind in RetentionKind
        ],
        any_due=any(due.values()),
        waiting=waiting,
        ready=waiting is not None and at >= waiting.not_before,
        ended=list(Ending.objects.exclude(signed_at=None)[:10]),
        forms=shown,
        writes=person.role == WRITER,
        signs=admits(person, service.SIGNERS),
        showed=shown_facts.as_field({"ending": _state(waiting)}),
        refusal=refusal,
    )
    return render(request, "surveillance/keeping.html", context_of(screen), status=409 if refusal else 200)


def _state(waiting: Ending | None) -> list[object]:
    return [waiting.pk] if waiting else []


@roles(*service.SIGNERS)
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """One step of a hold or an ending."""
    person, step = person_of(request), request.POST.get("step", "")
    form = forms.FORMS[step](request.POST, part=request.POST.get("hold", "")) if step in forms.FORMS else None
    try:
        if form is None:
            raise Refusal("table.no_such_step")
        asked = of_form(request.POST, person)
        taken = _step(request, form, person)

        def checked() -> None:
            if step in ("name", "drop", "carry_out"):
                waiting = Ending.objects.filter(signed_at=None, dropped_at=None).first()
                showed.compare(DESK, request.POST, {"ending": _state(waiting)})
            taken()

        once(DESK, asked, checked)
    except Refusal as refusal:
        if form is not None:
            form.refuse(refusal)
        return _page(request, refusal, form)
    return redirect("desk_keeping")


def _step(request: HttpRequest, form: StepForm, by: Staff) -> Callable[[], object]:
    """The action of a step. Raises Refusal for fields that cannot be read, and for a wrong PIN."""
    values, at = form.values(), now()
    match form.step:
        case "hold":
            return lambda: service.place(values["kind"], values["subject"], values["why"], by=by, at=at)
        case "lift":
            second = second_person(request)
            return lambda: service.lift(values["hold"], second=second, by=by, at=at)
        case "name":
            return lambda: service.name_ending(by=by, at=at)
        case "drop":
            return lambda: service.drop(values["ending"], by=by, at=at)
    second = second_person(request)
    return lambda: service.carry_out(values["ending"], second=second, by=by, at=at)
