"""The desk's page that finds rounds."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_POST, require_safe

from casino.postgres import outages
from casino.postgres.standby import from_standby, read
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import RECORD_READERS
from casino.view_models import context_of
from rounds.models import Round, SavedSearch
from rounds.surveillance.alerts.wording import NewAlerts, not_seen
from rounds.surveillance.facts import indexing
from rounds.surveillance.find import saved
from rounds.surveillance.find.screen import ChoicesShown, RoundShown, Strip, choices_of, rows_of, strip_of
from rounds.surveillance.find.search import COUNTED, Cursor, FindSearch
from rounds.surveillance.find.vocabulary import FIRST
from rounds.surveillance.record import reads
from tables.access import person_of

PATIENCE = 1.0
"""Seconds for which a search waits for the latest rounds to be indexed; the next search reads the rest."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The rounds that a search finds."""

    search: FindSearch
    rows: list[RoundShown]
    next: Cursor | None
    count: int | None
    """None if the rounds were not counted."""
    more_than_counted: bool
    took: int
    """Milliseconds."""
    gave_up: bool
    behind: int
    """The number of entries in the record that are not indexed yet."""

    @classmethod
    def of(cls, search: FindSearch, before: Cursor | None) -> Answer:
        with read(None):  # the index is brought up to date on the primary
            behind = indexing.catch_up(PATIENCE) if before is None else 0
        started = time.perf_counter()
        try:
            rounds, after = search.page(before)
            count = None if before is not None else len(rounds) if after is None else search.count()
        except OperationalError as fault:
            if outages.outage(fault) != outages.BUSY:
                raise  # the database is away
            return cls(search, [], None, None, False, _since(started), True, behind)
        took = _since(started)
        many = count is not None and count > COUNTED
        return cls(
            search,
            rows_of(search, rounds),
            after,
            min(count, COUNTED) if count is not None else None,
            many,
            took,
            False,
            behind,
        )


@dataclass(frozen=True, slots=True)
class Desk:
    """What the page shows beside the rounds found."""

    choices: ChoicesShown
    strip: Strip
    zone: str
    """The name of the house's time zone, for times chosen by dragging."""
    saved: list[SavedSearch]
    """The person's own searches."""
    new_alerts: NewAlerts | None
    """The desk's alerts that nobody has seen; None for people who may not read alerts."""
    refusal: Refusal | None = None

    @classmethod
    def of(cls, search: FindSearch, person: Staff, now: datetime, refusal: Refusal | None = None) -> Desk:
        return cls(
            choices_of(search, FIRST),
            strip_of(search, now),
            timezone.get_current_timezone_name(),
            saved.of(person),
            not_seen() if reads(person) else None,
            refusal,
        )


@roles(*RECORD_READERS)
@require_safe
@from_standby
def find(request: HttpRequest) -> HttpResponse:
    """Rounds by what happened in them; its own form gets only the answer."""
    now = timezone.now()
    search = FindSearch.parse(request.GET, request.GET.getlist("what"), now)
    answer = context_of(Answer.of(search, Cursor.parse(request.GET.get("before", ""))))
    if request.headers.get("HX-Request") and request.GET.get("before"):
        return render(request, "surveillance/find/_more.html", answer)
    desk = Desk.of(search, person_of(request), now)
    return render(request, "surveillance/find/find.html", answer | context_of(desk))


@roles(*RECORD_READERS)
@require_safe
def at_moment(request: HttpRequest, code: str) -> HttpResponse:
    """The replay of the round in progress at a table at the moment ``at``, or of the last one before it; if that is
    not known, the rounds around that time."""
    try:
        moment = parse_datetime(request.GET.get("at", "").replace(" ", "+"))
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        return redirect(f"{reverse('find')}?{urlencode({'table': code[:16]})}")
    rounds = Round.objects.filter(table__code=code, opened_at__lte=moment).order_by("-round_no")
    number = rounds.values_list("round_no", flat=True).first()
    if number is None:
        when = f"{timezone.localtime(moment):%Y-%m-%d %H:%M}"
        return redirect(f"{reverse('find')}?{urlencode({'table': code[:16], 'when': when})}")
    return redirect("replay", code, number)


@roles(*RECORD_READERS)
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Save the search under a name, and show it again."""
    query = request.POST.get("query", "")
    try:
        row = saved.keep(request.POST.get("name", ""), query, by=person_of(request), at=timezone.now())
    except Refusal as refusal:
        fields = QueryDict(query[:4000])
        now = timezone.now()
        search = FindSearch.parse(fields, fields.getlist("what"), now)
        desk = Desk.of(search, person_of(request), now, refusal)
        context = context_of(Answer.of(search, None)) | context_of(desk)
        return render(request, "surveillance/find/find.html", context, status=409)
    return redirect(f"{reverse('find')}?{row.query}")


@roles(*RECORD_READERS)
@require_POST
def forget(request: HttpRequest, number: int) -> HttpResponse:
    """Delete a search from the person's own list."""
    saved.forget(number, by=person_of(request))
    return redirect("find")


find.names_unfit = True  # type: ignore[attr-defined]  # the search has its own words for it


def _since(started: float) -> int:
    return round((time.perf_counter() - started) * 1000)
