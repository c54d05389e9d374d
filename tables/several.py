"""The same step at several tables of the pit at once: each answers for itself, under its own book.

Nothing is done for all or for none: a table that refuses keeps no other waiting, stays ticked, and says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.money import dollars
from casino.rulebooks.house import HOUSES
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.desk import PANEL, STEPS
from tables.models import MAIN, Pit, Table
from tables.refusal import TableRefusal
from tables.screen import tables_of
from tables.watch import WATCHERS

TOGETHER: Final = {
    "announce": "Notice of the closing is up",
    "stay_open": "Notice of the closing is down",
    "closing": "Close after this round",
    "put_up": "Notice of a higher minimum is up",
    "limits": "Limits for the next round",
}
"""What is done at several tables: steps of `tables.desk`, as the answers name them."""
MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """What one table said to the step."""

    code: str
    refusal: TableRefusal | None


@roles(*WATCHERS)
@require_safe
def several(request: HttpRequest) -> HttpResponse:
    """The tables of a pit to choose from, with the steps."""
    return _page(request, request.GET, ticked=set(request.GET.getlist("table")[:MOST]))


@roles(Role.GAME_SUPERVISOR)
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """One step, answered table by table (409 when one refuses): what refused stays ticked, and what was typed stays."""
    given, person = request.POST, request.user
    assert isinstance(person, Staff)
    ticked = given.getlist("table")[:MOST]
    try:
        answers = _done(given, sorted(set(ticked)), person, timezone.now())
    except TableRefusal as refusal:
        return _page(request, given, ticked=set(ticked), refusal=refusal)
    return _page(
        request, given, ticked={one.code for one in answers if one.refusal is not None}, answers=answers
    )


def _page(
    request: HttpRequest,
    given: QueryDict,
    *,
    ticked: set[str],
    answers: list[Answer] | None = None,
    refusal: TableRefusal | None = None,
) -> HttpResponse:
    pit = get_object_or_404(Pit, code=given["pit"]) if given.get("pit") else None
    assert isinstance(request.user, Staff)
    refused = sum(one.refusal is not None for one in answers or ())
    wrong = bool(refused or refusal)
    context = {
        "pit": pit,
        "rows": [_row(table, ticked=table.code in ticked) for table in tables_of(pit)],
        "answers": answers,
        "step": TOGETHER.get(given.get("step", ""), ""),
        "refused": refused,
        "refusal": refusal,
        "typed": given if wrong else {},
        "acts": request.user.has_role_at_least(Role.GAME_SUPERVISOR),
        "closes_at": _from_now(max(house.closing_minutes for house in HOUSES.values())),
        "change_at": _from_now(max(house.notice_minutes for house in HOUSES.values())),
    }
    template = "tables/_several.html" if PANEL in request.headers else "tables/several.html"
    return render(request, template, context, status=409 if wrong else 200)


def _done(given: Any, codes: list[str], by: Staff, at: datetime) -> list[Answer]:
    """Take the step at each of the tables. Raises TableRefusal where there is none to take, or no table."""
    if given.get("step") not in TOGETHER:
        raise TableRefusal("", "There is no such step", "Choose one on this page.")
    if not codes:
        raise TableRefusal("", "No table is ticked", "Tick the tables, then take the step.")
    return [Answer(code, _refused(STEPS[given["step"]], code, given, by, at)) for code in codes]


def _refused(
    step: Callable[[str, Staff, datetime, Any], object], code: str, given: Any, by: Staff, at: datetime
) -> TableRefusal | None:
    try:
        step(code, by, at, given)
    except TableRefusal as refusal:
        return refusal
    return None


def _row(table: Table, *, ticked: bool) -> dict[str, Any]:
    limits = table.live.get("limits", {}).get(MAIN)
    return {
        "table": table,
        "ticked": ticked,
        "limits": f"{dollars(limits[0])}–{dollars(limits[1])[1:]}" if limits else "no limits set",
        "game": f"{table.book} {table.game_title}",
    }


def _from_now(minutes: int) -> str:
    return f"{timezone.localtime(timezone.now() + timedelta(minutes=minutes + 1)):%H:%M}"
