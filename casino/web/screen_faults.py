"""Reports of failures in a screen's scripts, so that the house hears of them and not only the person at the screen."""

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
"""How many reports of one person are logged in a minute, so that a screen that fails at every tap does not fill the
disk."""
LONGEST: Final = {"page": 200, "fault": 1500, "browser": 200}
"""How many characters of each field are kept."""


@require_POST
@roles(*Role.values)
def report(request: HttpRequest) -> HttpResponse:
    """Log a fault of the page's scripts as the browser reports it; always answers 204."""
    person = arrival.signed_in(request)
    number = person.number if person else ""
    if _how_many(number) <= MOST_A_MINUTE:
        fields = {name: request.POST.get(name, "")[:most] for name, most in LONGEST.items()}
        # As literals, so that what a browser sends cannot forge a line.
        log.error(
            "The program of a screen failed: %s at %r: %r (%r)",
            *(number, fields["page"], fields["fault"], fields["browser"]),
        )
    return HttpResponse(status=204)


def _how_many(number: str) -> int:
    """The number of this report among those of that person in this minute."""
    key = f"screen-fault-{number}"
    cache.add(key, 0, timeout=60)
    try:
        return cache.incr(key)
    except ValueError:  # the minute ended between the two calls
        return 1
