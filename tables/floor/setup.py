"""Setting a table up while it is closed, on the pages of the house, in the admin or by a command that makes a
demonstration: the record has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.staff.models import Staff
from casino.words import Phrase
from tables.audited_rows import SET_UP
from tables.models import Box, Pit, Session, Table


def enter(table: Table, *, by: Staff | None, signed_by: Staff | None = None, at: datetime) -> None:
    """Save a table that is new, with its boxes. Raises ValidationError for what its book does not permit."""
    with transaction.atomic():
        table.full_clean()
        table.save()
        lay_out(table)
        record(table, by=by, signed_by=signed_by, at=at)


def record(
    table: Table,
    *,
    by: Staff | None,
    signed_by: Staff | None = None,
    at: datetime,
    fell: Sequence[Phrase] = (),
) -> None:
    """The table was saved: record how it is set up in its chain, by whom (None: by a command), and who signed beside
    him. `fell`: what was signed under the old set-up and must be done again (`tables.opening.signed`)."""
    detail = Phrase.of(
        "entry.table_set_up",
        table=table.code,
        book=table.book,
        game=table.game,
        packs=table.decks,
        boxes=table.boxes,
    )
    if fell:
        detail = Phrase.of("entry.set_up_again", what=detail, fallen=list(fell))
    body = {ROWS: rows_of(table, only=(*SET_UP, *(["checks"] if fell else [])))}
    entry = _signed(ledger.Draft(kind="table_set_up", detail=detail, body=body), signed_by)
    who, role = (by.number, by.role) if by is not None else ("", "")
    ledger.append(table.code, [entry], actor=who, role=role, at=at)


def record_pit(pit: Pit, *, by: Staff, signed_by: Staff | None = None, at: datetime) -> None:
    """The pit is saved: the house's chain says what it is called, by whom, and who signed beside him."""
    detail = Phrase.of("entry.pit_set_up", pit=pit.code, name=pit.name)
    entry = _signed(ledger.Draft(kind="pit_set_up", detail=detail, body={ROWS: rows_of(pit)}), signed_by)
    with transaction.atomic():
        ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)


def _signed(entry: ledger.Draft, signed_by: Staff | None) -> ledger.Draft:
    """The entry with the second person's number in it, where two have signed."""
    if signed_by is None:
        return entry
    assert isinstance(entry.body, dict), "the body of these entries has names"
    detail = Phrase.of("entry.signed_by", what=entry.detail, signed=signed_by.number)
    return replace(entry, detail=detail, body={**entry.body, "signed_by": signed_by.number})


def pit_used(pit: Pit) -> bool:
    """Whether rows or addresses may quote the pit's code: it has, or has had, a table."""
    return (
        Table.objects.filter(pit=pit).exists()
        or Session.objects.filter(pit=pit.code).exists()
        or ledger.Entry.objects.filter(kind="table_set_up", body__contains=f'"pit_id":{pit.pk},').exists()
    )


def lay_out(table: Table) -> None:
    """Make the rows of the layout's boxes, and take away those that a smaller layout lacks."""
    Box.objects.filter(table=table, number__gt=table.boxes).delete()
    Box.objects.bulk_create(
        [Box(table=table, number=number) for number in range(1, table.boxes + 1)], ignore_conflicts=True
    )
