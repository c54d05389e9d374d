"""Gaming days, months and years to date where the clock changes: over midnight, over the first hour of the gaming day,
over a year's end, and when summer time begins and ends."""

from datetime import UTC, date, datetime, timedelta

import pytest

from rounds import engine
from rounds.pit import day
from rounds.pit.reports.figures import FigureQuery, rows
from rounds.pit.reports.report import report
from tables.float import cash, days
from tables.models import Session, Table
from tables.opening import closing
from tests import floor

CODE = "BJ-12"
MELBOURNE, AUCKLAND, LONDON = "Australia/Melbourne", "Pacific/Auckland", "Europe/London"


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


def deal(*moments: datetime) -> None:
    """A round of 50 at each moment, which the house wins."""
    floor.prepare(CODE, at=moments[0])
    for at in moments:
        for command in (
            engine.PlaceWager(1, "A", 5000), engine.CallBets(), *floor.cards("Ts 9d 7c"), engine.Decide(1, "stand"),
            *floor.cards("Td"), engine.Settle(), engine.Collect(),
        ):  # fmt: skip
            assert floor.tap(CODE, command, at=at).ok


def rounds(day_: date, **more: str) -> list[int]:
    return [row.sums.rounds for row in rows(FigureQuery(day=day_, **more))]


@pytest.mark.django_db
def test_a_session_over_the_years_end_is_parted_by_the_first_hour_of_the_gaming_day(settings) -> None:
    settings.TIME_ZONE = MELBOURNE
    floor.open_table(CODE, shoe=False, book="UK")
    # Melbourne is 11 hours before UTC in summer: 23:30 of 31 December, 00:30, 05:59 and 06:00 of 1 January.
    moments = (
        utc(2026, 12, 31, 12, 30),
        utc(2026, 12, 31, 13, 30),
        utc(2026, 12, 31, 18, 59),
        utc(2026, 12, 31, 19, 0),
    )
    last, first = moments[-2:]
    deal(*moments)
    cash.change_box(CODE, old="", new="D1", by=floor.dealer(), signed_by=floor.casino_supervisor(), at=last)
    cash.buy_in(CODE, 10000, {2500: 4}, by=floor.dealer(), at=last)
    cash.buy_in(CODE, 5000, {2500: 2}, by=floor.dealer(), at=first)
    new_years_eve, new_year = date(2026, 12, 31), date(2027, 1, 1)
    for period in ("day", "month", "year"):
        assert rounds(new_years_eve, period=period) == [3]
        assert rounds(new_year, period=period) == [1]
        (row,) = rows(FigureQuery(day=new_year, period=period))
        assert (row.sums.win, row.sums.drop) == (5000, 5000)
    assert rounds(new_years_eve, shift="night") == [3]
    assert rounds(new_year, shift="day") == [1]
    assert rounds(date(2027, 1, 31), period="month") == [1]
    assert rounds(date(2027, 2, 1), period="month") == []
    # The running session gives the same when it has closed; its count belongs to neither day.
    floor.begin_closing(CODE, at=first + timedelta(hours=1))
    floor.count_closing(CODE, at=first + timedelta(hours=1))
    closing.close_table(CODE, by=floor.casino_supervisor(), at=first + timedelta(hours=1))
    session = Session.objects.get(table__code=CODE)
    assert {tally.day: tally.rounds for tally in session.tallies.all()} == {new_years_eve: 3, new_year: 1}
    assert rounds(new_years_eve) == [3]
    (row,) = rows(FigureQuery(day=new_year, period="year"))
    assert (row.sums.rounds, row.counted) == (1, None)
    # By the house's clock in the report as well.
    sections = {section.title: section for section in report(session, first).sections}
    assert {row[:2] for row in sections["By shift and dealer"].rows} == {
        ("2026-12-31", "night"),
        ("2027-01-01", "day"),
    }
    assert sections["Session"].note == f"Times are those of the house's clock ({MELBOURNE})."


@pytest.mark.parametrize(
    ("zone", "short", "long"),
    [
        (MELBOURNE, date(2026, 10, 3), date(2027, 4, 3)),
        (AUCKLAND, date(2026, 9, 26), date(2027, 4, 3)),
        (LONDON, date(2027, 3, 27), date(2026, 10, 24)),
    ],
)
def test_the_day_of_a_change_to_summer_time_has_23_hours_and_the_other_25(
    settings, zone, short, long
) -> None:
    settings.TIME_ZONE = zone
    for first, hours in ((short, 23), (long, 25)):
        begins, ends = days.begins(first), days.begins(first + timedelta(days=1))
        assert ends - begins == timedelta(hours=hours)
        minutes = [begins + timedelta(minutes=minute) for minute in range(hours * 60)]
        assert {days.gaming_day(at) for at in minutes} == {first}
        assert days.gaming_day(ends) == first + timedelta(days=1)
        # Three shifts in their order, none of which comes back.
        shifts = [days.shift_of(at) for at in minutes]
        assert list(dict.fromkeys(shifts)) == ["day", "swing", "night"]
        assert shifts == sorted(shifts, key=["day", "swing", "night"].index)
        # An hour that is struck twice is two, one that is not struck does not count.
        assert len(days.hours_of({days.hour_of(at) for at in minutes})) == hours
    assert days.by_the_clock(days.begins(short)).hour == 6


def test_a_gaming_day_that_begins_in_the_hour_that_comes_twice_begins_once(settings) -> None:
    settings.TIME_ZONE = MELBOURNE
    settings.FLOAT_POLICY = {
        "gaming_day": "02:30",
        "shifts": [{"name": "early", "starts": "02:30"}, {"name": "late", "starts": "14:00"}],
    }
    # 02:29 and 02:30 of summer time, then 02:10 again, an hour later by the new time.
    at = utc(2027, 4, 3, 15, 29), utc(2027, 4, 3, 15, 30), utc(2027, 4, 3, 16, 10)
    assert [days.gaming_day(moment).day for moment in at] == [3, 4, 4]
    assert [days.shift_of(moment) for moment in at] == ["late", "early", "early"]


@pytest.mark.django_db
def test_the_charts_of_the_day_go_by_time_that_passes(settings) -> None:
    settings.TIME_ZONE = MELBOURNE
    floor.open_table(CODE, shoe=False, book="UK")
    # Summer time ends at 16:00 UTC.
    deal(utc(2027, 4, 3, 15, 10), utc(2027, 4, 3, 16, 10), utc(2027, 4, 3, 17, 10))
    drawn = day.drawn([Table.objects.get(code=CODE)], utc(2027, 4, 3, 18, 0))
    assert [(hour, number) for *_, hour, number in drawn.bars.bars] == [("02", 1), ("02", 1), ("03", 1)]
    assert (drawn.lines.first, drawn.lines.last) == ("02:00 AEDT", "03:15")
    # On the report by the house's clock, which strikes two twice.
    assert report(Session.objects.get(), utc(2027, 4, 3, 18, 0)).pace == (("02", 1), ("02", 1), ("03", 1))
