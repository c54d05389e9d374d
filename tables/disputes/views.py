"""The disputes of a table: what waits, what was decided, and the steps that are left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.rulebooks.disputes import DISPUTES, decided_by
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.disputes import disputes
from tables.models import Table
from tables.opening.house import rules_for_table
from tables.refusal import TableRefusal
from tables.typed import number, text, ticked
from tables.watch import WATCHERS

Step = Callable[[str, Staff, datetime, Any], object]
STEPS: dict[str, Step] = {
    "raise": lambda code, by, at, f: disputes.raise_one(
        code,
        player=text(f, "player"),
        question=text(f, "question"),
        round_no=number(f, "round", "Round", optional=True),
        by=by,
        at=at,
    ),
    "advise": lambda code, by, at, f: disputes.advise(code, number(f, "dispute", "Dispute"), by=by, at=at),
    "settle": lambda code, by, at, f: disputes.settle(
        code, number(f, "dispute", "Dispute"), text(f, "words"), by=by, at=at
    ),
    "decide": lambda code, by, at, f: disputes.decide(
        code, number(f, "dispute", "Dispute"), text(f, "words"), by=by, at=at
    ),
    "ask_review": lambda code, by, at, f: disputes.ask_review(
        code, number(f, "dispute", "Dispute"), by=by, at=at
    ),
    "reviewed": lambda code, by, at, f: disputes.reviewed(
        code,
        number(f, "dispute", "Dispute"),
        reviewer=text(f, "reviewer"),
        changed=ticked(f, "changed"),
        words=text(f, "words"),
        by=by,
        at=at,
    ),
}


@roles(*WATCHERS)
@require_safe
def of_table(request: HttpRequest, code: str) -> HttpResponse:
    """The disputes of a table."""
    return _page(request, code)


@roles(Role.GAME_SUPERVISOR)
@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One step of a dispute. What the book refuses is answered with its clause (409), and what was typed stays."""
    step = STEPS.get(request.POST.get("step", ""))
    assert isinstance(request.user, Staff)
    try:
        if step is None:
            raise TableRefusal("", "There is no such step", "Choose one on this page.")
        step(code, request.user, timezone.now(), request.POST)
    except TableRefusal as refusal:
        return _page(request, code, refusal)
    return redirect("disputes", code)


def _page(request: HttpRequest, code: str, refusal: TableRefusal | None = None) -> HttpResponse:
    table = Table.objects.select_related("pit").filter(code=code).first()
    if table is None:
        raise Http404(f"There is no table {code}.")
    person = request.user
    assert isinstance(person, Staff)
    clause, role = decided_by(rules_for_table(table))
    context = {
        "table": table,
        "book": DISPUTES[table.book],
        "clause": clause,
        "decides": person.has_role_at_least(role),
        "decided_by": Role(role).label,
        "reviews": person.has_role_at_least(Role.CASINO_SUPERVISOR),
        "acts": person.has_role_at_least(Role.GAME_SUPERVISOR),
        "disputes": table.disputes.all()[:100],
        "refusal": refusal,
        "typed": request.POST if refusal else {},
    }
    return render(request, "tables/disputes.html", context, status=409 if refusal else 200)
