"""Reads times as people type them: ``15:28``, ``18:40 - 21:10``, ``10 minutes ago``, ``last shift``, ``28 Nov
21:00``.

A clock time without a day means the last time the house's clock showed it. A single minute is searched with five
minutes on each side: nobody remembers times to the minute.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Final

from django.utils import timezone

from casino.house_time import moment_of, struck
from tables.float.days import begins, gaming_day
from tables.float.policy import policy

Span = tuple[datetime, datetime]

AROUND: Final = timedelta(minutes=5)
LONGEST: Final = 40
"""The longest text that is read as a time, in characters."""

_UNITS: Final = {"s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hr": 3600,
                 "hour": 3600, "d": 86_400, "day": 86_400, "w": 604_800, "week": 604_800}  # fmt: skip
_UNIT: Final = r"(seconds?|sec|minutes?|mins?|min|hours?|hrs?|days?|weeks?|[smhdw])"
_AGO: Final = re.compile(rf"(an?|\d{{1,4}})\s*{_UNIT}\s+ago")
_IN: Final = re.compile(rf"in\s+(an?|\d{{1,4}})\s*{_UNIT}")
_LAST: Final = re.compile(rf"(?:last|past)\s+(?:(\d{{1,4}})\s*)?{_UNIT}")
_BETWEEN: Final = re.compile(r"\s*(?:–|—|\bto\b|\buntil\b|\s-\s|(?<=\d{2}:\d{2})-(?=\d{1,2}:))\s*")
_CLOCK: Final = re.compile(r"(?:^| )(?:at )?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))? ?(am|pm)?$")
"""Matches the clock time at the end of a text with single blanks; what comes before it is the day."""
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def span_of(typed: str, now: datetime) -> Span | None:
    """The first and last moment that a text means, relative to ``now``; None if it is not a time."""
    words = " ".join(typed.lower().split())
    if not words or len(words) > LONGEST:
        return None
    try:
        return _relative(words, now) or _between(words, now) or _around(words, now)
    except (ValueError, OverflowError):
        return None


def instant(typed: str, now: datetime) -> datetime | None:
    """The moment that a text means, such as ``21:14``, ``28 Nov 21:14:31``, ``10 minutes ago`` or ``now``; None if it
    is not one."""
    words = " ".join(typed.lower().split())
    if not words or len(words) > LONGEST:
        return None
    try:
        if words == "now":
            return now
        if ago := _AGO.fullmatch(words):
            return now - timedelta(seconds=(1 if ago[1] in ("a", "an") else int(ago[1])) * _seconds(ago[2]))
        exactly = _exactly(words, now)
    except (ValueError, OverflowError):
        return None
    return None if exactly is None else exactly[0]


def instant_to_come(typed: str, now: datetime) -> datetime | None:
    """The next moment that a text means: ``22:30``, ``tomorrow 9:00``, ``in 30 minutes``, ``2026-12-02 21:00``, or
    the end of a day; None if it is not a time, or is in the past."""
    words = " ".join(typed.lower().split())
    if not words or len(words) > LONGEST:
        return None
    today = timezone.localtime(now).date()
    try:
        if ahead := _IN.fullmatch(words):
            return now + timedelta(
                seconds=(1 if ahead[1] in ("a", "an") else int(ahead[1])) * _seconds(ahead[2])
            )
        clock = _CLOCK.search(words)
        day_words = words[: clock.start()].strip() if clock else words
        day = (
            today + timedelta(days=1)
            if day_words == "tomorrow"
            else _day(day_words, now)
            if day_words
            else None
        )
        if day_words and day is None:
            return None
        if day is not None and day < today and not re.search(r"\d{4}", day_words):
            # A day without a year, or a day of the week: the next one with that name.
            weekday = day_words[:3] in _WEEKDAYS
            day = day + timedelta(days=7) if weekday else day.replace(year=day.year + 1)
        if clock is None:
            at = begins(day + timedelta(days=1)) if day else None
        else:
            hour = int(clock[1])
            if clock[4]:
                hour = hour % 12 + (12 if clock[4] == "pm" else 0)
            shown = time(hour, int(clock[2]), int(clock[3] or 0))
            days = [day] if day else [today, today + timedelta(days=1)]
            to_come = [at for day in days for at in struck(day, shown) if at > now]
            at = to_come[0] if to_come else None
    except (ValueError, OverflowError):
        return None
    return at if at is not None and at > now else None


def ends_of(typed: str, now: datetime) -> Span | None:
    """The same as `span_of` for a time that begins or ends there: a minute is just that minute."""
    words = " ".join(typed.lower().split())
    if not words or len(words) > LONGEST:
        return None
    try:
        return _exactly(words, now) or _relative(words, now) or _between(words, now)
    except (ValueError, OverflowError):
        return None


def _relative(words: str, now: datetime) -> Span | None:
    if ago := _AGO.fullmatch(words):
        count = 1 if ago[1] in ("a", "an") else int(ago[1])
        unit = _seconds(ago[2])
        middle = now - timedelta(seconds=count * unit)
        # "10 minutes ago" allows a few minutes either way, "2 hours ago" half an hour.
        near = timedelta(seconds=max(120, min(count * unit // 4, 1800)))
        return middle - near, min(middle + near, now)
    if last := _LAST.fullmatch(words):
        return now - timedelta(seconds=int(last[1] or 1) * _seconds(last[2])), now
    today = gaming_day(now)
    match words:
        case "now":
            return now - AROUND, now
        case "today" | "this day" | "gaming day":
            return begins(today), now
        case "yesterday" | "last night":
            return begins(today - timedelta(days=1)), begins(today)
        case "this shift" | "shift":
            return _shift_before(now, 0), now
        case "last shift" | "the shift before" | "previous shift":
            return _shift_before(now, 1), _shift_before(now, 0)
        case "tonight" | "this evening":
            return moment_of(today, time(18)), now
        case "this morning":
            return moment_of(today, time(6)), min(now, moment_of(today, time(12)))
    for word in ("since ", "from ", "after "):
        if words.startswith(word) and (begun := _exactly(words.removeprefix(word), now)):
            return begun[0], now
    for word in ("before ", "until ", "till "):
        if words.startswith(word) and (end := _exactly(words.removeprefix(word), now)):
            return begins(gaming_day(end[0])), end[0]
    return None


def _between(words: str, now: datetime) -> Span | None:
    ends = _BETWEEN.split(words, maxsplit=1)
    if len(ends) != 2 or not all(ends):
        return None
    first, last = (_exactly(end, now) for end in ends)
    if first is None or last is None:
        return None
    start, end = first[0], last[1]
    if start > end:
        # 23:00 to 01:00, and a range whose start has a day while its end does not.
        day, clock = timezone.localtime(start).date(), timezone.localtime(end).time()
        end = moment_of(day, clock)
        if end < start:
            end = moment_of(day + timedelta(days=1), clock)
    return start, end


def _exactly(words: str, now: datetime) -> Span | None:
    """The first and last moment of a day, a minute or a second."""
    if day := _day(words, now):
        return begins(day), begins(day + timedelta(days=1)) - timedelta(microseconds=1)
    clock = _CLOCK.search(words)
    if clock is None:
        return None
    hour = int(clock[1])
    if clock[4]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if clock[4] == "pm" else 0)
    moments = _moments(words[: clock.start()], time(hour, int(clock[2]), int(clock[3] or 0)), now)
    if not moments:
        return None
    whole = timedelta(minutes=1) if clock[3] is None else timedelta(seconds=1)
    return moments[0], moments[-1] + whole - timedelta(microseconds=1)


def _around(words: str, now: datetime) -> Span | None:
    """A whole day, or a clock time with the minutes on each side of it."""
    exactly = _exactly(words, now)
    if exactly is None or _day(words, now):
        return exactly
    return exactly[0] - AROUND, exactly[1] + AROUND


def _moments(day: str, at: time, now: datetime) -> list[datetime]:
    """Each moment at which the clock showed a time, on that day or, without one, the last time it did."""
    if day:
        typed = _day(day, now)
        return struck(typed, at) if typed else []
    today = timezone.localtime(now).date()
    for back in range(3):
        if passed := [moment for moment in struck(today - timedelta(days=back), at) if moment <= now]:
            return passed
    return []


def _day(words: str, now: datetime) -> date | None:
    """A calendar day; without a year, the last one with that name."""
    today = timezone.localtime(now).date()
    if words in ("today", "yesterday"):
        return today - timedelta(days=words == "yesterday")
    if words[:3] in _WEEKDAYS and words in (words[:3], _whole_weekday(words[:3])):
        return today - timedelta(days=(today.weekday() - _WEEKDAYS.index(words[:3])) % 7)
    if iso := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", words):
        return date(int(iso[1]), int(iso[2]), int(iso[3]))
    if slashed := re.fullmatch(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}))?", words):
        if "." in words and slashed[3] is None:
            return None  # 21.10 is a time
        return _in_the_past(int(slashed[1]), int(slashed[2]), slashed[3], today)
    if named := re.fullmatch(r"(\d{1,2})\s+([a-z]{3,9})(?:\s+(\d{4}))?", words):
        month = next((no for no, name in enumerate(_MONTHS, start=1) if named[2].startswith(name)), 0)
        return _in_the_past(int(named[1]), month, named[3], today) if month else None
    return None


def _in_the_past(day: int, month: int, year: str | None, today: date) -> date:
    if year:
        return date(int(year), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year <= today else date(today.year - 1, month, day)


def _whole_weekday(short: str) -> str:
    return {"mon": "monday", "tue": "tuesday", "wed": "wednesday", "thu": "thursday", "fri": "friday",
            "sat": "saturday", "sun": "sunday"}[short]  # fmt: skip


def _shift_before(now: datetime, back: int) -> datetime:
    """When the shift began that was `back` shifts before the current one."""
    starts = sorted(time.fromisoformat(shift.starts) for shift in policy().shifts)
    today = timezone.localtime(now).date()
    begun = [
        moment
        for day in range(-2, 1)
        for at in starts
        if (moment := moment_of(today + timedelta(days=day), at)) <= now
    ]
    return begun[-1 - back]


def _seconds(unit: str) -> int:
    return _UNITS[unit if unit in _UNITS else unit.rstrip("s")]
