"""The pit dashboard: the tables live, what waits for a supervisor, opening, closing and limits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.money import decimal, dollars
from casino.staff import approvals
from casino.staff.access import admits, roles
from casino.staff.models import Approval, Staff
from casino.staff.refusals import Refusal
from casino.staff.roles import LADDER, Role
from tables import closure, day, people
from tables.bets import offering, scales
from tables.bets import steps as bet_steps
from tables.bets.figures import WIDTH, theo_of
from tables.bets.offers import title_of
from tables.bets.screen import cards, figures
from tables.float import record, sessions
from tables.models import MAIN, Dispute, Pit, Sign, Table
from tables.opening import checklist, closing, opening, packs
from tables.opening.house import house_at
from tables.refusal import TableRefusal
from tables.screen import looked_at, percent, render_asks, render_tile, short, side, signed, tables_of, tile
from tables.signs import signs
from tables.typed import clock, money, number, text

WATCHERS = (Role.GAME_SUPERVISOR, Role.SURVEILLANCE, Role.INSPECTOR)
"""Who sees the dashboard; surveillance and inspectors only look."""
SHOWS = (
    ("all", "All tables"),
    ("open", "Open"),
    ("attention", "Needs attention"),
    ("mine", "Mine"),
    ("closed", "Closed"),
)

MANY = 24
"""More tiles than that are drawn closely: sixty are to stand on one screen of a wall."""


def _person(request: HttpRequest) -> Staff:
    assert isinstance(request.user, Staff)
    return request.user


# --- the dashboard


@roles(*WATCHERS)
@require_safe
def dashboard(request: HttpRequest, code: str = "") -> HttpResponse:
    """Every table of a pit, or of all pits, as a tile. What is not asked for is there and not shown, so that a push
    finds its place when the filter changes."""
    pit = get_object_or_404(Pit, code=code) if code else None
    person, at = _person(request), timezone.now()
    tables, lines = looked_at(pit, at)
    games = sorted({f"{one.book}/{one.game}": f"{one.book} {one.game_title}" for one in tables}.items())
    show, game = request.GET.get("show", ""), request.GET.get("game", "")
    kept = {
        name: value
        for name, value, known in (("show", show, dict(SHOWS)), ("game", game, dict(games)))
        if value in known and value != SHOWS[0][0]
    }
    game = kept.get("game", "")
    counted = [one for one in tables if game in ("", f"{one.book}/{one.game}")]
    context = {
        "pit": pit,
        "pits": Pit.objects.all(),
        "group": pit.code if pit else "all",
        "tiles": [tile(table) | {"off": table not in counted} for table in tables],
        "many": len(counted) > MANY,
        "many_from": MANY,
        "totals": _totals(counted),
        "shows": [(name, words, _kept(kept | {"show": name})) for name, words in SHOWS],
        "show": kept.get("show", SHOWS[0][0]),
        "games": games,
        "game": game,
        "kept": _kept(kept),
        "readonly": person.is_read_only,
        "powers": " ".join(role for role in LADDER if person.has_role_at_least(role)),
        "day": day.drawn(tables, at),
    }
    return render(request, "tables/dashboard.html", context | side(pit, at, tables, lines))


def _kept(filters: dict[str, str]) -> str:
    """The filters as an address keeps them; what shows all is left out."""
    return urlencode({name: value for name, value in filters.items() if value != SHOWS[0][0]})


@roles(*WATCHERS)
@require_safe
def charts(request: HttpRequest) -> HttpResponse:
    """The charts of the gaming day anew."""
    pit = _pit(request.GET.get("pit", ""))
    drawn = day.drawn(list(tables_of(pit)), timezone.now())
    return render(request, "tables/_day.html", {"day": drawn, "of": pit.name if pit else "All pits"})


def _totals(tables: list[Table]) -> dict[str, Any]:
    handle, win = sum(table.handle for table in tables), sum(table.win for table in tables)
    theos = [theo for table in tables if (theo := theo_of(table)) is not None]
    return {
        "tables": len(tables),
        "open": sum(1 for table in tables if table.state != Table.State.CLOSED),
        "irregular": sum(table.live.get("irregular", 0) for table in tables),
        "handle": short(handle),
        "win": signed(win),
        "lost": win < 0,
        "hold": percent(win, handle),
        "theo": short(sum(theos)),
    }


@roles(*WATCHERS)
@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """Every tile and the side anew, as the pushes are: for a screen that is behind or has no link."""
    pit = _pit(request.GET.get("pit", ""))
    tables, lines = looked_at(pit, timezone.now())
    return HttpResponse("".join([*map(render_tile, tables), render_asks(pit, tables, lines)]))


def _pit(code: str) -> Pit | None:
    return get_object_or_404(Pit, code=code) if code else None


# --- approvals


@roles(Role.GAME_SUPERVISOR)
@require_POST
def decide(request: HttpRequest, approval_id: int) -> HttpResponse:
    """Approve or refuse what waits. A decision that cannot be made is answered with its reason (409)."""
    approval = get_object_or_404(Approval, pk=approval_id)
    pit = _pit(request.POST.get("pit", ""))
    decision, status = request.POST.get("decision"), 200
    told: dict[str, Any]
    try:
        if decision not in ("approve", "refuse"):
            raise Refusal("Neither approved nor refused.", remedy="Choose one of the two.")
        done = approvals.decide(
            approval, _person(request), decision == "approve", request.POST.get("reason", "")[:200]
        )
        told = {"done": f"{done.table_code}: {done.text}: {done.get_state_display().lower()}."}
    except Refusal as refusal:
        told = {
            "ask": approval.pk,
            "message": refusal.message,
            "remedy": refusal.remedy,
            "clause": refusal.clause,
        }
        approval.refresh_from_db()
        told["gone"] = not approval.is_waiting
        status = 409
    if request.headers.get("HX-Request"):
        return HttpResponse(
            render_to_string("tables/_side.html", side(pit) | {"told": told}, request=request), status=status
        )
    if status == 200:
        return redirect("pit_of", pit.code) if pit else redirect("pit")
    return render(request, "tables/refused.html", {"told": told, "pit": pit}, status=status)


# --- one table: opening, closing, limits


@roles(*WATCHERS)
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The opening and closing list of a table and its limits."""
    return _table_page(request, code)


def _table_page(
    request: HttpRequest, code: str, refusal: TableRefusal | None = None, done: str = ""
) -> HttpResponse:
    found = Table.objects.select_related("pit").filter(code=code).first()
    if found is None:
        raise Http404(f"There is no table {code}.")
    person, at = _person(request), timezone.now()
    confirmations, house = checklist.confirmations(found), house_at(found)
    lead = timedelta(minutes=house.notice_minutes + 1)
    stands = timedelta(minutes=house.closing_minutes + 1)
    barred = opening.missing(found) if found.state == Table.State.CLOSED else []
    open_items = {item for item, _, _ in barred}
    wanted = [
        {
            "item": item,
            "clause": clause,
            "words": words,
            "done": found.checks.get(item) if checklist.confirmed(found, item, words) else None,
        }
        for item, (clause, words) in confirmations.items()
    ]
    known = {"cards", "float", *confirmations}
    session = record.running(found)
    sign = found.signs.filter(bet=MAIN).first()
    typed = request.POST if request.method == "POST" and refusal else {}
    of_bets = typed.get("step") in bet_steps.STEPS
    context = {
        "table": found,
        "house": house,
        "checklist": wanted,
        "cards": found.checks.get(packs.CARDS),
        "cards_barred": packs.barred(found, house),
        "faults": [(clause, words) for item, clause, words in barred if item not in known],
        "ready": not barred,
        "bets": cards(found, typed if of_bets else {}, at),
        "offers": person.has_role_at_least(offering.OFFERED_BY),
        "orders": person.has_role_at_least(scales.ORDERED_BY),
        "figures": figures(found),
        "day": day.drawn([found], at),
        "bar_width": WIDTH,
        "bar_middle": WIDTH // 2,
        "float": {
            "opening": session.opening if session is not None else None,
            "closing_wanted": found.state == Table.State.CLOSING and sessions.closing_wanted(found),
            "cards_done": closing.COUNTED in found.checks,
            "cards_held": found.checks.get(closing.UNCOUNTED),
        },
        "signs": [
            {"bet": title_of(found, bet), "key": bet, "minimum": dollars(minimum), "maximum": dollars(maximum),
             "multiple": dollars(multiple) if multiple else "any"}
            for bet, (minimum, maximum, multiple) in signs.limits_of(found).items()
        ],
        "sign": _sign_fields(sign, {} if of_bets else typed),
        "notice": {
            "minimum": typed.get("notice_minimum", ""),
            "at": typed.get("change_at") or f"{timezone.localtime(at + lead):%H:%M}",
        },
        "notices": [
            {"notice": notice, "title": title_of(found, notice.bet), "minimum": dollars(notice.minimum),
             "due": notice.change_at <= at}
            for notice in signs.running(found)
        ],
        "unresolved": found.disputes.filter(state__in=(Dispute.State.OPEN, Dispute.State.REVIEW)).count(),
        "closing": {
            "notice": closure.running(found),
            "at": typed.get("close_at") or f"{timezone.localtime(at + stands):%H:%M}",
            "present": closure.present(found) if found.state == Table.State.OPEN else [],
            "inspector": house.inspector_first if closure.early(found, at) else "",
        },
        "expected": found.rules.shoe_cards(found.decks) if not open_items & {"elections"} else None,
        "limits_ok": admits(person, (found.rules.limits_role.value,)),
        "limits_role": Role(found.rules.limits_role.value).label,
        "acts": person.has_role_at_least(Role.GAME_SUPERVISOR),
        "refusal": refusal,
        "done": done,
        "typed": typed,
    }  # fmt: skip
    return render(request, "tables/table.html", context, status=409 if refusal else 200)


def _sign_fields(sign: Sign | None, typed: Any) -> dict[str, str]:
    return {
        "of": typed.get("of") or MAIN,
        "minimum": typed.get("minimum") or (decimal(sign.minimum) if sign else ""),
        "maximum": typed.get("maximum") or (decimal(sign.maximum) if sign else ""),
        "multiple": typed.get("multiple") or (decimal(sign.multiple) if sign and sign.multiple else ""),
    }


@roles(Role.GAME_SUPERVISOR)
@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One step of opening, closing or limits. What the book refuses is answered with its clause (409), and what
    was typed stays."""
    step = _STEPS.get(request.POST.get("step", ""))
    if step is None:
        return _table_page(
            request, code, TableRefusal("", "There is no such step", "Choose one on this page.")
        )
    try:
        step(code, _person(request), timezone.now(), request.POST)
    except TableRefusal as refusal:
        return _table_page(request, code, refusal)
    back = redirect("pit_table", code)
    if bet := request.POST.get("bet"):
        # A place within the card: going there opens it.
        back["Location"] += f"#in-{quote(bet)}"
    return back


Step = Callable[[str, Staff, datetime, Any], object]
_STEPS: dict[str, Step] = {
    "confirm": lambda code, by, at, f: checklist.confirm(code, f.get("item", ""), by=by, at=at),
    "open": lambda code, by, at, f: opening.open_table(code, by=by, at=at),
    "closing": lambda code, by, at, f: closing.begin_closing(
        code, nobody=f.get("nobody") == "yes", by=by, at=at
    ),
    "announce": lambda code, by, at, f: closure.announce(
        code,
        close_at=clock(f.get("close_at", ""), at),
        inspector=text(f, "inspector"),
        reason=text(f, "reason"),
        by=by,
        at=at,
    ),
    "supervise": lambda code, by, at, f: people.assign(code, text(f, "supervisor"), by=by, at=at),
    "send": lambda code, by, at, f: people.send(code, text(f, "dealer"), by=by, at=at),
    "stay_open": lambda code, by, at, f: closure.take_down(code, by=by, at=at),
    "close": lambda code, by, at, f: closing.close_table(code, by=by, at=at),
    "limits": lambda code, by, at, f: signs.set_limits(
        code,
        minimum=money(f, "minimum", "Minimum"),
        maximum=money(f, "maximum", "Maximum"),
        multiple=money(f, "multiple", "Multiple", optional=True),
        told=f.get("told") == "yes",
        by=by,
        at=at,
    ),
    "put_up": lambda code, by, at, f: signs.put_up(
        code,
        bet=f.get("of") or MAIN,
        minimum=money(f, "notice_minimum", "New minimum"),
        change_at=clock(f.get("change_at", ""), at),
        by=by,
        at=at,
    ),
    "take_down": lambda code, by, at, f: signs.take_down(code, number(f, "notice", "Notice"), by=by, at=at),
    "bring_in": lambda code, by, at, f: signs.bring_in(code, number(f, "notice", "Notice"), by=by, at=at),
    **bet_steps.STEPS,
}
