"""The figures of the house: win, drop, hold, handle and theo by table, game, dealer, shift or pit, for a gaming day,
week, month or year to date, beside the previous period; what is out of the ordinary; and how the counts compare with
the rounds.

Hold is win over handle; its base is theo over handle, the hold that the edges give in the long run. A row is flagged
if its win is outside the 95 % range of theo (`tables.float.theo_variance` gives the assumptions) and it has enough
rounds for that to mean something (`Policy.flag_rounds`): otherwise every short session would be flagged. Win over
drop is shown beside it but says less, since chips come from other tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.money import Cents
from casino.rulebooks import BOOKS
from casino.translated import term
from tables.float.days import day_before, first_day
from tables.float.models import Session, Tally
from tables.float.policy import policy
from tables.float.tallies import Sums, sums_of
from tables.float.theo_variance import deviation

BY: Final = (
    ("table", gettext_noop("Table")),
    ("game", gettext_noop("Game")),
    ("dealer", gettext_noop("Dealer")),
    ("shift", gettext_noop("Shift")),
    ("pit", gettext_noop("Pit")),
)


@dataclass(frozen=True, slots=True)
class FigureQuery:
    """The query; an empty choice is no restriction."""

    day: date
    period: str = "day"
    by: str = "table"
    pit: str = ""
    game: str = ""
    dealer: str = ""
    shift: str = ""
    against: bool = False
    """Whether the previous period is shown beside it."""


@dataclass(slots=True)
class Figure:
    """One row. ``counted`` and ``recorded`` are the win by the counts and by the rounds of the same closed sessions;
    None if the row is not made of whole sessions."""

    name: str
    sums: Sums = field(default_factory=Sums)
    counted: Cents | None = None
    recorded: Cents = 0

    @property
    def theo(self) -> Cents:
        return round(self.sums.theo)

    @property
    def margin(self) -> Cents:
        """How far the win may differ from theo by chance, 95 times in 100."""
        return round(policy().deviations * deviation(self.sums.variance))

    @property
    def hold(self) -> float | None:
        """Win over handle, in percent."""
        return 100 * self.sums.win / self.sums.handle if self.sums.handle else None

    @property
    def base(self) -> float | None:
        """Theo over handle, in percent: the hold expected in the long run."""
        return 100 * self.sums.theo / self.sums.handle if self.sums.handle else None

    @property
    def of_drop(self) -> float | None:
        """Win over drop, in percent."""
        return 100 * self.sums.win / self.sums.drop if self.sums.drop > 0 else None

    @property
    def outside(self) -> bool:
        """Whether the win is outside the range of theo, on a base large enough to say so."""
        if self.sums.rounds < policy().flag_rounds or self.hold is None or self.base is None:
            return False
        far = abs(self.hold - self.base) >= policy().hold_points
        return far and abs(self.sums.win - self.sums.theo) > self.margin

    @property
    def difference(self) -> Cents | None:
        """How much more the counts say than the rounds, in cents; negative for less."""
        return None if self.counted is None else self.counted - self.recorded


def rows(query: FigureQuery) -> list[Figure]:
    """The figures asked for, one row per table, game, dealer or shift, by name."""
    by_key: dict[str, Figure] = {}
    start = first_day(query.period, query.day)
    for session, (day, shift, dealer), sums in _tallies(start, query):
        if not start <= day <= query.day:
            continue
        if (query.dealer and dealer != query.dealer) or (query.shift and shift != query.shift):
            continue
        name = {
            "table": session.table.code,
            "game": title(session),
            "dealer": dealer,
            "shift": term(shift),
            "pit": session.pit,
        }[query.by]
        by_key.setdefault(name, Figure(name)).sums.add(sums)
    if query.by in ("table", "game", "pit") and not query.dealer and not query.shift:
        _count(by_key, start, query)
    return [by_key[name] for name in sorted(by_key)]


def before(query: FigureQuery) -> FigureQuery:
    """The same query for the previous period."""
    return replace(query, day=day_before(query.period, query.day))


def total(figures: Iterable[Figure]) -> Figure:
    """All rows added up."""
    total_figure = Figure(_("All"))
    for figure in figures:
        total_figure.sums.add(figure.sums)
        if figure.counted is not None:
            total_figure.counted = (total_figure.counted or 0) + figure.counted
            total_figure.recorded += figure.recorded
    return total_figure


def title(session: Session) -> str:
    """The title of a session: its book, and its game as the book calls it."""
    return f"{session.book} {BOOKS[session.book].games[session.game].game_title}"


Part = tuple[Session, tuple[date, str, str], Sums | Tally]


def _tallies(start: date, query: FigureQuery) -> Iterator[Part]:
    """The stored tallies of closed sessions, and those so far of running sessions."""
    tallies = Tally.objects.filter(day__gte=start, day__lte=query.day).select_related("session__table")
    if query.pit:
        tallies = tallies.filter(session__pit=query.pit)
    for tally in tallies:
        if _is_game(tally.session, query):
            yield tally.session, (tally.day, tally.shift, tally.dealer), tally
    running = Session.objects.filter(closed_at=None, opened_at__isnull=False).select_related("table")
    for session in running.filter(pit=query.pit) if query.pit else running:
        if _is_game(session, query):
            for place, sums in sums_of(session).items():
                yield session, place, sums


def _is_game(session: Session, query: FigureQuery) -> bool:
    return not query.game or f"{session.book}/{session.game}" == query.game


def _count(by_key: dict[str, Figure], start: date, query: FigureQuery) -> None:
    """Add the counts to the rows, for sessions wholly within the period: a count covers a whole session."""
    rounds_counted = Session.objects.filter(
        counted_win__isnull=False, tallies__day__gte=start, tallies__day__lte=query.day
    )
    for session in rounds_counted.select_related("table").prefetch_related("tallies").distinct():
        inside = all(start <= tally.day <= query.day for tally in session.tallies.all())
        if not inside or (query.pit and session.pit != query.pit) or not _is_game(session, query):
            continue
        names = {"table": session.table.code, "game": title(session), "pit": session.pit}
        figure = by_key[names[query.by]]
        figure.counted = (figure.counted or 0) + (session.counted_win or 0)
        figure.recorded += session.win
