"""Gaming days, shifts and periods: what belongs to which, by the house's clock."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils import timezone

from tables.float.policy import policy

PERIODS = (("day", "Day"), ("month", "Month to date"), ("year", "Year to date"))


def gaming_day(at: datetime) -> date:
    """The gaming day of a moment: before its first hour it is still the day before."""
    here = timezone.localtime(at)
    return here.date() - timedelta(days=1) if here.time() < _clock(policy().gaming_day) else here.date()


def shift_of(at: datetime) -> str:
    """The shift of a moment: the last one that began, which before the first of the day is yesterday's last."""
    now = timezone.localtime(at).time()
    shifts = sorted(policy().shifts, key=lambda shift: _clock(shift.starts))
    begun = [shift for shift in shifts if _clock(shift.starts) <= now]
    return (begun or shifts)[-1].name


def first_day(period: str, day: date) -> date:
    """The first gaming day of a period that ends with `day`: itself, of its month or of its year."""
    if period == "month":
        return day.replace(day=1)
    return day.replace(month=1, day=1) if period == "year" else day


def begins(day: date) -> datetime:
    """The moment at which a gaming day begins."""
    return datetime.combine(day, _clock(policy().gaming_day), timezone.get_current_timezone())


def _clock(text: str) -> time:
    return time.fromisoformat(text)
