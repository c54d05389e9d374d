"""The reviewer's worksheet of a player: wagers against the cards gone from the shoe, wins against what was expected,
insurance against its value. It says what happened and how unlikely that is; it decides nothing.

The true count is the usual one: cards two to six are +1 each, tens and aces −1, and the sum is divided by the packs
of cards that nobody had seen before the round. It is for the reviewer alone: no page of a table or a pit has it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from django.db.models import Count, F, Max, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.ledger.models import DESK, HOUSE, ChainHead
from casino.money import Cents, dollars
from casino.translated import text
from rounds.models import PlayedRound
from rounds.surveillance.compare.asking import Comparing
from rounds.surveillance.compare.chance import Z, correlate, two_sided

MOST: Final = 600
"""The most rounds on one worksheet, the latest."""
WIDTH, HEIGHT = 540, 120
LEFT, RIGHT, TOP = 62, 26, 8
LOWEST, HIGHEST = -1, 3
"""Counts at or below, and at or above, these are put together."""
PACK: Final = 52


@dataclass(frozen=True, slots=True)
class Row:
    """One round, as a line of the table and a bar of the chart."""

    played: PlayedRound
    time: str
    count: str
    """The true count with its sign, to a tenth; "" if the shoe was not tracked."""
    fresh: bool
    net: str


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    words: str


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Wagers as bars, and the count as a line that breaks at each new shoe."""

    bars: list[Bar]
    lines: list[str]
    """The points of an SVG polyline each."""
    shoes: list[float]
    """Where a new shoe began."""
    wagers: list[Tick]
    counts: list[Tick]
    numbers: list[Tick]


@dataclass(frozen=True, slots=True)
class AtCount:
    """The rounds at one true count, rounded down."""

    words: str
    rounds: int
    mean: Cents
    lowest: Cents
    highest: Cents
    share: float
    """The length of its bar, in per cent of the longest."""


@dataclass(frozen=True, slots=True)
class WorksheetFigures:
    """What happened, and how unlikely it is."""

    rounds: int
    laid: Cents
    lowest: Cents
    highest: Cents
    spread: str
    correlation: float | None
    correlation_chance: str
    net: Cents
    expected: Cents
    low: Cents
    high: Cents
    net_chance: str
    insured_worth: int
    """How often insurance was taken when it was worth more than it cost; ``offered_worth`` is how often it was
    offered then."""
    offered_worth: int
    insured_else: int
    offered_else: int


@dataclass(frozen=True, slots=True)
class Worksheet:
    """The whole worksheet."""

    who: str
    tables: list[str]
    rows: list[Row]
    chart: Chart
    counts: list[AtCount]
    figures: WorksheetFigures
    more: bool
    """Whether there are earlier rounds in the time asked for."""


class PlayerSums(NamedTuple):
    """One player's rounds in the time asked for, with cents wagered and won; ``last`` is the latest."""

    table: str
    player: str
    patron: str
    rounds: int
    laid: Cents
    net: Cents
    last: datetime


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player whose worksheet can be chosen."""

    sums: PlayerSums
    last: str
    """The time of the latest round, in words."""
    address: str
    """The address of the worksheet for that mark at that table."""
    patron_address: str
    """The address of the worksheet for the patron, at every table."""


def newest_of(asked: Comparing, most: int) -> list[PlayedRound]:
    """The player's newest rounds: for a patron number at every table, for a mark at the table named. Each of the two
    has its own index."""
    rounds = PlayedRound.objects.filter(asked.during).order_by("-at", "-round_id")
    newest = {played.pk: played for played in rounds.filter(patron=asked.player.upper())[:most]}
    if asked.table:
        newest |= {played.pk: played for played in rounds.filter(player=asked.player)[:most]}
    return sorted(newest.values(), key=lambda played: (played.at, played.round_id), reverse=True)[:most]


def candidates(asked: Comparing, most: int = 60) -> list[Candidate]:
    """The players of a table, or those at any table with that mark or number; the largest sum of wagers first."""
    if not asked.table and not asked.player:
        return []
    players = PlayedRound.objects.filter(asked.during)
    if not asked.player:
        rows = _largest(players, most)
    else:
        # A mark is looked up table by table, as its index has it, and a number by the index of patrons: one query for
        # both would read the rows themselves.
        tables = ChainHead.objects.exclude(chain__in=(HOUSE, DESK)).values_list("chain", flat=True)
        marks = players.filter(table__in=list(tables), player=asked.player)
        patrons = players.filter(patron=asked.player.upper()).exclude(player=asked.player)
        both = [*_largest(marks, most), *_largest(patrons, most)]
        rows = sorted(both, key=lambda row: (-row.laid, row.table, row.player, row.patron))[:most]
    return [
        Candidate(
            row,
            f"{timezone.localtime(row.last):%d %b %H:%M}",
            f"?{asked.address(view='player', table=row.table, player=row.player)}",
            f"?{asked.address(view='player', table='', player=row.patron)}",
        )
        for row in rows
    ]


def _largest(players: QuerySet[PlayedRound], most: int) -> list[PlayerSums]:
    """The sums of each player, the largest sum of wagers first."""
    rows = players.order_by().values_list("table", "player", "patron")
    sums = rows.annotate(rounds=Count("*"), sum_laid=Sum("laid"), sum_net=Sum("net"), last=Max("at"))
    return [
        PlayerSums(*row) for row in sums.order_by(F("sum_laid").desc(), "table", "player", "patron")[:most]
    ]


def worksheet_of(asked: Comparing) -> Worksheet | None:
    """The player's worksheet; None without any round."""
    newest = newest_of(asked, MOST + 1)
    if not newest:
        return None
    rounds = newest[:MOST][::-1]
    patrons = sorted({played.patron for played in rounds if played.patron})
    marks = sorted({played.player for played in rounds})
    return Worksheet(
        ", ".join(patrons or marks),
        sorted({played.table for played in rounds}),
        [_row(played) for played in rounds],
        _chart(rounds),
        _at_counts(rounds),
        figures_of(rounds),
        len(newest) > MOST,
    )


def true_count(played: PlayedRound) -> Fraction | None:
    """The true count of a round, by the cards unseen before it; None if the shoe was not tracked."""
    if played.running is None or not played.unseen:
        return None
    return Fraction(played.running * PACK, played.unseen)


def _row(played: PlayedRound) -> Row:
    count = true_count(played)
    words = "" if count is None else f"{float(count):+.1f}".replace("-", "−")
    net = f"+{dollars(played.net)}" if played.net > 0 else dollars(played.net)
    return Row(played, f"{timezone.localtime(played.at):%d %b %H:%M}", words, played.fresh, net)


def figures_of(rounds: Sequence[PlayedRound]) -> WorksheetFigures:
    """The figures of one or more rounds. Sums are in whole cents; only the spread by chance is inexact."""
    laid = [played.laid for played in rounds]
    counted = [(float(count), played.laid) for played in rounds if (count := true_count(played)) is not None]
    pair = correlate([count for count, _ in counted], [float(wager) for _, wager in counted])
    net = sum(played.net for played in rounds)
    expected = -round(sum((Decimal(played.theo) for played in rounds), Decimal(0)))
    deviation = math.sqrt(math.fsum(played.variance for played in rounds))
    offered = [
        played for played in rounds if played.insured is not None and played.insurance_worth is not None
    ]
    worth = [played for played in offered if (played.insurance_worth or 0) > 0]
    others = [played for played in offered if (played.insurance_worth or 0) <= 0]
    ratio = Fraction(max(laid), min(laid))
    return WorksheetFigures(
        rounds=len(rounds),
        laid=sum(laid),
        lowest=min(laid),
        highest=max(laid),
        spread=f"{float(ratio):.1f}".removesuffix(".0"),
        correlation=pair.correlation if pair else None,
        correlation_chance=chance_words(pair.chance) if pair else "",
        net=net,
        expected=expected,
        low=expected - round(Z * deviation),
        high=expected + round(Z * deviation),
        net_chance=chance_words(two_sided((net - expected) / deviation)) if deviation else "",
        insured_worth=sum(1 for played in worth if played.insured),
        offered_worth=len(worth),
        insured_else=sum(1 for played in others if played.insured),
        offered_else=len(others),
    )


def chance_words(chance: float) -> str:
    """``chance 1 in 40``: how rarely as much or more happens by chance."""
    if chance > 0.5:
        return _("within chance")
    if chance < 0.0001:
        return _("chance under 1 in 10,000")
    return text(_("chance 1 in {number}"), number=f"{round(1 / chance):,}")


def _chart(rounds: Sequence[PlayedRound]) -> Chart:
    step = (WIDTH - LEFT - RIGHT) / len(rounds)
    most = _round_up(max(played.laid for played in rounds))
    counts = [true_count(played) for played in rounds]
    widest = max(2, math.ceil(max((abs(float(count)) for count in counts if count is not None), default=2)))
    bars, lines, shoes = [], [], []
    line: list[str] = []
    for number, (played, count) in enumerate(zip(rounds, counts, strict=True)):
        x = LEFT + number * step
        tall = (HEIGHT - TOP) * played.laid / most
        words = text(
            _("{time}: {wager:money}"), time=f"{timezone.localtime(played.at):%H:%M}", wager=played.laid
        )
        bars.append(
            Bar(round(x, 1), round(HEIGHT - tall, 1), round(max(1.0, step * 0.75), 1), round(tall, 1), words)
        )
        if played.fresh and number:
            shoes.append(round(x - step * 0.12, 1))
        if (played.fresh or count is None) and line:
            lines.append(" ".join(line))
            line = []
        if count is not None:
            middle = TOP + (HEIGHT - TOP) / 2
            line.append(f"{x + step * 0.37:.1f},{middle - float(count) / widest * (HEIGHT - TOP) / 2:.1f}")
    if line:
        lines.append(" ".join(line))
    every = max(1, -(-len(rounds) // 6))
    return Chart(
        bars,
        lines,
        shoes,
        [Tick(round(HEIGHT - (HEIGHT - TOP) * part / 4, 1), dollars(most * part // 4)) for part in range(5)],
        [
            Tick(
                round(TOP + (HEIGHT - TOP) * part / 4, 1),
                f"{widest - part * widest / 2:+g}".replace("-", "−"),
            )
            for part in range(5)
        ],
        [
            Tick(round(LEFT + number * step + step * 0.37, 1), str(number + 1))
            for number in range(0, len(rounds), every)
        ],
    )


def _round_up(cents: Cents) -> Cents:
    """An easily read sum not below this one: 1, 2, 4 or 8 with zeros, in units divisible into four parts."""
    unit = 400
    while unit < cents:
        unit *= 2 if str(unit)[0] != "8" else 5
        if str(unit)[0] == "1" and unit * 5 // 4 >= cents > unit:
            return unit * 5 // 4
    return unit


def _at_counts(rounds: Sequence[PlayedRound]) -> list[AtCount]:
    groups: dict[int, list[int]] = defaultdict(list)
    for played in rounds:
        if (count := true_count(played)) is not None:
            groups[min(HIGHEST, max(LOWEST, math.floor(count)))].append(played.laid)
    means = {count: sum(laid) // len(laid) for count, laid in groups.items()}
    longest = max(means.values(), default=0) or 1
    return [
        AtCount(
            f"≤ −{-count}" if count == LOWEST else f"{count} +" if count == HIGHEST else str(count),
            len(groups[count]), means[count], min(groups[count]), max(groups[count]),
            round(100 * means[count] / longest, 1),
        )
        for count in sorted(groups)
    ]  # fmt: skip
