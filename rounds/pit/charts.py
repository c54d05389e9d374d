"""Charts of a session, a table or a pit, worked out on the server: points and bars in their own units, for both SVG
and PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from casino.money import Cents, dollars
from casino.translated import text

WIDTH, HEIGHT = 640.0, 200.0
LEFT, BOTTOM, TOP = 70.0, 24.0, 12.0
MOST_POINTS = 400
"""The most points in a chart; a longer session shows only every so many rounds."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Win against theo, over the rounds of a session or over time: two lines at one scale, with its marks."""

    win: tuple[tuple[float, float], ...]
    theo: tuple[tuple[float, float], ...]
    marks: tuple[tuple[float, str], ...]
    """Heights in the chart with their amounts."""
    zero: float
    label: str
    first: str
    """The label under the left end; ``last`` is the one under the right end."""
    last: str
    rows: tuple[tuple[str, str, str], ...] = ()
    """The same as a table: after which round, or by when, with win and theo."""

    @property
    def win_points(self) -> str:
        """The win line as the points of an SVG polyline."""
        return _svg(self.win)

    @property
    def theo_points(self) -> str:
        return _svg(self.theo)


@dataclass(frozen=True, slots=True)
class Bars:
    """Rounds per hour, each as (left, top, width, height, hour, rounds)."""

    bars: tuple[tuple[float, float, float, float, str, int], ...]
    label: str


def lines(
    points: Sequence[tuple[Cents, Cents]],
    span: tuple[str, str] | None = None,
    ends: Sequence[str] = (),
) -> Lines | None:
    """Win and theo (cents) after each round, or after each part of a period: `span` names the period's beginning and
    end, and `ends` the end of each part. None for fewer than two points."""
    if len(points) < 2:
        return None
    step = -(-len(points) // MOST_POINTS)
    shown = [
        (0, (0, 0)),
        *((number, point) for number, point in enumerate(points, start=1) if number % step == 0),
    ]
    if shown[-1][0] != len(points):
        shown.append((len(points), points[-1]))
    sums = [cents for _, point in shown for cents in point]
    low, high = min(sums), max(sums)
    room = (high - low) or 1

    def across(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 8) * number / len(points), 1)

    def height(cents: Cents) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - cents) / room, 1)

    marks = {high: height(high), low: height(low)}
    if low < 0 < high and min(height(0) - height(high), height(low) - height(0)) > 14:
        marks[0] = height(0)
    win, theo = points[-1]
    first, last = span or (_("round 1"), text(_("round {number}"), number=len(points)))
    over = (
        text(_("from {first} to {last}"), first=first, last=last)
        if span
        else text(_("over {rounds} rounds"), rounds=len(points))
    )
    return Lines(
        win=tuple((across(number), height(point[0])) for number, point in shown),
        theo=tuple((across(number), height(point[1])) for number, point in shown),
        marks=tuple((place, dollars(cents)) for cents, place in marks.items()),
        zero=height(0),
        label=text(
            _("Win against theo {over}: win {win:money}, theo {theo:money} at the end"),
            over=over,
            win=win,
            theo=theo,
        ),
        first=first,
        last=last,
        rows=tuple(
            (ends[number - 1] if ends else str(number), dollars(win), dollars(theo))
            for number, (win, theo) in shown[1:]
        ),
    )


def bars(pace: Sequence[tuple[str, int]]) -> Bars | None:
    """Rounds begun in each hour; None if there are no rounds."""
    if not pace:
        return None
    most = max(rounds for _, rounds in pace) or 1
    step = (WIDTH - LEFT - 8) / len(pace)
    room = HEIGHT - TOP - BOTTOM - 14
    drawn_bars = []
    for place, (hour, rounds) in enumerate(pace):
        tall = round(room * rounds / most, 1)
        left = round(LEFT + place * step + step * 0.1, 1)
        drawn_bars.append(
            (left, round(HEIGHT - BOTTOM - tall, 1), round(min(step * 0.8, 60), 1), tall, hour, rounds)
        )
    words = ", ".join(f"{hour} h: {rounds}" for hour, rounds in pace)
    return Bars(tuple(drawn_bars), text(_("Rounds an hour: {words}"), words=words))


def _svg(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


SIZES = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "foot": HEIGHT - BOTTOM + 14}
"""The chart dimensions that the templates need."""
