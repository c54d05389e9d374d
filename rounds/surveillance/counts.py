"""What waits at the desk: the figures beside the names of its pages, which every page polls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.staff.access import roles
from casino.staff.arrival import person_of
from casino.staff.models import Staff
from casino.staff.roles import RECORD_READERS
from casino.view_models import context_of
from rounds.models import DeskAlert
from rounds.surveillance.disputes.screen import waiting
from rounds.surveillance.incidents.models import Incident, Page
from rounds.surveillance.incidents.service import visible
from rounds.surveillance.record import reads

SOON: Final = timedelta(hours=1)
"""How long before its time a task counts as due."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What waits, for one person; None if the person may not open the page."""

    incidents: int
    """Incidents open or under review that the person may read."""
    disputes: int
    """Disputes that wait for an answer or a review."""
    alerts: int | None
    """Alerts that nobody has seen."""
    tasks: int | None
    """Tasks of these incidents whose time has come or comes within the hour."""


def counts_of(person: Staff, now: datetime) -> Counts:
    """The counts; disputes are few enough to be read without an index."""
    unfinished = visible(person).exclude(status=Incident.Status.CLOSED).order_by()
    disputes = waiting().order_by().count()
    if not reads(person):
        return Counts(unfinished.count(), disputes, None, None)
    ended = Page.objects.filter(
        incident=OuterRef("incident"), about=OuterRef("no"), sort__in=(Page.Sort.DONE, Page.Sort.WITHDRAWN)
    )
    tasks = Page.objects.filter(~Exists(ended), sort=Page.Sort.TASK, ended_at=None, incident__in=unfinished)
    untils = [facts.get("until") for facts in tasks.order_by().values_list("facts", flat=True)]
    return Counts(
        unfinished.count(),
        disputes,
        DeskAlert.objects.filter(seen_at=None).count(),
        sum(1 for until in untils if until and datetime.fromisoformat(until) <= now + SOON),
    )


@roles(*RECORD_READERS)
@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """The figures, each for its place in the navigation."""
    return render(
        request, "surveillance/_counts.html", context_of(counts_of(person_of(request), timezone.now()))
    )
