"""Money in whole cents, odds as exact fractions, and what a float's chips can pay."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Final

Cents = int
"""An amount of money. Never a float."""

LARGEST: Final[Cents] = 100_000_000_00
"""No single amount is larger (a hundred million): a longer figure is a slip of the finger."""


class MoneyError(ValueError):
    """A text that is no amount of money."""


def parse_amount(text: str) -> Cents:
    """Cents in a decimal amount without sign or currency, such as ``12.50``.

    Raises MoneyError when it is not one, has a part of a cent, or is larger than LARGEST.
    """
    word = text.strip()
    try:
        value = Decimal(word)
    except InvalidOperation:
        value = Decimal(-1)
    if not word[:1].isdigit() or not value.is_finite() or value < 0 or "e" in word.lower() or "_" in word:
        raise MoneyError(f"“{text}” is not an amount: write it as 25 or 12.50, without sign or currency")
    cents = value * 100
    if cents != cents.to_integral_value():
        raise MoneyError(f"“{text}” has a part of a cent")
    if cents > LARGEST:
        raise MoneyError(f"“{text}” is more than any wager can be")
    return int(cents)


def decimal(cents: Cents) -> str:
    """``1250`` as ``12.50``: the form of the round notation and of JSON."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def dollars(cents: Cents) -> str:
    """``125000`` as ``$1,250``; cents are shown only where there are any. A minus is the typographic one."""
    sign = "−" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of ``win`` to ``stake``: a winning wager is paid stake × win ÷ stake part."""

    win: int
    stake: int = 1

    def __str__(self) -> str:
        return f"{self.win}:{self.stake}"

    @property
    def words(self) -> str:
        """As the books and the layout write it: ``3 to 2``."""
        return f"{self.win} to {self.stake}"

    def pay(self, wager: Cents) -> Fraction:
        """What the house adds to a winning wager, exact, in cents that may be fractional."""
        return Fraction(wager * self.win, self.stake)


EVENS: Final = Odds(1, 1)


class Chips:
    """The denominations in a float, and what can be paid with them.

    An amount can be paid exactly when some number of chips makes it up. The float is taken to hold
    enough of each denomination: how many there are is the float's own count.
    """

    __slots__ = ("denominations", "_unit")

    def __init__(self, denominations: Sequence[Cents]) -> None:
        if not denominations or any(chip <= 0 for chip in denominations):
            raise MoneyError("a float needs at least one denomination, each above zero")
        self.denominations: tuple[Cents, ...] = tuple(sorted(set(denominations), reverse=True))
        smallest = self.denominations[-1]
        # Where every chip is a multiple of the smallest, payable is the same as divisible; otherwise count.
        self._unit = smallest if all(chip % smallest == 0 for chip in self.denominations) else 0

    def can_pay(self, amount: Cents) -> bool:
        """Whether the amount can be made up exactly."""
        if self._unit:
            return amount >= 0 and amount % self._unit == 0
        return self.break_down(amount) is not None

    def next_payable(self, amount: Fraction | Cents) -> Cents:
        """The smallest amount, not below ``amount``, that chips can make (VIC03-6.2.3)."""
        whole = -(-amount.numerator // amount.denominator)
        if self._unit:
            return -(-whole // self._unit) * self._unit
        while not self.can_pay(whole):
            whole += 1
        return whole

    def lower_payable(self, amount: Fraction | Cents) -> Cents:
        """The largest amount, not above ``amount``, that chips can make (ACT96-20.10 with a notice)."""
        whole = amount.numerator // amount.denominator
        if self._unit:
            return whole // self._unit * self._unit
        while not self.can_pay(whole):
            whole -= 1
        return whole

    def break_down(self, amount: Cents) -> tuple[tuple[Cents, int], ...] | None:
        """The fewest chips that make the amount, as (denomination, number), largest first; None if none do."""
        return _fewest(self.denominations, amount)


@lru_cache(maxsize=4096)
def _fewest(chips: tuple[Cents, ...], amount: Cents) -> tuple[tuple[Cents, int], ...] | None:
    if amount == 0:
        return ()
    if amount < 0 or not chips:
        return None
    chip, smaller = chips[0], chips[1:]
    if not smaller:
        return ((chip, amount // chip),) if amount % chip == 0 else None
    # The largest chip first gives the fewest where each divides the next; otherwise a few less of it may
    # leave a rest that the smaller ones can make (2.50 and 1: 5.50 is one 2.50 and three 1s).
    best: tuple[tuple[Cents, int], ...] | None = None
    most = amount // chip
    for count in range(most, max(-1, most - 2 * max(2, chip // smaller[-1])), -1):
        rest = _fewest(smaller, amount - count * chip)
        if rest is not None:
            found = ((chip, count), *rest) if count else rest
            if best is None or sum(n for _, n in found) < sum(n for _, n in best):
                best = found
            if all(bigger % less == 0 for bigger, less in zip(chips, smaller, strict=False)):
                break
    return best
