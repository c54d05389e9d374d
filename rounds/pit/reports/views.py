"""The pages of figures: the house by table, game, dealer and shift; a session's report as page, PDF and CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from casino.house_time import read_day, written_day
from casino.money import dollars
from casino.money_words import signed
from casino.postgres.standby import from_standby
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS
from casino.translated import text
from casino.view_models import context_of
from casino.web import papers
from casino.web.papers import Amount, Cell, Identifier, Percent, Section
from rounds.pit import charts
from rounds.pit.bet_figures import WIDTH, Bar
from rounds.pit.reports import documents
from rounds.pit.reports.figures import BY, Figure, FigureQuery, before, rows, title, total
from rounds.pit.reports.report import THEO, Report, report
from tables.float.days import PERIODS, first_day, gaming_day
from tables.float.models import Session, Tally
from tables.float.policy import policy
from tables.models import Pit, Table

LISTED = 100
ASKED = ("by", "period", "pit", "game", "dealer", "shift", "against")


@require_safe
@roles(*WATCHERS)
@from_standby
def figures(request: HttpRequest) -> HttpResponse:
    """Win, drop, hold, handle and theo of a period, with filters; unreadable values are ignored."""
    query = _asked(request)
    figure_rows = rows(query)
    earlier = {row.name: row for row in rows(before(query))} if query.against else {}
    whole = total(figure_rows)
    dealers = Tally.objects.exclude(dealer="").values_list("dealer", flat=True).distinct()
    page = FiguresPage(
        asked=query,
        rows=_drawn([FigureRow.of(figure, earlier.get(figure.name)) for figure in figure_rows], figure_rows),
        total=FigureRow.of(whole, total(earlier.values())) if len(figure_rows) > 1 else None,
        gone=[name for name in earlier if name not in {figure.name for figure in figure_rows}],
        before=before(query),
        first_before=first_day(query.period, before(query).day),
        yesterday=written_day(query.day - timedelta(days=1)),
        tomorrow=written_day(query.day + timedelta(days=1)),
        kept=_kept(request),
        first=first_day(query.period, query.day),
        pits=list(Pit.objects.all()),
        games=_games(),
        dealers=list(dealers.order_by("dealer")),
        shifts=[shift.name for shift in policy().shifts],
        points=policy().hold_points,
        flag_rounds=policy().flag_rounds,
        counted=any(figure.counted is not None for figure in figure_rows),
        flagged=sum(figure.outside for figure in figure_rows),
    )
    return render(request, "pit/reports/figures.html", context_of(page))


def _kept(request: HttpRequest) -> str:
    """The query without the day, as a query string."""
    asked = {name: value for name, value in request.GET.items() if name in ASKED and value}
    return urlencode(asked)


@require_safe
@roles(*WATCHERS)
def figures_csv(request: HttpRequest) -> HttpResponse:
    """The same figures as CSV."""
    query = _asked(request)
    figure_rows = rows(query)
    earlier = {row.name: row for row in rows(before(query))} if query.against else {}
    columns = [
        _(dict(BY)[query.by]), _("Rounds"), _("Drop"), _("Handle"), _("Win"), _("Hold"), _("Expected hold"), _("Theo"),
        _("Lowest of 95 %"), _("Highest of 95 %"), _("Outside the range"),
    ]  # fmt: skip
    if query.against:
        columns += [_("Win before"), _("Handle before"), _("Rounds before")]
    nothing = ("", "", "") if query.against else ()
    name = Identifier if query.by in ("table", "dealer", "pit") else str
    lines: list[tuple[Cell, ...]] = []
    for figure in figure_rows:
        sums, was = figure.sums, earlier.get(figure.name)
        compared = (Amount(was.sums.win), Amount(was.sums.handle), was.sums.rounds) if was else nothing
        lines.append(
            (
                name(figure.name), sums.rounds, Amount(sums.drop), Amount(sums.handle), Amount(sums.win),
                _part(figure.hold), _part(figure.base), Amount(figure.theo),
                Amount(figure.theo - figure.margin), Amount(figure.theo + figure.margin),
                _("yes") if figure.outside else "",
                *compared,
            )
        )  # fmt: skip
    first = first_day(query.period, query.day)
    head = [_("Figures"), written_day(first), written_day(query.day)]
    content = papers.as_csv(head, [Section(_("Figures"), tuple(columns), lines)])
    file = f"figures-{query.by}-{first:%Y%m%d}-{query.day:%Y%m%d}.csv"
    return HttpResponse(
        content.encode(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}"'},
    )


def _part(value: float | None) -> Cell:
    return "" if value is None else Percent(value)


def _asked(request: HttpRequest) -> FigureQuery:
    chosen = {
        name: request.GET.get(name, "").replace("\0", "") for name in ("pit", "game", "dealer", "shift")
    }
    by, period = request.GET.get("by", ""), request.GET.get("period", "")
    return FigureQuery(
        day=_day(request.GET.get("day", "")) or gaming_day(timezone.now()),
        period=period if period in dict(PERIODS) else "day",
        by=by if by in dict(BY) else "table",
        against=request.GET.get("against", "") == "before",
        **chosen,
    )


def _day(typed: str) -> date | None:
    day = read_day(typed)
    # A date at the very ends of the calendar has no neighbouring day.
    return day if day is not None and 1900 < day.year < 9000 else None


def _drawn(shown: list[FigureRow], figures: list[Figure]) -> list[FigureRow]:
    """The rows, each with its win as a bar and theo as a mark, at the scale of the largest."""
    most = max((abs(cents) for row in figures for cents in (row.sums.win, row.theo)), default=0) or 1
    middle = WIDTH / 2
    drawn_rows = []
    for row, figure in zip(shown, figures, strict=True):
        win = round(middle * figure.sums.win / most, 1)
        label = text(
            _("{bet}: win {win:money}, theo {theo:money}"),
            bet=row.name,
            win=figure.sums.win,
            theo=figure.theo,
        )
        mark = round(middle + middle * figure.theo / most, 1)
        drawn_rows.append(replace(row, bar=Bar(min(middle, middle + win), abs(win), mark, label)))
    return drawn_rows


def _games() -> list[tuple[str, str]]:
    games = {f"{row.book}/{row.game}": f"{row.book} {row.game_title}" for row in Table.objects.all()}
    return sorted(games.items())


@dataclass(frozen=True, slots=True)
class FiguresPage:
    """The figures of a period, with the available filters."""

    asked: FigureQuery
    rows: list[FigureRow]
    total: FigureRow | None
    first: date
    """The first day of the period."""
    pits: list[Pit]
    games: list[tuple[str, str]]
    dealers: list[str]
    shifts: list[str]
    gone: list[str]
    """Names that occur only in the previous period."""
    before: FigureQuery
    first_before: date
    yesterday: str
    tomorrow: str
    kept: str
    """The query without the day, as a query string."""
    points: float
    """How many percentage points a hold must also be off its base to be flagged."""
    flag_rounds: int
    """How many rounds a row needs before its range is checked."""
    counted: bool
    flagged: int
    """How many rows are flagged."""
    bar_width: float = WIDTH
    bar_middle: float = WIDTH / 2
    by: Sequence[tuple[str, str]] = BY
    periods: Sequence[tuple[str, str]] = PERIODS
    theo: str = field(default_factory=lambda: _(THEO))


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of the figures, in words."""

    name: str
    rounds: int
    drop: str
    handle: str
    win: str
    lost: bool
    hold: str
    of_drop: str
    theo: str
    base: str
    interval: str
    outside: bool
    counted: str
    recorded: str
    difference: str
    differs: bool
    win_before: str = ""
    hold_before: str = ""
    more: str = ""
    """How much the win has grown since the previous period; negative if it is lower."""
    bar: Bar | None = None

    @classmethod
    def of(cls, figure: Figure, earlier: Figure | None = None) -> FigureRow:
        sums = figure.sums
        low, high = figure.theo - figure.margin, figure.theo + figure.margin
        return cls(
            name=figure.name or _("nobody"),
            rounds=sums.rounds,
            drop=dollars(sums.drop),
            handle=dollars(sums.handle),
            win=dollars(sums.win),
            lost=sums.win < 0,
            hold=_percent(figure.hold),
            of_drop=_percent(figure.of_drop),
            theo=dollars(figure.theo),
            base=_percent(figure.base),
            interval=text(_("{low:money} to {high:money}"), low=low, high=high),
            outside=figure.outside,
            counted="" if figure.counted is None else dollars(figure.counted),
            recorded="" if figure.counted is None else dollars(figure.recorded),
            difference="" if figure.difference is None else dollars(figure.difference),
            differs=bool(figure.difference),
            win_before="" if earlier is None else dollars(earlier.sums.win),
            hold_before="" if earlier is None else _percent(earlier.hold),
            more="" if earlier is None else signed(sums.win - earlier.sums.win),
        )


def _percent(value: float | None) -> str:
    return "—" if value is None else f"{value:.2f} %".replace("-", "−")


# --- sessions


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One of the last sessions, in words."""

    session: Session
    title: str
    win: str
    counted: str
    difference: str
    differs: bool
    rounds: int

    @classmethod
    def of(cls, session: Session) -> SessionRow:
        counted = session.counted_win
        return cls(
            session=session,
            title=title(session),
            win=dollars(session.win if session.closed_at else session.table.win),
            counted="" if counted is None else dollars(counted),
            difference="" if counted is None else dollars(counted - session.win),
            differs=counted is not None and counted != session.win,
            rounds=session.rounds if session.closed_at else session.table.rounds,
        )


@require_safe
@roles(*WATCHERS)
@from_standby
def sessions(request: HttpRequest) -> HttpResponse:
    """The last sessions, newest first, each with its report."""
    code = request.GET.get("table", "").replace("\0", "")
    session_rows = Session.objects.exclude(opened_at=None).select_related("table", "closing")
    if code:
        session_rows = session_rows.filter(table__code=code)
    listed = [
        SessionRow.of(session_row) for session_row in session_rows.order_by("-opened_at", "-id")[:LISTED]
    ]
    return render(request, "pit/reports/sessions.html", {"sessions": listed, "code": code})


def _report(request: HttpRequest, session_id: int) -> Report:
    assert isinstance(request.user, Staff)
    session_row = get_object_or_404(
        Session.objects.select_related("table", "opening", "closing"), pk=session_id
    )
    return report(session_row, timezone.now(), request.user.number)


@require_safe
@roles(*WATCHERS)
@from_standby
def session(request: HttpRequest, session_id: int) -> HttpResponse:
    """The report of a session as a page, suitable for printing."""
    report = _report(request, session_id)
    sections = [SectionView.of(section) for section in report.sections]
    page = SessionPage(
        report=report,
        made=documents.byline(report),
        first=sections[: report.lead],
        rest=sections[report.lead :],
        lines=charts.lines(report.points),
        bars=charts.bars(report.pace),
    )
    return render(request, "pit/reports/session.html", context_of(page))


@dataclass(frozen=True, slots=True)
class SessionPage:
    """The report of a session: the sections before its charts and those after them."""

    report: Report
    made: str
    first: list[SectionView]
    rest: list[SectionView]
    lines: charts.Lines | None
    bars: charts.Bars | None
    sizes: Mapping[str, float] = field(default_factory=lambda: charts.SIZES)


@dataclass(frozen=True, slots=True)
class SectionView:
    """One table of the report."""

    title: str
    columns: list[tuple[str, bool]]
    """Each heading, with whether its column holds numbers."""
    wide: bool
    long: bool
    note: str
    rows: list[list[tuple[list[str], bool]]]
    """The cells: the parts of their text, and whether they are numbers."""

    @classmethod
    def of(cls, section: Section) -> SectionView:
        aligned = papers.numbers(section)
        return cls(
            title=section.title,
            columns=list(zip(section.columns, aligned, strict=True)) if any(section.columns) else [],
            wide=len(section.columns) > 4,
            long=len(section.rows) > 30,
            note=section.note,
            rows=[
                [(papers.words(cell).split(", "), n) for cell, n in zip(row, aligned, strict=True)]
                for row in section.rows
            ],
        )


@require_safe
@roles(*WATCHERS)
@from_standby
def session_pdf(request: HttpRequest, session_id: int) -> HttpResponse:
    """The report of a session as PDF."""
    report = _report(request, session_id)
    return _file(documents.as_pdf(report), "application/pdf", report, "pdf")


@require_safe
@roles(*WATCHERS)
@from_standby
def session_csv(request: HttpRequest, session_id: int) -> HttpResponse:
    """The report of a session as CSV."""
    report = _report(request, session_id)
    return _file(documents.as_csv(report).encode(), "text/csv; charset=utf-8", report, "csv")


def _file(content: bytes, kind: str, report: Report, ending: str) -> HttpResponse:
    name = f"{report.session.table.code}-session-{report.session.number}"
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}.{ending}"'},
    )
