"""Moments: times that are passed in; the machine reads no clock."""

from datetime import datetime, timedelta
from typing import Final

Moment = datetime
"""A date and time with its zone."""

_DAY: Final = timedelta(days=1)
_MINUTE: Final = timedelta(minutes=1)


def minutes_between(earlier: Moment, later: Moment) -> int:
    """Whole minutes from one moment to the other; negative if the later one is earlier."""
    return (later - earlier) // _MINUTE


def days_after(moment: Moment, days: int) -> Moment:
    """The moment so many days later."""
    return moment + days * _DAY


def minutes_after(moment: Moment, minutes: int) -> Moment:
    """The moment so many minutes later."""
    return moment + minutes * _MINUTE


def has_zone(moment: Moment) -> bool:
    """Whether the moment has a zone, so that it can be compared with others."""
    return moment.utcoffset() is not None
