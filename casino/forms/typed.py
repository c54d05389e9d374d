"""Reads what was typed into a form: sums, numbers, times. Everything here raises Refusal."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.dateparse import parse_time

from casino.house_time import moment_of, read_day, struck
from casino.money import MoneyError, parse_typed
from casino.refusals import Refusal


def money(typed: str, label: str, *, optional: bool = False) -> int:
    """An amount in cents; 0 for an empty optional field. Raises Refusal."""
    typed = typed.strip()
    if not typed and optional:
        return 0
    try:
        return parse_typed(typed)
    except MoneyError as wrong:
        raise Refusal("typed.amount", field=label, fault=wrong.fault) from wrong


def signed(typed: str, label: str) -> int | None:
    """An amount in cents that may be below zero; None for an empty field. Raises Refusal."""
    typed = typed.strip().replace("−", "-")
    if not typed:
        return None
    below = typed.startswith("-")
    cents = money(typed.removeprefix("-"), label)
    return -cents if below else cents


def number(typed: str, label: str) -> int:
    """A whole number of up to six digits."""
    typed = typed.strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 6):
        raise Refusal("typed.number", field=label, typed=typed)
    return int(typed)


def clock(typed: str, at: datetime) -> datetime:
    """The next moment at which the clock shows this time: five past midnight, typed before midnight, is
    tomorrow's.

    If the clock strikes it twice that night, the one still to come is meant; its zone may follow it (``02:10
    AEST``). Raises Refusal for a time that the clock leaves out.
    """
    typed, _, zone = typed.strip().partition(" ")
    clock_time = time(*_time(typed))
    today = timezone.localtime(at).date()
    lately = at - timedelta(hours=12)
    if moment_of(today, clock_time) > lately:
        return _struck(today, clock_time, at, zone)
    return _struck(today + timedelta(days=1), clock_time, at, zone)


def _struck(day: date, clock_time: time, at: datetime, zone: str = "") -> datetime:
    """The first moment, not before `at`, at which the clock shows a time that day."""
    moments = struck(day, clock_time)
    if not moments:
        raise Refusal("typed.time_left_out", time=f"{clock_time:%H:%M}", day=str(day))
    named = [instant for instant in moments if f"{timezone.localtime(instant):%Z}" == zone.strip().upper()]
    if zone and not named:
        raise Refusal(
            "typed.time_zone",
            time=f"{clock_time:%H:%M}",
            zone=zone,
            zones=[f"{timezone.localtime(instant):%Z}" for instant in moments],
        )
    return next((instant for instant in named or moments if instant >= at), (named or moments)[-1])


def day(typed: str, label: str) -> date | None:
    """A date; None for an empty field."""
    typed = typed.strip()
    if not typed:
        return None
    parsed = read_day(typed)
    if parsed is None:
        raise Refusal("typed.date", field=label, typed=typed)
    return parsed


def moment(on: date | None, at: time | None, label: str) -> datetime | None:
    """A date and a time of day together; None if both are missing. Raises Refusal if one is."""
    if on is None and at is None:
        return None
    if on is None:
        raise Refusal("typed.date_missing", field=label)
    if at is None:
        raise Refusal("typed.time_missing", field=label)
    return _struck(on, at, timezone.now())


def time_of_day(typed: str) -> time:
    """A time of day."""
    return time(*_time(typed))


def _time(typed: str) -> tuple[int, int]:
    try:
        # Python reads digits of other scripts in a number but not in a time: only one kind is taken
        # everywhere.
        clock_time = parse_time(typed.strip()) if typed.isascii() else None
    except ValueError:
        clock_time = None
    # `parse_time` would drop an offset without a word, and seconds would be lost here.
    beyond = clock_time is not None and (clock_time.second or clock_time.microsecond)
    if clock_time is None or beyond or not set(typed.strip()) <= set("0123456789:"):
        raise Refusal("typed.time", typed=typed)
    return clock_time.hour, clock_time.minute
