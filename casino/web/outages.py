"""What keeps the database from taking a request, told apart so that a screen can say it in words."""

from __future__ import annotations

from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError

AWAY: Final = "away"
FULL: Final = "full"
READS: Final = "reads"
BUSY: Final = "busy"
OLD: Final = "old"

HEADER: Final = "House-Fault"
"""The header that names it on an answer; the words are those of `casino.words.scripts`, by code."""

_BY_STATE: Final = {
    "53100": FULL,  # disk full
    "53400": FULL,  # a limit that was set for what may be written
    "25006": READS,  # takes no writes, as a standby
    "55P03": BUSY,  # waited too long for a lock
    "57014": BUSY,  # took too long
    "40P01": BUSY,  # two that waited for each other
}


class NotYet(Exception):
    """A fault that passes by itself: the same request is answered later, by a worker of the version after this one."""


PASSING: Final = (OperationalError, InterfaceError, NotYet)
"""The database cannot be reached, is too slow, or has no room, or this worker is to be replaced: the request is not at
fault."""


def outage(fault: BaseException | None) -> str:
    """Which outage a fault comes from, also where another exception was raised because of it; "" for none."""
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
