"""One report of a reader: in order, once, and never lost.

A reader does not send the table's version. Its own running number keeps its reports in order under the lock of the
table's row: the next number is recorded, an earlier one gets its previous answer again, a later one is told which is
expected. A card that left the shoe has left it: if none is due, it is recorded as reported and waits for the dealer's
explanation, and so do the cards after it, since only in order can each go where the book puts it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Subquery

from casino import ledger
from casino.cards import CardError, parse_card, show
from casino.ledger import Draft, Entry
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.words import Phrase
from rounds import engine
from rounds.play import service
from rounds.play.answer import RecordedRefusal, recorded
from rounds.play.readers.following import BEHIND, BURN, ROLE
from rounds.play.readers.protocol import CONFLICT, OUT_OF_ORDER, ReportAnswer, SentReport
from rounds.play.snapshot import live_of, load
from tables.models import Reader, Report, Table
from tables.opening import reader_cards
from tables.record import announce
from tables.refusal import KeyTaken

What, Outcome = Report.What, Report.Outcome

KINDS: Final = {
    Outcome.WAITS: "card_waits",
    Outcome.KNOWN: "card_known",
    Outcome.NOTED: "reader_noted",
}
"""The entry kinds of reports that are not dealt."""
PLACED: Final = ("card", "cut_card", "shoe")
"""The entry kinds that say where a card went."""
FAULTS: Final = {
    What.UNREAD: "kept.reader_fault_unread",
    What.DOOR_OPEN: "kept.reader_fault_door",
    What.FAULT: "kept.reader_fault",
}
"""The code of words for a reader's fault after such a report; any other report shows no fault."""


class Revoked(Exception):
    """The reader's token has been revoked."""


@dataclass(frozen=True, slots=True)
class ReportOutcome:
    """What becomes of a report."""

    outcome: str
    message: str = ""
    remedy: str = ""
    clause: str = ""
    place: str = ""
    round_no: int | None = None
    tap: int = 0
    refusal: RecordedRefusal | None = None
    """What the book or the moment refused, if that is why it waits."""

    @classmethod
    def refused(cls, refusal: RecordedRefusal) -> ReportOutcome:
        """It waits, since this was refused."""
        return cls(Outcome.WAITS, refusal.message, refusal.remedy, refusal.clause, refusal=refusal)


def report(reader_id: int, sent: SentReport, *, at: datetime) -> ReportAnswer:
    """Take one report. Raises Revoked, and RecordBroken as play does."""
    with transaction.atomic():
        table, reader, at = _locked(reader_id, at)
        if sent.sequence < reader.expected:
            return _earlier(reader, sent)
        if sent.sequence > reader.expected and sent.what != "lost":
            return _out_of_order(table, reader, sent, at)
        return _taken(table, reader, sent, at)


def scanned(reader_id: int, card: str, key: str, *, at: datetime) -> ReportAnswer:
    """Record a scan at the tablet, which has the key of its tap and no running number. Raises KeyTaken for a key of
    another scan, or of anything else in the record."""
    with transaction.atomic():
        table, reader, at = _locked(reader_id, at)
        scan = SentReport(reader.expected, "card", card[:16])
        before = Report.objects.filter(reader=reader, key=key).first()
        if before is not None and before.card == _card(scan)[0]:
            return answer_to(before, duplicate=True)
        if before is not None or Entry.objects.filter(chain=table.code, key=key).exists():
            raise KeyTaken("request.key_of_another_tap")
        return _taken(table, reader, scan, at, key)


def answer_to(report: Report, *, duplicate: bool = False) -> ReportAnswer:
    """The answer to a recorded report: the same again, or what the dealer has since said about it."""
    return ReportAnswer(
        report.sequence,
        report.outcome,
        report.card,
        report.place,
        report.message,
        report.clause,
        report.remedy,
        duplicate,
        report.refusal.code if report.refusal is not None else "",
    )


# --- in order, once


def _locked(reader_id: int, at: datetime) -> tuple[Table, Reader, datetime]:
    """Locks the table's row, as every command does, and then the reader's. Returns both, and the time for recording:
    `at`, or that of the last entry of the table's chain if it is later. Raises Revoked."""
    code = Reader.objects.values_list("table__code", flat=True).get(pk=reader_id)
    table = Table.objects.select_for_update(of=("self",), no_key=True).select_related("pit").get(code=code)
    last = Subquery(ledger.ChainHead.objects.filter(chain=code).values("at"))
    reader = Reader.objects.select_for_update(of=("self",)).annotate(last=last).get(pk=reader_id)
    if reader.revoked_at is not None:
        raise Revoked
    return table, reader, at if reader.last is None else max(at, reader.last)


def _earlier(reader: Reader, sent: SentReport) -> ReportAnswer:
    before = Report.objects.filter(reader=reader, sequence=sent.sequence).first()
    card, wrong = _card(sent)
    if before is not None and (before.what, before.card) == (What.UNREAD if wrong else sent.what, card):
        return answer_to(before, duplicate=True)
    if before is None:
        message = Phrase.of("kept.reader_number_lost", number=sent.sequence)
    else:
        what = f"{before.what} {before.card}".rstrip()
        message = Phrase.of("kept.reader_number_was", number=sent.sequence, what=what)
    remedy = Phrase.of("kept.reader_own_number", next=reader.expected)
    return ReportAnswer(sent.sequence, CONFLICT, sent.card, message=message.english, remedy=remedy.english)


def _out_of_order(table: Table, reader: Reader, sent: SentReport, at: datetime) -> ReportAnswer:
    message = Phrase.of("kept.reader_expected", expected=reader.expected, number=sent.sequence)
    remedy = Phrase.of("kept.reader_send_from", expected=reader.expected)
    _save(table, reader, at, fault=Phrase.of("kept.reader_missing", expected=reader.expected).english)
    return ReportAnswer(
        sent.sequence, OUT_OF_ORDER, sent.card, message=message.english, remedy=remedy.english
    )


def _taken(table: Table, reader: Reader, sent: SentReport, at: datetime, key: str = "") -> ReportAnswer:
    card, wrong = _card(sent)
    before = table.version
    result = _outcome_of(table, reader, sent, card, wrong, at)
    what = What.UNREAD if wrong else What(sent.what)
    note = sent.note
    if what == What.LOST:
        last = sent.sequence - 1
        lost = last - reader.expected + 1
        note = Phrase.of("kept.reader_lost_reports", count=lost, first=reader.expected, last=last).english
    report = Report.objects.create(
        reader=reader, sequence=sent.sequence, key=key, what=what, card=card, note=note, at=at,
        outcome=result.outcome, place=result.place, round_no=result.round_no, tap=result.tap, clause=result.clause,
        message=result.message[:500], remedy=result.remedy[:500],
        why=[result.refusal.code, result.refusal.values] if result.refusal is not None else None,
    )  # fmt: skip
    if result.outcome != Outcome.DEALT:
        _record(table, reader, report, at)
    reader.expected = sent.sequence + 1
    fault = Phrase.of(FAULTS[what]) if what in FAULTS else None
    if fault is not None and what != What.UNREAD and sent.note:
        fault = Phrase.of("kept.reader_fault_noted", fault=fault, note=sent.note)
    shown = result.outcome != Outcome.DEALT or table.version == before
    _save(table, reader, at, fault=fault.english if fault is not None else "", shown=shown)
    return answer_to(report)


def _save(table: Table, reader: Reader, at: datetime, *, fault: str, shown: bool = True) -> None:
    changed = reader.fault != fault
    reader.fault, reader.heard_at = fault, at
    reader.save(update_fields=["expected", "heard_at", "fault", "by_hand"])
    if changed or shown:
        announce(table.code)


def _card(sent: SentReport) -> tuple[str, str]:
    """The card in standard notation and an empty string, or the text as received and what is wrong with it."""
    if sent.what != "card":
        return sent.card, ""
    try:
        return parse_card(sent.card), ""
    except CardError as fault:
        return sent.card, Phrase(*fault.fault).english


# --- what becomes of it


def _waits(code: str, remedy: str, **values: str) -> ReportOutcome:
    """The report waits, for the reason with that code; ``remedy`` is the code of what to do."""
    return ReportOutcome(Outcome.WAITS, Phrase.of(code, **values).english, Phrase.of(remedy).english)


def _outcome_of(
    table: Table, reader: Reader, sent: SentReport, card: str, wrong: str, at: datetime
) -> ReportOutcome:
    if wrong:
        return ReportOutcome(Outcome.WAITS, wrong, Phrase.of("kept.reader_unread_code").english)
    match sent.what:
        case What.UNREAD:
            return _waits("kept.reader_unread", "kept.reader_enter")
        case What.LOST:
            return _waits("kept.reader_lost", "kept.reader_enter_lost")
        case What.CARD | What.CUTTING_CARD:
            return _left_the_shoe(table, reader, sent, card, at)
        case _:
            return ReportOutcome(Outcome.NOTED)


def _left_the_shoe(table: Table, reader: Reader, sent: SentReport, card: str, at: datetime) -> ReportOutcome:
    """A card, or the cutting card, left the shoe: it goes where it is due, or waits."""
    if table.state == Table.State.CLOSED:
        closed = _waits("kept.reader_table_closed", "kept.reader_open_table", table=table.code)
        return replace(closed, outcome=Outcome.NOTED)
    if reader_cards.under_way(table):
        return ReportOutcome(Outcome.NOTED, Phrase.of("kept.reader_for_check").english)
    late = reader.turned_at is not None and at - timedelta(milliseconds=sent.age) < reader.turned_at
    if late or table.cards_from != Table.CardsFrom.READER:
        return _beside_the_hand(reader, card, late=late)
    if Report.objects.filter(reader=reader, outcome=Outcome.WAITS).exists():
        return _waits(BEHIND, "kept.reader_say_first")
    state = load(table).state
    if state is not None and state.held:
        held = _waits("kept.reader_held_first", "kept.reader_deal_held")
        return replace(held, clause=state.held[0].clause)
    return _played(table, reader, sent, card, at)


def _beside_the_hand(reader: Reader, card: str, *, late: bool) -> ReportOutcome:
    """The dealer enters cards by hand, or did when this card was read: it is the card entered, or waits until it
    is."""
    for at, (entered, round_no, tap) in enumerate(reader.by_hand):
        if entered == card:
            # Cards before it were entered while the reader saw nothing: they will not be reported.
            reader.by_hand = reader.by_hand[at + 1 :]
            known = Phrase.of("kept.reader_known").english
            return ReportOutcome(Outcome.KNOWN, known, round_no=round_no, tap=tap)
    if late:
        return _waits("kept.reader_unmatched", "kept.reader_look")
    return _waits("kept.reader_by_hand", "kept.reader_enter_known")


def _played(table: Table, reader: Reader, sent: SentReport, card: str, at: datetime) -> ReportOutcome:
    by = Staff.objects.filter(number=table.dealer).first() if table.dealer else None
    if by is None:
        return _waits("kept.reader_nobody_deals", "kept.reader_sign_in", table=table.code)
    key = f"{reader.number}:{sent.sequence}"
    if sent.what != "card":
        return play_here(table, engine.CutCard(), by, key, reader.number, at)
    result = play_here(table, engine.DealCard(card), by, key, reader.number, at)
    if result.outcome == Outcome.WAITS and _burn_is_next(table):
        # A card that leaves the shoe while a burn is due is the burn card. The round records that a card was burnt
        # but not which one, since it lies face down; only this report has its face.
        return play_here(table, engine.ShoeStep((BURN,)), by, key, reader.number, at)
    return result


def _burn_is_next(table: Table) -> bool:
    live = live_of(table, load(table))
    return engine.questions.pending(live.rules, live.state)[:1] == (BURN,)


def play_here(
    table: Table,
    command: engine.Command,
    by: Staff,
    key: str,
    number: str,
    at: datetime,
    expected: int | None = None,
    request: str = "",
) -> ReportOutcome:
    """Play the command in the reader's name at the table whose row is locked; what the book refuses waits."""
    since = table.version
    try:
        answer, _ = service.play(
            table.code, command, by=by, key=key, at=at, reader=number, expected=expected, request=request
        )
    except Refusal as refusal:
        return ReportOutcome.refused(recorded(refusal))
    if not answer.ok:
        return ReportOutcome.refused(answer.refusal or recorded(Refusal("reader.table_moved_on")))
    entry = (
        Entry.objects.filter(chain=table.code, seq__gt=since, folded=True, kind__in=PLACED)
        .values_list("detail", "clause", "tap", "round_no")
        .first()
    )
    detail, clause, tap, round_no = entry or ("", "", 0, answer.round_no)
    table.version = answer.version
    return ReportOutcome(Outcome.DEALT, place=detail, clause=clause, tap=tap, round_no=round_no)


def _record(table: Table, reader: Reader, report: Report, at: datetime) -> None:
    """Record a report that is not dealt as an entry of the table's chain in the reader's name; the table's version
    stays, so that a dealer's tap of that moment is not stale."""
    what = show(report.card) if report.what == What.CARD else report.note or report.get_what_display()
    reported = {"number": report.sequence, "what": what}
    detail = (
        Phrase.of("entry.report_because", **reported, why=report.why or report.message)
        if report.message
        else Phrase.of("entry.report", **reported)
    )
    body = {
        "sequence": report.sequence,
        "what": report.what,
        "card": report.card,
        "outcome": report.outcome,
        ROWS: rows_of(report),
    }
    draft = Draft(kind=KINDS[Outcome(report.outcome)], detail=detail, clause=report.clause, body=body)
    ledger.append(table.code, [draft], actor=reader.number, role=ROLE, at=at)
