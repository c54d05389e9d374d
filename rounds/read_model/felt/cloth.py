"""A felt drawn as the table's own cloth has it: each box, and each place of a side bet, where it lies there."""

from __future__ import annotations

from dataclasses import replace

from rounds.read_model.felt.felt import FeltView
from tables.floor.layout import ACROSS, Layout


def laid_out(felt: FeltView, layout: Layout | None) -> FeltView:
    """The felt with its boxes where the layout has them; as it is where there is no layout, or one of other boxes.

    A box is as wide as the narrowest two lie apart, so a felt of seven boxes may be drawn in the sizes of nine.
    """
    if layout is None or len(layout.boxes) != len(felt.boxes):
        return felt
    for box, lies in zip(felt.boxes, layout.boxes, strict=True):
        box.css += f" x-{lies.across} y-{lies.down}"
        box.arc = 0
        for side in box.sides:
            places = layout.places.get(side.bet)
            if places:
                side.place = "players" if places[box.number - 1].down < lies.down else "dealer"
    return replace(felt, laid=True, count=min(max(ACROSS // layout.narrowest, 1), 9))
