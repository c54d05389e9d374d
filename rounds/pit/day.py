"""The gaming day at some tables: win against theo by quarter of an hour, and rounds in each hour.

The database adds up the rounds, so sixty tables take as many queries as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from casino.house_time import minutes
from casino.money import Cents
from rounds.pit import charts
from rounds.read_model.session_tallies import parts
from tables.float.days import begins, gaming_day, hour_of, hours_of
from tables.models import Table

PART: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Day:
    """The charts of a gaming day, as ``pit/_day.html`` draws them."""

    lines: charts.Lines | None
    bars: charts.Bars | None
    since: datetime
    sizes: Mapping[str, float] = field(default_factory=lambda: charts.SIZES)


def drawn(tables: Sequence[Table], now: datetime) -> Day:
    """The charts of the gaming day so far, for these tables together. Theo uses the tables' present edges."""
    start = begins(gaming_day(now))
    edges = {table.pk: table.edges for table in tables}
    wins: Counter[int] = Counter()
    theos: dict[int, float] = {}
    hours: Counter[datetime] = Counter()
    for part in parts(list(edges), start, PART) if edges else ():
        wins[part.number] += part.win
        theo = sum(base * edges[part.table_id].get(bet, 0.0) for bet, base in part.base.items())
        theos[part.number] = theos.get(part.number, 0.0) + theo
        hours[hour_of(start + part.number * PART)] += part.rounds
    return Day(lines=_lines(wins, theos, start), bars=charts.bars(_paces(hours)), since=start)


def _lines(wins: Mapping[int, Cents], theos: Mapping[int, float], start: datetime) -> charts.Lines | None:
    """The chart from the first quarter with a round to the last, quarters without rounds included."""
    if not wins:
        return None
    points: list[tuple[Cents, Cents]] = []
    win, theo = 0, 0.0
    first, last = min(wins), max(wins)
    for number in range(first, last + 1):
        win, theo = win + wins.get(number, 0), theo + theos.get(number, 0.0)
        points.append((win, round(theo)))
    ends = [minutes(start + number * PART) for number in range(first, last + 2)]
    # A day that has only just begun is drawn as well.
    if len(points) == 1:
        return charts.lines([(0, 0), *points], (ends[0], ends[-1]), ends)
    return charts.lines(points, (ends[0], ends[-1]), ends[1:])


def _paces(hours: Counter[datetime]) -> list[tuple[str, int]]:
    return [(f"{timezone.localtime(hour):%H}", hours[hour]) for hour in hours_of(hours)]
