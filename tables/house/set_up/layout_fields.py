"""The fields in which a layout is entered: two numbers for each box, and for each place of a side bet."""

from __future__ import annotations

from typing import Final

from django.http import QueryDict

from casino.refusals import Refusal
from tables.bets import offers
from tables.floor.layout import Layout, Point
from tables.models import Table

BOX: Final = "box"
"""In place of the key of a bet, in the names of the fields of boxes."""
PLACED: Final = "placed"
"""The field that names the bets which have places of their own."""
_LONGEST: Final = 3


def layout_in(fields: QueryDict, table: Table) -> Layout:
    """The layout that was sent. Raises Refusal for what is no number, and for a bet that there is not."""
    placed = fields.getlist(PLACED)
    for bet in placed:
        offers.bet_of(table, bet)
    return Layout(
        _points(fields, BOX, table.boxes),
        {bet: _points(fields, bet, table.boxes) for bet in dict.fromkeys(placed)},
    )


def _points(fields: QueryDict, of: str, boxes: int) -> tuple[Point, ...]:
    return tuple(
        Point(_step(fields, f"{of}-{number}-across"), _step(fields, f"{of}-{number}-down"))
        for number in range(1, boxes + 1)
    )


def _step(fields: QueryDict, name: str) -> int:
    typed = fields.get(name, "").strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) <= _LONGEST):
        raise Refusal("layout.number", typed=typed[:16])
    return int(typed)
