"""Staff and tables from a spreadsheet: rows as CSV or pasted, read by the same forms as on the pages.

listed = read("staff", text) # every cell, with what is wrong; writes nothing take(listed, by=manager, at=at) # all
of them, or none
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from casino.forms.fields import StepForm
from casino.refusals import Refusal
from casino.staff import people
from casino.staff.models import EVERY_PIT, Staff
from casino.translated import text
from tables import house_facts as facts
from tables.house import service
from tables.house.against_book import TableSheet, table_faults
from tables.house.forms import PersonForm, TableForm, cells, faults
from tables.models import Table

MOST_ROWS: Final = 100
"""The most rows: hashing a first PIN takes a fifth of a second, and a page must be answered within a minute."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it was typed, and what is wrong with it."""

    name: str
    typed: str
    refusal: Refusal | None = None


@dataclass(slots=True)
class Row:
    """A row of the list with its number, as a spreadsheet counts. ``there``: the house already has it, so it is
    skipped."""

    number: int
    cells: list[Cell]
    values: dict[str, Any] | None = None
    wrong: list[Refusal] = field(default_factory=list)
    """What is wrong with the row as a whole."""
    there: bool = False

    @property
    def right(self) -> bool:
        return self.values is not None and not self.wrong


@dataclass(slots=True)
class Listed:
    """A list as it was read."""

    kind: str
    names: list[str]
    rows: list[Row]
    wrong: list[Refusal] = field(default_factory=list)
    """What is wrong with its first row, so that no other row can be read."""

    @property
    def right(self) -> bool:
        return not self.wrong and all(row.right for row in self.rows)

    @property
    def new(self) -> list[Row]:
        """The rows that the house does not have yet."""
        return [row for row in self.rows if row.right and not row.there]

    @property
    def faults(self) -> int:
        """How many cells and rows are wrong."""
        return len(self.wrong) + sum(
            len(row.wrong) + sum(cell.refusal is not None for cell in row.cells) for row in self.rows
        )


FORMS: Final[Mapping[str, type[StepForm]]] = {"staff": PersonForm, "tables": TableForm}
NAMED_BY: Final = {"staff": "number", "tables": "code"}


def read(kind: str, sheet: str) -> Listed:
    """Read a list of staff or tables. Its first row has the names of the cells; cells are separated by commas,
    semicolons or tabs."""
    form = FORMS[kind]
    grid = _grid(sheet)
    if len(grid) < 2:
        return Listed(kind, cells(form), [], [Refusal("house.list_empty")])
    names = [name.strip().lower().replace(" ", "_") for name in grid[0][1]]
    known = cells(form)
    wrong = [Refusal("house.cell_unknown", cell=name, known=known) for name in names if name not in known]
    wrong += [
        Refusal("house.cell_repeated", what=name, place=_("the first row"))
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    if NAMED_BY[kind] not in names:
        wrong.append(Refusal("house.list_cell_missing", cell=NAMED_BY[kind]))
    if len(grid) > MOST_ROWS:
        wrong.append(Refusal("house.list_long", rows=len(grid), most=MOST_ROWS))
    if wrong:
        return Listed(kind, names, [], wrong)
    listed = Listed(kind, names, [_row(form, names, number, parts) for number, parts in grid[1:]])
    seen: dict[str, int] = {}
    for row in listed.rows:
        _HELD_AGAINST[kind](row)
        if row.values is not None:
            name = row.values[NAMED_BY[kind]]
            if name in seen:
                row.wrong.append(
                    Refusal("house.cell_repeated", what=name, place=text(_("row {row}"), row=seen[name]))
                )
            seen[name] = row.number
    return listed


def take(listed: Listed, *, by: Staff, at: datetime) -> dict[str, str]:
    """Enter every row that the house does not have, or none of them; returns the first PINs by number."""
    assert listed.right, "a list with faults is not entered"
    pins: dict[str, str] = {}
    with transaction.atomic():
        service.begin(by)
        for row in listed.new:
            values = row.values
            assert values is not None
            if listed.kind == "staff":
                number = values["number"]
                powers = people.Powers(values["role"], values["pits"], sets_up=values["sets_up"])
                pins[number] = service.add_person(number, powers, values["first_pin"], by=by, at=at)
            else:
                service.add_table(TableSheet(**values), by=by, at=at)
    return pins


def _grid(text: str) -> list[tuple[int, list[str]]]:
    """The non-empty rows with their numbers; the separator is whichever the first row has most of."""
    first = text.lstrip("\ufeff").partition("\n")[0]
    parting = max("\t;,", key=first.count)
    rows = csv.reader(
        text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), delimiter=parting
    )
    try:
        return [
            (number, row) for number, row in enumerate(rows, start=1) if any(cell.strip() for cell in row)
        ]
    except csv.Error:
        return []


def _row(form: type[StepForm], names: Sequence[str], number: int, parts: Sequence[str]) -> Row:
    typed = dict(zip(names, parts, strict=False))
    filled = form(typed)
    wrong = faults(filled)
    row = Row(number, [Cell(name, typed.get(name, ""), wrong.get(name)) for name in names])
    if len(parts) != len(names):
        row.wrong.append(Refusal("house.row_cells", cells=len(parts), known=len(names)))
    # A required cell that the list lacks is wrong in every row.
    row.wrong += [refusal for name, refusal in wrong.items() if name not in names]
    if not wrong:
        row.values = filled.cleaned_data
    return row


def _at_cell(row: Row, name: str, refusal: Refusal) -> None:
    for index, cell in enumerate(row.cells):
        if cell.name == name and cell.refusal is None:
            row.cells[index] = Cell(cell.name, cell.typed, refusal)
            row.values = None
            return
    row.wrong.append(refusal)


def _against_staff(row: Row) -> None:
    if row.values is None:
        return
    row.there = Staff.objects.filter(number=row.values["number"]).exists()
    known = service.pit_codes()
    for pit in row.values["pits"]:
        if pit != EVERY_PIT and pit not in known:
            _at_cell(row, "pits", Refusal("house.pit_unknown", pit=pit))
            return


def _against_book(row: Row) -> None:
    if row.values is None:
        return
    sheet = TableSheet(**row.values)
    row.there = Table.objects.filter(code=sheet.code).exists()
    for refusal in table_faults(sheet, facts.games(), service.pit_codes()):
        _at_cell(row, TableForm().at_field(refusal), refusal)


_HELD_AGAINST: Final[Mapping[str, Callable[[Row], None]]] = {"staff": _against_staff, "tables": _against_book}
