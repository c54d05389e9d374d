"""The reader's part of the tablet: what the dealer says about a card that waits, where the cards come from, a scan.

Like all taps these carry a key and the version that they were made on, so that a repeated tap counts once.
"""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from casino import ledger
from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal, UnreadableRequest
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import gettext as _
from casino.translated import text
from casino.words import Phrase
from rounds import engine
from rounds.play import participants, service
from rounds.play.readers import following, reporting
from rounds.play.readers.protocol import ReportAnswer
from rounds.play.snapshot import Current
from rounds.tablet import live_screen, reader_panel
from rounds.tablet.access import at_this_table
from rounds.tablet.live_parts import fragment
from rounds.tablet.requests import key_of
from rounds.tablet.responses import done, refused
from tables.forms.once import once
from tables.models import Reader, Report, Table
from tables.readers import registration, source
from tables.record import announce, answered, form_request, locked, now_at


@require_POST
@roles(Role.DEALER)
@at_this_table
def reader(request: HttpRequest, code: str) -> HttpResponse:
    """One tap in the reader's part."""
    assert isinstance(request.user, Staff)
    by, at, do = request.user, now_at(code), request.POST.get("do", "")
    after: Current | None = None
    try:
        key = key_of(request)
        if do in ("hand", "reader"):
            once(
                code, form_request(key, "cards_from", by, to=do), lambda: source.turn(code, do, by=by, at=at)
            )
        elif do == "scan":
            return _scanned(code, request.POST.get("card", ""), key, by, at)
        elif do == "deal":
            deal(code, _number(request), by=by, key=key, at=at)
        elif do.startswith("excess"):
            after = _in_excess(code, _number(request), do != "excess_unseen", by, key, at)
        elif do.startswith("aside:"):
            set_aside(code, _number(request), do.partition(":")[2], by=by, key=key, at=at)
        else:
            raise UnreadableRequest("tap.no_command")
    except Refusal as refusal:
        return refused(code, refusal)
    except UnreadableRequest as fault:
        return refused(code, fault)
    return done(code, after=after)


def deal(code: str, number: int, *, by: Staff, key: str, at: datetime) -> None:
    """The waiting card goes where a card is due now, in the reader's name. Raises Refusal."""
    request = form_request(key, "deal_report", by, report=number)
    with locked(code) as table:
        if answered(code, request) is not None:
            return
        report = _first(table, number)
        fate = reporting.play_here(
            table, engine.DealCard(report.card), by, key, report.reader.number, at, request=request.digest
        )
        if fate.outcome != Report.Outcome.DEALT:
            assert fate.refusal is not None
            raise fate.refusal.again()
        report.outcome, report.place, report.round_no, report.tap = (
            fate.outcome,
            fate.place,
            fate.round_no,
            fate.tap,
        )
        report.clause, report.message, report.remedy, report.why = fate.clause, "", "", None
        report.save()
        following.record(table, "report_dealt", [report], at)
        table.refresh_from_db(fields=["round_no"])
        participants.operates(table, by, at)


def set_aside(code: str, number: int, reason: str, *, by: Staff, key: str, at: datetime) -> None:
    """The first waiting report has no place, for a reason in `reader_panel.REASONS`, which the record names. Raises
    Refusal."""
    request = form_request(key, "set_aside", by, report=number, reason=reason)
    with locked(code) as table:
        if answered(code, request) is not None:
            return
        allowed = reader_panel.reasons(table.rules)
        if reason not in allowed:
            raise Refusal("reader.reason_missing", reasons=list(allowed))
        report = _first(table, number)
        report.outcome, report.message, report.why = (
            Report.Outcome.ASIDE,
            Phrase.of("kept.reader_aside", reason=reason, person=by.number).english,
            None,
        )
        report.save(update_fields=["outcome", "message", "why"])
        draft = Draft(
            kind="card_set_aside",
            detail=Phrase.of(
                "entry.set_aside",
                reader=report.reader.number,
                number=report.sequence,
                what=registration.in_words(report),
                why=reason,
            ),
            body={
                "reader": report.reader.number,
                "sequence": report.sequence,
                "reason": reason,
                ROWS: rows_of(report),
            },
            key=request.key,
            request=request.digest,
        )
        ledger.append(code, [draft], actor=by.number, role=by.role, at=at)
        announce(code)


def _in_excess(code: str, number: int, seen: bool, by: Staff, key: str, at: datetime) -> Current:
    """The card was drawn in excess: report the book's irregularity, which says what happens to it, and wait for a
    supervisor if one must sign. Returns the table after it."""

    def report_of_it(current: Current) -> list[engine.Command]:
        report = _first(current.table, number)
        command = reader_panel.in_excess(current.live, report.card, seen) if report.card else None
        if command is None:
            raise Refusal("reader.not_in_excess")
        return [command]

    request = form_request(key, "in_excess", by, report=number, seen=seen)
    (answer,), after = service.play_all(code, report_of_it, by=by, request=request, at=at)
    if answer.refusal is not None:
        raise answer.refusal.again()
    return after


def _scanned(code: str, card: str, key: str, by: Staff, at: datetime) -> HttpResponse:
    """A scan at the tablet of a table with a scanner. A card that was not due is shown beside the felt."""
    table = Table.objects.filter(code=code).first()
    reader = registration.reader_at(table) if table is not None else None
    if reader is None or reader.kind != Reader.Kind.SCANNER:
        raise Refusal("reader.no_scanner")
    try:
        with locked(code) as held:
            report: ReportAnswer = reporting.scanned(reader.pk, card.replace("\0", ""), key, at=at)
            held.refresh_from_db(fields=["round_no"])
            participants.operates(held, by, at)
    except reporting.Revoked:
        raise Refusal("reader.revoked", reader=reader.number, table=code) from None
    if report.outcome in (Report.Outcome.DEALT, Report.Outcome.KNOWN) or report.duplicate:
        return done(code)
    row = Report.objects.get(reader=reader, sequence=report.sequence)
    notice = live_screen.render_notice(
        "note",
        text(_("Scanned: {card}. {message:cap}"), card=row.card, message=reader_panel.why_waiting(row)),
        "",
        row.clause,
        reader_panel.what_to_do(row),
        report.code,
    )
    return fragment(service.current(code), "ok", notice)


def _first(table: Table, number: int) -> Report:
    """The report that the dealer explains, which must be the first that waits. Raises Refusal."""
    first = next(iter(source.waiting(table)), None)
    if first is None or first.pk != number:
        raise Refusal("reader.not_first")
    return first


def _number(request: HttpRequest) -> int:
    text = request.POST.get("report", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
