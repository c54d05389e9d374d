"""Acknowledging a line of the pit's list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_POST

from casino.refusals import Refusal
from casino.staff import pin as pins
from casino.staff.access import roles
from casino.staff.models import GuessAlert, Staff
from casino.staff.roles import Role
from rounds.pit import table_page
from rounds.pit.alerts import alerts
from rounds.pit.outcome import Outcome
from rounds.pit.screen import side
from tables.forms.typed import text
from tables.models import Pit


@roles(Role.GAME_SUPERVISOR)
@require_POST
def acknowledge(request: HttpRequest, code: str) -> HttpResponse:
    """A supervisor has seen a line. What cannot be acknowledged is answered with the reason (409)."""
    assert isinstance(request.user, Staff)
    chosen = text(request.POST, "pit")
    pit = get_object_or_404(Pit, code=chosen) if chosen else None
    try:
        row = alerts.acknowledge(
            code,
            text(request.POST, "kind"),
            text(request.POST, "subject"),
            by=request.user,
            at=timezone.now(),
        )
        outcome = Outcome(f"{code}, {row.get_kind_display()}: acknowledged.")
    except Refusal as refusal:
        outcome = Outcome(refusal=refusal, gone=True)
    if table_page.PANEL in request.headers:
        return table_page.answered(request, code, told=outcome, status=outcome.status)
    return _answered(request, pit, outcome)


@roles(Role.GAME_SUPERVISOR)
@require_POST
def acknowledge_guesses(request: HttpRequest, alert_id: int) -> HttpResponse:
    """A supervisor has seen that somebody guesses at PINs. If somebody else has acknowledged it, the answer says so
    (409)."""
    assert isinstance(request.user, Staff)
    chosen = text(request.POST, "pit")
    pit = get_object_or_404(Pit, code=chosen) if chosen else None
    alert = get_object_or_404(GuessAlert, pk=alert_id)
    if pins.acknowledge(alert, request.user):
        return _answered(request, pit, Outcome("Guesses at PINs: acknowledged."))
    alert.refresh_from_db()
    refusal = Refusal("float_alert.answered", by=alert.seen_by)
    return _answered(request, pit, Outcome(refusal=refusal, gone=True))


def _answered(request: HttpRequest, pit: Pit | None, outcome: Outcome) -> HttpResponse:
    if request.headers.get("HX-Request"):
        html = render_to_string("pit/_side.html", side(pit).context() | {"told": outcome}, request=request)
        return HttpResponse(html, status=outcome.status)
    if outcome.refusal is None:
        return redirect("pit_of", pit.code) if pit else redirect("pit")
    return render(request, "pit/refused.html", {"told": outcome, "pit": pit}, status=outcome.status)
