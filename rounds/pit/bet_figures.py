"""A table's handle and win bet by bet, beside the theoretical win, as rows for drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext_noop

from casino.money import Cents
from casino.translated import gettext as _
from casino.translated import text
from tables.models import MAIN, Table
from tables.offers import of_book, offers_of
from tables.theo import ANTE, INSURANCE, MAIN_LOWER, key_of

WIDTH: Final = 120
"""The width of a bar with its zero line in the middle, in its own units."""
_NAMES: Final = {
    MAIN: gettext_noop("Main"),
    MAIN_LOWER: gettext_noop("Main, lower level"),
    INSURANCE: gettext_noop("Insurance"),
    ANTE: gettext_noop("Ante"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One bet since the table opened, in cents. ``theo`` is None if no edge is known."""

    name: str
    title: str
    short: str
    bet: str
    """The title without the scale."""
    handle: Cents
    win: Cents
    theo: Cents | None
    edge: float | None


@dataclass(frozen=True, slots=True)
class Bar:
    """A win as a bar from the zero line in the middle, and theo as a mark, at one scale per table."""

    start: float
    length: float
    mark: float | None
    label: str


def rows_of(table: Table) -> list[Row]:
    """The bets of the table: the main wager, then the side bets in the book's order, then the rest."""
    order = [MAIN, MAIN_LOWER, *_side_names(table), ANTE, INSURANCE]
    offered = {MAIN, *(key_of(offer.bet, offer.scale) for offer in offers_of(table))}
    rows = []
    for name in [*order, *(name for name in table.bets if name not in order)]:
        if name in table.bets or name in offered:
            handle, win, base = table.bets.get(name, (0, 0, 0))
            edge = table.edges.get(name)
            theo = None if edge is None else round(base * edge)
            rows.append(Row(name, *_titles(table, name), handle, win, theo, edge))
    return rows


def each_bet(rows: Iterable[Row]) -> list[Row]:
    """The side-bet rows combined into one per bet, whatever the scales it was offered on."""
    by_key: dict[str, Row] = {}
    for row in rows:
        key = row.name.partition(":")[0]
        bet = by_key.get(key)
        if bet is None:
            by_key[key] = replace(row, title=row.bet)
        else:
            theo = None if bet.theo is None or row.theo is None else bet.theo + row.theo
            by_key[key] = replace(
                bet, handle=bet.handle + row.handle, win=bet.win + row.win, theo=theo, edge=None
            )
    return list(by_key.values())


def theo_of(table: Table) -> Cents | None:
    """The theoretical win on all bets so far, in cents; None if an edge is not known."""
    theos = [row.theo for row in rows_of(table)]
    return None if None in theos else sum(theo for theo in theos if theo is not None)


def bars(rows: Iterable[Row]) -> list[Bar]:
    """The rows as bars, with every win and theo at the scale of the largest."""
    rows = list(rows)
    most = max((abs(cents) for row in rows for cents in (row.win, row.theo or 0)), default=0) or 1
    middle = WIDTH / 2

    def length(cents: Cents) -> float:
        return round(middle * cents / most, 1)

    drawn_bars = []
    for row in rows:
        win = length(row.win)
        label = text(_("{bet}: win {win:money}"), bet=row.title, win=row.win)
        if row.theo is not None:
            label = text(
                _("{bet}: win {win:money}, theo {theo:money}"), bet=row.title, win=row.win, theo=row.theo
            )
        mark = None if row.theo is None else round(middle + length(row.theo), 1)
        drawn_bars.append(Bar(min(middle, middle + win), abs(win), mark, label))
    return drawn_bars


def _side_names(table: Table) -> list[str]:
    return [key_of(bet.key, scale.name) for bet in of_book(table).values() for scale in bet.scales]


def named(table: Table, name: str) -> str:
    """The title of a bet, by the name of its figures."""
    return _titles(table, name)[0]


def _titles(table: Table, name: str) -> tuple[str, str, str]:
    """A bet's title (with the scale if it has several), its abbreviation, and its title without the scale."""
    if name in _NAMES:
        return _(_NAMES[name]), initials(_(_NAMES[name])), _(_NAMES[name])
    key, _colon, scale = name.partition(":")
    bet = of_book(table).get(key)
    if bet is None:
        words = key.replace("_", " ")
        return words.capitalize(), initials(words.title()), words.capitalize()
    title = text(_("{bet}, scale {scale}"), bet=bet.title, scale=scale) if len(bet.scales) > 1 else bet.title
    return title, initials(bet.title), bet.title


def initials(title: str) -> str:
    """``Perfect Pairs`` as ``PP``, ``21 + 3`` as ``21+3``: enough to tell the bets of one table apart."""
    return "".join(word if not word.isalpha() else word[0] for word in title.split())
