"""A dealer asks at another tablet to take a table over, and its current dealer answers.

The question is on the current dealer's screen until it is answered, somebody takes the table over, or another dealer
asks. The staff room decides who may take it over without an answer, and after how long (`casino.staff.take_over`). A
question makes no tap of the dealer stale: the table's version stays.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.signals import NO, YES, Asked
from casino.words import Phrase
from tables.models import Table
from tables.record import locked, write_beside

FIELDS: Final = ("newcomer", "newcomer_at", "newcomer_answer")


def ask(code: str, newcomer: Staff, at: datetime, **_: object) -> None:
    """Ask the table's dealer; a question that is already waiting for an answer is not repeated."""
    with locked(code) as table:
        if table.newcomer == newcomer.number and not table.newcomer_answer:
            return
        table.newcomer, table.newcomer_at, table.newcomer_answer = newcomer.number, at, ""
        detail = Phrase.of("entry.asks_take_over", number=newcomer.number, dealer=table.dealer, table=code)
        write_beside(table, "take_over_asked", detail, by=newcomer, at=at, changes=FIELDS)


def answer(code: str, newcomer: str, *, yes: bool, by: Staff, at: datetime) -> Table:
    """Answer the dealer who asks. The same answer again changes nothing. Raises Refusal if that dealer is no longer
    asking."""
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
        write_beside(table, "take_over_answered", detail, by=by, at=at, changes=FIELDS)
        return table


def asked(code: str, number: str, **_: object) -> Asked | None:
    """Since when that dealer has been asking for the table, and the answer; None if they are not asking."""
    fields = FIELDS[1:]
    row = Table.objects.filter(code=code, newcomer=number).values_list(*fields).first() if number else None
    return Asked(*row) if row is not None and row[0] is not None else None
