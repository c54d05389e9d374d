"""Chips by denomination: counted, added up, put into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.money import LARGEST, Cents, dollars
from casino.refusals import Refusal
from casino.translated import in_house_currency
from tables.models import Table

Chips = list[list[int]]
"""[[denomination in cents, number], …], largest first, without denominations that are absent."""
NO_CHIPS: Final = gettext_noop("no chips")
MOST = 999_999
"""The most chips of one denomination: a larger number is a typing error."""


def chips_of(table: Table, counted: Mapping[int, int]) -> Chips:
    """The counted chips in order. Raises Refusal for chips that the table does not have, and for a number or sum
    below zero or impossibly large."""
    for chip, number in counted.items():
        if chip not in table.chips:
            raise Refusal(
                "chips.not_of_table", table=table.code, chip=chip, chips=sorted(table.chips, reverse=True)
            )
        if not 0 <= number <= MOST:
            raise Refusal("chips.number", number=number, chip=chip)
    chips = [[chip, number] for chip, number in sorted(counted.items(), reverse=True) if number]
    if total(chips) > LARGEST:
        raise Refusal("chips.too_many", total=total(chips))
    return chips


def at_least_one(table: Table, counted: Mapping[int, int]) -> Chips:
    """The same; raises Refusal if there is not a single chip."""
    chips = chips_of(table, counted)
    if not chips:
        raise Refusal("chips.none")
    return chips


def total(chips: Iterable[Iterable[int]]) -> Cents:
    """Their value, in cents."""
    return sum(chip * number for chip, number in chips)


def words(chips: Iterable[Iterable[int]]) -> str:
    """``40 × $100, 20 × $25``, in the record's English."""
    return ", ".join(f"{number} × {dollars(chip)}" for chip, number in chips) or NO_CHIPS


def shown(chips: Iterable[Iterable[int]]) -> str:
    """The same in the house's words and currency."""
    return in_house_currency(words(chips)) if chips else _(NO_CHIPS)


def difference(counted: Chips, expected: Chips) -> Chips:
    """How many chips more (or, negative, fewer) than expected, by denomination."""
    more: Counter[int] = Counter()
    for chip, number in counted:
        more[chip] += number
    for chip, number in expected:
        more[chip] -= number
    changed = [[chip, more[chip]] for chip in sorted(more, reverse=True)]
    return [change for change in changed if change[1]]
