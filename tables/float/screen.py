"""What the page of a table's float shows: plain values for the templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from casino.forms.fields import StepForm
from casino.money import dollars
from casino.refusals import Refusal
from casino.staff import places
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import phrase, term, text
from tables.float import chips as counting
from tables.float import forms, sessions, slips
from tables.float.balance import Balance, balance
from tables.float.cash import recorded_in
from tables.float.counts import variance_phrase
from tables.float.models import Alert, Count, DropBox, Exchange, Session, Signature, Slip
from tables.float.policy import policy
from tables.float.record import running
from tables.models import Pit, Table

SHOWN = 40
"""How many slips, counts and exchanges are listed, newest first."""


FORMS: Final = {
    form.step: form
    for form in (
        forms.CountForm, forms.BuyInForm, forms.ColourUpForm, forms.RequestForm, forms.SignForm, forms.VoidForm,
        forms.BoxChangeForm, forms.BoxCountForm, forms.ReverseForm,
    )
}  # fmt: skip


def bound(step: str, table: Table, fields: Mapping[str, str]) -> StepForm:
    """The form of a step with what was sent."""
    form = FORMS[step]
    more = {"chips": table.chips} if issubclass(form, forms.ChipsMixin) else {}
    return form(fields, part=fields.get(form.row, ""), **more)


def form_for(step: str, table: Table, sent: StepForm | None, row: object = "", **initial: object) -> StepForm:
    """The form of a step as its page shows it: `sent`, if that is the form for this row, otherwise an empty one."""
    form = FORMS[step]
    if sent is not None and sent.step == step and (not form.row or sent.data.get(form.row) == str(row)):
        return sent
    more = {"chips": table.chips} if issubclass(form, forms.ChipsMixin) else {}
    return form(part=row, initial=({form.row: row} if form.row else {}) | initial, **more)


@dataclass(frozen=True, slots=True)
class Counting:
    """The count that can be taken now."""

    kind: str
    title: str
    button: str
    done: str = ""
    """The count that has already been taken, in words."""


@dataclass(frozen=True, slots=True)
class CountRow:
    """A count, in words."""

    count: Count
    kind: str
    total: str
    variance: str
    off: bool
    chips: str

    @classmethod
    def of(cls, count: Count) -> CountRow:
        return cls(
            count=count,
            kind=term(count.get_kind_display()),
            total=dollars(count.total),
            variance=phrase(variance_phrase(count.variance)) if count.expected is not None else "",
            off=bool(count.variance),
            chips=counting.shown(count.chips),
        )


@dataclass(frozen=True, slots=True)
class NextSignature:
    """Who signs a slip next, and what state it has then."""

    state: str
    role: str


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A slip with its signatures, its next signature, and its forms."""

    slip: Slip
    name: str
    amount: str
    chips: str
    signed: list[Signature]
    next: NextSignature | None
    may_sign: bool
    sign: StepForm
    void: StepForm


@dataclass(frozen=True, slots=True)
class AlertRow:
    """An alert, and whether this person may answer it."""

    alert: Alert
    role: str
    may_answer: bool
    form: StepForm


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A drop box that has not been counted."""

    form: StepForm
    box: DropBox
    cash: str
    on: bool
    """Whether it is on the table."""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """Something that was done with the float."""

    at: datetime
    what: str
    amount: str
    words: str
    by: str
    exchange: Exchange | None = None
    """The exchange, if it can be reversed."""
    form: StepForm | None = None


@dataclass(frozen=True, slots=True)
class FloatPage:
    """What the page of a table's float shows."""

    elsewhere: Refusal | None
    session: Session | None
    acts: bool
    supervises: bool
    dealer: bool
    counting: Counting | None
    ended: Session | None
    balance: list[tuple[str, str]]
    blind: bool
    """Whether the expected float is hidden until two people have signed a count."""
    last: CountRow | None
    slips: list[SlipRow]
    forms: dict[str, StepForm]
    boxes: list[BoxRow]
    box: DropBox | None
    alerts: list[AlertRow]
    history: list[HistoryRow]


def page(table: Table, person: Staff, sent: StepForm | None) -> FloatPage:
    """The float of a table, for a person who may work at it or only look. `sent` is the form of a step that was
    refused."""
    session = running(table)
    elsewhere = places.refusal_to_change(person, table.code)
    acts = person.has_role_at_least(Role.DEALER) and not elsewhere
    count = _counting(table, session)
    # Nobody who counts, or signs the count, sees the expected sum before both have signed.
    blind = settings.BLIND_COUNTS and acts and count is not None and count.kind != "opening"
    return FloatPage(
        elsewhere=elsewhere,
        session=session,
        acts=acts,
        supervises=person.has_role_at_least(Role.GAME_SUPERVISOR) and not elsewhere,
        dealer=person.role == Role.DEALER,
        counting=count,
        ended=_ended(table) if session is None else None,
        balance=_balance(balance(session, table), blind=blind) if session is not None else [],
        blind=blind,
        last=CountRow.of(last) if (last := _last_count(table)) is not None else None,
        slips=[slip_row(slip, person, sent) for slip in _with_signatures(slips.open_slips(table))],
        forms={
            step: form_for(step, table, sent)
            for step in ("count", "buy_in", "colour_up", "request", "box_change")
        },
        boxes=[_box(box, table, sent) for box in DropBox.objects.filter(table=table, counted_at=None)],
        box=DropBox.objects.filter(table=table, off_at=None).first(),
        alerts=[alert_row(alert, person) for alert in alerts(table=table)],
        history=history(session, person, sent) if session is not None else [],
    )


def _counting(table: Table, session: Session | None) -> Counting | None:
    """The count that can be taken now; None after the closing count of a table that is waiting for its cards."""
    if table.state == Table.State.CLOSED:
        if session is not None and sessions.float_wanted(table):
            return Counting(
                kind="opening",
                title=_("Opening float again: the denominations of the table have changed"),
                button=_("Record the opening float"),
            )
        if session is not None:
            return Counting(
                kind="opening",
                title=_("Count the opening float again"),
                button=_("Record it again"),
                done=text(
                    _("Counted by {counted_by}, signed by {signed_by}: {total:money}. The table can open."),
                    counted_by=session.opening.counted_by,
                    signed_by=session.opening.signed_by,
                    total=session.opening.total,
                ),
            )
        return Counting("opening", _("Opening float"), _("Record the opening float"))
    if session is None or session.opened_at is None:
        return None
    if table.state == Table.State.CLOSING:
        return Counting("closing", _("Closing float"), _("Record the closing float"))
    return Counting("mid", _("Mid-shift count"), _("Record the count"))


def _ended(table: Table) -> Session | None:
    """The table's last session, whose report is all that remains to see."""
    return Session.objects.filter(table=table, closed_at__isnull=False).order_by("-number").first()


def _balance(now: Balance, *, blind: bool) -> list[tuple[str, str]]:
    moved = [
        (_("Opening float"), dollars(now.opening)),
        (_("Fills"), f"+ {dollars(now.fills)}"),
        (_("Credits"), f"− {dollars(now.credits)}"),
        (_("Cash buy-ins"), f"− {dollars(now.cash)}" if now.cash >= 0 else f"+ {dollars(-now.cash)}"),
    ]
    if blind:
        return moved
    return [
        *moved,
        (_("Won in recorded rounds"), f"+ {dollars(now.win)}" if now.win >= 0 else dollars(now.win)),
        (_("Expected float"), dollars(now.expected)),
    ]


def _last_count(table: Table) -> Count | None:
    return Count.objects.filter(table=table).order_by("-at", "-id").first()


def _with_signatures(query: QuerySet[Slip]) -> QuerySet[Slip]:
    return query.select_related("table").prefetch_related(
        Prefetch("signatures", Signature.objects.order_by("id"))
    )


def slip_row(slip: Slip, person: Staff, sent: StepForm | None = None) -> SlipRow:
    """A slip with its signatures, its next signature, and its forms."""
    signed = list(slip.signatures.all())
    following = slips.next_signature(slip, len(signed))
    return SlipRow(
        slip=slip,
        name=f"{term(slip.get_kind_display())} {slip.serial}",
        amount=dollars(slip.amount),
        chips=counting.shown(slip.chips),
        signed=signed,
        next=NextSignature(following.state, term(Role(following.role).label)) if following else None,
        may_sign=slips.may_sign(slip, signed, person),
        sign=form_for("sign", slip.table, sent, slip.pk, signed=len(signed)),
        void=form_for("void", slip.table, sent, slip.pk),
    )


def slips_of(pit: Pit | None, *, under_way: bool, person: Staff) -> list[SlipRow]:
    """The slips of a pit or of the house: open ones oldest first, or ended ones newest first."""
    slips_found = (
        slips.open_slips() if under_way else Slip.objects.exclude(ended_at=None).order_by("-ended_at")
    )
    if pit is not None:
        slips_found = slips_found.filter(table__pit=pit)
    return [slip_row(slip, person) for slip in _with_signatures(slips_found)[:SHOWN]]


def counts_of(pit: Pit | None) -> list[CountRow]:
    """The last counts of a pit or of the house."""
    counts = Count.objects.select_related("table").order_by("-at", "-id")
    if pit is not None:
        counts = counts.filter(table__pit=pit)
    return [CountRow.of(count) for count in counts[:SHOWN]]


@dataclass(frozen=True, slots=True)
class FloatsPage:
    """The alerts, slips and counts of a pit, or of the house."""

    pit: Pit | None
    pits: list[Pit]
    acts: bool
    alerts: list[AlertRow]
    under_way: list[SlipRow]
    ended: list[SlipRow]
    counts: list[CountRow]


def floats(pit: Pit | None, person: Staff, sent: StepForm | None) -> FloatsPage:
    """The floats page of a pit, or of the house. `sent` is a refused answer to an alert."""
    return FloatsPage(
        pit=pit,
        pits=list(Pit.objects.all()),
        acts=person.has_role_at_least(Role.GAME_SUPERVISOR),
        alerts=[alert_row(alert, person, sent) for alert in alerts(pit=pit)],
        under_way=slips_of(pit, under_way=True, person=person),
        ended=slips_of(pit, under_way=False, person=person),
        counts=counts_of(pit),
    )


def alerts(*, table: Table | None = None, pit: Pit | None = None) -> QuerySet[Alert]:
    """The open alerts, oldest first."""
    alerts_found = Alert.objects.filter(answered_at=None).select_related("table")
    if table is not None:
        alerts_found = alerts_found.filter(table=table)
    return alerts_found if pit is None else alerts_found.filter(table__pit=pit)


def alert_row(alert: Alert, person: Staff | None = None, sent: StepForm | None = None) -> AlertRow:
    acknowledging_role = policy().acknowledges
    return AlertRow(
        alert=alert,
        role=term(Role(acknowledging_role).label),
        may_answer=person is not None and person.has_role_at_least(acknowledging_role),
        form=sent if sent is not None and sent.part == alert.pk else forms.AnswerForm(part=alert.pk),
    )


@dataclass(frozen=True, slots=True)
class PaperStep:
    """A line to sign on a printed slip."""

    state: str
    roles: str
    by: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Paper:
    """A slip as it is printed."""

    slip: Slip
    name: str
    chips: list[tuple[str, int, str]]
    """For each denomination: chip, pieces, sum."""
    amount: str
    steps: list[PaperStep]


def papers(table: Table, person: Staff, only: str = "") -> list[Paper]:
    """The slips of the table's session for the printer, newest first; `only` selects one by its primary key."""
    session = running(table)
    if session is None:
        return []
    query = session.slips.order_by("-id")
    if only.isascii() and only.isdigit() and len(only) < 18:
        query = query.filter(pk=int(only))
    return [_paper(slip_row(slip, person)) for slip in _with_signatures(query)[:SHOWN]]


def _paper(row: SlipRow) -> Paper:
    slip = row.slip
    signed = {signature.step: signature for signature in row.signed}
    return Paper(
        slip=slip,
        name=row.name,
        chips=[
            (dollars(int(chip)), pieces, dollars(int(chip) * pieces))
            for chip, pieces in sorted(dict(slip.chips).items(), key=lambda each: -int(each[0]))
            if pieces
        ],
        amount=row.amount,
        steps=[
            PaperStep(
                state=term(state),
                roles=", ".join(term(Role(role).label) for role in roles),
                by=signed[state].by if state in signed else "",
                at=signed[state].at if state in signed else None,
            )
            for state, roles in slip.steps
        ],
    )


def _box(box: DropBox, table: Table, sent: StepForm | None) -> BoxRow:
    return BoxRow(
        form=form_for("box_count", table, sent, box.pk),
        box=box,
        cash=dollars(recorded_in(box)),
        on=box.off_at is None,
    )


def history(session: Session, person: Staff, sent: StepForm | None = None) -> list[HistoryRow]:
    """What was done with the float in a session, newest first."""
    rows: list[HistoryRow] = []
    for exchange in session.exchanges.select_related("box", "reversal").order_by("-id")[:SHOWN]:
        taken_back = exchange.reverses_id is not None or _reversed(exchange)
        rows.append(
            HistoryRow(
                at=exchange.at,
                what=text(
                    _("Reversed: {exchange:term}") if exchange.reverses_id else "{exchange:term}",
                    exchange=exchange.get_kind_display(),
                ),
                amount=dollars(exchange.amount),
                words=_exchange_words(exchange),
                by=_both(exchange.by, exchange.signed_by) if exchange.signed_by else exchange.by,
                exchange=None if taken_back else exchange,
                form=None if taken_back else form_for("reverse", session.table, sent, exchange.pk),
            )
        )
    for slip in _with_signatures(session.slips.exclude(ended_at=None).order_by("-id"))[:SHOWN]:
        row = slip_row(slip, person)
        rows.append(
            HistoryRow(
                at=slip.ended_at or slip.at,
                what=text(_("{slip} void"), slip=row.name) if slip.state == Slip.State.VOID else row.name,
                amount=row.amount,
                words=slip.reason or row.chips,
                by=", ".join(dict.fromkeys(signature.by for signature in row.signed)),
            )
        )
    for count in Count.objects.filter(table=session.table, at__gte=session.opening.at).order_by("-id")[
        :SHOWN
    ]:
        count_row = CountRow.of(count)
        rows.append(
            HistoryRow(
                at=count.at,
                what=text(_("{kind} count"), kind=count_row.kind),
                amount=count_row.total,
                words=" · ".join(filter(None, (count_row.variance, count.note, count_row.chips))),
                by=_both(count.counted_by, count.signed_by),
            )
        )
    return sorted(rows, key=lambda row: row.at, reverse=True)


def _both(first: str, second: str) -> str:
    return text(_("{first} and {second}"), first=first, second=second)


def _reversed(exchange: Exchange) -> bool:
    return getattr(exchange, "reversal", None) is not None


def _exchange_words(exchange: Exchange) -> str:
    given, taken = counting.shown(exchange.given), counting.shown(exchange.taken)
    who = f"{exchange.player}: " if exchange.player else ""
    if exchange.kind == Exchange.Kind.COLOUR_UP:
        return who + text(_("{taken} for {given}"), taken=taken, given=given)
    return f"{who}{given if exchange.given else taken}" + (f" · {exchange.note}" if exchange.note else "")
