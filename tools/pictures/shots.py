"""The list of pictures: the screen, who sees it, and the size."""

from dataclasses import dataclass
from typing import Final

TABLET: Final = (1280, 800)
DESKTOP: Final = (1440, 900)


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: ``path`` on a screen of ``size``, signed in as ``number``; on the tablet of ``table``, if it
    names one. ``taps`` are selectors that are clicked in order beforehand; ``shows`` is what must then be visible.
    """

    file: str
    path: str
    number: str
    size: tuple[int, int]
    table: str = ""
    taps: tuple[str, ...] = ()
    shows: str = ""


BUSY: Final = "BJ-07"
"""The table whose round is in `busy.round`."""
TABLET_SHOT: Final = Shot("docs/tablet.png", f"/table/{BUSY}/", "D-114", TABLET, table=BUSY)
DESK_SHOTS: Final = (
    Shot("docs/pit.png", "/pit/", "S-07", DESKTOP),
    Shot(
        "docs/audit.png",
        "/audit/",
        "V-3",
        DESKTOP,
        taps=("#rows tr:has-text('paid') .c-round a >> nth=0",),
        shows="#beside .replay .felt",
    ),
)
SHOTS: Final = (TABLET_SHOT, *DESK_SHOTS)
