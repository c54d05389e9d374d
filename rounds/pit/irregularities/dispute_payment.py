"""The supervisor's page that applies a dispute's decision to its round: a correction of the payment, which a second
person signs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from casino.forms.fields import Money, StepForm, Typed
from casino.ledger import Request
from casino.money import Cents, decimal
from casino.refusals import Refusal
from casino.rulebooks.corrections import corrections
from casino.staff.access import roles
from casino.staff.presence import person_of
from casino.staff.roles import Role
from casino.translated import term
from casino.web.view_models import context_of
from rounds import engine
from rounds.engine.events import PaymentCorrected
from rounds.engine.values import settlement_of
from rounds.play import service
from rounds.play.answer import Refused
from rounds.play.past_rounds import rounds_of
from rounds.play.tap import digest_of
from rounds.read_model.irregularities.fields import Option
from rounds.read_model.irregularities.payment_fields import payments
from rounds.read_model.irregularities.payment_sheet import Sheet, sheet_of
from tables.models import Dispute, Table


class PaymentForm(StepForm):
    """Which bet of the round is to be paid, and how much on top of the settlement."""

    step = "payment"
    AT = {"dispute.no_such_bet": "what"}
    what = Typed(_("Which bet of the round"))
    pay = Money(_("To be paid on top of the settlement"), max_length=14)


@dataclass(frozen=True, slots=True)
class PaymentScreen:
    """What the page shows: the bets of the round, and what follows once one is chosen."""

    table: Table
    dispute: Dispute
    options: list[Option]
    form: PaymentForm
    key: str
    role: str = ""
    """Who signs."""
    clause: str = ""
    sheet: Sheet | None = None
    refusal: Refusal | Refused | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@roles(Role.GAME_SUPERVISOR)
def payment(request: HttpRequest, code: str, dispute_id: int) -> HttpResponse:
    """Shows which bet of the round it is, what is to be paid and what follows; a post asks the person who signs."""
    dispute = get_object_or_404(Dispute.objects.select_related("table"), pk=dispute_id, table__code=code)
    try:
        state = rounds_of(code)(dispute.round_no) if dispute.round_no else None
    except Refusal as away:
        raise Http404(away) from away
    if state is None:
        raise Http404(Refusal("dispute.without_round"))
    given = request.POST if request.method == "POST" else request.GET
    options = _first(dispute, payments(state))
    proposed = {
        "what": options[0].value if options else "",
        "pay": decimal(dispute.to_pay).removesuffix(".00") if dispute.to_pay else "",
    }
    form = PaymentForm(proposed | {name: given[name] for name in proposed if name in given})
    screen = PaymentScreen(
        table=dispute.table,
        dispute=dispute,
        options=options,
        form=form,
        key=given.get("key", "")[:40] or uuid4().hex,
    )
    try:
        if not dispute.ends or dispute.state == Dispute.State.SETTLED:
            raise Refusal("dispute.undecided")
        if not form["pay"].value():
            return _page(request, screen)
        command = _command(dispute, state, **form.values())
        live = service.current(code)
        kind = corrections(live.rules)["payment"]
        screen = replace(screen, role=term(Role(kind.role).label), clause=kind.clause)
        if request.method == "POST":
            return _play(request, code, command, kind.role, screen)
        events = engine.decide(engine.rules_of(state.setup), state, command)
        screen = replace(screen, sheet=sheet_of(state, _made(state, command, events)))
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, replace(screen, refusal=refusal), 409 if request.method == "POST" else 200)
    return _page(request, screen)


def _page(request: HttpRequest, screen: PaymentScreen, status: int = 200) -> HttpResponse:
    return render(request, "pit/dispute_payment.html", context_of(screen), status=status)


def _first(dispute: Dispute, options: list[Option]) -> list[Option]:
    """The player's own bets on the box first."""

    def theirs(option: Option) -> tuple[bool, bool]:
        place, player, *_ = option.value.split("|")
        box = place.partition(".")[0]
        return player != dispute.player, dispute.box is not None and box != str(dispute.box)

    return sorted(options, key=theirs)


def _command(dispute: Dispute, state: engine.State, what: str, pay: Cents) -> engine.CorrectPayment:
    """The correction by which the bet pays this much more than was settled. Raises Refusal."""
    for result in state.results:
        place = settlement_of(result)
        if f"{place.box}.{place.hand}|{place.player}|{place.bet}|{place.wager}" == what:
            return engine.CorrectPayment(
                place.box,
                place.player,
                place.bet,
                place.hand or 1,
                place.wager,
                due=result.pays - result.takes + pay,
                dispute=dispute.pk,
                round_no=state.round_no,
            )
    raise Refusal("dispute.no_such_bet")


def _made(
    state: engine.State, command: engine.CorrectPayment, events: tuple[engine.Event, ...]
) -> PaymentCorrected:
    """The correction as it would be recorded once signed."""
    rules = engine.rules_of(state.setup)
    decided: tuple[engine.Event, ...] = events
    if not isinstance(events[0], PaymentCorrected):
        asked, _ = engine.apply(rules, state, command)
        assert asked.irregular is not None, "it waits for a signature"
        decided = engine.decide(rules, asked, engine.Approve(asked.irregular.wants))
    return next(event for event in decided if isinstance(event, PaymentCorrected))


def _play(
    request: HttpRequest, code: str, command: engine.CorrectPayment, role: str, screen: PaymentScreen
) -> HttpResponse:
    by = person_of(request)
    tap = Request(screen.key, digest_of(command, by.number))
    *_, answer = service.play_all(code, lambda current: [command, engine.Approve(role)], by=by, request=tap)
    if answer.refusal is not None:
        return _page(request, replace(screen, refusal=answer.refusal), 409)
    return redirect("irregular", code)
