"""What a screen's own program reports when it fails, so that the house hears of it and not only the person at the
screen."""

from __future__ import annotations

import logging
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from casino.staff import arrival
from casino.staff.access import roles
from casino.staff.roles import Role

log = logging.getLogger(__name__)

MOST_A_MINUTE: Final = 10
"""Reports of one person that are written to the log; so a screen that fails at every tap does not fill the disk."""
LONGEST: Final = {"page": 200, "fault": 1500, "browser": 200}
"""Characters of each field that are kept."""


@require_POST
@roles(*Role.values)
def report(request: HttpRequest) -> HttpResponse:
    """A fault of the page's scripts, as the browser tells it, into the log; 204 whatever becomes of it."""
    person = arrival.signed_in(request)
    number = person.number if person else ""
    if _how_many(number) <= MOST_A_MINUTE:
        fields = {name: request.POST.get(name, "")[:most] for name, most in LONGEST.items()}
        # Written as literals: what a browser sends can then make no line of its own.
        log.error(
            "The program of a screen failed: %s at %r: %r (%r)",
            *(number, fields["page"], fields["fault"], fields["browser"]),
        )
    return HttpResponse(status=204)


def _how_many(number: str) -> int:
    """Which report of this minute it is, of that person."""
    key = f"screen-fault-{number}"
    cache.add(key, 0, timeout=60)
    try:
        return cache.incr(key)
    except ValueError:  # the minute ended between the two
        return 1
