"""The answer to a tap: the table as it is now, and a notice for this tablet only."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

from casino.translated import RefusalTexts
from rounds.play import service
from rounds.play.snapshot import Current
from rounds.tablet import live_screen
from rounds.tablet.live_parts import fragment

STALE: Final = 409
REFUSED: Final = 422


def done(code: str, message: str = "", clause: str = "", *, after: Current | None = None) -> HttpResponse:
    """The tap was accepted; ``message`` is what the dealer must now say or do, "" for nothing. `after`: the table as
    the tap left it, if it was played; without it the table is read."""
    return fragment(
        after.live if after is not None else service.current(code),
        "ok",
        live_screen.render_notice("note" if message else "ok", message, clause=clause),
    )


def refused(code: str, refusal: RefusalTexts, field: str = "") -> HttpResponse:
    """The tap was refused: what and why, what to do, and the clause ("" if none forbids it). `field`: the field of a
    dialog beside which the tablet shows it."""
    notice = live_screen.render_refusal(refusal)
    response = fragment(service.current(code), "refused", notice, REFUSED)
    if field:
        response["Table-Field"] = field
    return response
