"""The tablet's steps from “Something is wrong”: the list, one kind with its values, and what would be done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.refusals import Refusal
from casino.rulebooks.irregularities import Kind, irregularities, role_of
from casino.staff.access import roles
from casino.staff.roles import Role
from casino.translated import gettext as _
from casino.view_models import context_of
from rounds import engine
from rounds.play import service
from rounds.play.past_rounds import past_round
from rounds.play.snapshot import Live
from rounds.read_model.irregularities.fields import WORDS, Field, following
from rounds.read_model.irregularities.plan import Case, case_of_report
from rounds.tablet.access import at_this_table
from rounds.tablet.corrections.views import round_of
from rounds.tablet.irregularities import list_of_kinds, offered, requests
from rounds.tablet.report_form import Keys, Outlook, outlook
from tables.opening import dealing


@require_safe
@roles(Role.DEALER)
@at_this_table
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """What can be reported now, the most likely first."""
    return _listed(request, code)


def _listed(request: HttpRequest, code: str) -> HttpResponse:
    live = service.current(code)
    refusal = _barred(live)
    groups = (
        offered.kinds(live.rules, live.state, partial(past_round, code), _over(live))
        if refusal is None
        else []
    )
    likely, left, later = list_of_kinds.arranged(
        code, groups, live.due.action if live.due is not None else ""
    )
    screen = ListScreen(
        code=code,
        likely=likely,
        recorded=list_of_kinds.recorded_last(code, round_of(live), live.events) if refusal is None else [],
        groups=left,
        later=later,
        count=len(likely) + sum(len(group.tiles) for group in left),
        refusal=refusal,
    )
    return render(request, "tablet/irregularities/_list.html", context_of(screen))


@dataclass(frozen=True, slots=True)
class ListScreen:
    """What can be reported at a table now."""

    code: str
    likely: list[list_of_kinds.Tile]
    recorded: list[list_of_kinds.Recorded]
    groups: list[list_of_kinds.Group]
    later: list[offered.OfferedKind]
    """What cannot be reported now, with the reason."""
    count: int
    refusal: Refusal | None


def _over(live: Live) -> engine.State | None:
    """The round just over, while nothing is recorded of the next and the table has not been closed since."""
    return live.previous if not live.events and live.table.rounds else None


def _barred(live: Live) -> Refusal | None:
    """Why nothing at all can be reported now; None if something can."""
    if live.state.irregular is not None:
        waits = live.state.irregular
        return Refusal("irregularity.open", waits.clause, title=waits.title, wants=waits.wants)
    begins = not live.events and _over(live) is None
    return dealing.may_deal(live.table, new_round=begins, at=timezone.now())


@dataclass(frozen=True, slots=True)
class IrregularityForm:
    """One kind of irregularity, to be filled in by taps."""

    code: str
    kind: Kind
    fields: list[Field]
    """The required fields, then the cards that are elsewhere."""
    optional: list[Field]
    """The last of `fields`, which may be left out."""
    following: str
    """The cards that may be elsewhere, in the order dealt, if the report asks for it."""
    keys: Keys
    play_url: str


@require_safe
@roles(Role.DEALER)
@at_this_table
def report(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """One kind: its values, by taps."""
    live = service.current(code)
    kind = irregularities(live.rules).get(name)
    if kind is None:
        return _listed(request, code)
    state = offered.round_concerned(live.rules, live.state, _over(live), kind)
    form_fields = offered.open_fields(live.rules, state, kind, partial(past_round, code))
    optional = [field for field in form_fields if not field.needed and field.how != "lies"]
    asked = [field for field in form_fields if field not in optional]
    form = IrregularityForm(
        code=code,
        kind=kind,
        fields=[*asked, *optional],
        optional=optional,
        following=",".join(following(state)) if "lies" in kind.may else "",
        keys=Keys.of(live),
        play_url=f"/table/{code}/play",
    )
    given = request.GET.copy()
    for field in form_fields:
        for option in field.options:
            if option.chosen:
                given.setdefault(f"{requests.PREFIX}{field.name}", option.value)
    context = context_of(form) | context_of(_outlook(given, live, kind))
    return render(request, "tablet/irregularities/_one.html", context)


@require_safe
@roles(Role.DEALER)
@at_this_table
def plan(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """What would be done with the values tapped so far."""
    live = service.current(code)
    kind = irregularities(live.rules).get(name)
    if kind is None:
        return _listed(request, code)
    return render(request, "tablet/irregularities/_plan.html", context_of(_outlook(request.GET, live, kind)))


def _outlook(given: QueryDict, live: Live, kind: Kind) -> Outlook:
    values = requests.values_of(kind, given)
    open_ = [_(WORDS.get(name, name)).lower() for name in requests.missing(kind, values)]

    def case() -> Case:
        state = offered.round_concerned(live.rules, live.state, _over(live), kind)
        report = requests.report_of(kind, given)
        return case_of_report(live.rules, state, report, partial(past_round, live.table.code))

    return outlook(live.rules, open_, case, empty=not values)


def commands(live: Live, kind_name: str, post: Any) -> list[engine.Command]:
    """The report and, if somebody has to sign, the request for approval, in one tap."""
    kind = irregularities(live.rules).get(kind_name)
    if kind is None:
        return [engine.Irregularity(kind_name[:40] or "?", (), "dealer")]  # the engine lists the kinds
    together: list[engine.Command] = [requests.report_of(kind, post)]
    role = role_of(live.rules, kind)
    if role:
        together.append(engine.Approve(role, next(iter(kind.choices), "")))
    return together


__all__ = ["Case", "commands", "listed", "plan", "report"]
