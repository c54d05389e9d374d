"""Acknowledging alerts in the pit's list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.refusals import Refusal
from casino.staff import pin as pins
from casino.staff.access import roles
from casino.staff.models import GuessAlert, Staff
from casino.staff.roles import Role
from casino.translated import text
from rounds.pit import table_page
from rounds.pit.alerts import alerts
from rounds.pit.outcome import Outcome
from rounds.pit.responses import answered, pit_named


@roles(Role.GAME_SUPERVISOR)
@require_POST
def acknowledge(request: HttpRequest, code: str) -> HttpResponse:
    """A supervisor has seen an alert. If it cannot be acknowledged, the answer gives the reason (409)."""
    assert isinstance(request.user, Staff)
    pit = pit_named(request.POST.get("pit", "").strip())
    try:
        row = alerts.acknowledge(
            code,
            request.POST.get("kind", "").strip(),
            request.POST.get("subject", "").strip(),
            by=request.user,
            at=timezone.now(),
        )
        outcome = Outcome(
            text(_("{table}, {kind:term}: acknowledged."), table=code, kind=row.get_kind_display())
        )
    except Refusal as refusal:
        outcome = Outcome(refusal=refusal, gone=True)
    if table_page.PANEL in request.headers:
        return table_page.answered(request, code, outcome=outcome, status=outcome.status)
    return answered(request, pit, outcome)


@roles(Role.GAME_SUPERVISOR)
@require_POST
def acknowledge_guesses(request: HttpRequest, alert_id: int) -> HttpResponse:
    """A supervisor has seen that somebody guesses PINs. If somebody else has acknowledged it, the answer says so
    (409)."""
    assert isinstance(request.user, Staff)
    pit = pit_named(request.POST.get("pit", "").strip())
    alert = get_object_or_404(GuessAlert, pk=alert_id)
    if pins.acknowledge(alert, request.user):
        return answered(request, pit, Outcome(_("Guesses at PINs: acknowledged.")))
    alert.refresh_from_db()
    refusal = Refusal("float_alert.answered", by=alert.seen_by)
    return answered(request, pit, Outcome(refusal=refusal, gone=True))
