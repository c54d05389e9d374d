"""Acknowledging a line of the pit's list."""

from __future__ import annotations

from typing import Any

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
from casino.translated import message, remedy
from rounds.pit import table_page
from rounds.pit.alerts import alerts
from rounds.pit.screen import side
from tables.forms.typed import text
from tables.models import Pit


@roles(Role.GAME_SUPERVISOR)
@require_POST
def acknowledge(request: HttpRequest, code: str) -> HttpResponse:
    """A supervisor has seen a line. What cannot be acknowledged is answered with the reason (409)."""
    assert isinstance(request.user, Staff)
    found = text(request.POST, "pit")
    pit = get_object_or_404(Pit, code=found) if found else None
    told: dict[str, Any]
    status = 200
    try:
        row = alerts.acknowledge(
            code,
            text(request.POST, "kind"),
            text(request.POST, "subject"),
            by=request.user,
            at=timezone.now(),
        )
        told = {"done": f"{code}, {row.get_kind_display()}: acknowledged."}
    except Refusal as refusal:
        told = {
            "gone": True,
            "message": f"{message(refusal)}.",
            "remedy": remedy(refusal),
            "clause": refusal.clause,
        }
        status = 409
    if table_page.PANEL in request.headers:
        return table_page.answered(request, code, told=told, status=status)
    return _answered(request, pit, told, status)


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
        return _answered(request, pit, {"done": "Guesses at PINs: acknowledged."}, 200)
    alert.refresh_from_db()
    message = f"{alert.seen_by} has acknowledged it already."
    answer = {"gone": True, "message": message, "remedy": "Nothing is left to do.", "clause": ""}
    return _answered(request, pit, answer, 409)


def _answered(request: HttpRequest, pit: Pit | None, answer: dict[str, Any], status: int) -> HttpResponse:
    if request.headers.get("HX-Request"):
        html = render_to_string("pit/_side.html", side(pit) | {"told": answer}, request=request)
        return HttpResponse(html, status=status)
    if status == 200:
        return redirect("pit_of", pit.code) if pit else redirect("pit")
    return render(request, "pit/refused.html", {"told": answer, "pit": pit}, status=status)
