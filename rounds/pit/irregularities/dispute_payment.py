"""The supervisor's page that applies a dispute decision to its round: a correction of the payment, signed by a second
person."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from casino.forms.fields import Choice, Money, StepForm, Typed
from casino.ledger import AnotherRequest, Entry, Request, digest, known
from casino.money import Cents, decimal
from casino.refusals import Refusal
from casino.rulebooks.corrections import corrections
from casino.staff.access import roles
from casino.staff.arrival import person_of
from casino.staff.roles import Role
from casino.translated import term
from casino.view_models import context_of
from rounds import engine
from rounds.engine.events import PaymentCorrected
from rounds.engine.questions import beyond_due
from rounds.engine.values import settlement_of
from rounds.play import service
from rounds.play.answer import RecordedRefusal
from rounds.play.dispute_corrections import refuse_other_payment
from rounds.play.past_rounds import past_round
from rounds.read_model.irregularities.fields import Option
from rounds.read_model.irregularities.payment_fields import payments
from rounds.read_model.irregularities.payment_sheet import Sheet, sheet_of
from tables.disputes import followed
from tables.forms import showed
from tables.models import Dispute, Table

Why = Literal["", "left", "refuses", "other"]
REASONS: Final[dict[str, Why]] = {"left": "left", "refuses": "refuses", "other": "other"}
"""Reasons for not paying now."""


class PaymentForm(StepForm):
    """Which bet of the round is to be paid, and how much more its player gets than so far, or how much is taken
    back."""

    step = "payment"
    AT = {
        "dispute.no_such_bet": "what",
        "dispute.more_than_owed": "pay",
        "dispute.more_than_taken_back": "pay",
    }
    what = Typed(_("Which bet of the round"))
    pay = Money(_("To be paid"), max_length=14)
    stays = Choice(
        _("Now"),
        options=[
            ("", _("all of it changes hands")),
            ("left", _("nothing: the player has left")),
            ("refuses", _("nothing: the player refuses")),
            ("other", _("nothing, for another reason")),
        ],
    )


@dataclass(frozen=True, slots=True)
class PaymentScreen:
    """What the page shows: the bets of the round, and what follows from the chosen one."""

    table: Table
    dispute: Dispute
    options: list[Option]
    form: PaymentForm
    key: str
    showed: str
    take_back: bool = False
    """Whether the player pays money back, after a review that changed what was paid."""
    role: str = ""
    """The role that signs."""
    clause: str = ""
    sheet: Sheet | None = None
    refusal: Refusal | RecordedRefusal | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@roles(Role.GAME_SUPERVISOR)
def payment(request: HttpRequest, code: str, dispute_id: int) -> HttpResponse:
    """Shows the bets of the round, what is to be paid and what follows; a post asks for the signature."""
    dispute = get_object_or_404(Dispute.objects.select_related("table"), pk=dispute_id, table__code=code)
    try:
        state = past_round(code, dispute.round_no) if dispute.round_no else None
    except Refusal as away:
        raise Http404(away) from away
    if state is None:
        raise Http404(Refusal("dispute.without_round"))
    given = request.POST if request.method == "POST" else request.GET
    options = _first(dispute, payments(state))
    after = followed.corrections([dispute])[dispute.pk]
    owed = followed.owed(dispute, after)
    proposed = {
        "what": options[0].value if options else "",
        "pay": decimal(abs(owed)).removesuffix(".00") if owed else "",
        "stays": "",
    }
    form = PaymentForm(proposed | {name: given[name] for name in proposed if name in given})
    screen = PaymentScreen(
        table=dispute.table,
        dispute=dispute,
        options=options,
        form=form,
        key=given.get("key", "")[:40] or uuid4().hex,
        showed=showed.token(dispute.table, _facts(dispute)),
        take_back=owed < 0,
    )
    try:
        if not dispute.ends or dispute.state == Dispute.State.SETTLED:
            raise Refusal("dispute.undecided")
        live = service.current(code)
        kind = corrections(live.rules)["payment"]
        if not form["pay"].value():
            _still_open(dispute, after, kind.clause)
            return _page(request, screen)
        values = form.values()
        tap = _request(request, screen.key, dispute, values)
        if request.method == "POST" and _sent_before(code, tap):
            return redirect("irregular", code)
        _still_open(dispute, after, kind.clause)
        command = _command(dispute, state, take_back=owed < 0, **values)
        screen = replace(screen, role=term(Role(kind.role).label), clause=kind.clause)
        events = engine.decide(state.setup.rules, state, command)
        corrected = _correction_signed(state, command, events)
        refuse_other_payment(dispute.table, live.rules, [corrected])
        if request.method == "POST":
            showed.compare(code, given, showed.facts(dispute.table, _facts(dispute)))
            return _play(request, code, command, kind.role, tap, screen)
        screen = replace(screen, sheet=sheet_of(state, corrected))
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, replace(screen, refusal=refusal), 409 if request.method == "POST" else 200)
    return _page(request, screen)


def _page(request: HttpRequest, screen: PaymentScreen, status: int = 200) -> HttpResponse:
    return render(request, "pit/dispute_payment.html", context_of(screen), status=status)


def _first(dispute: Dispute, options: list[Option]) -> list[Option]:
    """The options with the player's own bets on the box first."""

    def theirs(option: Option) -> tuple[bool, bool]:
        place, player, *_ = option.value.split("|")
        box = place.partition(".")[0]
        return player != dispute.player, dispute.box is not None and box != str(dispute.box)

    return sorted(options, key=theirs)


def _facts(dispute: Dispute) -> tuple[str, ...]:
    """What the page depends on: how the dispute was decided, and what has been paid."""
    return (f"dispute:{dispute.pk}", f"dispute_paid:{dispute.pk}")


def _still_open(dispute: Dispute, after: list[Entry], clause: str) -> None:
    """Raises Refusal if nothing is left to be put right."""
    if followed.is_put_right(dispute, after):
        raise Refusal("dispute.put_right_already", clause, player=dispute.player)


def _request(request: HttpRequest, key: str, dispute: Dispute, values: dict[str, Any]) -> Request:
    """The form's request, by which the record recognises it when sent again. It is made from what was typed, since
    the form itself may have changed what the player has."""
    return Request(key, digest("dispute_payment", person_of(request).number, dispute=dispute.pk, **values))


def _sent_before(code: str, tap: Request) -> bool:
    try:
        return known(code, tap) is not None
    except AnotherRequest:
        return False  # it is refused when played


def _command(
    dispute: Dispute, state: engine.State, *, take_back: bool, what: str, pay: Cents, stays: str
) -> engine.CorrectPayment:
    """The correction that gives the player of the bet this much more than so far, or takes it back. Raises
    Refusal."""
    why: Why = REASONS.get(stays, "")
    for result in reversed(state.results):
        place = settlement_of(result)
        if f"{place.box}.{place.hand}|{place.player}|{place.bet}|{place.wager}" == what:
            beyond = beyond_due(state).get((place, place.player), 0)
            has = result.pays - result.takes + beyond
            return engine.CorrectPayment(
                place.box,
                place.player,
                place.bet,
                place.hand or 1,
                place.wager,
                # Earlier corrections are part of what was really paid.
                paid=max(has, 0) if beyond else None,
                took=max(-has, 0) if beyond else None,
                unrecovered=None if why else 0,
                unpaid=None if why else 0,
                why=why,
                due=has - pay if take_back else has + pay,
                dispute=dispute.pk,
                round_no=state.round_no,
            )
    raise Refusal("dispute.no_such_bet")


def _correction_signed(
    state: engine.State, command: engine.CorrectPayment, events: tuple[engine.Event, ...]
) -> PaymentCorrected:
    """The correction as it would be recorded once signed."""
    rules = state.setup.rules
    decided: tuple[engine.Event, ...] = events
    if not isinstance(events[0], PaymentCorrected):
        asked, _ = engine.apply(rules, state, command)
        assert asked.irregular is not None, "it waits for a signature"
        decided = engine.decide(rules, asked, engine.Approve(asked.irregular.wants))
    return next(event for event in decided if isinstance(event, PaymentCorrected))


def _play(
    request: HttpRequest,
    code: str,
    command: engine.CorrectPayment,
    role: str,
    tap: Request,
    screen: PaymentScreen,
) -> HttpResponse:
    by = person_of(request)
    answers, _ = service.play_all(code, lambda current: [command, engine.Approve(role)], by=by, request=tap)
    if answers[-1].refusal is not None:
        return _page(request, replace(screen, refusal=answers[-1].refusal), 409)
    return redirect("irregular", code)
