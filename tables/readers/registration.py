"""Assigns readers to tables: a casino supervisor or above issues and revokes the token of the reader that may report a
table's cards."""

from __future__ import annotations

import secrets
from datetime import datetime

from casino.cards import show
from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.staff.tablets import hash_of
from casino.words import Phrase
from tables.models import Table
from tables.readers.models import Reader, Report
from tables.record import in_place, locked, require, write

ISSUES = Role.CASINO_SUPERVISOR
"""The least role that assigns a reader to a table. No clause requires it: it is the house's own control."""
LONGEST_LABEL = 60


def reader_at(table: Table) -> Reader | None:
    """The reader of the table."""
    return Reader.objects.filter(table=table, revoked_at=None).first()


def of_token(token: str) -> Reader | None:
    """The reader that this token was issued to, revoked or not."""
    return Reader.objects.select_related("table").filter(token_hash=hash_of(token)).first() if token else None


def issue(code: str, kind: str, label: str, *, by: Staff, at: datetime) -> tuple[Reader, str]:
    """Assign a reader to the table; from now on its reports deal the cards. Returns it with its token, which is not
    stored and cannot be shown again; a scanner has none. Raises Refusal."""
    label = label.strip()
    if kind not in Reader.Kind.values:
        raise Refusal("reader.kind", kinds=[str(label) for label in Reader.Kind.labels])
    if len(label) > LONGEST_LABEL or not label.isprintable():
        raise Refusal("reader.label_too_long", longest=LONGEST_LABEL)
    with locked(code) as table:
        in_place(by, code)
        acting = require(by, ISSUES, "")
        if (there := reader_at(table)) is not None:
            raise Refusal("reader.already", reader=there.number, table=code)
        token = secrets.token_urlsafe(32) if kind == Reader.Kind.SHOE else ""
        reader = Reader.objects.create(
            table=table, kind=kind, label=label, token_hash=hash_of(token) if token else None,
            issued_by=by.number, issued_at=at, turned_at=at,
        )  # fmt: skip
        table.cards_from = Table.CardsFrom.READER
        named = {"reader": reader.number, "kind": str(reader.get_kind_display())}
        detail = (
            Phrase.of("entry.reader_tied_label", **named, label=label)
            if label
            else Phrase.of("entry.reader_tied", **named)
        )
        entry = Draft(
            kind="reader_tied",
            detail=detail,
            body={"reader": reader.number, ROWS: rows_of(reader)},
            acting_as=acting,
        )
        write(table, [entry], by=by, at=at, changes=["cards_from"])
    return reader, token


def revoke(number: int, *, by: Staff, at: datetime) -> Reader:
    """Unassign a reader: its token is no longer valid, and the dealer enters the cards. Reports that were still waiting
    are named in the record. Does nothing if it is already unassigned. Raises Refusal."""
    known = Reader.objects.select_related("table").filter(pk=number).first()
    if known is None:
        raise Refusal("reader.unknown")
    with locked(known.table.code) as table:
        in_place(by, table.code)
        acting = require(by, ISSUES, "")
        reader = Reader.objects.select_for_update().get(pk=number)
        if reader.revoked_at is not None:
            return reader
        waiting = list(Report.objects.filter(reader=reader, outcome=Report.Outcome.WAITS))
        for report in waiting:
            report.outcome = Report.Outcome.ASIDE
            report.message, report.why = Phrase.of("kept.reader_unassigned").english, None
            report.save(update_fields=["outcome", "message", "why"])
        reader.revoked_at, reader.revoked_by = at, by.number
        reader.save(update_fields=["revoked_at", "revoked_by"])
        table.cards_from = ""
        cards = [in_words(report) for report in waiting]
        detail = (
            Phrase.of("entry.reader_untied_waiting", reader=reader.number, cards=cards)
            if cards
            else Phrase.of("entry.reader_untied", reader=reader.number)
        )
        entry = Draft(
            kind="reader_untied",
            detail=detail,
            body={
                "reader": reader.number,
                "waiting": [report.sequence for report in waiting],
                ROWS: rows_of(reader, *waiting),
            },
            acting_as=acting,
        )
        write(table, [entry], by=by, at=at, changes=["cards_from"])
    return reader


def in_words(report: Report) -> str:
    """What was reported, in words: ``10♠``, ``a card that it could not read``."""
    if report.what == Report.What.CARD:
        return show(report.card)
    if report.what == Report.What.LOST:
        return report.note
    return report.get_what_display()
