"""Changes the set-up of an open house: its pits and tables, each change signed by two people.

What the book does not allow is refused with its clause before anything is saved. A table is changed while it is
closed; what somebody signed under its old set-up lapses or bars the change (`tables.opening.signed`). Limits and
side bets have their own steps, in the pit.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction

from casino import ledger
from casino.refusals import Refusal
from casino.staff import people
from casino.staff.models import Staff
from tables import offers
from tables.floor import layout, setup
from tables.house import service
from tables.house.against_book import TableSheet, table_faults
from tables.house.field_faults import COLUMNS, first_refusal, refused_at
from tables.house_facts import Games
from tables.models import Pit, Table
from tables.opening import signed
from tables.record import announce, locked

APPROVED: Final = (
    "face_down", "face_down_reference", "face_down_approved_by", "face_down_approved_on", "results_display",
    "results_display_reference", "results_display_approved_on",
)  # fmt: skip
"""What a table may have only with an approval."""


@transaction.atomic
def enter_pit(code: str, name: str, *, by: Staff, signed_by: Staff, at: datetime) -> bool:
    """Save a pit, new or with another name; returns whether anything changed."""
    people.require_two_signers(by, signed_by)
    ledger.lock(ledger.HOUSE)
    return service.enter_pit(code, name, by=by, signed_by=signed_by, at=at)


@transaction.atomic
def enter_games(games: Games, *, by: Staff, signed_by: Staff, at: datetime) -> bool:
    """Choose the games dealt in the house; returns whether anything changed."""
    people.require_two_signers(by, signed_by)
    ledger.lock(ledger.HOUSE)
    return service.enter_games(games, by=by, signed_by=signed_by, at=at)


@transaction.atomic
def enter_table(
    sheet: TableSheet, approved: Mapping[str, Any], *, by: Staff, signed_by: Staff, at: datetime
) -> Table:
    """Set up a new table with its sign. `approved` is what it has of `APPROVED`."""
    people.require_two_signers(by, signed_by)
    ledger.lock(ledger.HOUSE)  # of two forms for one code at once, the second finds the table
    row = sheet.row()
    for name in APPROVED:
        setattr(row, name, approved[name])
    return service.enter_table(row, sheet, by=by, signed_by=signed_by, at=at)


def change_table(
    code: str, new_cells: Mapping[str, Any], *, by: Staff, signed_by: Staff, at: datetime
) -> list[str]:
    """Change the set-up of a table to the `new_cells` of its form; returns the columns that changed. Raises
    Refusal unless it is closed, for what its book does not allow, and for what was signed for."""
    people.require_two_signers(by, signed_by)
    with locked(code) as table:
        if table.state != Table.State.CLOSED:
            raise Refusal("house.table_not_closed", table=code, state=str(table.state))
        changed = _take(table, new_cells)
        if not changed:
            return []
        sheet = service.sheet_of(table)
        for fault in table_faults(sheet, service.games_dealt(), service.pit_codes()):
            if sheet.minimum or not fault.code.startswith("sign."):
                raise fault
        changed += _other_cloth(table, new_cells)
        for field, why in signed.refused(table, changed):
            raise refused_at(field, why)
        try:
            table.full_clean()
            offers.check_set_up(table)
        except ValidationError as wrong:
            raise first_refusal(wrong) from wrong
        table.save(update_fields=changed)
        setup.lay_out(table)
        fell = signed.lapse(table, changed)
        setup.record(table, by=by, signed_by=signed_by, at=at, fell=fell)
        announce(code)
        return changed


def _other_cloth(table: Table, new_cells: Mapping[str, Any]) -> list[str]:
    """Raises Refusal for an impossible layout. An existing layout that no longer fits the set-up is removed, since
    another cloth is used now."""
    own = layout.read(table.layout)
    fault = next(layout.faults(table, own), None) if own is not None else None
    if fault is None:
        return []
    if "layout" in new_cells:
        raise fault
    table.layout = {}
    return ["layout"]


def _take(table: Table, new_cells: Mapping[str, Any]) -> list[str]:
    """Put the new values into the row; returns the columns that changed."""
    changed = []
    for cell, value in new_cells.items():
        column = COLUMNS.get(cell, cell)
        if column == "pit":
            pit = Pit.objects.filter(code=value).first()
            if pit is None:
                raise Refusal("house.pit_unknown", pit=value)
            value = pit
        held = getattr(table, column)
        if (sorted(held) if column == "chips" else held) != value:
            setattr(table, column, value)
            changed.append(column)
    return changed
