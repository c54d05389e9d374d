"""The disputes of a table: what waits, what was decided, and the steps that are left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from casino.forms.fields import StepForm
from casino.ledger import Entry
from casino.money import decimal, dollars
from casino.refusals import Refusal
from casino.rulebooks.disputes import DISPUTES, Disputes, decided_by
from casino.staff import places
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS, Role
from casino.translated import text
from tables.disputes import disputes, followed
from tables.disputes.forms import DecideForm, DisputeForm, MarkForm, RaiseForm, ReviewForm, SettleForm
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.models import Dispute, Table
from tables.opening.house import rules_for_table
from tables.record import now_at, under_lock
from tables.signals import small_felt


def _raise(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = RaiseForm(fields).values()
    disputes.raise_one(
        code,
        player=values["player"],
        question=values["question"],
        round_no=values["round"],
        box=values["box"],
        settled=values["settled"],
        by=by,
        at=at,
    )


def _advise(code: str, by: Staff, at: datetime, fields: Any) -> None:
    disputes.advise(code, DisputeForm(fields).values()["dispute"], by=by, at=at)


def _mark(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = MarkForm(fields).values()
    disputes.mark(
        code,
        values["dispute"],
        ambiguous=fields.get("ambiguous") == "yes",
        ambiguity=values["ambiguity"],
        settled=values["settled"],
        otherwise=values["otherwise"],
        by=by,
        at=at,
    )


def _settle(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = SettleForm(fields).values()
    disputes.settle(code, values["dispute"], values["words"], by=by, at=at)


def _decide(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = DecideForm(fields).values()
    disputes.decide(
        code,
        values["dispute"],
        values["words"],
        for_player={"player": True, "house": False}.get(values["whose"]),
        awarded=values["awarded"],
        against=values["against"],
        by=by,
        at=at,
    )


def _ask_review(code: str, by: Staff, at: datetime, fields: Any) -> None:
    disputes.ask_review(code, DisputeForm(fields).values()["dispute"], by=by, at=at)


def _reviewed(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = ReviewForm(fields).values()
    disputes.reviewed(
        code,
        values["dispute"],
        reviewer=values["reviewer"],
        changed=values["changed"],
        words=values["words"],
        awarded=values["awarded"],
        by=by,
        at=at,
    )


FELTS: Final = 20
"""Rounds that a page shows in small."""
STEPS: Final[dict[str, Callable[[str, Staff, datetime, Any], None]]] = {
    "raise": _raise,
    "advise": _advise,
    "mark": _mark,
    "settle": _settle,
    "decide": _decide,
    "ask_review": _ask_review,
    "reviewed": _reviewed,
}
FORMS: Final[dict[str, type[StepForm]]] = {
    "raise": RaiseForm,
    "mark": MarkForm,
    "advise": DecideForm,
    "settle": DecideForm,
    "decide": DecideForm,
    "reviewed": ReviewForm,
}
"""The form of the page that a step is sent from; one has the buttons of three steps."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A dispute with the corrections that followed it, as the page shows it."""

    row: Dispute
    corrections: list[Entry]
    book: Disputes
    sent: StepForm | None
    """The form that was refused; it shows what was typed again."""
    felt: SafeString | None = None
    """The round in small, where it is known."""

    @property
    def answered_in(self) -> str:
        """How long it took from the question to the answer; "" before the answer."""
        if self.row.decided_at is None:
            return ""
        took = round((self.row.decided_at - self.row.raised_at).total_seconds())
        return text(_("Answered in {time:duration}"), time=took)

    @property
    def waits(self) -> str:
        """How long it has waited for its answer so far."""
        since = round((timezone.now() - self.row.raised_at).total_seconds())
        return text(_("Waits for {time:duration}"), time=max(0, since))

    @property
    def mark(self) -> MarkForm:
        return MarkForm.shown(self.sent, self.row.pk)

    @property
    def decide(self) -> DecideForm:
        whose = "player" if self.proposal else ""
        return DecideForm.shown(self.sent, self.row.pk, whose=whose, awarded=self.proposed)

    @property
    def review(self) -> ReviewForm:
        return ReviewForm.shown(self.sent, self.row.pk)

    @property
    def proposal(self) -> str:
        """The proposal in the player's favour, if the book has one (UK-A01)."""
        if not self.book.ambiguous or not self.row.ambiguous:
            return ""
        pays = self.row.proposed
        if pays is None:
            return text(_("decide in {player}'s favour"), player=self.row.player)
        better = max(self.row.settled or 0, self.row.otherwise or 0)
        if not pays:
            return text(
                _("leave it as it was settled, which is better for {player}: {better:money}"),
                player=self.row.player,
                better=better,
            )
        return text(
            _("pay {player} {amount:money}, so that {player} has {better:money}"),
            player=self.row.player,
            amount=pays,
            better=better,
        )

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
    named = request.POST.get("step", "")
    step = STEPS.get(named)
    assert isinstance(request.user, Staff)
    try:
        if step is None:
            raise Refusal("table.no_such_step")
        check = partial(showed.check, step=named, fields=request.POST)
        by, fields = request.user, request.POST

        def taken() -> None:
            with under_lock(code, check):
                step(code, by, now_at(code), fields)

        once(code, of_form(fields, by), taken)
    except Refusal as refusal:
        form = None
        if named in FORMS:
            form = FORMS[named](request.POST, part=request.POST.get("dispute", ""))
            form.refuse(refusal)
        return _page(request, code, refusal, form)
    return redirect("disputes", code)


def _page(
    request: HttpRequest, code: str, refusal: Refusal | None = None, sent: StepForm | None = None
) -> HttpResponse:
    table = Table.objects.select_related("pit").filter(code=code).first()
    if table is None:
        raise Http404(Refusal("table.unknown", table=code))
    person = request.user
    assert isinstance(person, Staff)
    clause, role = decided_by(rules_for_table(table))
    listed = list(table.disputes.select_related("table")[:100])
    after = followed.corrections(listed)
    book = DISPUTES[table.book]
    elsewhere = places.looks_only(person, table.code)
    numbers = list(dict.fromkeys(dispute.round_no for dispute in listed if dispute.round_no))[:FELTS]
    felts: dict[int | None, SafeString | None] = {
        number: small_felt.first(code=table.code, round_no=number) for number in numbers
    }
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
            Shown(dispute, after[dispute.pk], book, sent, felts.get(dispute.round_no)) for dispute in listed
        ],
        "showed": showed.token(table, [f"dispute:{dispute.pk}" for dispute in listed]),
        "refusal": refusal,
        "raise": RaiseForm.shown(sent, **{name: request.GET.get(name, "") for name in RaiseForm.base_fields}),
    }
    return render(request, "tables/disputes.html", context, status=409 if refusal else 200)
