"""The answer to a tap: the table as it is now, and a notice for this tablet alone."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse

from casino.translated import Refused, message, remedy
from casino.web.parts import shown
from rounds.play import service
from rounds.play.snapshot import Live
from rounds.tablet import live_parts, live_screen
from rounds.tablet.errors import Unreadable

STALE: Final = 409
REFUSED: Final = 422
PAGE_SHOWS: Final = "Page-Shows"
"""The header in which a page says what each of its parts shows (`casino.web.parts`)."""
LONGEST_TAP: Final = 42
"""Of the key of a tap, to which each of its commands adds an ending of its own."""


def key_of(request: HttpRequest) -> str:
    """The key that the tap carries, by which one sent again is one. Raises Unreadable."""
    key = request.POST.get("key", "")
    if not 0 < len(key) <= LONGEST_TAP or not key.isprintable():
        raise Unreadable("tap.no_key")
    return key


def fragment(
    live: Live, answer: str, notice: str = "", status: int = 200, request: HttpRequest | None = None
) -> HttpResponse:
    """The live parts of the page, with a rendered notice; ``answer`` says in a word how the tap went. Of the page of
    `request`, which says what it shows, only the parts that it lacks."""
    headers = {"Table-Version": str(live.version), "Table-Answer": answer}
    shows = shown(request.headers.get(PAGE_SHOWS, "")) if request is not None else None
    return HttpResponse(live_parts.picture(live).since(shows) + notice, status=status, headers=headers)


def done(code: str, message: str = "", clause: str = "") -> HttpResponse:
    """The tap was taken; ``told`` is what it obliges to say, "" for nothing."""
    return fragment(
        service.current(code),
        "ok",
        live_screen.render_notice("note" if message else "ok", message, clause=clause),
    )


def refused(code: str, refusal: Refused, field: str = "") -> HttpResponse:
    """The tap was not taken: what and why, what to do, and the clause ("" where none forbids it). `field`: the field of
    a dialog that it concerns, beside which the tablet shows it."""
    clause = getattr(refusal, "clause", "")
    notice = live_screen.render_notice("refused", message(refusal), clause=clause, remedy=remedy(refusal))
    response = fragment(service.current(code), "refused", notice, REFUSED)
    if field:
        response["Table-Field"] = field
    return response
