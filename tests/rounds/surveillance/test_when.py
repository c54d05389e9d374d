"""Times as reviewers type them, at the house's clock."""

from datetime import UTC, datetime

import pytest
from django.test import override_settings

from rounds.surveillance.when import span_of


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


NOW = at("2026-11-28 10:30:00")
"""21:30 in Sydney, Saturday: the evening shift (14:00 to 22:00) of the gaming day that began at 06:00."""

SYDNEY = pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        # A minute is searched with five on each side.
        ("15:28", "2026-11-28 04:23:00", "2026-11-28 04:34:00"),
        ("3:28 pm", "2026-11-28 04:23:00", "2026-11-28 04:34:00"),
        # 23:10 has not been yet today: it is yesterday's.
        ("23:10", "2026-11-27 12:05:00", "2026-11-27 12:16:00"),
        ("18:40 - 21:10", "2026-11-28 07:40:00", "2026-11-28 10:11:00"),
        ("18:40–21:10", "2026-11-28 07:40:00", "2026-11-28 10:11:00"),
        ("23:00 to 01:00", "2026-11-27 12:00:00", "2026-11-27 14:01:00"),
        ("27 Nov 21:00 to 22:00", "2026-11-27 10:00:00", "2026-11-27 11:01:00"),
        ("2026-11-27 21:00:30", "2026-11-27 09:55:30", "2026-11-27 10:05:31"),
        ("27 nov", "2026-11-26 19:00:00", "2026-11-27 19:00:00"),
        ("27/11", "2026-11-26 19:00:00", "2026-11-27 19:00:00"),
        ("friday", "2026-11-26 19:00:00", "2026-11-27 19:00:00"),
        ("29 nov", "2025-11-28 19:00:00", "2025-11-29 19:00:00"),
        ("last 10 minutes", "2026-11-28 10:20:00", "2026-11-28 10:30:00"),
        ("last hour", "2026-11-28 09:30:00", "2026-11-28 10:30:00"),
        ("10 minutes ago", "2026-11-28 10:17:30", "2026-11-28 10:22:30"),
        ("2 hours ago", "2026-11-28 08:00:00", "2026-11-28 09:00:00"),
        ("this shift", "2026-11-28 03:00:00", "2026-11-28 10:30:00"),
        ("Last  Shift", "2026-11-27 19:00:00", "2026-11-28 03:00:00"),
        ("today", "2026-11-27 19:00:00", "2026-11-28 10:30:00"),
        ("yesterday", "2026-11-26 19:00:00", "2026-11-27 19:00:00"),
        ("since 20:00", "2026-11-28 09:00:00", "2026-11-28 10:30:00"),
        ("before 20:00", "2026-11-27 19:00:00", "2026-11-28 09:00:00"),
    ],
)  # fmt: skip


@SYDNEY
def test_a_time_means_what_the_house_s_clock_showed(typed: str, first: str, last: str) -> None:
    with override_settings(TIME_ZONE="Australia/Sydney"):
        span = span_of(typed, NOW)
    assert span is not None
    assert span[0] == at(first)
    assert abs((span[1] - at(last)).total_seconds()) < 0.001


@pytest.mark.parametrize(
    "typed",
    ["", "yesterweek", "25:00", "12:60", "13:00 pm", "31 Feb", "0 foo ago", "99999999 days ago", "x" * 400, "8 3 10",
     "ago", "28/13", "²:00"],
)  # fmt: skip
def test_a_text_that_is_not_a_time_is_not_taken_for_a_time(typed: str) -> None:
    assert span_of(typed, NOW) is None


def test_a_minute_that_the_clock_showed_twice_is_searched_both_times() -> None:
    """Sydney, 5 April 2026: at 03:00 daylight time the clock went back to 02:00."""
    with override_settings(TIME_ZONE="Australia/Sydney"):
        span = span_of("2:30", at("2026-04-04 20:00:00"))
    assert span == (at("2026-04-04 15:25:00"), datetime(2026, 4, 4, 16, 35, 59, 999_999, tzinfo=UTC))


def test_a_minute_that_the_clock_left_out_is_that_of_the_night_before() -> None:
    """Sydney, 4 October 2026: after 01:59 the clock showed 03:00."""
    with override_settings(TIME_ZONE="Australia/Sydney"):
        span = span_of("2:30", at("2026-10-03 20:00:00"))
    assert span is not None
    assert span[0] == at("2026-10-02 16:25:00")
