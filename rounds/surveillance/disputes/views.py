"""The page of the desk that lists the disputes of every table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.staff.access import roles
from casino.web.view_models import context_of
from rounds.surveillance.audit_views import READERS
from rounds.surveillance.disputes.screen import listed


@roles(*READERS)
@require_safe
def disputes(request: HttpRequest) -> HttpResponse:
    """The disputes, filtered; what is done about one is done at its table's page."""
    return render(request, "surveillance/disputes.html", context_of(listed(request.GET, timezone.now())))
