"""The page of the rota: who is on shift, who deals where and for how long, who has a break, and who is relieved
next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from casino.forms import typed
from casino.house_time import minutes
from casino.ledger import HOUSE
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import LADDER, WATCHERS, Role
from casino.translated import text
from casino.view_models import context_of
from rounds.pit.table_page import take
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.models import Table
from tables.record import in_place, now_at
from tables.rota import rota
from tables.rota.stints import long_at_table

SHOWS: Final = (
    ("all", gettext_noop("On shift")),
    ("dealing", gettext_noop("Dealing")),
    ("break", gettext_noop("On break")),
    ("free", gettext_noop("Free")),
)
BACK: Final = timedelta(hours=2)
AHEAD: Final = timedelta(minutes=30)
WIDTH: Final = 600.0
"""The width of the bars of time, in their own units, from `BACK` before now to `AHEAD` after."""
BREAKS: Final = (10, 15, 20, 30, 45, 60)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of somebody's shift, as drawn."""

    css: str
    start: float
    length: float
    words: str
    """As much of its name as fits."""


@dataclass(frozen=True, slots=True)
class Row:
    """A person on shift."""

    number: str
    state: str
    """A key of `SHOWS`."""
    where: str
    since: datetime | None
    """The beginning of the present state: at a table, on a break, or free."""
    until: datetime | None
    over: bool
    """Whether they have been at the table, or on a break, for longer than planned."""
    on_shift: bool
    table: Table | None
    pieces: list[Piece]
    bar_words: str
    coming: str = ""
    """Who has been sent to relieve them."""
    showed: str = ""
    """What the page shows of the table, for the form that sends a relief; empty if nobody may be sent from here."""


ORDERS: Final = (("time", gettext_noop("By time at the table")), ("number", gettext_noop("By number")))


@dataclass(frozen=True, slots=True)
class Candidate:
    number: str
    why: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Next:
    """A relief that is due, with the people who could come and why."""

    table: Table
    out: str
    since: datetime
    over: bool
    candidates: list[Candidate]
    showed: str


@dataclass(frozen=True, slots=True)
class RotaPage:
    """What ``pit/rota.html`` shows."""

    rows: list[Row]
    counts: list[tuple[str, str, int]]
    show: str
    orders: list[tuple[str, str]]
    order: str
    """A key of `ORDERS`."""
    free: list[Candidate]
    """The dealers who could relieve somebody, longest rested first."""
    reliefs: list[Next]
    sent: list[Table]
    away: list[str]
    """The people who could tap in."""
    send_to: list[tuple[str, str]]
    """Tables to which somebody may be sent, with what the page showed of each."""
    marks: list[tuple[float, str]]
    """Clock times along the bars."""
    acts: bool
    limit: int
    refusal: Refusal | None
    width: float = WIDTH
    now_at: float = WIDTH * (BACK / (BACK + AHEAD))
    breaks: Sequence[int] = BREAKS


@roles(*WATCHERS)
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The rota now, or a supervisor's step on it. If a step is refused, the answer gives the reason (409)."""
    person = request.user
    assert isinstance(person, Staff)
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            _act(request.POST, person)
            return redirect("rota")
        except Refusal as wrong:
            refusal = wrong
    shown = rota_page(
        request.GET.get("show", ""), timezone.now(), person, refusal, order=request.GET.get("order", "")
    )
    return render(request, "pit/rota.html", context_of(shown), status=409 if refusal else 200)


# --- steps

Step = Callable[[Any, Staff, datetime], object]
STEPS: Final[dict[str, Step]] = {
    "tap_in": lambda fields, by, at: rota.begin_shift(_number(fields), by=by, at=at),
    "tap_out": lambda fields, by, at: rota.end_shift(_number(fields), by=by, at=at),
    "break": lambda fields, by, at: rota.begin_break(
        _number(fields), typed.number(fields.get("minutes", ""), _("Minutes")), by=by, at=at
    ),
    "back": lambda fields, by, at: rota.end_break(_number(fields), by=by, at=at),
}


def _number(fields: Any) -> str:
    return str(fields.get("number", "")).strip().upper()


def _act(fields: Any, by: Staff) -> None:
    """Take one step, once per key of its form. Raises Refusal."""
    name = fields.get("step", "")
    if name == "send":
        code = fields.get("at", "").strip()
        in_place(by, code)
        step_fields = fields.copy()
        step_fields["dealer"] = _number(fields)
        step_fields["showed"] = fields.get(f"showed-{code}", "") or fields.get("showed", "")
        take("send", code, by, now_at(code), step_fields)
        return
    if name not in STEPS:
        raise Refusal("table.no_such_step")
    once(HOUSE, of_form(fields, by), lambda: STEPS[name](fields, by, now_at(HOUSE)))


# --- the page


def rota_page(
    show: str, at: datetime, person: Staff, refusal: Refusal | None = None, *, order: str = ""
) -> RotaPage:
    """The rota at a moment, as ``person`` may see it."""
    on_duty = rota.people(at)
    rows = [_row(each, at) for each in on_duty]
    order = order if order in dict(ORDERS) else "time"
    if order == "time":
        rows.sort(key=_need)
    show = show if show in dict(SHOWS) else "all"
    acts = person.has_role_at_least(Role.GAME_SUPERVISOR)
    tables = [
        table
        for table in Table.objects.select_related("pit").order_by("code")
        if table.state != Table.State.CLOSED and person.acts_in(table.pit.code)
    ]
    here = {table.code for table in tables}
    send_to = [(table.code, showed.token(table, ("relief",))) for table in tables] if acts else []
    tokens = dict(send_to)
    on_shift = {each.number for each in on_duty if each.shift is not None}
    staff = Staff.objects.filter(is_active=True, role__in=LADDER).order_by("number")
    begins = at - BACK
    quarters = [begins + timedelta(minutes=30) * number for number in range(6)]
    return RotaPage(
        rows=[
            replace(row, showed=tokens.get(row.where, "") if row.state == "dealing" else "")
            for row in rows
            if show in ("all", row.state)
        ],
        counts=[
            (name, _(words), len(rows) if name == "all" else sum(row.state == name for row in rows))
            for name, words in SHOWS
        ],
        show=show,
        orders=[(name, _(words)) for name, words in ORDERS],
        order=order,
        free=[_candidate(each) for each in rota.rested(on_duty)],
        reliefs=[
            _next(relief, at) for relief in rota.reliefs(on_duty, at) if relief.table.code in here or not acts
        ],
        sent=[each.sent_to for each in on_duty if each.sent_to is not None],
        away=[number for number in staff.values_list("number", flat=True) if number not in on_shift],
        send_to=send_to,
        marks=[(_across(mark, at), minutes(mark)) for mark in quarters],
        acts=acts,
        limit=int(long_at_table().total_seconds() // 60),
        refusal=refusal,
    )


def _row(person: rota.Person, at: datetime) -> Row:
    table = person.table
    pause = person.pause
    pieces = _pieces(person, at)
    words = ", ".join(piece.words for piece in pieces) or _("nothing in this time")
    bar = text(_("{number}, the last two hours: {words}"), number=person.number, words=words)
    if table is not None:
        since = table.dealer_since
        over = since is not None and at - since >= long_at_table()
        return Row(
            person.number,
            "dealing",
            table.code,
            since,
            None,
            over,
            person.shift is not None,
            table,
            pieces,
            bar,
            coming=table.relief,
        )
    if pause is not None:
        over = pause.due_at is not None and at > pause.due_at
        return Row(
            person.number, "break", _("break"), pause.began_at, pause.due_at, over, True, None, pieces, bar
        )
    if person.sent_to is not None:
        where = text(_("on the way to {table}"), table=person.sent_to.code)
        return Row(person.number, "free", where, None, None, False, True, person.sent_to, pieces, bar)
    return Row(person.number, "free", _("free"), person.free_since, None, False, True, None, pieces, bar)


_STATES: Final = ("dealing", "break", "free")


def _need(row: Row) -> tuple[bool, int, datetime]:
    """The sort key: first those over the limit, then the longest at a table, then breaks and free people by rest."""
    return not row.over, _STATES.index(row.state), row.since or datetime.max.replace(tzinfo=UTC)


def _across(moment: datetime, at: datetime) -> float:
    return round(WIDTH * ((moment - (at - BACK)) / (BACK + AHEAD)), 1)


def _pieces(person: rota.Person, at: datetime) -> list[Piece]:
    begins = at - BACK
    spans = [
        ("over" if (stint.ended_at or at) - stint.began_at >= long_at_table() else "dealt", stint.began_at,
         stint.ended_at, stint.table.code)
        for stint in person.stints
    ] + [("pause", pause.began_at, pause.ended_at, _("break")) for pause in person.breaks]  # fmt: skip
    pieces = []
    for css, began, ended, words in sorted(spans, key=lambda span: span[1]):
        first, last = max(began, begins), ended or at
        if last <= first:
            continue
        start, end = _across(first, at), _across(last, at)
        pieces.append(Piece(css, start, round(max(end - start, 2), 1), words))
    return pieces


def _candidate(person: rota.Person) -> Candidate:
    if person.pause is not None:
        due = person.pause.due_at
        why = text(_("on a break until {at}"), at=minutes(due)) if due else _("on a break")
        return Candidate(person.number, why, None)
    since = person.free_since
    why = text(_("free since {at}"), at=minutes(since)) if since else _("free")
    return Candidate(person.number, why, since)


def _next(relief: rota.Relief, at: datetime) -> Next:
    return Next(
        table=relief.table,
        out=relief.out,
        since=relief.since,
        over=at >= relief.due,
        candidates=[_candidate(person) for person in relief.candidates],
        showed=showed.token(relief.table, ("relief",)),
    )
