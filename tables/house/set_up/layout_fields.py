"""The fields in which a layout is entered: two numbers for each box, and for each place of a side bet."""

from __future__ import annotations

from typing import Final

from django.http import QueryDict

from casino.refusals import Refusal
from tables import offers
from tables.floor.layout import Layout, Point
from tables.models import Table

BOX: Final = "box"
"""Stands for the bet's key in the names of the boxes' fields."""
PLACED: Final = "placed"
"""The field that lists the bets with their own places."""
_LONGEST: Final = 3


def layout_in(fields: QueryDict, table: Table) -> Layout:
    """The layout that was sent. Raises Refusal for something that is not a number, and for an unknown bet."""
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
