"""Money: amounts in and out, odds, and what a float's chips can pay."""

from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.money import EVENS, LARGEST, Chips, MoneyError, Odds, decimal, dollars, parse_amount, parse_typed
from tests.examples import examples
from tests.strategies import chip_sets


@pytest.mark.parametrize(
    ("text", "cents"), [("25", 2500), ("12.50", 1250), ("0.01", 1), ("12.5", 1250), ("0", 0), (" 7 ", 700)]
)
def test_reading_an_amount(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-5",
        "+5",
        "$5",
        "5 AUD",
        "1e3",
        "1_000",
        "12.345",
        "nan",
        "inf",
        ".5",
        "1,000",
        "100000000.01",
        "٥٠x",
    ],
)
def test_texts_that_are_not_amounts(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_amount(text)


@pytest.mark.parametrize(
    ("text", "cents"),
    [("1,250", 125000), ("$1,250.50", 125050), ("$ 25", 2500), ("12,345,678", 1234567800), ("12.5", 1250)],
)
def test_reading_an_amount_as_it_is_typed(text: str, cents: int) -> None:
    assert parse_typed(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "2,5",
        "12,50",
        "1,2500",
        ",250",
        "0,250",
        "1,250,",
        "1,,250",
        "12.5,000",
        "1250,000",
        "$$5",
        "1, 250",
        "",
    ],
)
def test_a_comma_that_parts_no_thousands_is_not_passed_over(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_typed(text)


@given(st.text(max_size=12))
def test_any_text_is_an_amount_or_refused(text: str) -> None:
    with suppress(MoneyError):
        assert 0 <= parse_amount(text) <= LARGEST


@given(st.integers(0, LARGEST))
def test_an_amount_reads_back_from_its_text(cents: int) -> None:
    assert parse_amount(decimal(cents)) == cents


def test_how_amounts_are_written() -> None:
    assert [decimal(cents) for cents in (1250, 5, -1250, 0)] == ["12.50", "0.05", "-12.50", "0.00"]
    assert [dollars(cents) for cents in (125000, 1250, -500, 5)] == ["$1,250", "$12.50", "−$5", "$0.05"]


@pytest.mark.clause("VIC03-8.1-T01", "VIC03-8.1-T02", "VIC03-8.1-T03")
def test_odds_are_exact() -> None:
    """25 at 3 to 2 is 37.50; 0.01 at 3 to 2 is one and a half cents."""
    assert Odds(3, 2).pay(2500) == 3750
    assert Odds(3, 2).pay(1) == Fraction(3, 2)
    assert EVENS.pay(2500) == 2500
    assert Odds(2).pay(1000) == 2000
    assert (str(Odds(3, 2)), Odds(3, 2).words) == ("3:2", "3 to 2")


@pytest.mark.parametrize("denominations", [(), (0,), (100, 0), (-5,)])
def test_a_float_has_chips_above_zero(denominations: tuple[int, ...]) -> None:
    with pytest.raises(MoneyError):
        Chips(denominations)


@pytest.mark.parametrize(
    "denominations",
    [
        (99_999, 99_998),
        (250, 500, 2500, 10_000, 100_001),
        (LARGEST, LARGEST - 1),
    ],
)
def test_chips_whose_sums_would_be_counted_for_ever_are_refused_at_once(
    denominations: tuple[int, ...],
) -> None:
    with pytest.raises(MoneyError) as refused:
        Chips(denominations)
    assert refused.value.fault[0] == "fault.chips_uncountable"


@pytest.mark.parametrize(
    "denominations",
    [
        (250, 500, 1000, 2500, 10_000, 50_000),
        (200, 500),
        (250, 1000, 2500, 10_000, 10_000_000),
        (250, 500, 2000, 5000, 100_000, 500_000, 10_000_000),
        (1, 5, 10, 25, 100, 500_000),
    ],
)
def test_chips_as_casinos_have_them_are_counted_with_little_work(denominations: tuple[int, ...]) -> None:
    chips = Chips(denominations)
    assert chips.can_pay(sum(denominations))
    assert chips.sums_tried <= 200


def test_a_plaque_costs_no_more_to_count_than_the_chips_without_it() -> None:
    """10 does not go into 25, so those below 25 are counted; the plaque of 100,000 is 4,000 of 25."""
    without, plaque = (250, 1000, 2500, 10_000), 10_000_000
    chips = Chips((*without, plaque))
    assert chips.sums_tried == Chips(without).sums_tried > 0
    # 100,042.50: the plaque, 25, 10, and three of 2.50; 100,030: three of 10, not 25 and two of 2.50.
    assert chips.break_down(10_004_250) == ((plaque, 1), (2500, 1), (1000, 1), (250, 3))
    assert chips.break_down(10_003_000) in (
        ((plaque, 1), (1000, 3)),
        ((plaque, 1), (2500, 1), (250, 2)),
    )
    assert chips.break_down(125) is None


MOST = 60
"""Amounts up to that many units are checked against counting every way."""


@lru_cache(maxsize=256)
def fewest(denominations: tuple[int, ...]) -> tuple[int | None, ...]:
    """The least number of chips for each amount from 0, by building every amount up chip by chip."""
    counts: list[int | None] = [0]
    for amount in range(1, MOST * 50 + 1):
        ways = [
            before + 1
            for chip in denominations
            if chip <= amount and (before := counts[amount - chip]) is not None
        ]
        counts.append(min(ways, default=None))
    return tuple(counts)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True), st.integers(0, MOST * 10))
@examples(150)
def test_chips_against_counting_every_way(denominations: list[int], amount: int) -> None:
    chips = Chips(denominations)
    counts = fewest(tuple(sorted(denominations)))
    broken_down = chips.break_down(amount)
    assert chips.can_pay(amount) is (counts[amount] is not None)
    if broken_down is None:
        assert counts[amount] is None
    else:
        assert sum(chip * count for chip, count in broken_down) == amount
        assert sum(count for _, count in broken_down) == counts[amount]
        assert [chip for chip, _ in broken_down] == sorted((chip for chip, _ in broken_down), reverse=True)
        assert all(chip in denominations and count > 0 for chip, count in broken_down)


@given(chip_sets(), st.integers(0, 100_000))
def test_a_break_down_is_exact(denominations: tuple[int, ...], amount: int) -> None:
    chips = Chips(denominations)
    broken_down = chips.break_down(amount)
    assert (broken_down is not None) is chips.can_pay(amount)
    if broken_down is not None:
        assert sum(chip * count for chip, count in broken_down) == amount


@pytest.mark.clause("VIC03-6.2.3")
@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True),
    st.integers(0, MOST * 10),
    st.integers(1, 2),
)
@examples(150)
def test_the_next_payable_amount_is_the_least_not_below(
    denominations: list[int], numerator: int, denominator: int
) -> None:
    amount = Fraction(numerator, denominator)
    counts = fewest(tuple(sorted(denominations)))
    expected = next(n for n in range(-(-numerator // denominator), len(counts)) if counts[n] is not None)
    assert Chips(denominations).next_payable(amount) == expected


@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True),
    st.integers(0, MOST * 10),
    st.integers(1, 2),
)
@examples(150)
def test_the_lower_payable_amount_is_the_most_not_above(
    denominations: list[int], numerator: int, denominator: int
) -> None:
    counts = fewest(tuple(sorted(denominations)))
    expected = next(n for n in range(numerator // denominator, -1, -1) if counts[n] is not None)
    assert Chips(denominations).lower_payable(Fraction(numerator, denominator)) == expected


def test_odd_sets_worked_by_hand() -> None:
    """Of 1 and 2.50: 5.50 is one 2.50 and three 1s; 0.50 and 1.50 cannot be made; 1.50 goes up to 2."""
    chips = Chips((100, 250))
    assert chips.break_down(550) == ((250, 1), (100, 3))
    assert chips.break_down(500) == ((250, 2),)
    assert [chips.can_pay(amount) for amount in (50, 100, 150, 200, 250, 350)] == [
        False, True, False, True, True, True,
    ]  # fmt: skip
    assert chips.next_payable(150) == 200
    assert chips.lower_payable(150) == 100
