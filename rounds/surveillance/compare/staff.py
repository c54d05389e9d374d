"""Dealers and supervisors side by side: rates with their intervals, pace, time in irregularities."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q, Sum

from rounds.models import ComparedRound, RoundCase
from rounds.surveillance.compare.asking import OVERRIDDEN, Comparing
from rounds.surveillance.compare.chance import WITHIN, Interval, rate, rate_interval
from rounds.surveillance.facts.words import words_of_kind

MOST: Final = 200
"""How many people a list shows, those with the most rounds."""
KINDS: Final = 60
"""How many kinds the menu offers."""
_SHARE: Final = (1 - WITHIN) / 2

What = RoundCase.What


@dataclass(frozen=True, slots=True)
class Person:
    """One line: a rate per thousand rounds, with its interval (exact Poisson, 95 %)."""

    number: str
    rounds: int
    count: int
    rate: float | None
    """None if no round is known to be this person's."""
    interval: Interval | None
    out: bool
    """Whether the whole interval is above everybody's rate."""
    left: float
    """The ends of the bar on the axis, in thousandths of its width, and the rate's place between them."""
    right: float
    at: float

    @property
    def from_to(self) -> str:
        """The interval, in figures."""
        if self.interval is None:
            return ""
        places = 1 if self.interval.high < 100 else 0
        return f"{self.interval.low:.{places}f} – {self.interval.high:.{places}f}"


@dataclass(frozen=True, slots=True)
class Group:
    """The dealers or the supervisors."""

    role: str
    people: list[Person]
    all_rate: float | None
    all_at: float
    marks: list[tuple[float, str]]
    """The marks of the axis: place in thousandths, and figure."""
    rounds: int
    count: int
    stands_out: list[str]
    by_chance: int | None
    """Of this many people, how many months until one stands out by chance alone; None for fewer than two people."""


@dataclass(frozen=True, slots=True)
class Work:
    """How a dealer works, each figure beside the dealer's rounds."""

    number: str
    rounds: int
    an_hour: float | None
    taken_back: int
    taken_back_rate: float
    wrong_payments: int
    wrong_payment_rate: float
    wrong_minutes: float
    wrong_minutes_rate: float
    """Minutes from a report to its decision, per thousand rounds."""


@dataclass(frozen=True, slots=True)
class KindCount:
    kind: str
    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The rounds of one dealer under one supervisor."""

    dealer: str
    supervisor: str
    rounds: int
    paced: int
    """How many rounds have a known pace."""
    pace: int
    """The seconds of those rounds."""
    wrong: int
    """The seconds spent in irregularities."""


@dataclass(frozen=True, slots=True)
class Happened:
    """How often something counted happened to one dealer under one supervisor."""

    what: str
    kind: str
    dealer: str
    supervisor: str
    count: int


@dataclass(frozen=True, slots=True)
class Gathered:
    """The data for the lists of people, read once for all of them, since there may be a million rounds."""

    dealt: list[Dealt]
    happened: list[Happened]

    @classmethod
    def of(cls, asked: Comparing) -> Gathered:
        """The rounds, and every kind of what is counted."""
        rounds = ComparedRound.objects.filter(asked.during).order_by().values_list("dealer", "supervisor")
        dealt = rounds.annotate(
            rounds=Count("*"), paced=Count("pace"), seconds=Sum("pace"), wrong=Sum("wrong_seconds")
        )
        return cls([Dealt(*row[:4], *(figure or 0 for figure in row[4:])) for row in dealt], happened(asked))

    def rounds_of(self, role: str) -> Counter[str]:
        """How many rounds each person of a role has."""
        rounds: Counter[str] = Counter()
        for row in self.dealt:
            rounds[getattr(row, role)] += row.rounds
        return rounds

    def counts_of(self, role: str, kind: str) -> Counter[str]:
        """How often what is counted happened to each person of a role; only one `kind`, if it is given."""
        counts: Counter[str] = Counter()
        for row in self.happened:
            if not kind or row.kind == kind:
                counts[getattr(row, role)] += row.count
        return counts


def happened(asked: Comparing) -> list[Happened]:
    """Every kind of what is counted, by dealer and supervisor."""
    condition = asked.during & (Q(overridden=True) if asked.what == OVERRIDDEN else Q(what=asked.what))
    cases = RoundCase.objects.filter(condition).order_by()
    rows = cases.values_list("what", "kind", "dealer", "supervisor").annotate(count=Count("*"))
    return [Happened(*row) for row in rows]


def group_of(asked: Comparing, role: str, gathered: Gathered | None = None) -> Group:
    """The people of a role, highest rate first."""
    gathered = gathered or Gathered.of(asked)
    rounds, counts = gathered.rounds_of(role), gathered.counts_of(role, asked.kind)
    numbers = sorted({*rounds, *counts} - {""}, key=lambda number: -rounds.get(number, 0))[:MOST]
    every_round = sum(rounds[number] for number in numbers if number in rounds)
    every_count = sum(counts.get(number, 0) for number in numbers if rounds.get(number))
    all_rate = rate(every_count, every_round) if every_round else None
    intervals = {
        number: rate_interval(counts.get(number, 0), rounds[number])
        for number in numbers
        if rounds.get(number)
    }
    # A person with three rounds has an almost unlimited interval: the axis is for those with more.
    steady = [
        interval.high for number, interval in intervals.items() if rounds[number] * 20 >= every_round / 20
    ]
    highest = max([*(rate(counts.get(n, 0), rounds[n]) for n in intervals), *steady, 0.01])
    end, marks = _axis(highest)
    people = []
    for number in numbers:
        interval = intervals.get(number)
        own = rate(counts.get(number, 0), rounds[number]) if interval else None
        out = bool(interval and all_rate is not None and len(intervals) > 1 and interval.low > all_rate)
        people.append(
            Person(
                number,
                rounds.get(number, 0),
                counts.get(number, 0),
                own,
                interval,
                out,
                _at(interval.low, end) if interval else 0,
                _at(interval.high, end) if interval else 0,
                _at(own, end) if own is not None else 0,
            )
        )
    people.sort(key=lambda person: (person.rate is None, -(person.rate or 0), person.number))
    among = len(intervals)
    return Group(
        role,
        people,
        all_rate,
        _at(all_rate or 0, end),
        marks,
        every_round,
        every_count,
        [person.number for person in people if person.out],
        round(1 / (1 - (1 - _SHARE) ** among)) if among > 1 else None,
    )


def kinds_of(happened: Iterable[Happened]) -> list[KindCount]:
    """The kinds that were counted, most frequent first."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in happened:
        counts[row.what, row.kind] += row.count
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0][1]))[:KINDS]
    return [KindCount(kind, words_of_kind(what, kind), count) for (what, kind), count in ordered]


def work_of(asked: Comparing, gathered: Gathered | None = None) -> list[Work]:
    """How the dealers work, most rounds first."""
    gathered = gathered or Gathered.of(asked)
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in gathered.dealt:
        if row.dealer:
            figures = (row.rounds, row.paced, row.pace, row.wrong)
            rows[row.dealer] = [sum(pair) for pair in zip(rows[row.dealer], figures, strict=True)]
    cases = RoundCase.objects.filter(asked.during, what__in=(What.TAKEN_BACK, What.WRONG_PAYMENT)).order_by()
    counts = {
        (dealer, what): count
        for dealer, what, count in cases.values_list("dealer", "what").annotate(count=Count("*"))
    }
    lines = []
    for number, (rounds, paced, pace, wrong_seconds) in sorted(
        rows.items(), key=lambda item: (-item[1][0], item[0])
    )[:MOST]:
        back = counts.get((number, What.TAKEN_BACK), 0)
        wrong = counts.get((number, What.WRONG_PAYMENT), 0)
        minutes = wrong_seconds / 60
        lines.append(
            Work(
                number, rounds, 3600 * paced / pace if pace else None,
                back, rate(back, rounds), wrong, rate(wrong, rounds), minutes, minutes * 1000 / rounds,
            )
        )  # fmt: skip
    return lines


def _axis(highest: float) -> tuple[float, list[tuple[float, str]]]:
    """The end of an axis from 0 to a figure or slightly beyond, and its marks: at most five beside 0."""
    step = next(
        digit * 10.0**power
        for power in range(-4, 9)
        for digit in (1, 2, 5)
        if digit * 10.0**power * 5 >= highest
    )
    steps = max(1, math.ceil(highest / step))
    return step * steps, [(1000 * number / steps, f"{step * number:g}") for number in range(steps + 1)]


def _at(figure: float, end: float) -> float:
    return round(min(1000.0, 1000 * figure / end), 1)
