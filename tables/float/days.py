"""Which gaming day, shift and period a moment belongs to, by the house's clock."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext_noop

from casino.house_time import moment_of
from tables.float.policy import policy

PERIODS = (
    ("day", gettext_noop("Day")),
    ("week", gettext_noop("Week to date")),
    ("month", gettext_noop("Month to date")),
    ("year", gettext_noop("Year to date")),
)


def by_the_clock(at: datetime) -> datetime:
    """A moment by the house's own clock."""
    return timezone.localtime(at)


def gaming_day(at: datetime) -> date:
    """The gaming day of a moment: before the day's first hour it is still the previous one."""
    today = by_the_clock(at).date()
    return today if at >= begins(today) else today - timedelta(days=1)


def shift_of(at: datetime) -> str:
    """The shift of a moment: the last one that began, which early in the day is yesterday's last."""
    today = by_the_clock(at).date()
    shifts = sorted(policy().shifts, key=lambda shift: time.fromisoformat(shift.starts))
    begun = [shift for shift in shifts if moment_of(today, time.fromisoformat(shift.starts)) <= at]
    return (begun or shifts)[-1].name


def first_day(period: str, day: date) -> date:
    """The first gaming day of a period that ends with `day`: the day itself, the Monday of its week, the first of
    its month or of its year."""
    if period == "week":
        return day - timedelta(days=day.weekday())
    if period == "month":
        return day.replace(day=1)
    return day.replace(month=1, day=1) if period == "year" else day


def day_before(period: str, day: date) -> date:
    """The last day of the previous period up to the same point: yesterday, the same day a week, a month or a year
    before; the last day of a shorter month."""
    if period in ("day", "week"):
        return day - timedelta(days=1 if period == "day" else 7)
    before = (
        day.replace(day=1) - timedelta(days=1) if period == "month" else day.replace(year=day.year - 1, day=1)
    )
    return before.replace(day=min(day.day, monthrange(before.year, before.month)[1]))


def begins(day: date) -> datetime:
    """The moment (UTC) at which a gaming day begins. Adding to it adds elapsed time, even if the clock is put
    forward or back."""
    return moment_of(day, time.fromisoformat(policy().gaming_day))


def hour_of(at: datetime) -> datetime:
    """The beginning (UTC) of the hour of the house's clock in which a moment lies: an hour that the clock strikes
    twice is two."""
    local = by_the_clock(at)
    begun = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    return at.astimezone(UTC) - begun


def hours_of(some: Iterable[datetime]) -> list[datetime]:
    """Every hour from the first of these to the last."""
    some = sorted(some)
    if not some:
        return []
    count = int((some[-1] - some[0]) / timedelta(hours=1)) + 1
    return [some[0] + timedelta(hours=number) for number in range(count)]
