"""How far chance alone may move a figure: intervals of rates and sums, and how rare something is.

A rate of rare events among many rounds is modelled as Poisson, and its interval is the exact one (Garwood 1936): the
lowest and the highest rate for which the count is not among the 2.5 % most extreme on either side. Sums of money are
modelled as normal. All of this assumes that rounds are independent of each other, which is nearly true; a reviewer
reads the figures as how unlikely something is, not as proof of anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

WITHIN: Final = 0.95
Z: Final = 1.959964
"""Standard deviations on each side of the mean that contain 95 % of a normal distribution."""
_STEPS: Final = 60


@dataclass(frozen=True, slots=True)
class Interval:
    """From the lowest to the highest."""

    low: float
    high: float


@lru_cache(maxsize=4096)
def counted(count: int) -> Interval:
    """The exact Poisson interval (95 %) of the mean behind a count."""
    tail = (1 - WITHIN) / 2
    widest = count + 10 * math.sqrt(count + 1) + 10
    low = 0.0 if count == 0 else _root(lambda mean: _at_least(count, mean) - tail, 0.0, float(count))
    return Interval(low, _root(lambda mean: tail - _at_most(count, mean), float(count), widest))


def rate(count: int, among: int, per: int = 1000) -> float:
    """The rate of ``count`` per ``per`` of ``among``, which is above 0."""
    return count * per / among


def rate_interval(count: int, among: int, per: int = 1000) -> Interval:
    """The interval of that rate (see `counted`)."""
    interval = counted(count)
    return Interval(interval.low * per / among, interval.high * per / among)


def two_sided(deviations: float) -> float:
    """The probability that a normal figure is so many standard deviations or more from its mean, on either side."""
    return math.erfc(abs(deviations) / math.sqrt(2))


@dataclass(frozen=True, slots=True)
class Correlation:
    """How closely two series are related: Pearson's correlation, and the probability of one at least as large, on
    either side, if they were unrelated (Fisher's transformation)."""

    correlation: float
    chance: float


def correlate(first: Sequence[float], second: Sequence[float]) -> Correlation | None:
    """The correlation of two series; None for fewer than four pairs, or if one of them is constant."""
    count = len(first)
    if count < 4 or count != len(second):
        return None
    mean_first, mean_second = math.fsum(first) / count, math.fsum(second) / count
    of_first = math.fsum((value - mean_first) ** 2 for value in first)
    of_second = math.fsum((value - mean_second) ** 2 for value in second)
    if not of_first or not of_second:
        return None
    both = math.fsum((a - mean_first) * (b - mean_second) for a, b in zip(first, second, strict=True))
    correlation = max(-1.0, min(1.0, both / math.sqrt(of_first * of_second)))
    if abs(correlation) >= 1.0:
        return Correlation(correlation, 0.0)
    return Correlation(correlation, two_sided(math.atanh(correlation) * math.sqrt(count - 3)))


def _log_of(count: int, mean: float) -> float:
    return count * math.log(mean) - mean - math.lgamma(count + 1)


def _at_most(count: int, mean: float) -> float:
    """The probability of ``count`` or fewer, for a mean that is not below it, so that the terms only get smaller."""
    if mean <= 0:
        return 1.0
    term = math.exp(_log_of(count, mean))
    whole, number = term, count
    while number > 0 and term > whole * 1e-17:
        term *= number / mean
        number -= 1
        whole += term
    return whole


def _at_least(count: int, mean: float) -> float:
    """The probability of ``count`` or more."""
    if mean <= 0:
        return 0.0
    if mean > count:
        return 1.0 - _at_most(count - 1, mean)
    term = math.exp(_log_of(count, mean))
    whole, number = term, count
    while term > whole * 1e-17:
        number += 1
        term *= mean / number
        whole += term
    return whole


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """The zero of an increasing function."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if function(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
