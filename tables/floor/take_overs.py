"""A dealer asks at another tablet to take a table over, and who deals there answers.

The question is on the screen of who deals until he answers, until somebody takes the table over, or until another
dealer asks. Who may take it over without an answer, and after how long, is the staff room's (`casino.staff.take_over`).
No tap of the dealer is stale by a question: the table's version stays.
"""

from __future__ import annotations

from datetime import datetime

from casino import ledger
from casino.ledger.rows import ROWS
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.signals import NO, YES, Asked
from casino.words import Phrase
from tables.models import Table
from tables.record import announce, locked, table_told


def ask(code: str, newcomer: Staff, at: datetime, **_: object) -> None:
    """Put the question to who deals at the table; one that waits for an answer is not put again."""
    with locked(code) as table:
        if table.newcomer == newcomer.number and not table.newcomer_answer:
            return
        table.newcomer, table.newcomer_at, table.newcomer_answer = newcomer.number, at, ""
        detail = Phrase.of("entry.asks_take_over", number=newcomer.number, dealer=table.dealer, table=code)
        _kept(table, "take_over_asked", detail, newcomer, at)


def answer(code: str, newcomer: str, *, yes: bool, by: Staff, at: datetime) -> Table:
    """Answer the dealer who asks. The same answer again changes nothing. Raises Refusal if that dealer does not ask any
    more."""
    given = YES if yes else NO
    with locked(code) as table:
        if not newcomer or table.newcomer != newcomer:
            raise Refusal("take_over.not_asked", number=newcomer or "–", table=code)
        if table.newcomer_answer == given:
            return table
        table.newcomer_answer = given
        words = {"number": newcomer, "by": by.number, "table": code}
        detail = (
            Phrase.of("entry.take_over_yes", **words) if yes else Phrase.of("entry.take_over_no", **words)
        )
        _kept(table, "take_over_answered", detail, by, at)
        return table


def asked(code: str, number: str, **_: object) -> Asked | None:
    """Since when that dealer asks for the table, and the answer; None if he does not ask."""
    fields = "newcomer_at", "newcomer_answer"
    row = Table.objects.filter(code=code, newcomer=number).values_list(*fields).first() if number else None
    return Asked(*row) if row is not None and row[0] is not None else None


def _kept(table: Table, kind: str, detail: Phrase, by: Staff, at: datetime) -> None:
    changes = ["newcomer", "newcomer_at", "newcomer_answer"]
    table.save(update_fields=changes)
    entry = ledger.Draft(kind=kind, detail=detail, body={ROWS: table_told(table, changes)})
    ledger.append(table.code, [entry], actor=by.number, role=by.role, at=at)
    announce(table.code)
