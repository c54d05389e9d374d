"""The page of a clause: its entry in the register, for anyone who taps it on a screen."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino import clause_register
from casino.clause_register import Clause
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.view_models import context_of
from tables.approved_rules.documents import all_in_force
from tables.models import ApprovedRules

MARKS = (".", "(", "-")
"""The characters that may follow a clause's number in the number of one below it."""
MOST = 30
"""The most clauses below one that are shown with it."""


@dataclass(frozen=True, slots=True)
class ClausePage:
    """What ``pages/clause.html`` shows."""

    name: str
    book: str
    clause: Clause | None
    """None if only clauses below it are in the register."""
    under: list[Clause]
    above: list[Clause]
    """The clauses above it, the nearest first."""
    approved: list[ApprovedRules]
    """The book's approved texts in force, as stored by the house."""


@require_safe
def clause(request: HttpRequest, name: str) -> HttpResponse:
    """A clause from the register, with those above and below it; a script gets only that part of the page."""
    known = clause_register.by_id()
    book, _, _number = name.partition("-")
    under = [
        other
        for other in known.values()
        if other.clause != name and other.clause.startswith(tuple(f"{name}{mark}" for mark in MARKS))
    ]
    above = [
        known[name[:at]]
        for at in range(len(name) - 1, len(book), -1)
        if name[at] in MARKS and name[:at] in known
    ]
    if name not in known and not under and not above:
        raise Http404(Refusal("clause.unknown", name=name[:60]))
    title = BOOKS[book].title if book in BOOKS else book
    page = ClausePage(
        name, title, known.get(name), under[:MOST], above, all_in_force(book, timezone.localdate())
    )
    alone = "pages/_clause_words.html" if request.headers.get("HX-Request") else "pages/clause.html"
    return render(request, alone, context_of(page))
