"""Sets a table up while it is closed, for the pages of the house, the admin and the command that makes a
demonstration, and records it."""

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
    """Save a new table with its boxes. Raises ValidationError for what its book does not permit."""
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
    """Record the saved set-up of a table in its chain, by whom (None: by a command), and who signed as well. `fell`
    is what was signed under the old set-up and must be done again (`tables.opening.signed`)."""
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
    """Record in the house's chain what a saved pit is called, by whom, and who signed as well."""
    detail = Phrase.of("entry.pit_set_up", pit=pit.code, name=pit.name)
    entry = _signed(ledger.Draft(kind="pit_set_up", detail=detail, body={ROWS: rows_of(pit)}), signed_by)
    with transaction.atomic():
        ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)


def _signed(entry: ledger.Draft, signed_by: Staff | None) -> ledger.Draft:
    """The entry with the second person's number, if two signed."""
    if signed_by is None:
        return entry
    assert isinstance(entry.body, dict), "the body of these entries has names"
    detail = Phrase.of("entry.signed_by", what=entry.detail, signed=signed_by.number)
    return replace(entry, detail=detail, body={**entry.body, "signed_by": signed_by.number})


def pit_used(pit: Pit) -> bool:
    """Whether rows or addresses may contain the pit's code: it has, or has had, a table."""
    return (
        Table.objects.filter(pit=pit).exists()
        or Session.objects.filter(pit=pit.code).exists()
        or ledger.Entry.objects.filter(kind="table_set_up", body__contains=f'"pit_id":{pit.pk},').exists()
    )


def lay_out(table: Table) -> None:
    """Create the rows of the layout's boxes, and delete those that a smaller layout lacks."""
    Box.objects.filter(table=table, number__gt=table.boxes).delete()
    Box.objects.bulk_create(
        [Box(table=table, number=number) for number in range(1, table.boxes + 1)], ignore_conflicts=True
    )
