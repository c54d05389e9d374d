"""The supervisor's page of an open irregularity: what it is, both layouts, the moves, the money, and the signature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.refusals import Refusal
from casino.staff import approvals, places
from casino.staff.access import roles
from casino.staff.arrival import person_of
from casino.staff.models import Approval, Staff
from casino.staff.roles import WATCHERS, Role
from casino.translated import message, remedy, text
from casino.view_models import context_of
from rounds.pit.decision_forms import IrregularityForm
from rounds.play import dual_control, service
from rounds.play.snapshot import load
from rounds.read_model.irregularities import presented
from tables.models import Table


@dataclass(frozen=True, slots=True)
class IrregularityScreen:
    """What the page of an open irregularity shows."""

    table: Table
    round_no: int
    ask: Approval | None
    refusal: Refusal | None
    """Why the last step was refused."""
    form: IrregularityForm
    """The form of the decision, with what was typed if it was refused."""
    refusals: Sequence[str]
    blocked: str
    """Why this person cannot sign; empty if they can."""
    acts: bool
    digest: str
    """The mark by which the page notices that it is outdated."""
    case: presented.Case | None
    plans: Sequence[presented.PlanView]
    answers: Sequence[tuple[str, str]]


@require_safe
@roles(*WATCHERS)
def page(request: HttpRequest, code: str) -> HttpResponse:
    """What is open at the table, for those who may sign and those who only look."""
    return _page(request, code)


def _page(
    request: HttpRequest, code: str, refusal: Refusal | None = None, form: IrregularityForm | None = None
) -> HttpResponse:
    try:
        live = service.current(code)
    except service.NoSuchTable:
        raise Http404(Refusal("table.unknown", table=code)) from None
    person = person_of(request)
    ask = approvals.waiting_for(code).filter(kind=approvals.IRREGULARITY).first()
    shown = presented.open_case(live)
    screen = IrregularityScreen(
        table=live.table,
        round_no=live.round_no,
        ask=ask,
        refusal=refusal,
        form=form or IrregularityForm(),
        refusals=presented.reasons_not_to_sign(),
        blocked=_why_blocked(live.table, person, ask),
        acts=person.has_role_at_least(Role.GAME_SUPERVISOR),
        digest=f"{live.version}.{ask.pk if ask else ''}.{ask.seen_by if ask else ''}",
        case=shown.case if shown is not None else None,
        plans=shown.plans if shown is not None else (),
        answers=shown.answers if shown is not None else (),
    )
    return render(request, "pit/irregularity.html", context_of(screen), status=409 if refusal else 200)


def _why_blocked(table: Table, person: Staff, ask: Approval | None) -> str:
    """Why this person cannot sign; empty if they can."""
    if ask is None:
        return gettext("Nobody has asked for a signature yet. The dealer asks at the tablet.")
    if elsewhere := places.refusal_to_change(person, table.code):
        return f"{message(elsewhere)}. {remedy(elsewhere)}"
    if barred := dual_control.why_cannot_sign(table, load(table).state, person, asked_by=ask.asked_by):
        barred = barred.under(ask.clause, role=str(Role(ask.role_wanted).label))
        return f"{message(barred)}. {remedy(barred)}"
    if not person.has_role_at_least(ask.role_wanted):
        required_role, held = str(Role(ask.role_wanted).label), person.get_role_display()
        return text(
            gettext("Only the {wanted:term} or above can sign this; your role is {held:term}."),
            wanted=required_role,
            held=held,
        )
    return ""


@require_POST
@roles(Role.GAME_SUPERVISOR)
def decide(request: HttpRequest, code: str, approval_id: int) -> HttpResponse:
    """Approve, with any choice, or refuse with the reason. If that is not possible, the answer says why (409)."""
    approval = _waiting(code, approval_id)
    form = IrregularityForm(request.POST)
    try:
        sent = form.values()
        approvals.decide(
            approval, person_of(request), sent["approves"], sent["reason"], choice=sent["choice"]
        )
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, code, refusal, form)
    return redirect("pit")


@require_POST
@roles(Role.GAME_SUPERVISOR)
def seen(request: HttpRequest, code: str, approval_id: int) -> HttpResponse:
    """A supervisor takes care of it: recorded, and shown to everybody who waits."""
    try:
        approvals.acknowledge(_waiting(code, approval_id), person_of(request))
    except Refusal as refusal:
        return _page(request, code, refusal)
    return redirect("irregular", code)


def _waiting(code: str, approval_id: int) -> Approval:
    return get_object_or_404(Approval, pk=approval_id, table_code=code, kind=approvals.IRREGULARITY)
