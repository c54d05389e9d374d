"""The clock on the wall: every time that people read or enter is the house's own, named by its zone.

The zone is `settings.TIME_ZONE`, which ``CASINO_TIME_ZONE`` gives. The record keeps moments, not clock times:
a hash must not depend on where it is read.

On one night a year the clock strikes an hour twice, on another it leaves one out. Times by the clock are
therefore never compared or added to: a time that is typed or scheduled becomes a moment in UTC first
(`struck`, `moment_of`), since Python finds a time of that hour unequal to every time in another zone. A time
within the hour that is struck twice is written with its zone.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django import template
from django.template import defaultfilters
from django.utils import dates, formats, timezone

LONGEST_DATE: Final = 20
"""The longest text that is read as a date, in characters."""

register = template.Library()


def clock(at: datetime | str) -> str:
    """Hours and minutes with the zone, such as ``21:14 AEDT``; also of a moment written in ISO form."""
    return f"{_here(at):%H:%M %Z}"


def day_and_clock(at: datetime) -> str:
    """The same with its date, such as ``2026-11-28 at 21:14 AEDT``."""
    return f"{timezone.localtime(at):%Y-%m-%d at %H:%M %Z}"


def minutes(at: datetime | str) -> str:
    """Hours and minutes, such as ``21:14``; with the zone where the clock strikes them twice."""
    return _zoned(_here(at), f"{_here(at):%H:%M}")


def seconds(at: datetime | str) -> str:
    """Hours, minutes and seconds, such as ``21:14:31``; with the zone where the clock strikes them twice."""
    return _zoned(_here(at), f"{_here(at):%H:%M:%S}")


def struck(day: date, at: time) -> list[datetime]:
    """The moments (UTC) of a day at which the house's clock shows a time: usually one; two if the clock is
    put back over it, none if it is put forward over it."""
    both = [datetime.combine(day, at.replace(fold=fold), timezone.get_current_timezone()) for fold in (0, 1)]
    moments = sorted({moment.astimezone(UTC) for moment in both})
    shown = at.replace(fold=0)
    return [moment for moment in moments if timezone.localtime(moment).time().replace(fold=0) == shown]


def moment_of(day: date, at: time) -> datetime:
    """The moment (UTC) that a clock time means on a day: the first if the clock shows it twice; if the clock
    skips it, as long after the last time shown as it says."""
    first = datetime.combine(day, at.replace(fold=0), timezone.get_current_timezone())
    return first.astimezone(UTC)


def is_twofold(at: datetime) -> bool:
    """Whether the house's clock shows this time twice that night."""
    local = timezone.localtime(at)
    return local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()


def whole_minute(at: datetime) -> datetime:
    """The first whole minute at or after `at`, which can be written in hours and minutes."""
    begun = at.replace(second=0, microsecond=0)
    return begun if begun == at else begun + timedelta(minutes=1)


def zone() -> str:
    """The name of the house's time now, such as ``AEDT``."""
    return f"{timezone.localtime():%Z}"


def written_day(day: date) -> str:
    """A date as the house writes it, such as ``28 Nov 2026``; `read_day` reads it."""
    return f"{day.day} {dates.MONTHS_3[day.month].capitalize()} {day.year}"


def read_day(typed: str) -> date | None:
    """A date as the house writes it (``28 Nov 2026``, ``28/11/2026``), or as ``2026-11-28``; None for anything else.
    The house's language decides which of two numbers is the month."""
    words = typed.replace(",", " ").casefold().split()
    if len(words) == 3:
        words[1] = next(
            (
                str(number)
                for number in dates.MONTHS
                if words[1].rstrip(".")
                in (str(dates.MONTHS_3[number]).casefold(), str(dates.MONTHS[number]).casefold())
            ),
            words[1],
        )
        return _day_by(" ".join(words), ["%d %m %Y"])
    numeric = [
        form
        for form in formats.get_format("DATE_INPUT_FORMATS")
        if not {"%b", "%B"} & {form[i : i + 2] for i in range(len(form))}
    ]
    return _day_by(typed.strip(), ["%Y-%m-%d", *numeric, "%d.%m.%Y"])


def _day_by(typed: str, written: Sequence[str]) -> date | None:
    if not typed.isascii() or len(typed) > LONGEST_DATE:
        return None
    for form in written:
        try:
            return datetime.strptime(typed, form).date()  # noqa: DTZ007 - a date alone
        except ValueError:
            continue
    return None


def _here(at: datetime | str) -> datetime:
    return timezone.localtime(datetime.fromisoformat(at) if isinstance(at, str) else at)


def _zoned(local: datetime, words: str) -> str:
    return f"{words} {local:%Z}" if is_twofold(local) else words


def _date(value: Any, date_format: str | None = None) -> str:
    """Django's filter of that name; adds the zone if the clock strikes that hour twice."""
    clock_told = date_format is not None and "H:i" in date_format
    if clock_told and isinstance(value, datetime) and value.tzinfo is not None and is_twofold(value):
        # Django's own `T` is empty in that hour.
        words = defaultfilters.date(value, str(date_format).replace(" T", ""))
        return _zoned(timezone.localtime(value), str(words))
    return str(defaultfilters.date(value, date_format))


register.filter("date", _date, expects_localtime=True)
register.filter("clock", clock)
register.filter("day", written_day)
register.simple_tag(zone, name="house_zone")
