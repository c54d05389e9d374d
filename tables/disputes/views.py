"""The disputes of a table: what waits, what was decided, and the steps that are left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from casino.forms.typed import money, number, signed, text, ticked
from casino.ledger import Entry
from casino.money import decimal, dollars
from casino.refusals import Refusal
from casino.rulebooks.disputes import DISPUTES, Disputes, decided_by
from casino.staff import places
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS, Role
from tables.disputes import disputes, followed
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.models import Dispute, Table
from tables.opening.house import rules_for_table
from tables.record import now_at, under_lock

Step = Callable[[str, Staff, datetime, Any], object]
STEPS: dict[str, Step] = {
    "raise": lambda code, by, at, f: disputes.raise_one(
        code,
        player=text(f, "player"),
        question=text(f, "question"),
        round_no=number(text(f, "round"), "Round", optional=True),
        box=number(text(f, "box"), "Box", optional=True),
        by=by,
        at=at,
    ),
    "advise": lambda code, by, at, f: disputes.advise(
        code, number(text(f, "dispute"), "Dispute"), by=by, at=at
    ),
    "mark": lambda code, by, at, f: disputes.mark(
        code,
        number(text(f, "dispute"), "Dispute"),
        ambiguous=text(f, "ambiguous") == "yes",
        ambiguity=text(f, "ambiguity"),
        settled=signed(text(f, "settled"), "As it was settled"),
        otherwise=signed(text(f, "otherwise"), "By the other reading"),
        by=by,
        at=at,
    ),
    "settle": lambda code, by, at, f: disputes.settle(
        code, number(text(f, "dispute"), "Dispute"), text(f, "words"), by=by, at=at
    ),
    "decide": lambda code, by, at, f: disputes.decide(
        code,
        number(text(f, "dispute"), "Dispute"),
        text(f, "words"),
        for_player={"player": True, "house": False}.get(text(f, "whose")),
        awarded=money(text(f, "awarded"), "To be paid", optional=True),
        against=text(f, "against"),
        by=by,
        at=at,
    ),
    "ask_review": lambda code, by, at, f: disputes.ask_review(
        code, number(text(f, "dispute"), "Dispute"), by=by, at=at
    ),
    "reviewed": lambda code, by, at, f: disputes.reviewed(
        code,
        number(text(f, "dispute"), "Dispute"),
        reviewer=text(f, "reviewer"),
        changed=ticked(f, "changed"),
        words=text(f, "words"),
        awarded=money(text(f, "awarded"), "To be paid", optional=True),
        by=by,
        at=at,
    ),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A dispute with the corrections that followed it, as the page shows it."""

    row: Dispute
    corrections: list[Entry]
    book: Disputes
    typed: Mapping[str, str]
    """What was typed into its forms and refused; the form shows it again."""

    @property
    def proposal(self) -> str:
        """The proposal in the player's favour, if the book has one (UK-A01)."""
        if not self.book.ambiguous or not self.row.ambiguous:
            return ""
        pays = self.row.proposed
        if pays is None:
            return f"decide in {self.row.player}'s favour"
        better = dollars(max(self.row.settled or 0, self.row.otherwise or 0))
        if not pays:
            return f"leave it as it was settled, which is better for {self.row.player}: {better}"
        return f"pay {self.row.player} {dollars(pays)}, so that he has {better}"

    @property
    def proposed(self) -> str:
        """The sum that is proposed, as its field shows it."""
        pays = self.row.proposed if self.proposal else None
        return decimal(pays).removesuffix(".00") if pays else ""

    @property
    def unpaid(self) -> str:
        """What is still to be paid because of it, while no correction has followed; empty otherwise."""
        owed = self.row.ends and self.row.to_pay and not self.corrections
        return dollars(self.row.to_pay) if owed else ""

    @property
    def unchanged(self) -> bool:
        """Whether a review changed the decision and nothing has been corrected since."""
        return bool(self.row.changed) and not self.corrections

    @property
    def awarded(self) -> str:
        return dollars(self.row.awarded) if self.row.awarded else ""

    @property
    def review_awarded(self) -> str:
        return dollars(self.row.review_awarded) if self.row.review_awarded else ""

    @property
    def settled(self) -> str:
        return "" if self.row.settled is None else dollars(self.row.settled)

    @property
    def otherwise(self) -> str:
        return "" if self.row.otherwise is None else dollars(self.row.otherwise)


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
            raise Refusal("table.no_such_step")
        check = partial(showed.check, step=request.POST["step"], fields=request.POST)
        by, fields = request.user, request.POST

        def taken() -> None:
            with under_lock(code, check):
                step(code, by, now_at(code), fields)

        once(code, of_form(fields, by), taken)
    except Refusal as refusal:
        return _page(request, code, refusal)
    return redirect("disputes", code)


def _page(request: HttpRequest, code: str, refusal: Refusal | None = None) -> HttpResponse:
    table = Table.objects.select_related("pit").filter(code=code).first()
    if table is None:
        raise Http404(f"There is no table {code}.")
    person = request.user
    assert isinstance(person, Staff)
    clause, role = decided_by(rules_for_table(table))
    listed = list(table.disputes.select_related("table")[:100])
    after = followed.corrections(listed)
    book = DISPUTES[table.book]
    typed = request.POST if refusal else request.GET
    elsewhere = places.looks_only(person, table.code)
    context = {
        "table": table,
        "book": book,
        "clause": clause,
        "elsewhere": elsewhere,
        "decides": person.has_role_at_least(role) and not elsewhere,
        "decided_by": Role(role).label,
        "reviews": person.has_role_at_least(Role.CASINO_SUPERVISOR) and not elsewhere,
        "acts": person.has_role_at_least(Role.GAME_SUPERVISOR) and not elsewhere,
        "disputes": [
            Shown(dispute, after[dispute.pk], book, typed if typed.get("dispute") == str(dispute.pk) else {})
            for dispute in listed
        ],
        "showed": showed.token(table, [f"dispute:{dispute.pk}" for dispute in listed]),
        "refusal": refusal,
        "typed": typed if typed.get("step", "raise") == "raise" else {},
    }
    return render(request, "tables/disputes.html", context, status=409 if refusal else 200)
