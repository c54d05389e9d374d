"""The desk's page that lists the disputes of all tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.staff.access import roles
from casino.staff.roles import RECORD_READERS
from casino.view_models import context_of
from rounds.surveillance.disputes.screen import listed


@roles(*RECORD_READERS)
@require_safe
def disputes(request: HttpRequest) -> HttpResponse:
    """The disputes, filtered; they are dealt with on their table's page."""
    return render(request, "surveillance/disputes.html", context_of(listed(request.GET, timezone.now())))
