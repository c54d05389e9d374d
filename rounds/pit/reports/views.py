"""The pages of figures: the house by table, game, dealer and shift; a session's report as page, PDF and CSV."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from casino.money import dollars
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS
from rounds.pit import charts
from rounds.pit.reports import documents
from rounds.pit.reports.figures import BY, Asked, Figure, rows, title, total
from rounds.pit.reports.report import THEO, Report, Section, report
from tables.float.days import PERIODS, first_day, gaming_day
from tables.float.models import Session, Tally
from tables.float.policy import policy
from tables.models import Pit, Table

LISTED = 100


@require_safe
@roles(*WATCHERS)
def figures(request: HttpRequest) -> HttpResponse:
    """Win, drop, hold, handle and theo of a period, with filters; what cannot be read is passed over."""
    asked = _asked(request)
    found = rows(asked)
    context = {
        "asked": asked,
        "rows": [_row(one) for one in found],
        "total": _row(total(found)) if len(found) > 1 else None,
        "from": first_day(asked.period, asked.day),
        "by": BY,
        "periods": PERIODS,
        "pits": Pit.objects.all(),
        "games": _games(),
        "dealers": Tally.objects.exclude(dealer="")
        .values_list("dealer", flat=True)
        .distinct()
        .order_by("dealer"),
        "shifts": [shift.name for shift in policy().shifts],
        "points": policy().hold_points,
        "counted": any(one.counted is not None for one in found),
        "theo": THEO,
        "flagged": sum(one.outside or one.off_base for one in found),
    }
    return render(request, "pit/reports/figures.html", context)


def _asked(request: HttpRequest) -> Asked:
    chosen = {
        name: request.GET.get(name, "").replace("\0", "") for name in ("pit", "game", "dealer", "shift")
    }
    by, period = request.GET.get("by", ""), request.GET.get("period", "")
    return Asked(
        day=_day(request.GET.get("day", "")) or gaming_day(timezone.now()),
        period=period if period in dict(PERIODS) else "day",
        by=by if by in dict(BY) else "table",
        **chosen,
    )


def _day(typed: str) -> date | None:
    try:
        return parse_date(typed.replace("\0", "")) if typed.isascii() else None
    except ValueError:
        return None


def _games() -> list[tuple[str, str]]:
    found = {f"{one.book}/{one.game}": f"{one.book} {one.game_title}" for one in Table.objects.all()}
    return sorted(found.items())


def _row(one: Figure) -> dict[str, Any]:
    sums = one.sums
    low, high = one.theo - one.margin, one.theo + one.margin
    return {
        "name": one.name or "nobody",
        "rounds": sums.rounds,
        "drop": dollars(sums.drop),
        "handle": dollars(sums.handle),
        "win": dollars(sums.win),
        "lost": sums.win < 0,
        "hold": _percent(one.hold),
        "of_drop": _percent(one.of_drop),
        "theo": dollars(one.theo),
        "base": _percent(one.base),
        "interval": f"{dollars(low)} to {dollars(high)}",
        "outside": one.outside,
        "off_base": one.off_base,
        "counted": "" if one.counted is None else dollars(one.counted),
        "recorded": "" if one.counted is None else dollars(one.recorded),
        "difference": "" if one.difference is None else dollars(one.difference),
        "differs": bool(one.difference),
    }


def _percent(value: float | None) -> str:
    return "—" if value is None else f"{value:.2f} %".replace("-", "−")


# --- sessions


@require_safe
@roles(*WATCHERS)
def sessions(request: HttpRequest) -> HttpResponse:
    """The last sessions, the newest first, each with its report."""
    code = request.GET.get("table", "").replace("\0", "")
    found = Session.objects.exclude(opened_at=None).select_related("table", "closing")
    if code:
        found = found.filter(table__code=code)
    listed = [
        {
            "session": one,
            "title": title(one),
            "win": dollars(one.win if one.closed_at else one.table.win),
            "counted": "" if one.counted_win is None else dollars(one.counted_win),
            "difference": "" if one.counted_win is None else dollars(one.counted_win - one.win),
            "differs": one.counted_win is not None and one.counted_win != one.win,
            "rounds": one.rounds if one.closed_at else one.table.rounds,
        }
        for one in found.order_by("-opened_at", "-id")[:LISTED]
    ]
    return render(request, "pit/reports/sessions.html", {"sessions": listed, "code": code})


def _report(request: HttpRequest, session_id: int) -> Report:
    assert isinstance(request.user, Staff)
    found = get_object_or_404(Session.objects.select_related("table", "opening", "closing"), pk=session_id)
    return report(found, timezone.now(), request.user.number)


@require_safe
@roles(*WATCHERS)
def session(request: HttpRequest, session_id: int) -> HttpResponse:
    """The report of a session as a page, which prints well."""
    found = _report(request, session_id)
    sections = [_section(one) for one in found.sections]
    context = {
        "report": found,
        "made": documents.made(found),
        "first": sections[: found.lead],
        "rest": sections[found.lead :],
        "lines": charts.lines(found.points),
        "bars": charts.bars(found.pace),
        "sizes": charts.SIZES,
    }
    return render(request, "pit/reports/session.html", context)


def _section(section: Section) -> dict[str, Any]:
    aligned = documents.numbers(section)
    return {
        "title": section.title,
        "columns": list(zip(section.columns, aligned, strict=True)) if any(section.columns) else (),
        "wide": len(section.columns) > 4,
        "long": len(section.rows) > 30,
        "note": section.note,
        "rows": [
            [
                {"parts": documents.words(cell).split(", "), "n": n}
                for cell, n in zip(row, aligned, strict=True)
            ]
            for row in section.rows
        ],
    }


@require_safe
@roles(*WATCHERS)
def session_pdf(request: HttpRequest, session_id: int) -> HttpResponse:
    """The same as PDF."""
    found = _report(request, session_id)
    return _file(documents.as_pdf(found), "application/pdf", found, "pdf")


@require_safe
@roles(*WATCHERS)
def session_csv(request: HttpRequest, session_id: int) -> HttpResponse:
    """The same as CSV."""
    found = _report(request, session_id)
    return _file(documents.as_csv(found).encode(), "text/csv; charset=utf-8", found, "csv")


def _file(content: bytes, kind: str, found: Report, ending: str) -> HttpResponse:
    name = found.heading.replace(" ", "-")
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}.{ending}"'},
    )
