"""Intervals and chances, against published figures."""

import pytest

from rounds.surveillance.compare.chance import (
    correlate,
    counted,
    rate,
    rate_interval,
    two_sided,
)


@pytest.mark.parametrize(
    ("count", "low", "high"),
    [
        # Garwood 1936 and every table of exact Poisson limits since (95 %).
        (0, 0.0, 3.689), (1, 0.0253, 5.572), (2, 0.2422, 7.225), (5, 1.6235, 11.668), (10, 4.7954, 18.390),
        (41, 29.422, 55.621), (100, 81.364, 121.627),
    ],
)  # fmt: skip
def test_the_exact_interval_of_a_count(count: int, low: float, high: float) -> None:
    interval = counted(count)
    assert interval.low == pytest.approx(low, abs=0.001)
    assert interval.high == pytest.approx(high, abs=0.001)


def test_a_large_count_is_near_the_normal_interval() -> None:
    interval = counted(10_000)
    assert interval.low == pytest.approx(10_000 - 196, abs=3)
    assert interval.high == pytest.approx(10_000 + 196, abs=4)


def test_the_rate_of_a_dealer() -> None:
    """41 in 7,860 rounds are 5.2 in a thousand, from 3.7 to 7.1."""
    interval = rate_interval(41, 7860)
    assert round(rate(41, 7860), 1) == 5.2
    assert (round(interval.low, 1), round(interval.high, 1)) == (3.7, 7.1)


def test_how_far_from_what_is_expected() -> None:
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert two_sided(-3) == pytest.approx(0.0027, abs=1e-4)


def test_rows_that_go_together() -> None:
    """1, 2, 3, 4 and 1, 3, 2, 4: the covariance is 4 to sums of squares of 5 and 5, so 0.8; Fisher's figure is
    atanh(0.8) = 1.0986 with one degree, two-sided 0.272."""
    pair = correlate([1, 2, 3, 4], [1, 3, 2, 4])
    assert pair is not None
    assert pair.correlation == pytest.approx(0.8)
    assert pair.chance == pytest.approx(0.272, abs=0.001)
    assert correlate([1, 2, 3, 4], [2, 2, 2, 2]) is None
    assert correlate([1, 2], [1, 2]) is None
