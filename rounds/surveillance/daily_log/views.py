"""The pages of the daily log."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from casino.forms import shown_facts
from casino.forms.fields import StepForm
from casino.ledger import DESK
from casino.refusals import Refusal
from casino.staff import approvals, tablets
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.view_models import context_of
from rounds.surveillance.daily_log import forms, service
from rounds.surveillance.daily_log.models import DailyLog
from rounds.surveillance.daily_log.screen import disputes_waiting, screen_of, tasks_of
from rounds.surveillance.facts import indexing
from rounds.surveillance.record import EYES, WRITER, now
from tables.access import person_of, second_person
from tables.forms import showed
from tables.forms.once import of_form, once

PATIENCE = 1.0
"""Seconds for which a page waits for the latest rounds to be indexed."""


@roles(*EYES)
@require_safe
def current(request: HttpRequest) -> HttpResponse:
    """The log of the running shift; before the first log, how to begin it."""
    return _page(request, service.running())


@roles(*EYES)
@require_safe
def of_number(request: HttpRequest, number: int) -> HttpResponse:
    """One log by its number."""
    log = DailyLog.objects.filter(no=number).first() if number < 2**31 else None
    if log is None:
        raise Http404(Refusal("log.unknown"))
    return _page(request, log)


def _page(
    request: HttpRequest, log: DailyLog | None, refusal: Refusal | None = None, sent: StepForm | None = None
) -> HttpResponse:
    person = person_of(request)
    shown: dict[str, StepForm] = {name: form() for name, form in forms.FORMS.items()}
    if sent is not None:
        shown[sent.step] = sent
    context: dict[str, object] = {
        "forms": shown,
        "refusal": refusal,
        "writes": person.role == WRITER,
        "log": log,
    }
    if log is None:
        context |= {"tasks": tasks_of(person), "waiting": disputes_waiting()}
    else:
        indexing.catch_up(PATIENCE)
        context |= context_of(screen_of(log, person, written_only="written" in request.GET))
        context["showed"] = shown_facts.as_field({"log": _state(log)})
    return render(request, "surveillance/daily_log.html", context, status=409 if refusal else 200)


def _state(log: DailyLog) -> list[object]:
    return [log.no, log.signed_at, log.taken_at]


@roles(WRITER)
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """One step in the running log, or a line in an earlier one."""
    person, step = person_of(request), request.POST.get("step", "")
    log = _named(request)
    form = forms.FORMS[step](request.POST) if step in forms.FORMS else None
    try:
        if form is None or (log is None and step != "begin"):
            raise Refusal("table.no_such_step")
        asked = of_form(request.POST, person)
        taken = _step(request, log, form, person)

        def checked() -> None:
            if log is not None and step in ("sign", "take"):
                showed.compare(DESK, request.POST, {"log": _state(DailyLog.objects.get(pk=log.pk))})
            taken()

        once(DESK, asked, checked)
    except Refusal as refusal:
        if form is not None:
            form.refuse(refusal)
        return _page(request, log, refusal, form)
    return redirect("desk_log_of", log.no) if log is not None and step == "write" else redirect("desk_log")


def _named(request: HttpRequest) -> DailyLog | None:
    number = request.POST.get("log", "")
    if number.isascii() and number.isdigit() and len(number) < 10:
        return DailyLog.objects.filter(no=int(number)).first()
    return service.running()


def _step(request: HttpRequest, log: DailyLog | None, form: StepForm, person: Staff) -> Callable[[], object]:
    """The action of a step. Raises Refusal for fields that cannot be read, and for a wrong PIN."""
    values, at = form.values(), now()
    if log is None or form.step == "begin":
        return lambda: service.begin(by=person, at=at)
    if form.step == "write":
        return lambda: service.add(log, values["words"], values["happened"], by=person, at=at)
    if form.step == "sign":
        if person.number != log.by:
            raise Refusal("log.not_on_desk", number=log.by)
        leaves = approvals.by_pin(person.number, values["pin"], tablets.place(request))
        return lambda: service.sign_off(log, by=leaves, at=at)
    comes = second_person(request)
    return lambda: service.take_over(log, by=comes, at=at)
