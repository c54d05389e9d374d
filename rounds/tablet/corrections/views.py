"""The tablet's steps from “The record is wrong”: one kind with what the record has, what is right, and what
follows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from casino.refusals import Refusal, UnreadableRequest
from casino.rulebooks.corrections import Correction, corrections
from casino.staff.access import roles
from casino.staff.roles import Role
from casino.translated import gettext as _
from casino.translated import recorded, text
from casino.view_models import context_of
from rounds import engine
from rounds.engine.events import CorrectionAsked, RecordCorrected
from rounds.play import service
from rounds.play.past_rounds import past_round, round_shown
from rounds.play.snapshot import Live
from rounds.read_model.irregularities.fields import Field
from rounds.read_model.irregularities.plan import Case, case_of_open, plan_of
from rounds.tablet.access import at_this_table
from rounds.tablet.corrections import requests
from rounds.tablet.corrections.fields import fields
from rounds.tablet.report_form import Keys, Outlook, outlook


@dataclass(frozen=True, slots=True)
class CorrectionForm:
    """One kind of correction, to be filled in by taps."""

    code: str
    kind: Correction
    over: int
    """The number of the round that is corrected; 0 for the round in progress."""
    rounds: list[tuple[int, bool]]
    """Rounds that may be corrected, each with whether it is the one shown."""
    fields: list[Field]
    """The fields, required ones first."""
    optional: list[Field]
    """The last of `fields`, which may be left out."""
    one_named: bool
    """Whether the thing to correct was already tapped before this page: the alternatives are then a tap away."""
    keys: Keys
    play_url: str


@require_safe
@roles(Role.DEALER)
@at_this_table
def correction(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """One kind: what the record has, and what is right, by taps. Fields named in the query string are already
    tapped."""
    live = service.current(code)
    known = corrections(live.rules).get(kind)
    if known is None:
        return redirect("wrong", code)
    state = _round(live, kind, request.GET)
    form_fields = fields(state.setup.rules, state, kind)
    for field in form_fields:
        if given := requests.value(request.GET, field.name):
            for option in field.options:
                option.chosen = option.value == given
    form = CorrectionForm(
        code=code,
        kind=known,
        over=state.round_no if state is not live.state else 0,
        rounds=_rounds(live, kind, state),
        fields=form_fields,
        optional=[field for field in form_fields if not field.needed],
        one_named=any(option.chosen for option in form_fields[0].options),
        keys=Keys.of(live),
        play_url=f"/table/{code}/play",
    )
    context = context_of(form) | context_of(_outlook(live, kind, request.GET))
    return render(request, "tablet/corrections/_one.html", context)


@require_safe
@roles(Role.DEALER)
@at_this_table
def plan(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """What would follow from what has been tapped so far."""
    live = service.current(code)
    if kind not in corrections(live.rules):
        return redirect("wrong", code)
    return render(request, "tablet/corrections/_plan.html", context_of(_outlook(live, kind, request.GET)))


def round_of(live: Live) -> engine.State:
    """The round whose record is corrected: the one in progress or, before the next has begun, the one just over."""
    over = live.previous
    if not live.events and over is not None and over.phase == "collected" and live.table.rounds:
        return over
    return live.state


EARLIER: Final = 4
"""How many earlier rounds have their payments a tap away."""


def _round(live: Live, kind: str, tapped: QueryDict) -> engine.State:
    """The round to correct. For a payment it may be an earlier round, and is the previous one if nothing is settled
    yet in the round in progress."""
    state = round_of(live)
    if kind != "payment":
        return state
    typed_round = requests.value(tapped, "round") or tapped.get("round", "")
    number = (
        int(typed_round) if typed_round.isascii() and typed_round.isdigit() and len(typed_round) < 10 else 0
    )
    if not number and not state.results and live.previous is not None and live.table.rounds:
        return live.previous
    if number and number != state.round_no:
        return round_shown(live.table.code, number) or state
    return state


def _rounds(live: Live, kind: str, state: engine.State) -> list[tuple[int, bool]]:
    """Rounds whose payments can be listed, each with whether it is the one shown."""
    if kind != "payment":
        return []
    last = round_of(live).round_no
    numbers = [number for number in range(last, max(0, last - 1 - EARLIER), -1) if number > 0]
    return [(number, number == state.round_no) for number in numbers]


def _open(known: list[Field], tapped: QueryDict) -> list[str]:
    """The required fields that are still empty, in words."""
    missing = []
    for field in known:
        name, _, shown_values = field.when.partition("=")
        wanted_now = not field.when or requests.value(tapped, name) in shown_values.split("|")
        chosen = any(option.chosen for option in field.options)
        if field.needed and wanted_now and not chosen and not requests.value(tapped, field.name):
            missing.append(field.words.lower())
    return missing


def _outlook(live: Live, kind: str, tapped: QueryDict) -> Outlook:
    state = _round(live, kind, tapped)
    open_ = _open(fields(state.setup.rules, state, kind), tapped)
    return outlook(live.rules, open_, lambda: _case(live, requests.correction_of(kind, tapped)))


def _case(live: Live, command: engine.Correction) -> Case:
    """What the correction leads to. Raises Refusal."""
    earlier = partial(past_round, live.table.code)
    after, events = engine.apply(live.rules, round_of(live), command, earlier)
    waits = case_of_open(live.rules, after, earlier)
    if waits is not None:
        return waits
    if isinstance(command, engine.CorrectPayment):
        plans = [plan_of(live.rules, round_of(live), after, events)]
        return Case(_("A payment is put right"), events[0].clause, (), "", "", False, (), plans)
    (correction,) = [event for event in events if isinstance(event, RecordCorrected)]
    texts = (
        text(_("the record says {recorded}"), recorded=recorded(correction.said)),
        text(_("at the table it was {fact}"), fact=recorded(correction.was)),
    )
    plans = [plan_of(live.rules, round_of(live), after, events)]
    return Case(
        _("The record is corrected"), correction.clause, (), "", "", False, (), plans, True, (), texts
    )


def commands(live: Live, kind: str, post: QueryDict) -> list[engine.Command]:
    """The correction and, if somebody has to sign, the request for approval, in one tap. Raises UnreadableRequest."""
    if kind not in corrections(live.rules):
        raise UnreadableRequest("correction.unknown")
    command = requests.correction_of(kind, post)
    try:
        earlier = partial(past_round, live.table.code)
        first = engine.decide(live.rules, round_of(live), command, earlier)[0]
    except Refusal:
        return [command]  # the table's answer says why
    if isinstance(first, CorrectionAsked):
        return [command, engine.Approve(first.wants)]
    return [command]
