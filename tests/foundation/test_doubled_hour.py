"""The night on which the clock strikes an hour twice, and the one on which it leaves an hour out: times that are
typed, scheduled and shown are moments, in each city where the house may be."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.template import Context, Template
from django.test import override_settings
from django.utils import timezone

from casino.forms import typed
from casino.house_time import clock, is_twofold, minutes, moment_of, seconds, struck
from casino.ledger.search import Search
from tables.float import days
from tables.hours import hours
from tables.models import GamingHours
from tests.refusing import refused_as

# Zone: the night on which it is put back, the moment of that (UTC), the hour that is struck twice, its two zones,
# the night on which it is put forward, and the moment of that. From the laws on summer time: the first Sundays of April
# and October at 3:00 and 2:00 in the Australian cities; the first Sunday of April and the last of September in New
# Zealand; the last Sundays of October and March at 1:00 UTC in the United Kingdom.
SYDNEY = (date(2027, 4, 4), datetime(2027, 4, 3, 16, tzinfo=UTC), 2, "AEDT", "AEST",
          date(2027, 10, 3), datetime(2027, 10, 2, 16, tzinfo=UTC))  # fmt: skip
NIGHTS = {
    "Australia/Sydney": SYDNEY,
    "Australia/Canberra": SYDNEY,
    "Australia/Melbourne": SYDNEY,
    "Pacific/Auckland": (date(2027, 4, 4), datetime(2027, 4, 3, 14, tzinfo=UTC), 2, "NZDT", "NZST",
                         date(2027, 9, 26), datetime(2027, 9, 25, 14, tzinfo=UTC)),
    "Europe/London": (date(2026, 10, 25), datetime(2026, 10, 25, 1, tzinfo=UTC), 1, "BST", "GMT",
                      date(2027, 3, 28), datetime(2027, 3, 28, 1, tzinfo=UTC)),
}  # fmt: skip
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


class Night:
    """One city's two nights."""

    def __init__(self, zone: str) -> None:
        self.back_on, self.back, self.hour, self.first, self.second, self.forward_on, self.forward = NIGHTS[
            zone
        ]

    def at(self, minute: int) -> time:
        """A time within the hour that is struck twice, or left out."""
        return time(self.hour, minute)


@pytest.fixture(params=sorted(NIGHTS))
def night(request: pytest.FixtureRequest) -> Iterator[Night]:
    with override_settings(TIME_ZONE=request.param):
        yield Night(request.param)


def test_an_hour_is_struck_twice_and_one_never(night: Night) -> None:
    both = struck(night.back_on, night.at(10))
    assert both == [night.back - 50 * MINUTE, night.back + 10 * MINUTE]
    assert struck(night.forward_on, night.at(10)) == []
    assert len(struck(night.back_on, time(night.hour + 1, 10))) == 1
    assert moment_of(night.back_on, night.at(10)) == both[0]
    # As long after midnight as scheduled.
    assert moment_of(night.forward_on, night.at(30)) == night.forward + 30 * MINUTE


def test_a_time_of_that_hour_is_told_with_its_zone(night: Night) -> None:
    first, second = struck(night.back_on, night.at(10))
    assert minutes(first) == f"0{night.hour}:10 {night.first}"
    assert seconds(second) == f"0{night.hour}:10:00 {night.second}"
    assert minutes(night.back + HOUR) == f"0{night.hour + 1}:00"
    page = Template('{{ at|date:"j M H:i" }}, {{ at|date:"H:i T" }}, {{ at|date:"Y" }}, {{ day|date:"H:i" }}')
    text = page.render(Context({"at": second, "day": time(2, 10)}))
    day = f"{night.back_on.day} {night.back_on:%b}"
    hour = f"0{night.hour}:10 {night.second}"
    assert text == f"{day} {hour}, {hour}, {night.back_on.year}, 02:10"


def test_a_typed_time_is_the_next_that_is_still_to_come(night: Night) -> None:
    first, second = struck(night.back_on, night.at(10))
    typed_as = f"0{night.hour}:10"
    assert typed.clock(typed_as, first - 30 * MINUTE) == first
    # Half an hour after it was struck first, it is half an hour ahead.
    assert typed.clock(typed_as, first + 30 * MINUTE) == second
    assert (
        typed.clock(typed_as, second + 10 * MINUTE) == second
    )  # past, and refused as such by what is done with it
    # What a refusal names can be typed exactly as it is shown.
    named = clock(second)
    assert typed.clock(named, first - 30 * MINUTE) == second
    with refused_as("typed.time_zone"):
        typed.clock(f"{typed_as} XYZ", first)


def test_a_time_that_the_clock_leaves_out_is_refused_in_words(night: Night) -> None:
    for at in (night.forward - HOUR, night.forward + 40 * MINUTE, night.forward - 10 * HOUR):
        with refused_as("typed.time_left_out"):
            typed.clock(f"0{night.hour}:30", at)
    with refused_as("typed.time_left_out"):
        typed.moment(night.forward_on, typed.time_of_day(f"0{night.hour}:30"), "When")
    # The day after it is on the clock again.
    assert (
        typed.clock(f"0{night.hour}:30", night.forward + 20 * HOUR) == night.forward + 24 * HOUR - 30 * MINUTE
    )


def test_a_search_has_the_whole_of_an_hour_that_was_struck_twice(night: Night) -> None:
    day, hour = night.back_on.isoformat(), f"0{night.hour}"
    search = Search.parse({"from": f"{day} {hour}:10", "to": f"{day} {hour}:50"})
    assert search.start == night.back - 50 * MINUTE
    assert search.end == night.back + 50 * MINUTE + timedelta(seconds=59, microseconds=999_999)
    whole = Search.parse({"from": day, "to": day})
    assert whole.end is not None
    assert whole.start is not None
    assert round((whole.end - whole.start) / HOUR, 3) == 25
    missing = Search.parse({"from": f"{night.forward_on} {hour}:30"})
    assert "put forward" in missing.wrong["from"]


@pytest.mark.clause("ACT96-19.1", "ACT03-15.1")
@pytest.mark.django_db
def test_gaming_ends_once(night: Night) -> None:
    ends = night.at(30)
    GamingHours.objects.create(
        book="ACT96", valid_from=date(2026, 1, 1), begins=time(12), ends=ends, source="M 7", set_by="M-1",
        set_at=night.back,
    )  # fmt: skip
    first, second = struck(night.back_on, ends)
    for at in (first - 3 * HOUR, first - MINUTE):
        assert hours.gaming_ends("ACT96", at) == first
        assert hours.ended("ACT96", at) is None
    # Over at the first half past, and not open again when the clock shows less.
    for at in (first, first + 10 * MINUTE, second - 20 * MINUTE, second, second + HOUR):
        assert hours.gaming_ends("ACT96", at) == at
        assert hours.ended("ACT96", at) == first
    # In spring it is as long as on other nights: what is told of its end is when it ends.
    end = night.forward + 30 * MINUTE
    for at in (night.forward - MINUTE, night.forward + 5 * MINUTE, end - MINUTE):
        assert hours.gaming_ends("ACT96", at) == end
    assert hours.gaming_ends("ACT96", end) == end
    assert hours.ended("ACT96", end + MINUTE) == end


def test_the_proposed_time_of_a_notice_is_taken_all_night(night: Night) -> None:
    """As the pages propose it: 21 minutes ahead by the clock, which a notice of 20 minutes may name."""
    for night_of in (night.back, night.forward):
        for minute in range(-150, 150, 7):
            at = night_of + minute * MINUTE
            proposed = f"{timezone.localtime(at + 21 * MINUTE):%H:%M}"
            assert typed.clock(proposed, at) - at == 21 * MINUTE


def test_the_gaming_day_changes_at_the_time_that_is_set(night: Night) -> None:
    for day in (night.back_on, night.forward_on):
        begun = days.begins(day)
        assert days.gaming_day(begun) == day
        assert days.gaming_day(begun - MINUTE) == day - timedelta(days=1)
        assert not is_twofold(begun)
