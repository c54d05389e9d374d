"""The clock on the wall: every time that people read or enter is the house's own, named by its zone.

The zone is `settings.TIME_ZONE`, which ``CASINO_TIME_ZONE`` gives. The record keeps moments, not clocks: a hash does
not depend on where it is read.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone

register = template.Library()


def clock(at: datetime | str) -> str:
    """Hours and minutes with the zone, such as ``21:14 AEDT``; also of a moment written in ISO form."""
    return f"{_here(at):%H:%M %Z}"


def day_and_clock(at: datetime) -> str:
    """The same with its day, such as ``2026-11-28 at 21:14 AEDT``."""
    return f"{timezone.localtime(at):%Y-%m-%d at %H:%M %Z}"


def seconds(at: datetime | str) -> str:
    """Hours, minutes and seconds, such as ``21:14:31``."""
    return f"{_here(at):%H:%M:%S}"


def whole_minute(at: datetime) -> datetime:
    """The first minute of the clock that is not before `at`: what can be named in hours and minutes."""
    begun = at.replace(second=0, microsecond=0)
    return begun if begun == at else begun + timedelta(minutes=1)


def zone() -> str:
    """The name of the house's time now, such as ``AEDT``."""
    return f"{timezone.localtime():%Z}"


def _here(at: datetime | str) -> datetime:
    return timezone.localtime(datetime.fromisoformat(at) if isinstance(at, str) else at)


register.filter("clock", clock)
register.simple_tag(zone, name="house_zone")
