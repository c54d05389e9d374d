"""The pit dashboard: the tables live, and what waits for a supervisor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from casino.money_words import percent, short, signed
from casino.refusals import Refusal
from casino.staff import approvals, changes
from casino.staff.access import roles
from casino.staff.models import Approval, Staff
from casino.staff.roles import LADDER, WATCHERS, Role
from casino.translated import recorded, text
from casino.view_models import context_of
from rounds.pit import day, table_page
from rounds.pit.bet_figures import theo_of
from rounds.pit.day import Day
from rounds.pit.decision_forms import DecisionForm
from rounds.pit.outcome import Outcome
from rounds.pit.responses import answered, pit_named
from rounds.pit.screen import (
    Tile,
    by_need,
    look_at,
    named_pits,
    render_asks,
    render_pits,
    render_tile,
    side,
    tables_of,
    tile,
)
from tables.models import Pit, Table

SHOWS = (
    ("all", gettext_noop("All tables")),
    ("open", gettext_noop("Open")),
    ("attention", gettext_noop("Needs attention")),
    ("mine", gettext_noop("Mine")),
    ("closed", gettext_noop("Closed")),
)
USUAL = ("all", "need")
"""The filter and order used by default."""
ORDERS = (
    ("need", gettext_noop("By need")),
    ("number", gettext_noop("By number")),
)

MANY = 24
"""With more tiles than this they are drawn small: sixty must fit on one wall screen."""


def _person(request: HttpRequest) -> Staff:
    assert isinstance(request.user, Staff)
    return request.user


# --- the dashboard


@dataclass(frozen=True, slots=True)
class Totals:
    """The total figures of the tables shown."""

    tables: int
    open: int
    irregular: int
    handle: str
    win: str
    lost: bool
    hold: str
    theo: str

    @classmethod
    def of(cls, tables: Sequence[Table]) -> Totals:
        handle, win = sum(table.handle for table in tables), sum(table.win for table in tables)
        theos = [theo for table in tables if (theo := theo_of(table)) is not None]
        return cls(
            tables=len(tables),
            open=sum(1 for table in tables if table.state != Table.State.CLOSED),
            irregular=sum(table.live.get("irregular", 0) for table in tables),
            handle=short(handle),
            win=signed(win),
            lost=win < 0,
            hold=percent(win, handle),
            theo=short(sum(theos)),
        )


@dataclass(frozen=True, slots=True)
class Dashboard:
    """What the dashboard shows beside its side (`rounds.pit.screen.Side`)."""

    group: str
    """The group of watchers that pushes reach: those of the pit, or of all pits."""
    tiles: list[Tile]
    many: bool
    totals: Totals
    shows: list[tuple[str, str, str]]
    """The filters by state: name, words, address."""
    show: str
    chosen: str
    """The active filters, in words."""
    sortings: list[tuple[str, str, str]]
    order: str
    games: list[tuple[str, str]]
    game: str
    kept: str
    """The active filters, as a query string."""
    readonly: bool
    powers: str
    acts_in: str
    day: Day
    many_from: int = MANY


@roles(*WATCHERS)
@require_safe
def dashboard(request: HttpRequest, code: str = "") -> HttpResponse:
    """Every table of a pit, or of all pits, as a tile. Tiles that are filtered out are present but hidden, so that a
    push finds its place when the filter changes."""
    pit = get_object_or_404(Pit, code=code) if code else None
    person, at = _person(request), timezone.now()
    tables, lines = look_at(pit, at)
    games = sorted({f"{row.book}/{row.game}": f"{row.book} {row.game_title}" for row in tables}.items())
    known_filters = {"show": dict(SHOWS), "game": dict(games), "order": dict(ORDERS)}
    kept_filters = {
        name: value
        for name, known in known_filters.items()
        if (value := request.GET.get(name, "")) in known and value not in USUAL
    }
    game, show = kept_filters.get("game", ""), kept_filters.get("show", SHOWS[0][0])
    order = kept_filters.get("order", ORDERS[0][0])
    counted = [row for row in tables if game in ("", f"{row.book}/{row.game}")]
    named = named_pits(pit)
    tiles = [tile(table, lines, off=table not in counted) for table in tables]
    shown = Dashboard(
        group=pit.code if pit else "all",
        tiles=by_need(tiles) if order == "need" else tiles,
        many=len(counted) > MANY,
        totals=Totals.of(counted),
        shows=[(name, _(words), _kept(kept_filters | {"show": name})) for name, words in SHOWS],
        show=show,
        chosen=", ".join(
            [*([_(dict(SHOWS)[show])] if show != "all" else []), *([dict(games)[game]] if game else [])]
        ),
        sortings=[(name, _(words), _kept(kept_filters | {"order": name})) for name, words in ORDERS],
        order=order,
        games=games,
        game=game,
        kept=_kept(kept_filters),
        readonly=person.is_read_only,
        powers=" ".join(role for role in LADDER if person.has_role_at_least(role)),
        acts_in=" ".join(each.code for each in named.pits if person.acts_in(each.code)),
        day=day.drawn(tables, at),
    )
    context = context_of(shown) | context_of(side(pit, at, tables, lines)) | context_of(named)
    return render(request, "pit/dashboard.html", context)


def _kept(filters: dict[str, str]) -> str:
    """The filters as a query string, without the default ones."""
    return urlencode({name: value for name, value in filters.items() if value not in USUAL})


@roles(*WATCHERS)
@require_safe
def charts(request: HttpRequest) -> HttpResponse:
    """The charts of the gaming day, for a refresh."""
    pit = pit_named(request.GET.get("pit", ""))
    drawn = day.drawn(list(tables_of(pit)), timezone.now())
    return render(request, "pit/_day.html", {"day": drawn, "of": pit.name if pit else _("All pits")})


@roles(*WATCHERS)
@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """Every tile and the side again, in the form of pushes: for a screen without a connection, or one that is
    outdated for the tables named in ``behind``."""
    pit = pit_named(request.GET.get("pit", ""))
    tables, lines = look_at(pit, timezone.now())
    behind = set(request.GET["behind"].split(",")) if "behind" in request.GET else None
    tiles = [render_tile(row, lines) for row in tables if behind is None or row.code in behind]
    answer = HttpResponse("".join([*tiles, render_asks(pit, tables, lines), render_pits(pit)]))
    # The pit's present tables: some may have come or gone since the screen was drawn.
    answer["Pit-Tables"] = " ".join(table.code for table in tables)
    return answer


# --- approvals


@roles(changes.ACKNOWLEDGED_BY)
@require_POST
def staff_seen(request: HttpRequest, change_id: int) -> HttpResponse:
    """A second person has seen a change of the staff's set-up. If it cannot be acknowledged, the answer says why
    (409)."""
    pit = pit_named(request.POST.get("pit", ""))
    try:
        change = changes.acknowledge(change_id, by=_person(request), at=timezone.now())
        outcome = Outcome(text(_("{words}: acknowledged."), words=change.words))
    except Refusal as refusal:
        outcome = Outcome(refusal=refusal, gone=True)
    return answered(request, pit, outcome)


@roles(Role.GAME_SUPERVISOR)
@require_POST
def decide(request: HttpRequest, approval_id: int) -> HttpResponse:
    """Approve or refuse what waits. If the decision cannot be made, the answer gives the reason (409)."""
    approval = get_object_or_404(Approval, pk=approval_id)
    pit = pit_named(request.POST.get("pit", ""))
    form = DecisionForm(request.POST)
    try:
        sent = form.values()
        decided = approvals.decide(approval, _person(request), sent["decision"], sent["reason"])
        outcome = Outcome(
            text(
                _("{table}: {words}: {state:uncap:term}."),
                table=decided.table_code,
                words=recorded(decided.text),
                state=decided.get_state_display(),
            )
        )
    except Refusal as refusal:
        form.refuse(refusal)
        approval.refresh_from_db()
        outcome = Outcome(refusal=refusal, ask=approval.pk, form=form, gone=not approval.is_waiting)
    if table_page.PANEL in request.headers:
        return table_page.answered(request, approval.table_code, outcome=outcome, status=outcome.status)
    return answered(request, pit, outcome)
