"""Side bets under a reading that changes more than one value: every line met is paid, or every prize is equally
likely."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Final

from casino.money import Odds
from sidebets.bet import Judge, Line, LinesMet, Prizes, Scale, Seen, SideBet

AND: Final = "_and_"
"""Joins the names of lines that are paid together."""


@dataclass(frozen=True, slots=True)
class EveryLine:
    """Judges cards by every line that they meet: returns the names of all of them together; if they meet none, what
    ``otherwise`` returns."""

    met: LinesMet
    otherwise: Judge

    def __call__(self, seen: Seen) -> str:
        return AND.join(self.met(seen)) or self.otherwise(seen)


def paid_for_all(bet: SideBet) -> SideBet:
    """The bet with every line paid that its cards meet. Lines met together are an additional line in each scale,
    whose odds are the sum: nine to one and one to one make ten to one. Its clause is the best line's."""
    met = bet.lines_met
    assert met is not None, f"{bet.key} says which of its lines are met together"
    return replace(
        bet,
        outcome=EveryLine(met, bet.outcome),
        scales=tuple([_with_sums(scale) for scale in bet.scales]),
    )


def _with_sums(scale: Scale) -> Scale:
    together = [parts for size in range(2, len(scale.lines) + 1) for parts in combinations(scale.lines, size)]
    sums = [Line(AND.join(part.name for part in parts), _added(parts), parts[0].clause) for parts in together]
    return replace(scale, lines=(*scale.lines, *sums))


def _added(parts: tuple[Line, ...]) -> Odds:
    total = sum((Fraction(part.odds.win, part.odds.stake) for part in parts), Fraction())
    return Odds(total.numerator, total.denominator)


def by_amount(scale: Scale) -> Scale:
    """The scale with each prize of its table equally likely."""
    assert scale.prizes is not None, f"scale {scale.name} has prizes"
    return replace(
        scale, prizes=Prizes(tuple([(prize, 1) for prize, _ in scale.prizes.entries]), scale.prizes.clause)
    )
