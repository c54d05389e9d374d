"""The disputes of a table: what is open, what was decided, and the remaining steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
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
from casino.translated import term, text
from casino.view_models import context_of
from tables.approved_rules.documents import hash_at
from tables.book import rules_for_table
from tables.disputes import disputes, followed
from tables.disputes.forms import DecideForm, DisputeForm, MarkForm, RaiseForm, ReviewForm, SettleForm
from tables.disputes.hands import RoundPlayed
from tables.disputes.signals import last_hands
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.models import Dispute, Table
from tables.record import now_at, under_lock
from tables.signals import small_felt


def _raise(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = RaiseForm(fields).values()
    complaint = disputes.Complaint(
        player=values["player"],
        question=values["question"],
        round_no=values["round"],
        box=values["box"],
        settled=values["settled"],
    )
    disputes.raise_dispute(code, complaint, by=by, at=at)


def _advise(code: str, by: Staff, at: datetime, fields: Any) -> None:
    disputes.record_advice(code, DisputeForm(fields).values()["dispute"], by=by, at=at)


def _mark(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = MarkForm(fields).values()
    ambiguity = None
    if fields.get("ambiguous") == "yes":
        ambiguity = disputes.Ambiguity(values["ambiguity"], values["settled"], values["otherwise"])
    disputes.mark_ambiguous(code, values["dispute"], ambiguity, by=by, at=at)


def _settle(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = SettleForm(fields).values()
    disputes.settle(code, values["dispute"], values["words"], by=by, at=at)


def _decide(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = DecideForm(fields).values()
    decision = disputes.Decision(
        values["words"],
        for_player={"player": True, "house": False}.get(values["whose"]),
        awarded=values["awarded"],
        against=values["against"],
    )
    disputes.decide(code, values["dispute"], decision, by=by, at=at)


def _ask_review(code: str, by: Staff, at: datetime, fields: Any) -> None:
    disputes.ask_review(code, DisputeForm(fields).values()["dispute"], by=by, at=at)


def _reviewed(code: str, by: Staff, at: datetime, fields: Any) -> None:
    values = ReviewForm(fields).values()
    review = disputes.Review(
        reviewer=values["reviewer"],
        words=values["words"],
        changed=values["changed"],
        awarded=values["awarded"],
    )
    disputes.record_review(code, values["dispute"], review, by=by, at=at)


LISTED: Final = 100
"""How many disputes a page shows."""
FELTS: Final = 20
"""How many rounds a page shows in small."""
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
"""The form that a step is sent from; one form has the buttons of three steps."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a dispute as the book has it."""

    words: str
    clause: str
    done: bool
    skipped: bool = False
    """Left out, and no longer to be done."""
    now: bool = False
    """The next to be done."""

    @property
    def waits(self) -> bool:
        return not self.done and not self.skipped

    @property
    def state(self) -> str:
        """Its state, in words."""
        if self.done:
            return _("done")
        return _("left out") if self.skipped else _("next") if self.now else _("later")


@dataclass(frozen=True, slots=True)
class Shown:
    """A dispute with the corrections that followed it, as the page shows it."""

    row: Dispute
    corrections: list[Entry]
    book: Disputes
    sent: StepForm | None
    """The form that was refused; it shows again what was typed."""
    decided: tuple[str, str]
    """The clause under which it is decided, and the role that decides."""
    felt: SafeString | None = None
    """The round in small, if it is known."""
    approved_rules: str = ""
    """The SHA-256 of the house's approved rules that were in force; "" if none were."""

    @property
    def answered_in(self) -> str:
        """How long the answer took; "" before it."""
        if self.row.decided_at is None:
            return ""
        took = round((self.row.decided_at - self.row.raised_at).total_seconds())
        return text(_("Answered in {time:duration}"), time=took)

    @property
    def waits(self) -> str:
        """How long it has been waiting for its answer."""
        since = round((timezone.now() - self.row.raised_at).total_seconds())
        return text(_("Waits for {time:duration}"), time=max(0, since))

    @property
    def mark(self) -> MarkForm:
        return MarkForm.shown(self.sent, self.row.pk)

    @property
    def decide(self) -> DecideForm:
        whose = "player" if self.favours else ""
        return DecideForm.shown(self.sent, self.row.pk, whose=whose, awarded=self.proposed)

    @property
    def review(self) -> ReviewForm:
        return ReviewForm.shown(self.sent, self.row.pk)

    @property
    def proposal_clause(self) -> str:
        """The clause that the proposal comes from; "" if nothing is ambiguous, or no clause says."""
        return (self.book.ambiguous or self.decided[0]) if self.row.ambiguous else ""

    @property
    def proposal(self) -> str:
        """What the book says about an ambiguity: the United Kingdom house favours the player (UK-A01); the others
        prefer neither reading."""
        if not self.row.ambiguous:
            return ""
        if not self.book.ambiguous:
            return text(
                _("these rules prefer neither reading; a {role:term} decides"),
                role=Role(self.decided[1]).label,
            )
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
    def favours(self) -> bool:
        """Whether the book proposes a decision for the player."""
        return bool(self.book.ambiguous and self.row.ambiguous)

    @property
    def steps(self) -> list[Step]:
        """The book's steps in order, each with its state."""
        row, book, state = self.row, self.book, Dispute.State
        settled = row.state == state.SETTLED
        steps = [Step(_("Recorded"), "", True)]
        if book.advised:
            advice = text(_("Told: may consult {consults:term}"), consults=book.consults)
            steps.append(Step(advice, book.advised, row.advised_at is not None, skipped=settled))
        marked = row.ambiguous is not None
        steps.append(
            Step(
                _("Ambiguous in the rules or not"), book.ambiguous, marked, skipped=row.decided_at is not None
            )
        )
        clause, role = self.decided
        if settled:
            steps.append(Step(_("Settled with the player"), "", True))
        else:
            decided = text(_("Decided by a {role:term}"), role=Role(role).label)
            steps.append(Step(decided, clause, row.decided_at is not None))
        if row.state in (state.REVIEW, state.REVIEWED):
            review = text(_("Reviewed by {reviewer:term}"), reviewer=book.reviewer)
            steps.append(Step(review, book.reviewed, row.state == state.REVIEWED))
        if row.round_no and (row.to_pay or row.changed):
            steps.append(Step(_("Put right"), "", followed.is_put_right(row, self.corrections)))
        waits = next((step for step in steps if step.waits), None)
        return [replace(step, now=step is waits) for step in steps]

    @property
    def proposed(self) -> str:
        """The proposed sum, as its field shows it."""
        pays = self.row.proposed if self.favours else None
        return decimal(pays).removesuffix(".00") if pays else ""

    @property
    def _owed(self) -> int:
        return followed.owed(self.row, self.corrections) if self.row.round_no else 0

    @property
    def unpaid(self) -> str:
        """What is still to be paid because of it; "" if nothing is."""
        return dollars(self._owed) if self._owed > 0 else ""

    @property
    def take_back(self) -> str:
        """What must be taken back because a review changed a payment; "" if nothing must."""
        return dollars(-self._owed) if self._owed < 0 else ""

    @property
    def unchanged(self) -> bool:
        """Whether a review changed the decision and nothing has been corrected since."""
        return bool(self.row.changed) and not self.put_right

    @property
    def put_right(self) -> bool:
        """Whether the last decision has been carried out: a correction has followed and no money is left to change
        hands."""
        return followed.is_put_right(self.row, self.corrections)

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
    return redirect(_next(code, fields))


def _next(code: str, fields: Any) -> str:
    """The page after a step: the payment that a decision or review has made due, or what must be taken back;
    otherwise the dispute."""
    number = str(fields.get("dispute", ""))
    page = reverse("disputes", args=[code])
    dispute = (
        Dispute.objects.select_related("table").filter(pk=int(number), table__code=code).first()
        if _number(number)
        else None
    )
    if dispute is None:
        return page
    if followed.outstanding([dispute]):
        return reverse("dispute_payment", args=[code, dispute.pk])
    return f"{page}#dispute-{dispute.pk}"


def _page(
    request: HttpRequest, code: str, refusal: Refusal | None = None, sent: StepForm | None = None
) -> HttpResponse:
    table = Table.objects.select_related("pit").filter(code=code).first()
    if table is None:
        raise Http404(Refusal("table.unknown", table=code))
    person = request.user
    assert isinstance(person, Staff)
    clause, role = decided = decided_by(rules_for_table(table))
    listed = _listed(table, request.GET.get("dispute", ""))
    after = followed.corrections(listed)
    book = DISPUTES[table.book]
    elsewhere = places.refusal_to_change(person, table.code)
    days = {timezone.localtime(dispute.raised_at).date(): dispute.raised_at for dispute in listed}
    rules_on = {day: hash_at(table.book, table.game, at) for day, at in days.items()}
    numbers = list(dict.fromkeys(dispute.round_no for dispute in listed if dispute.round_no))[:FELTS]
    felts: dict[int | None, SafeString | None] = {
        number: small_felt.first(code=table.code, round_no=number) for number in numbers
    }
    acts = person.has_role_at_least(Role.GAME_SUPERVISOR) and not elsewhere
    started = RaiseForm.shown(sent, **{name: request.GET.get(name, "") for name in RaiseForm.base_fields})
    about = str(started["round"].value() or "") if acts else ""
    screen = DisputesScreen(
        table=table,
        book=book,
        clause=clause,
        elsewhere=elsewhere,
        decides=person.has_role_at_least(role) and not elsewhere,
        decided_by=term(Role(role).label),
        reviews=person.has_role_at_least(Role.CASINO_SUPERVISOR) and not elsewhere,
        acts=acts,
        last_hands=(last_hands.first(code=table.code) or []) if acts else [],
        about=small_felt.first(code=table.code, round_no=int(about)) if _number(about) else None,
        about_no=about,
        disputes=[
            Shown(
                dispute,
                after[dispute.pk],
                book,
                sent,
                decided,
                felts.get(dispute.round_no),
                rules_on[timezone.localtime(dispute.raised_at).date()],
            )
            for dispute in listed
        ],
        showed=showed.token(table, [f"dispute:{dispute.pk}" for dispute in listed]),
        refusal=refusal,
        raising=started,
    )
    return render(request, "tables/disputes.html", context_of(screen), status=409 if refusal else 200)


@dataclass(frozen=True, slots=True)
class DisputesScreen:
    """The page of a table's disputes."""

    table: Table
    book: Disputes
    clause: str
    elsewhere: Refusal | None
    decides: bool
    decided_by: str
    """The role that decides."""
    reviews: bool
    acts: bool
    last_hands: list[RoundPlayed]
    about: SafeString | None
    """The felt of the round that the new dispute is about."""
    about_no: str
    disputes: list[Shown]
    showed: str
    refusal: Refusal | None
    raising: RaiseForm
    """The form of a new dispute."""


def _listed(table: Table, named: str) -> list[Dispute]:
    """The newest disputes of the table; if a link names an older one, those back to that one."""
    rows = table.disputes.select_related("table")
    newest = list(rows[:LISTED])
    if not _number(named) or len(newest) < LISTED or any(row.pk == int(named) for row in newest):
        return newest
    return list(rows.filter(pk__lte=int(named)).order_by("-pk")[:LISTED]) or newest


def _number(typed: str) -> bool:
    """Whether it can be the number of a round."""
    return typed.isascii() and typed.isdigit() and len(typed) < 10
