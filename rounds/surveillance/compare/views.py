"""The desk's comparing pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import OperationalError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from casino.ledger.models import DESK, HOUSE, ChainHead
from casino.staff.access import roles
from casino.staff.roles import Role
from casino.view_models import context_of
from rounds.models import RoundCase
from rounds.surveillance.compare.asking import MEASURES, Comparing
from rounds.surveillance.compare.pairs import Pair, pairs_of
from rounds.surveillance.compare.staff import (
    Gathered,
    Group,
    KindCount,
    Work,
    group_of,
    happened,
    kinds_of,
    work_of,
)
from rounds.surveillance.compare.worksheet import Candidate, Worksheet, candidates, worksheet_of
from rounds.surveillance.facts import indexing
from rounds.surveillance.facts.words import decision_words, words_of_kind
from rounds.surveillance.find.search import Cursor

READERS = (Role.SURVEILLANCE, Role.INSPECTOR)
"""The roles that may compare: these pages are about dealers and supervisors, and are not shown to them."""
PATIENCE = 1.0
"""Seconds for which a page waits for the latest rounds to be indexed."""
PAGE = 100
TOO_LONG = "57014"
"""PostgreSQL's code for a statement that it has cancelled."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The choices of the form."""

    measures: list[tuple[str, str]]
    kinds: list[KindCount]
    tables: list[str]
    behind: int
    """The number of entries in the record that are not indexed yet."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What the page shows of the chosen view; the other views' fields are empty."""

    asked: Comparing
    menu: Menu
    dealers: Group | None = None
    supervisors: Group | None = None
    work: tuple[Work, ...] = ()
    pairs: tuple[Pair, ...] = ()
    worksheet: Worksheet | None = None
    candidates: tuple[Candidate, ...] = ()
    cases: tuple[CaseShown, ...] = ()
    next: str = ""
    """The address of the next, older cases."""
    too_long: bool = False
    """Whether the database cancelled the query."""


@dataclass(frozen=True, slots=True)
class CaseShown:
    """One case behind a figure."""

    case: RoundCase
    time: str
    words: str
    decision: str


@roles(*READERS)
@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Dealers and supervisors, pairs of like cases, or the worksheet of a player."""
    asked = Comparing.parse(request.GET, timezone.now())
    try:
        screen = compared(asked, request.GET.get("before", ""))
    except OperationalError as fault:
        if getattr(fault.__cause__, "sqlstate", "") != TOO_LONG:
            raise
        asked.wrong["when"] = _(
            "So many rounds take too long for one answer. Ask for a shorter time, or one table."
        )
        screen = Compared(asked, Menu(_measures(), [], _tables(), 0), too_long=True)
    return render(request, "surveillance/compare/compare.html", context_of(screen))


compare.names_unfit = True  # type: ignore[attr-defined]  # the form has its own words for it


def compared(asked: Comparing, before: str = "") -> Compared:
    """What the page shows; for the cases behind a figure, those after `before`, the last one shown."""
    behind = indexing.catch_up(PATIENCE)
    gathered = Gathered.of(asked) if asked.view == "staff" else None
    counted = [] if asked.view == "player" else gathered.happened if gathered else happened(asked)
    menu = Menu(
        _measures(),
        kinds_of(counted),
        _tables(),
        behind,
    )
    if asked.view == "player":
        sheet = worksheet_of(asked) if asked.player else None
        return Compared(asked, menu, worksheet=sheet, candidates=() if sheet else tuple(candidates(asked)))
    if asked.view == "pairs":
        return Compared(asked, menu, pairs=tuple(pairs_of(asked)))
    if asked.view == "cases":
        cases, more = _cases(asked, before)
        return Compared(asked, menu, cases=tuple(cases), next=more)
    return Compared(
        asked,
        menu,
        dealers=group_of(asked, "dealer", gathered),
        supervisors=group_of(asked, "supervisor", gathered),
        work=tuple(work_of(asked, gathered)),
        pairs=tuple(pairs_of(asked, 3)),
    )


def _measures() -> list[tuple[str, str]]:
    return [(str(code), str(words)) for code, words in MEASURES.items()]


def _tables() -> list[str]:
    heads = ChainHead.objects.exclude(chain__in=(HOUSE, DESK)).order_by("chain")
    return list(heads.values_list("chain", flat=True))


def _cases(asked: Comparing, before: str) -> tuple[list[CaseShown], str]:
    """The cases behind a figure, newest first, and the address of the next page."""
    cases = RoundCase.objects.filter(asked.counted)
    if asked.person:
        cases = cases.filter(**{asked.role: asked.person})
    if cursor := Cursor.parse(before):
        cases = cases.filter(Q(at__lt=cursor.at) | Q(at=cursor.at, pk__lt=cursor.round_id))
    page = list(cases.order_by("-at", "-pk")[: PAGE + 1])
    shown = [
        CaseShown(
            case,
            f"{timezone.localtime(case.at):%d %b %Y %H:%M:%S}",
            words_of_kind(case.what, case.kind),
            decision_words(case.decision),
        )
        for case in page[:PAGE]
    ]
    if len(page) <= PAGE:
        return shown, ""
    last = page[PAGE - 1]
    return shown, asked.address(before=str(Cursor(last.at, last.pk)))
