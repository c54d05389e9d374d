"""The machine that draws prizes: even over the entries of the table, each draw for itself, nothing to foretell."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from rounds.play.prize_draw import MACHINE, draw
from sidebets import Prizes

DRAWS = 200_000

# The table of Madness 21, from the book: dollars for each $1 wagered, entries (NZ-15A.6).
TABLE = (
    (1000, 1), (100, 10), (50, 25), (40, 50), (35, 60), (30, 70), (25, 105), (24, 108), (23, 110), (22, 112),
    (21, 115), (20, 134), (15, 150), (14, 175), (13, 200), (12, 250), (11, 350), (10, 400), (9, 225), (8, 260),
    (7, 270), (6, 280), (5, 290),
)  # fmt: skip
PRIZES = Prizes(tuple((dollars * 100, entries) for dollars, entries in TABLE), "NZ-15A.6-T")

# Chi-squared stays below these but once in a thousand million samples, with 22 and with 16 degrees of freedom.
BOUND_22 = 89.0
BOUND_16 = 78.0


class RemainderOfABitTooMuch(Random):
    """Twelve bits, and what is left of them by division: the first 346 entries come twice as often."""

    def randrange(self, start: int, *_: int) -> int:  # type: ignore[override]
        return self.getrandbits(12) % start


class EveryAmountAlike(Random):
    """Even over the amounts, not over the entries that they have."""

    def randrange(self, start: int, *_: int) -> int:  # type: ignore[override]
        line = int(self.random() * len(TABLE))
        return sum(entries for _, entries in TABLE[:line])


class LittleTooGenerous(Random):
    """One draw in twenty is made again among the upper half."""

    def randrange(self, start: int, *_: int) -> int:  # type: ignore[override]
        return int(self.random() * (start // 2 if self.random() < 1 / 20 else start))


class WithMemory(Random):
    """One draw in ten is the one before it once more: even, but not independent."""

    before = 0

    def randrange(self, start: int, *_: int) -> int:  # type: ignore[override]
        if self.random() >= 0.1:
            self.before = int(self.random() * start)
        return self.before


def chi_squared(counted: Sequence[int], expected: Sequence[float]) -> float:
    """How far counts lie from what was to be expected of them."""
    return sum((have - want) ** 2 / want for have, want in zip(counted, expected, strict=True))


def unevenness(chance: Random) -> float:
    """Chi-squared of many prizes against the entries of the table: 23 amounts, 22 degrees of freedom."""
    counted = Counter(draw(PRIZES, chance) for _ in range(DRAWS))
    assert set(counted) <= {dollars * 100 for dollars, _ in TABLE}
    return chi_squared(
        [counted[dollars * 100] for dollars, _ in TABLE], [DRAWS * entries / 3750 for _, entries in TABLE]
    )


def dependence(chance: Random) -> float:
    """Chi-squared of each prize with the one after it, in five classes: 25 cells with their sums given, 16 degrees
    of freedom."""
    classes = [_class(draw(PRIZES, chance)) for _ in range(DRAWS)]
    pairs = Counter(pairwise(classes))
    first, second = Counter(classes[:-1]), Counter(classes[1:])
    cells = [(a, b) for a in range(5) for b in range(5)]
    return chi_squared(
        [pairs[cell] for cell in cells], [first[a] * second[b] / (DRAWS - 1) for a, b in cells]
    )


def _class(prize: int) -> int:
    return sum(prize >= dollars * 100 for dollars in (7, 10, 12, 20))


@pytest.mark.clause("NZ-3.5(a)(ii)", "VIC03-11.6.1")
def test_the_draws_are_even_over_the_entries() -> None:
    # 3,750 entries: $1,000 is expected 53 times in 200,000 draws, $5 15,467 times.
    assert sum(entries for _, entries in TABLE) == PRIZES.total == 3750
    assert unevenness(MACHINE) < BOUND_22


@pytest.mark.parametrize("biased", [RemainderOfABitTooMuch, EveryAmountAlike, LittleTooGenerous])
def test_a_generator_that_is_not_even_does_not_pass(biased: type[Random]) -> None:
    assert unevenness(biased(1)) > BOUND_22


@pytest.mark.clause("NZ-3.5(a)(i)")
def test_a_draw_does_not_depend_on_the_one_before() -> None:
    assert dependence(MACHINE) < BOUND_16


def test_a_generator_with_memory_does_not_pass() -> None:
    assert unevenness(WithMemory(1)) < 2 * BOUND_22  # even enough to look well
    assert dependence(WithMemory(1)) > BOUND_16


@pytest.mark.clause("NZ-3.5(a)(iii)")
def test_there_is_no_seed_and_no_state_to_foretell_a_draw_from() -> None:
    with pytest.raises(NotImplementedError):
        MACHINE.getstate()
    MACHINE.seed(1)
    first = [draw(PRIZES) for _ in range(50)]
    MACHINE.seed(1)
    # Fifty draws alike would come once in more than ten to the fiftieth.
    assert first != [draw(PRIZES) for _ in range(50)]
