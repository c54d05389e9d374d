"""Where the boxes and the places for side bets lie on a table's cloth, according to its own layout.

    layout = layout_of(table)          # None: the boxes are spaced evenly on an arc
    faults(table, layout)              # what the book and the tablet do not allow

A position is a point on a grid over the cloth as the dealer sees it: `ACROSS` steps from the dealer's left to the
right, `DOWN` from the players' edge to the dealer. Boxes are numbered from the dealer's left. The tablet keeps the
order, the distances across and the arc; how deep it draws the arc depends on its height.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from casino.refusals import Refusal
from casino.rulebooks.house import house_of
from tables import offers
from tables.models import Table

ACROSS: Final = 72
DOWN: Final = 36
APART: Final = 8
"""The fewest steps across between two boxes: as close as the tablet can draw them, which has at most nine."""
PLACES_APART: Final = 4
"""The fewest steps between the centres of two places, or of a place and a box."""
DEALER: Final = (24, 48, 29)
"""The dealer's own place: from, to (steps across), and from how far down on."""


class Point(NamedTuple):
    """A point on the grid: the centre of a box or of a place."""

    across: int
    down: int

    def far_from(self, other: Point) -> float:
        """The distance to another point, in steps."""
        return math.hypot(self.across - other.across, self.down - other.down)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the boxes lie, in order, and the places of each side bet that has its own, one for each box."""

    boxes: tuple[Point, ...]
    places: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)

    @property
    def narrowest(self) -> int:
        """The fewest steps across between two adjacent boxes, or a box and the edge of the cloth."""
        across = [box.across for box in self.boxes]
        between = [after - before for before, after in itertools.pairwise(across)]
        return min([*between, 2 * across[0], 2 * (ACROSS - across[-1])])


def layout_of(table: Table) -> Layout | None:
    """The table's own layout; None if it has none, or one with another number of boxes."""
    layout = read(table.layout)
    return layout if layout is not None and len(layout.boxes) == table.boxes else None


def read(kept: Any) -> Layout | None:
    """A layout as the table's row stores it; None if it stores none."""
    if not kept:
        return None
    places = {bet: _points(points) for bet, points in kept.get("places", {}).items()}
    return Layout(_points(kept["boxes"]), places)


def kept(layout: Layout) -> Mapping[str, Any]:
    """A layout as the table's row stores it."""
    places = {bet: [list(point) for point in points] for bet, points in sorted(layout.places.items())}
    return {"boxes": [list(box) for box in layout.boxes], "places": places}


def arc(boxes: int) -> Layout:
    """The layout of a table without its own: evenly spaced across, with the middle boxes farthest from the dealer."""
    points = []
    for number in range(boxes):
        across = round(ACROSS * (2 * number + 1) / (2 * boxes))
        aside = abs(2 * across - ACROSS) / ACROSS
        points.append(Point(across, 4 + round(20 * aside * aside)))
    return Layout(tuple(points))


def beside(layout: Layout) -> tuple[Point, ...]:
    """Where the places of a side bet lie until they are moved: between each box and the dealer."""
    taken = len(layout.places)
    points = []
    for box in layout.boxes:
        aside = round((ACROSS / 2 - box.across) / 9) if taken == 0 else 0
        points.append(Point(box.across + aside, min(box.down + 7 + 5 * taken, DOWN)))
    return tuple(points)


def faults(table: Table, layout: Layout) -> Iterator[Refusal]:
    """What the table's book does not allow of a layout, and what nobody could deal on."""
    yield from _of_the_book(table, layout)
    for number, box in enumerate(layout.boxes, start=1):
        if not on_cloth(box):
            yield Refusal("layout.off_cloth", box=number)
        left, right, down = DEALER
        if left < box.across < right and box.down >= down:
            yield Refusal("layout.on_dealer", box=number)
    across = [box.across for box in layout.boxes]
    for number, (before, after) in enumerate(itertools.pairwise(across), start=1):
        if after <= before:
            yield Refusal("layout.order", box=number + 1, before=number)
        elif after - before < APART:
            yield Refusal("layout.apart", box=number, other=number + 1, least=APART)
    for bet, points in layout.places.items():
        yield from _of_places(offers.title_of(table, bet), points, layout)


def _of_the_book(table: Table, layout: Layout) -> Iterator[Refusal]:
    fixed, clause = house_of(table.rules).layout_boxes
    if len(layout.boxes) != table.boxes:
        clause = clause if fixed else table.rules.boxes_most.clause
        yield Refusal("layout.boxes", clause, placed=len(layout.boxes), boxes=table.boxes)
    known = offers.known(table)
    for bet in layout.places:
        if bet not in known:
            yield Refusal(
                "layout.no_such_bet", table.rules.boxes_most.clause, bet=offers.title_of(table, bet)
            )
    yield from offers.layout_faults(table, [bet for bet in layout.places if bet in known])


def _of_places(title: str, points: tuple[Point, ...], layout: Layout) -> Iterator[Refusal]:
    if len(points) != len(layout.boxes):
        yield Refusal("layout.places", bet=title, placed=len(points), boxes=len(layout.boxes))
        return
    others = [point for places in layout.places.values() for point in places]
    for number, point in enumerate(points, start=1):
        if not on_cloth(point):
            yield Refusal("layout.place_off_cloth", bet=title, box=number)
        near = [point.far_from(box) for box in layout.boxes]
        if min(near) < PLACES_APART or sum(point.far_from(other) < PLACES_APART for other in others) > 1:
            yield Refusal("layout.place_covered", bet=title, box=number)
        elif near[number - 1] > min(near):
            yield Refusal("layout.nearer_other", bet=title, box=number, other=near.index(min(near)) + 1)


def on_cloth(point: Point) -> bool:
    """Whether a point is on the cloth, with room for half a box on each side."""
    return APART // 2 <= point.across <= ACROSS - APART // 2 and 0 <= point.down <= DOWN


def _points(points: Any) -> tuple[Point, ...]:
    return tuple(Point(across, down) for across, down in points)
