"""The tablet's steps from “The record is wrong”: one kind with what the record has, what it was, and what follows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from casino.cards import RANKS
from casino.rulebooks.corrections import corrections
from casino.staff.access import roles
from casino.staff.roles import Role
from rounds import engine, forms, service
from rounds.at_table import at_this_table
from rounds.controls import PAD_SUITS
from rounds.corrections import said
from rounds.corrections.fields import fields
from rounds.engine.corrections.events import CorrectionAsked
from rounds.engine.events import RecordCorrected
from rounds.irregular.plan import Case, case_of_open, plan_of
from rounds.irregular.shown import case_context
from rounds.irregular.views import SIGN
from rounds.table_state import Live


@require_safe
@roles(Role.DEALER)
@at_this_table
def one(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """One kind: what of the record it is, and what it was, by taps."""
    live = service.current(code)
    known = corrections(live.rules).get(kind)
    if known is None:
        return redirect("wrong", code)
    context: dict[str, Any] = {
        "code": code,
        "kind": known,
        "over": round_of(live).round_no if round_of(live) is not live.state else 0,
        "fields": fields(live.rules, round_of(live), kind),
        "ranks": [rank for rank in RANKS if rank not in live.rules.missing_ranks.value],
        "suits": PAD_SUITS,
        "play_url": f"/table/{code}/play",
    }
    return render(request, "rounds/corrections/_one.html", context | _plan(live, kind, request.GET))


@require_safe
@roles(Role.DEALER)
@at_this_table
def plan(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """What would follow, with what is tapped so far."""
    live = service.current(code)
    if kind not in corrections(live.rules):
        return redirect("wrong", code)
    return render(request, "rounds/corrections/_plan.html", _plan(live, kind, request.GET))


def round_of(live: Live) -> engine.State:
    """The round whose record is corrected: the one in hand or, before the next has begun, the one just over."""
    over = live.previous
    if not live.events and over is not None and over.phase == "collected" and live.table.rounds:
        return over
    return live.state


def _plan(live: Live, kind: str, tapped: QueryDict) -> dict[str, Any]:
    open_ = [
        field.words.lower()
        for field in fields(live.rules, round_of(live), kind)
        if field.needed and not said.value(tapped, field.name)
    ]
    if open_:
        return {"open": open_}
    try:
        return case_context(live.rules, _case(live, said.correction_of(kind, tapped)))
    except (engine.RuleViolation, forms.Unreadable) as refusal:
        return {"refusal": refusal}


def _case(live: Live, command: engine.Correction) -> Case:
    """What the correction leads to. Raises RuleViolation."""
    after, events = engine.apply(live.rules, round_of(live), command)
    waits = case_of_open(live.rules, after)
    if waits is not None:
        return waits
    (made,) = [event for event in events if isinstance(event, RecordCorrected)]
    told = (f"the record says {made.said}", f"at the table it was {made.was}")
    plans = [plan_of(live.rules, round_of(live), after, events)]
    return Case("The record is corrected", made.clause, (), "", "", False, (), plans, True, (), told)


def commands(live: Live, kind: str, post: QueryDict) -> list[tuple[str, engine.Command]]:
    """The correction and, where somebody has to sign it, the question to him, in one tap. Raises Unreadable."""
    if kind not in corrections(live.rules):
        raise forms.Unreadable("This is nothing that can be corrected", "Choose from the list.")
    command = said.correction_of(kind, post)
    made: list[tuple[str, engine.Command]] = [("", command)]
    try:
        first = engine.decide(live.rules, round_of(live), command)[0]
    except engine.RuleViolation:
        return made  # the table says why
    if isinstance(first, CorrectionAsked):
        made.append((SIGN, engine.Approve(first.wants)))
    return made
