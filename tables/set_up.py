"""Setting a table up while it is closed, in the admin or by a command that makes a demonstration: the record has it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.staff.models import Staff
from tables.kept import SET_UP
from tables.models import Box, Pit, Table


def enter(table: Table, *, by: Staff | None, at: datetime) -> None:
    """Save a table that is new, with its boxes. Raises ValidationError for what its book does not permit."""
    with transaction.atomic():
        table.full_clean()
        table.save()
        lay_out(table)
        record(table, by=by, at=at)


def record(table: Table, *, by: Staff | None, at: datetime) -> None:
    """The table is saved: its chain says how it is set up, and by whom (None: by a command)."""
    entry = ledger.Draft(
        kind="table_set_up",
        detail=f"{table.code} set up: {table.book} {table.game}, {table.decks} packs, {table.boxes} boxes",
        body={ROWS: rows_of(table, only=SET_UP)},
    )
    who, role = (by.number, by.role) if by is not None else ("", "")
    ledger.append(table.code, [entry], actor=who, role=role, at=at)


def record_pit(pit: Pit, *, by: Staff, at: datetime) -> None:
    """The pit is saved: the house's chain says what it is called, and by whom."""
    entry = ledger.Draft(kind="pit_set_up", detail=f"pit {pit.code}: {pit.name}", body={ROWS: rows_of(pit)})
    ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)


def lay_out(table: Table) -> None:
    """Make the rows of the layout's boxes, and take away those that a smaller layout lacks."""
    Box.objects.filter(table=table, number__gt=table.boxes).delete()
    Box.objects.bulk_create(
        [Box(table=table, number=number) for number in range(1, table.boxes + 1)], ignore_conflicts=True
    )
