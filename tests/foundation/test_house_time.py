"""People read and enter times by the house's own clock; what is stored are moments."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.template import Context, Template
from django.test import override_settings

from casino import environment
from casino.forms import typed
from casino.house_time import clock, day_and_clock, seconds

AT = datetime(2026, 11, 28, 10, 14, 31, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "shown"),
    [("UTC", "10:14 UTC"), ("Australia/Melbourne", "21:14 AEDT"), ("Pacific/Auckland", "23:14 NZDT"),
     ("Europe/London", "10:14 GMT")],
)  # fmt: skip
def test_a_moment_is_told_by_the_clock_on_the_wall(zone: str, shown: str) -> None:
    with override_settings(TIME_ZONE=zone):
        assert clock(AT) == clock(AT.isoformat()) == shown
        assert Template("{{ at|clock }}").render(Context({"at": AT})) == shown


def test_in_summer_time_and_out_of_it() -> None:
    with override_settings(TIME_ZONE="Australia/Melbourne"):
        assert (seconds(AT), day_and_clock(AT)) == ("21:14:31", "2026-11-28 at 21:14 AEDT")
        assert clock(AT - timedelta(days=180)) == "20:14 AEST"


def test_a_time_that_is_typed_is_one_of_that_clock() -> None:
    """At 21:14 a notice names 21:45: a quarter to eleven by the clock of Greenwich."""
    with override_settings(TIME_ZONE="Australia/Melbourne"):
        assert typed.clock("21:45", AT) == datetime(2026, 11, 28, 10, 45, tzinfo=UTC)
        assert typed.clock("0:30", AT) == datetime(2026, 11, 28, 13, 30, tzinfo=UTC)


def test_an_unknown_zone_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_TIME_ZONE", "Australia/Melbourne")
    assert environment.time_zone("CASINO_TIME_ZONE") == "Australia/Melbourne"
    monkeypatch.setenv("CASINO_TIME_ZONE", "../etc/passwd")
    with pytest.raises(ImproperlyConfigured, match="such as Australia/Melbourne"):
        environment.time_zone("CASINO_TIME_ZONE")
