"""The desk's page that finds rounds."""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.staff.access import roles
from casino.web import outages
from casino.web.view_models import context_of
from rounds.surveillance.audit_views import READERS
from rounds.surveillance.find import indexing
from rounds.surveillance.find.screen import ChoicesShown, RoundShown, Strip, choices_of, rows_of, strip_of
from rounds.surveillance.find.search import COUNTED, Cursor, FindSearch
from rounds.surveillance.find.vocabulary import FIRST

PATIENCE = 1.0
"""Seconds for which a search waits for what the rounds have had since; the rest is read by the next."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The rounds that a search finds."""

    search: FindSearch
    rows: list[RoundShown]
    next: Cursor | None
    count: int | None
    """None where it was not counted."""
    more_than_counted: bool
    took: int
    """Milliseconds."""
    gave_up: bool
    behind: int
    """Entries of the record that are not searched yet."""

    @classmethod
    def of(cls, search: FindSearch, before: Cursor | None) -> Answer:
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
    """What the page shows beside the rounds that were found."""

    choices: ChoicesShown
    strip: Strip
    zone: str
    """The name of the house's zone, for times that a drag gives."""


@roles(*READERS)
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Rounds by what happened in them; asked for by its own form, only the answer."""
    now = timezone.now()
    search = FindSearch.parse(request.GET, request.GET.getlist("what"), now)
    answer = context_of(Answer.of(search, Cursor.parse(request.GET.get("before", ""))))
    if request.headers.get("HX-Request") and request.GET.get("before"):
        return render(request, "surveillance/find/_more.html", answer)
    desk = Desk(choices_of(search, FIRST), strip_of(search, now), timezone.get_current_timezone_name())
    return render(request, "surveillance/find/find.html", answer | context_of(desk))


find.names_unfit = True  # type: ignore[attr-defined]  # the search's own words for it


def _since(started: float) -> int:
    return round((time.perf_counter() - started) * 1000)
