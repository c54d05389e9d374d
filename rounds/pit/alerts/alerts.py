"""The pit's list of what needs a supervisor: calls from a table, variances, failing readers, slips under way,
disputes, idle seats, dealers who have been at a table for long. (Irregularities and approvals come first in the same
list; see `rounds.pit.screen`.)

    alerts.keep_up(tables, now)  # raises new alerts, ends those that are over     alerts.acknowledge("BJ-07",
"dealer", "D-114", by=boss, at=now)  # and the record says who and when

The causes stay where they are: in the float, at the readers, on the table's row. A row of `PitAlert` says since when
the pit has known of one and who has acknowledged it, so that an alert whose cause has gone is still there for those
who did not see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from casino import ledger
from casino.house_time import clock, minutes, seconds
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.rulebooks.disputes import DISPUTES
from casino.rulebooks.house import HOUSES
from casino.staff import tablet_contact
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import gettext as _
from casino.translated import phrase, term
from casino.words import Phrase
from tables.disputes.followed import outstanding
from tables.float.models import Alert, Slip
from tables.floor import supervisor_calls
from tables.hours import hours
from tables.models import Dispute, PitAlert, Reader, Table
from tables.opening import closing, packs
from tables.readers.source import condition
from tables.record import announce, locked, require
from tables.rota.stints import long_at_table

Kind = PitAlert.Kind
RED: Final = (Kind.VARIANCE, Kind.CARDS, Kind.READER, Kind.CLOSING)
"""Something is wrong; other alerts wait for a supervisor."""
WARNINGS: Final = (Kind.SEAT, Kind.DEALER, Kind.INACTIVE, Kind.TABLET)
"""Nobody has to answer; somebody should know."""
NEEDS: Final = ("bad", "sup", "now")
"""How urgently somebody is needed, the most urgent first: something is wrong, a supervisor must answer, a warning.
Red, blue and amber on screens."""
STAYS_IN_THE_PIT: Final = (Kind.SEAT,)
"""Kinds never escalated to the casino supervisor."""
OF_THE_TABLE: Final = (Kind.VARIANCE, Kind.SLIP, Kind.CALL)
"""Kinds that a tile shows from its table's own row."""
BY_AN_ACT: Final = (Kind.VARIANCE, Kind.SLIP, Kind.DISPUTE, Kind.CALL)
"""Kinds that end with somebody's act (an answer, a signature, a decision, a supervisor's arrival), which the record
has."""

DISPUTES_LOOKED_BACK: Final = timedelta(days=30)
"""How long the list shows a sum that a dispute decision awarded and that was not paid."""

Key = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
class Cause:
    """Why an alert is shown now."""

    kind: str
    table: Table
    subject: str
    why: Phrase | Sequence[Any] | str
    """A phrase, or one as stored in a row; for rows older than phrases, its English."""
    url: str
    go: str
    """What is done at ``url``."""
    clause: str = ""
    since: datetime | None = None
    """The time of the entry that caused it; None if no entry did, so that it counts from when somebody looks."""
    round_no: int | None = None
    """The round that it is about, if any."""

    @property
    def key(self) -> Key:
        return self.table.pk, self.kind, self.subject

    @property
    def words(self) -> str:
        """The reason in the house's words."""
        return phrase(self.why)


@dataclass(frozen=True, slots=True)
class AlertLine:
    """One line of the list, as shown."""

    kind: str
    name: str
    code: str
    subject: str
    words: str
    url: str
    go: str
    clause: str
    since: datetime | None
    seen_by: str
    seen_at: datetime | None
    over: bool
    """Whether its cause is gone, so that it only waits to be acknowledged."""
    escalated_at: datetime | None = None
    """When it was escalated to the casino supervisor because nobody had acknowledged it."""
    round_no: int | None = None

    @property
    def red(self) -> bool:
        return self.kind in RED

    @property
    def warns(self) -> bool:
        return self.kind in WARNINGS

    @property
    def need(self) -> str:
        """The urgency, one of `NEEDS`."""
        return NEEDS[0] if self.red else NEEDS[2] if self.warns else NEEDS[1]

    @property
    def heading(self) -> str:
        """The table and what the line is about; of a call its words say that."""
        return self.code if self.kind == Kind.CALL else f"{self.code} · {self.name}"

    @property
    def brief(self) -> str:
        """The line in a word or two, for its tile; for a silent tablet, since when."""
        if self.kind == Kind.TABLET:
            return self.words
        return f"{'▲' if self.red else '!' if self.warns else '◆'} {self.name}"

    @property
    def on_tile(self) -> bool:
        """Whether its tile shows it because the table's own row does not."""
        return self.kind not in OF_THE_TABLE and not self.seen_by and not self.over

    @property
    def key(self) -> str:
        """The line's id on a screen."""
        return f"{self.code}-{self.kind}-{self.subject}".replace(" ", "_").replace(".", "_")

    @property
    def mark(self) -> str:
        """What the line shows; its words change with a slip or a dispute."""
        return f"{self.key}{self.seen_by}{'o' * self.over}{'e' * bool(self.escalated_at)}{self.words}"


# --- the lines shown now


def lines(tables: Sequence[Table], now: datetime) -> list[AlertLine]:
    """The list for some tables: unacknowledged lines first, red ones first among them."""
    return _lines(causes(tables, now), _standing(tables))


def keep_up(tables: Sequence[Table], now: datetime) -> list[AlertLine]:
    """Record the alerts that have come up at these tables, end those over and acknowledged, and return the list."""
    by_key = {cause.key: cause for cause in causes(tables, now)}
    rows = {_key(row): row for row in _standing(tables)}
    new = [_raised(cause, now) for key, cause in by_key.items() if key not in rows]
    if new:
        PitAlert.objects.bulk_create(new, ignore_conflicts=True)
    over = [
        row.pk
        for key, row in rows.items()
        if key not in by_key and (row.seen_at is not None or row.kind in BY_AN_ACT)
    ]
    if over:
        PitAlert.objects.filter(pk__in=over, ended_at=None).update(ended_at=now)
    return _lines(list(by_key.values()), [*rows.values(), *new])


def _ended_by(by: Staff, table: Table, kind: str, subject: str) -> PitAlert | None:
    """The last alert of that kind, if it has ended and this person had acknowledged it."""
    last = PitAlert.objects.filter(table=table, kind=kind, subject=subject).order_by("-pk").first()
    return last if last is not None and last.seen_by == by.number else None


def acknowledge(code: str, kind: str, subject: str, *, by: Staff, at: datetime) -> PitAlert:
    """Record that a supervisor has seen an alert, with who and when on the table's chain. Raises Refusal for a person
    who may not, for an alert that is over, and for one that somebody else has acknowledged."""
    with locked(code) as table:
        acting = require(by, Role.GAME_SUPERVISOR, "")
        now = [cause for cause in causes([table], at) if (cause.kind, cause.subject) == (kind, subject)]
        row = PitAlert.objects.filter(table=table, kind=kind, subject=subject, ended_at=None).first()
        if row is None and now:
            row = _raised(now[0], at)
        if row is None:
            row = _ended_by(by, table, kind, subject)
        if row is None:
            raise Refusal("alert.gone")
        if row.seen_at is not None:
            if row.seen_by == by.number:
                return row  # sent again, because the first answer was lost
            raise Refusal("alert.acknowledged", by=row.seen_by, at=seconds(row.seen_at))
        row.seen_by, row.seen_at = by.number, at
        row.ended_at = None if now else at
        row.save()
        coming = supervisor_calls.acknowledge(table, by) if kind == Kind.CALL and now else []
        entry = ledger.Draft(
            kind="alert_acknowledged",
            detail=Phrase.of("entry.seen", what=now[0].why if now else row.phrase or row.words),
            body={
                "alert": kind,
                "subject": subject,
                "since": row.raised_at.isoformat(),
                "why": now[0].why if now else row.phrase,
                ROWS: [*rows_of(row), *coming],
            },
            acting_as=acting,
        )
        # Nothing changes at the table, so its version stays and no tap of the dealer's becomes stale.
        ledger.append(code, [entry], actor=by.number, role=by.role, at=at)
        announce(code)
        return row


def record_escalation(row: PitAlert, code: str, at: datetime) -> None:
    """Escalate an alert to the casino supervisor. The table's row must be locked."""
    row.escalated_at = at
    row.save()
    entry = ledger.Draft(
        kind="alert_escalated",
        detail=Phrase.of("entry.escalated", what=row.phrase or row.words),
        body={
            "alert": row.kind,
            "subject": row.subject,
            "since": row.raised_at.isoformat(),
            "why": row.phrase,
            ROWS: rows_of(row),
        },
    )
    # Nothing changes at the table: its version stays, as when an alert is acknowledged.
    ledger.append(code, [entry], at=at)
    announce(code)


def _english(why: Phrase | Sequence[Any] | str) -> str:
    """The reason in the record's English."""
    return why if isinstance(why, str) else Phrase(*why).english


def _standing(tables: Sequence[Table]) -> list[PitAlert]:
    by_id = {table.pk: table for table in tables}
    rows = list(PitAlert.objects.filter(ended_at=None, table__in=list(by_id)))
    for row in rows:
        row.table = by_id[row.table_id]
    return rows


def _key(row: PitAlert) -> Key:
    return row.table_id, row.kind, row.subject


def _raised(cause: Cause, at: datetime) -> PitAlert:
    return PitAlert(
        table=cause.table,
        kind=cause.kind,
        subject=cause.subject,
        words=_english(cause.why),
        phrase=cause.why,
        raised_at=min(cause.since or at, at),
    )


def _lines(found_causes: Sequence[Cause], rows: Iterable[PitAlert]) -> list[AlertLine]:
    by_key = {_key(row): row for row in rows}
    listed = [_line(cause, by_key.pop(cause.key, None)) for cause in found_causes]
    # Alerts that are over and acknowledged, or ended by an act, are ended by whoever looks next.
    left = [row for row in by_key.values() if row.seen_at is None and row.kind not in BY_AN_ACT]
    listed += [_line(_gone(row), row, over=True) for row in left]
    return sorted(
        listed,
        key=lambda line: (
            bool(line.seen_by),
            not line.escalated_at,
            not line.red,
            line.kind != Kind.CALL,
            line.code,
            line.kind,
            line.subject,
        ),
    )


def _gone(row: PitAlert) -> Cause:
    return Cause(
        row.kind,
        row.table,
        row.subject,
        row.phrase or row.words,
        reverse("pit_table", args=[row.table.code]),
        "",
    )


def _line(cause: Cause, row: PitAlert | None, *, over: bool = False) -> AlertLine:
    return AlertLine(
        kind=cause.kind, name=term(Kind(cause.kind).label), code=cause.table.code, subject=cause.subject,
        words=cause.words, url=cause.url, go=cause.go, clause=cause.clause,
        since=row.raised_at if row else cause.since, seen_by=row.seen_by if row else "",
        seen_at=row.seen_at if row else None, over=over, escalated_at=row.escalated_at if row else None,
        round_no=cause.round_no,
    )  # fmt: skip


# --- causes


def causes(tables: Sequence[Table], now: datetime) -> list[Cause]:
    """The causes that exist now at these tables: one query per kind, however many tables."""
    by_id = {table.pk: table for table in tables}
    running = [table for table in tables if table.state == Table.State.OPEN]
    return [
        *_calls(tables),
        *_variances(by_id),
        *_cards(tables),
        *_readers(by_id, now),
        *_slips(by_id),
        *_disputes(by_id),
        *_seats(running),
        *_dealers(running, now),
        *_inactive(tables),
        *_silent(tables, now),
        *_closings(running, now),
    ]


def _calls(tables: Iterable[Table]) -> list[Cause]:
    return [
        Cause(
            Kind.CALL, table, f"{table.called_at:%Y%m%dT%H%M%S.%f}",
            Phrase.of("cause.call", by=table.called_by),
            reverse("watch", args=[table.code]), _("Watch"), since=table.called_at,
        )
        for table in tables
        if table.called_at is not None
    ]  # fmt: skip


def _variances(tables: dict[int, Table]) -> list[Cause]:
    alerts = Alert.objects.filter(answered_at=None, table__in=list(tables))
    return [
        Cause(Kind.VARIANCE, tables[alert.table_id], str(alert.pk), alert.phrase or alert.text,
              _float(tables[alert.table_id]), _("Answer"), since=alert.raised_at)
        for alert in alerts
    ]  # fmt: skip


def _cards(tables: Iterable[Table]) -> list[Cause]:
    """Cards that were checked or counted and are not right, so that the table cannot open or close."""
    causes = []
    for table in tables:
        house_rules = HOUSES[table.book]
        if (wrong := table.checks.get(packs.WRONG)) and table.state == Table.State.CLOSED:
            faults = [line["words"] for line in wrong["lines"]]
            why, clause = Phrase.of("cause.opening_barred", faults=faults), house_rules.cards_checked
        elif wrong := table.checks.get(closing.UNCOUNTED):
            why, clause = Phrase.of("cause.close_held", fault=wrong["words"]), house_rules.cards_counted
        else:
            continue
        at = wrong["at"]
        # Each further wrong attempt is a new alert, to be acknowledged again.
        subject = "".join(filter(str.isdigit, at))[:20]
        url = reverse("card_check", args=[table.code])
        since = datetime.fromisoformat(at)
        causes.append(Cause(Kind.CARDS, table, subject, why, url, _("Check again"), clause, since))
    return causes


def _slips(tables: dict[int, Table]) -> list[Cause]:
    return [
        Cause(
            Kind.SLIP, tables[slip.table_id], str(slip.pk),
            Phrase.of(
                "cause.slip", kind=slip.get_kind_display(), number=slip.serial,
                amount=slip.amount, state=slip.get_state_display(),
            ),
            f"{_float(tables[slip.table_id])}#slip-{slip.pk}", _("Sign"), since=slip.at,
        )
        for slip in Slip.under_way().filter(table__in=list(tables))
    ]  # fmt: skip


def _float(table: Table) -> str:
    return reverse("float", args=[table.code])


def _readers(tables: dict[int, Table], now: datetime) -> list[Cause]:
    """Readers that report a failure, and silent readers that an open table waits for."""
    causes = []
    for reader in Reader.objects.filter(revoked_at=None, table__in=list(tables)):
        table, how = tables[reader.table_id], condition(reader, now)
        waited_for = table.cards_from == Table.CardsFrom.READER and table.state != Table.State.CLOSED
        if how.name == "failing" or (how.name == "quiet" and waited_for):
            why = Phrase.of("cause.reader", reader=reader.number, condition=how.why)
            to = reverse("readers")
            causes.append(
                Cause(Kind.READER, table, str(reader.pk), why, to, _("Readers"), since=reader.heard_at)
            )
    return causes


def _disputes(tables: dict[int, Table]) -> list[Cause]:
    wait = Dispute.objects.filter(
        table__in=list(tables), state__in=(Dispute.State.OPEN, Dispute.State.REVIEW)
    )
    causes = []
    for dispute in wait.order_by("raised_at"):
        table = tables[dispute.table_id]
        book = DISPUTES[table.book]
        unadvised = dispute.state == Dispute.State.OPEN and book.advised and dispute.advised_at is None
        values = {"player": dispute.player, "question": dispute.question[:80]}
        why = Phrase.of(
            "cause.dispute_review" if dispute.state == Dispute.State.REVIEW else "cause.dispute", **values
        )
        if unadvised:
            why = Phrase.of("cause.dispute_advise", **values, consults=book.consults)
        causes.append(
            Cause(
                Kind.DISPUTE, table, str(dispute.pk), why,
                reverse("disputes", args=[table.code]), _("Open"), book.advised if unadvised else "",
                dispute.raised_at, dispute.round_no,
            )
        )  # fmt: skip
    # A sum that was awarded and not paid, or is to be taken back, stays in the list until it is corrected.
    since = timezone.now() - DISPUTES_LOOKED_BACK
    decided = Dispute.objects.filter(
        Q(awarded__gt=0) | Q(review_awarded__gt=0) | Q(changed=True),
        Q(decided_at__gte=since) | Q(reviewed_at__gte=since),
        table__in=list(tables),
    )
    for dispute, owed in outstanding(decided.select_related("table").order_by("raised_at")):
        code = "cause.dispute_unpaid" if owed > 0 else "cause.dispute_take_back"
        why = Phrase.of(code, player=dispute.player, amount=abs(owed))
        to = reverse("disputes", args=[dispute.table.code])
        causes.append(
            Cause(
                Kind.DISPUTE,
                tables[dispute.table_id],
                f"{dispute.pk}.paid",
                why,
                to,
                _("Open"),
                since=dispute.decided_at,
                round_no=dispute.round_no,
            )
        )
    return causes


def idle_seats(tables: Iterable[Table]) -> list[tuple[Table, str, int, int, str]]:
    """Players who may be asked to give up their seats, with box, rounds and clause; it never happens automatically
    (ACT96-20.8, ACT03-16.8, VIC03-17.8)."""
    return [
        (table, player, box, rounds, clause)
        for table in tables
        for player, box, rounds, clause in table.live.get("people", {}).get("idle", ())
    ]


def _seats(tables: Iterable[Table]) -> list[Cause]:
    return [
        Cause(
            Kind.SEAT, table, f"{player}.{box}",
            Phrase.of("cause.seat", player=player, box=box, rounds=rounds),
            reverse("people", args=[table.code]), _("Ask"), clause,
        )
        for table, player, box, rounds, clause in idle_seats(tables)
    ]  # fmt: skip


def _dealers(tables: Iterable[Table], now: datetime) -> list[Cause]:
    return [
        Cause(
            Kind.DEALER, table, table.dealer,
            Phrase.of("cause.dealer", dealer=table.dealer, since=minutes(table.dealer_since)),
            reverse("pit_table", args=[table.code]), _("Send another"), since=table.dealer_since + long_at_table(),
        )
        for table in tables
        if table.dealer and table.dealer_since and now - table.dealer_since >= long_at_table()
    ]  # fmt: skip


def _inactive(tables: Iterable[Table]) -> list[Cause]:
    """Deactivated dealers at tables that are open or closing: nobody deals there until another dealer is sent."""
    dealt = [table for table in tables if table.dealer and table.state != Table.State.CLOSED]
    numbers = {table.dealer for table in dealt}
    inactive = set(
        Staff.objects.filter(number__in=numbers, is_active=False).values_list("number", flat=True)
        if numbers
        else ()
    )
    return [
        Cause(
            Kind.INACTIVE, table, table.dealer, Phrase.of("cause.inactive", dealer=table.dealer),
            reverse("pit_table", args=[table.code]), _("Send another"),
        )
        for table in dealt
        if table.dealer in inactive
    ]  # fmt: skip


def _silent(tables: Iterable[Table], now: datetime) -> list[Cause]:
    """Tables that are open or closing where somebody deals and whose tablet is silent."""
    dealt = {table.code: table for table in tables if table.dealer and table.state != Table.State.CLOSED}
    since = tablet_contact.silent({code: table.dealer for code, table in dealt.items()}, now) if dealt else {}
    return [
        Cause(
            Kind.TABLET, dealt[code], "tablet", Phrase.of("cause.silent", since=minutes(at)),
            reverse("watch", args=[code]), _("Watch"), since=at,
        )
        for code, at in since.items()
    ]  # fmt: skip


def _closings(tables: Iterable[Table], now: datetime) -> list[Cause]:
    """Open tables that must close now: their last rounds are dealt (ACT96-6.2(c), ACT03-5.6), or gaming has ended
    (ACT96-19.1, ACT03-15.1)."""
    causes = []
    ended = {book: hours.ended(book, now) for book in {table.book for table in tables} & set(hours.books())}
    for table in tables:
        url = reverse("pit_table", args=[table.code])
        if table.live.get("rounds_left", -1) == 0:
            last, house_rules = table.rules.last_rounds, HOUSES[table.book]
            code = "cause.last_rounds_inspector" if house_rules.inspector_first else "cause.last_rounds"
            why = Phrase.of(code, rounds=last.value)
            causes.append(Cause(Kind.CLOSING, table, "last", why, url, _("Close table"), last.clause))
        at = ended.get(table.book)
        if at is not None:
            why = Phrase.of("cause.gaming_ended", at=clock(at))
            subject = f"hours {timezone.localtime(at):%Y-%m-%d}"
            clause = HOUSES[table.book].gaming_hours
            causes.append(Cause(Kind.CLOSING, table, subject, why, url, _("Close table"), clause, at))
    return causes
