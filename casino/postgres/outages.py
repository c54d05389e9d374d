"""Tells apart what keeps the database from taking a request, so that a screen can say it in words."""

from __future__ import annotations

from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError

AWAY: Final = "away"
FULL: Final = "full"
READS: Final = "reads"
BUSY: Final = "busy"
OLD: Final = "old"

HEADER: Final = "House-Fault"
"""The response header that names the outage; its words are in `casino.words.scripts`, by code."""

_BY_STATE: Final = {
    "53100": FULL,  # disk full
    "53400": FULL,  # a limit that was set for what may be written
    "25006": READS,  # a server that takes no writes, such as a standby
    "55P03": BUSY,  # waited too long for a lock
    "57014": BUSY,  # took too long
    "40P01": BUSY,  # a deadlock
}


class NotYet(Exception):
    """A fault that passes by itself: a worker of the next version will answer the same request."""


PASSING: Final = (OperationalError, InterfaceError, NotYet)
"""The request is not at fault: the database cannot be reached, is too slow or is full, or this worker is being
replaced."""


def outage(fault: BaseException | None) -> str:
    """The outage that a fault comes from, directly or through other exceptions; "" if it is not an outage."""
    seen: set[int] = set()
    while fault is not None and id(fault) not in seen:
        if isinstance(fault, NotYet):
            return OLD
        kind = _BY_STATE.get(getattr(fault.__cause__, "sqlstate", "") or "", "")
        if isinstance(fault, PASSING) or (kind and isinstance(fault, DatabaseError)):
            return kind or AWAY
        seen.add(id(fault))
        fault = fault.__cause__ or fault.__context__
    return ""
