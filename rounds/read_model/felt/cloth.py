"""The felt drawn like the table's own cloth: each box and each side-bet place where it really is.

The tablet, watchers and the replay draw it so. The two layouts of a report at the tablet show only the boxes that
differ, and a felt that is small or on paper is drawn as rows of hands.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from casino.ledger import Entry
from casino.ledger.rows import ROWS
from rounds.read_model.felt.felt import FeltView
from tables.floor.layout import ACROSS, Layout, layout_of, read
from tables.models import Table


def cloth_at(code: str, seq: int) -> Layout | None:
    """The table's own layout at an entry of its chain, which may differ from today's; None if it had none."""
    set_up = Entry.objects.filter(chain=code, kind="table_set_up", seq__lt=seq).order_by("-seq")
    body = set_up.values_list("body", flat=True).first()
    if body is None:  # set up before this was recorded: it has not changed since
        table = Table.objects.filter(code=code).first()
        return layout_of(table) if table is not None else None
    rows = msgspec.json.decode(body).get(ROWS, ())
    return read(next((values.get("layout") for name, _key, values in rows if name == "table"), None))


def laid_out(felt: FeltView, layout: Layout | None) -> FeltView:
    """The felt with its boxes placed as on the layout; unchanged without a layout, or for one with other boxes.

    Boxes are as wide as the smallest distance between two, so a felt of seven boxes may be drawn in the sizes of
    nine.
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
