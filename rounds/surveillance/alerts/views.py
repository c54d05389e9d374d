"""The desk's alerts: new ones, seen ones, and the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import DESK
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.view_models import context_of
from rounds.models import AlertRule
from rounds.surveillance.alerts import push, rules
from rounds.surveillance.alerts.forms import RuleForm
from rounds.surveillance.alerts.wording import AlertList, listed, not_seen, render_list, rule_words
from tables.access import person_of
from tables.forms.once import of_form, once

READERS = (Role.SURVEILLANCE, Role.INSPECTOR)


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A rule in force."""

    row: AlertRule
    words: str


@dataclass(frozen=True, slots=True)
class AlertsPage:
    """What the page shows beside the list."""

    rules: list[RuleShown]
    form: RuleForm
    refusal: Refusal | None


@roles(*READERS)
@require_safe
def alerts(request: HttpRequest) -> HttpResponse:
    """The alerts and the rules."""
    return _page(request)


@roles(*READERS)
@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """The present list, for a screen that was disconnected."""
    return HttpResponse(render_list())


@roles(*READERS)
@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """The alerts that nobody has seen, for the side of another page."""
    return render(request, "surveillance/alerts/_new.html", {"new_alerts": not_seen()})


@roles(rules.SETS)
@require_POST
def set_rule(request: HttpRequest) -> HttpResponse:
    """Set a rule."""
    form = RuleForm(request.POST)
    try:
        watch_for = rules.WatchFor(**form.values())
        by = person_of(request)
        once(DESK, of_form(request.POST, by), lambda: rules.set_rule(watch_for, by=by, at=timezone.now()))
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, form=form, refusal=refusal)
    return redirect("alerts")


@roles(rules.SETS)
@require_POST
def end_rule(request: HttpRequest, number: int) -> HttpResponse:
    """End a rule."""
    return _done(request, lambda by: rules.end_rule(number, by=by, at=timezone.now()))


@roles(rules.SETS)
@require_POST
def seen(request: HttpRequest, number: int) -> HttpResponse:
    """Record that an alert was seen."""
    return _done(request, lambda by: rules.acknowledge(number, by=by, at=timezone.now()))


def _done(request: HttpRequest, step: Callable[[Staff], object]) -> HttpResponse:
    try:
        step(person_of(request))
    except Refusal as refusal:
        return _page(request, refusal=refusal)
    push.changed()
    return redirect("alerts")


def _page(
    request: HttpRequest, *, form: RuleForm | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    shown: AlertList = listed(acts=person_of(request).has_role_at_least(rules.SETS))
    waiting = [RuleShown(rule, rule_words(rule)) for rule in rules.running()]
    page = AlertsPage(waiting, form or RuleForm(), refusal)
    context = context_of(shown) | context_of(page)
    return render(request, "surveillance/alerts/alerts.html", context, status=409 if refusal else 200)
