"""Money in whole cents, odds as exact fractions, and what a float's chips can pay."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import gcd, lcm
from typing import Final

Cents = int
"""An amount of money in cents. Never a float."""

LARGEST: Final[Cents] = 100_000_000_00
"""The largest single amount (a hundred million): a longer figure is a typing error."""


LONGEST: Final = 32
"""The longest text that is read as an amount, blanks included, in characters."""


class MoneyError(ValueError):
    """A text that is not an amount of money."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(code)
        self.fault = code, values
        """Why: the code of its words (`casino.words.faults`) and their values."""


def parse_amount(text: str) -> Cents:
    """Cents in a decimal amount without sign or currency, such as ``12.50``.

    Raises MoneyError if it is not an amount, has fractions of a cent, or is larger than LARGEST.
    """
    _check_length(text)
    word = text.strip()
    try:
        value = Decimal(word)
    except InvalidOperation:
        value = Decimal(-1)
    if (
        not word.isascii()
        or not word[:1].isdigit()
        or not value.is_finite()
        or value < 0
        or "e" in word.lower()
        or "_" in word
    ):
        raise MoneyError("fault.not_an_amount", text=text)
    cents = value * 100
    if cents != cents.to_integral_value():
        raise MoneyError("fault.part_of_a_cent", text=text)
    if cents > LARGEST:
        raise MoneyError("fault.amount_too_large", text=text)
    return int(cents)


SIGNS: Final = "$£€"
"""Currency signs that people may type before an amount."""

_GROUPED: Final = re.compile(r"[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?")


def parse_typed(text: str) -> Cents:
    """Cents in an amount as people type it, such as ``$1,250``: with a currency sign and commas between thousands.

    A comma anywhere else is refused: one person means 25 by ``2,5``, another 2.50. Raises MoneyError as
    `parse_amount` does.
    """
    _check_length(text)
    word = text.strip()
    word = word[1:].strip() if word[:1] in SIGNS else word
    if "," in word:
        if not _GROUPED.fullmatch(word):
            raise MoneyError("fault.comma", text=text)
        word = word.replace(",", "")
    return parse_amount(word)


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise MoneyError("fault.amount_too_long", start=text[:LONGEST])


def decimal(cents: Cents) -> str:
    """``1250`` as ``12.50``: the form of the round notation and of JSON."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def dollars(cents: Cents) -> str:
    """``125000`` as ``$1,250``; cents are shown only where there are any. The minus sign is the typographic one.

    This is the record's form. Screens write the house's own sign: see `casino.translated`.
    """
    sign = "−" if cents < 0 else ""
    units, rest = divmod(abs(cents), 100)
    return f"{sign}${units:,}" + (f".{rest:02d}" if rest else "")


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of ``win`` to ``stake``: a winning wager is paid wager × win ÷ stake."""

    win: int
    stake: int = 1

    def __str__(self) -> str:
        return f"{self.win}:{self.stake}"

    @property
    def words(self) -> str:
        """As books and layouts write it: ``3 to 2``."""
        return f"{self.win} to {self.stake}"

    def pay(self, wager: Cents) -> Fraction:
        """What the house pays on a winning wager, in exact cents, which may be fractional."""
        return Fraction(wager * self.win, self.stake)


EVENS: Final = Odds(1, 1)


MOST_COUNTED: Final = 50_000
"""The most sums of chips that are tried to find the fewest chips for each amount. The chips of a casino take a few
dozen; two with hardly a common divisor, such as 1,000 and 1,000.01, would take for ever."""


class Chips:
    """The denominations in a float, and what can be paid with them.

    An amount can be paid exactly if some number of chips makes it up. The float is taken to hold enough of each
    denomination; its count is kept elsewhere. Raises MoneyError for an empty list, for a denomination that is not
    above zero, and for chips with too many sums to count.
    """

    __slots__ = ("_large", "_small", "_unit", "denominations", "sums_tried")

    def __init__(self, denominations: Sequence[Cents]) -> None:
        if not denominations or any(chip <= 0 for chip in denominations):
            raise MoneyError("fault.no_denominations")
        self.denominations: tuple[Cents, ...] = tuple(sorted(set(denominations), reverse=True))
        self._unit = gcd(*self.denominations)
        # As long as each chip divides the one above it, taking the largest first gives the fewest. The chips below
        # must be counted, but only up to the smallest of these: a plaque of 100,000 costs no more than a 25 does.
        chain = 1
        while (
            chain < len(self.denominations) and not self.denominations[chain - 1] % self.denominations[chain]
        ):
            chain += 1
        self._large = self.denominations[:chain]
        self.sums_tried = 0
        """How many sums of the smaller chips were looked at: the cost of counting."""
        self._small = self._counted()

    def _counted(self) -> dict[Cents, list[tuple[Cents, tuple[int, ...]]]]:
        """The sums of the smaller chips, by their remainder to the smallest large chip, each with its fewest chips.
        A smaller chip is never needed so often that a larger one could replace several of it, which bounds the sums.
        """
        base, smaller = self._large[-1], self.denominations[len(self._large) :]
        bound = 0
        for place, chip in enumerate(smaller):
            bound += min(lcm(chip, larger) for larger in (base, *smaller[:place])) - chip
        if bound // self._unit * len(smaller) > MOST_COUNTED:
            raise MoneyError("fault.chips_uncountable")
        fewest: dict[Cents, tuple[int, ...]] = {0: (0,) * len(smaller)}
        for total in range(self._unit, bound + 1, self._unit):
            self.sums_tried += len(smaller)
            ways = [
                tuple(count + (at == place) for at, count in enumerate(fewest[total - chip]))
                for place, chip in enumerate(smaller)
                if total - chip in fewest
            ]
            if ways:
                fewest[total] = min(ways, key=sum)
        options: dict[Cents, list[tuple[Cents, tuple[int, ...]]]] = {}
        for total, counts in fewest.items():
            options.setdefault(total % base, []).append((total, counts))
        return options

    def can_pay(self, amount: Cents) -> bool:
        """Whether the amount can be made up exactly."""
        if amount < 0:
            return False
        ways = self._small.get(amount % self._large[-1], [])
        return bool(ways) and amount >= ways[0][0]

    def next_payable(self, amount: Fraction | Cents) -> Cents:
        """The smallest amount at or above ``amount`` that chips can make (VIC03-6.2.3)."""
        units = -(-amount.numerator // amount.denominator)
        units = -(-units // self._unit) * self._unit
        while not self.can_pay(units):
            units += self._unit
        return units

    def lower_payable(self, amount: Fraction | Cents) -> Cents:
        """The largest amount at or below ``amount`` that chips can make (ACT96-20.10-S1)."""
        units = amount.numerator // amount.denominator // self._unit * self._unit
        while not self.can_pay(units):
            units -= self._unit
        return units

    def break_down(self, amount: Cents) -> tuple[tuple[Cents, int], ...] | None:
        """The fewest chips that make the amount, as (denomination, number), largest first; None if no chips do."""
        if not self.can_pay(amount):
            return None
        ways = [
            (self._in_large(amount - total), small)
            for total, small in self._small[amount % self._large[-1]]
            if total <= amount
        ]
        large, small = min(ways, key=lambda way: sum(way[0]) + sum(way[1]))
        counts = (*large, *small)
        return tuple([(chip, count) for chip, count in zip(self.denominations, counts, strict=True) if count])

    def _in_large(self, amount: Cents) -> tuple[int, ...]:
        """How many of each large chip make the amount, a multiple of the smallest of them; largest chip first."""
        counts = []
        for chip in self._large:
            count, amount = divmod(amount, chip)
            counts.append(count)
        return tuple(counts)
