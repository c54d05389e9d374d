"""How far a win may differ from theo by chance alone: the variance of every bet.

What is assumed, and how it was worked out:
- The main wager, with doubles, splits and surrender: the variance of one unit on a box under basic strategy, once by
  `manage.py simulate --book B --game G` (60,000 rounds or more, seed 1; the standard error is 0.004 to 0.006). Wagers
  of several players on one box win and lose together: a box counts as one wager of what lies there.
- Main wagers on two boxes of a round meet the same dealer's hand: their covariance, measured with the same dealing of
  two boxes (20,000 to 80,000 rounds, seed 1; standard error 0.006 to 0.009). Published for blackjack: 0.46 to 0.50.
- In Ante Up and Player Select the wager is played as in the book's blackjack; below the upper minimum (NZ-21.5) it was
  measured with 6 to 5 for a Blackjack and doubles on 9 to 11. Other elections move a variance by no more than that, a
  fortieth, and the interval by half of it.
- Triple Play (ACT96-22.2): one hand against two or three dealer hands of the same first card. The figures are for two
  equal wagers, a unit together; three together have 0.742 and 0.164, so their interval is somewhat wide.
- Side bets and insurance: exactly, from every outcome and its chance (`sidebets.exact`). Those that the dealer's hand
  decides come out alike for everybody in the round; others are independent from box to box.
- Different bets, and different rounds, are taken as independent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final

from casino.cards import HARD_VALUE, pack_without
from casino.rulebooks import BOOKS, RuleBookError, Rules
from sidebets import side_bets
from sidebets.exact import figures
from tables.models import MAIN
from tables.theo import ANTE, INSURANCE, MAIN_LOWER


@dataclass(frozen=True, slots=True)
class BetVariance:
    """For one bet and a wager of one unit on a box: its variance, and the covariance with a unit on another box in
    the round."""

    variance: float
    covariance: float

    def of_round(self, base: int, squares: int) -> float:
        """The variance of a round's win, in cents squared, from the sum of what lies on the boxes and the sum of its
        squares."""
        return self.variance * squares + self.covariance * (base * base - squares)


BLACKJACK: Final = BetVariance(1.28, 0.48)
"""The figures for a game that is not listed."""
MAIN_VARIANCES: Final[Mapping[tuple[str, str], BetVariance]] = {
    ("ACT96", "blackjack"): BetVariance(1.282, 0.48),
    ("ACT96", "triple_play"): BetVariance(0.864, 0.245),
    ("ACT03", "blackjack"): BetVariance(1.282, 0.48),
    ("VIC03", "blackjack"): BetVariance(1.273, 0.452),
    ("VIC03", "crown_pontoon"): BetVariance(1.310, 0.378),
    ("VIC03", "vegas_blackjack"): BetVariance(1.303, 0.493),
    ("VIC03", "crown_blackjack"): BetVariance(1.276, 0.456),
    ("NZ", "blackjack"): BetVariance(1.282, 0.461),
    ("NZ", "ante_up"): BetVariance(1.282, 0.461),
    ("NZ", "blackjack_plus"): BetVariance(1.147, 0.277),
    ("NZ", "free_bet"): BetVariance(1.122, 0.378),
    ("NZ", "player_select"): BetVariance(1.282, 0.461),
    ("UK", "blackjack"): BetVariance(1.283, 0.482),
}
LOWER: Final = BetVariance(1.245, 0.459)
"""The figures for a wager of the lower level (NZ-21.5)."""
NONE: Final = BetVariance(0.0, 0.0)


@lru_cache(maxsize=512)
def variance_of(book: str, game: str, decks: int, bet: str) -> BetVariance:
    """The variance of a bet, by the key of its figures; zero if it is not known."""
    if bet == MAIN_LOWER:
        return LOWER
    if bet == MAIN:
        return MAIN_VARIANCES.get((book, game), BLACKJACK)
    if bet == ANTE:
        return NONE  # a fee, which is not at risk (NZ-1.1-B01)
    try:
        # The game before any election: some elections are compulsory (NZ-18.2), and none changes what a bet pays.
        rules = BOOKS[book].games[game]
        return _insurance(rules, decks) if bet == INSURANCE else _side(rules, decks, bet)
    except (RuleBookError, LookupError, ValueError):
        return NONE


def _insurance(rules: Rules, decks: int) -> BetVariance:
    """From a full shoe without the dealer's ace; all insurance in a round has the same result."""
    pack = pack_without(rules.missing_ranks.value)
    tens = decks * sum(1 for card in pack if HARD_VALUE[card] == 10)
    chance = Fraction(tens, decks * len(pack) - 1)
    odds = Fraction(rules.insurance_odds.value.win, rules.insurance_odds.value.stake)
    variance = _variance([(chance, odds), (1 - chance, Fraction(-1))])
    return BetVariance(variance, variance)


def _side(rules: Rules, decks: int, name: str) -> BetVariance:
    key, _, scale = name.partition(":")
    bet = side_bets(rules.book, rules.game)[key]
    outcomes = figures(bet, bet.scale(scale), rules, decks).outcomes
    variance = _variance(
        [
            (
                outcome.chance,
                Fraction(-1) if outcome.odds is None else Fraction(outcome.odds.win, outcome.odds.stake),
            )
            for outcome in outcomes
        ]
    )
    return BetVariance(variance, variance if bet.looks_at == "dealer_hand" else 0.0)


def _variance(ways: list[tuple[Fraction, Fraction]]) -> float:
    mean = sum((chance * gain for chance, gain in ways), Fraction())
    return float(sum((chance * gain * gain for chance, gain in ways), Fraction()) - mean * mean)


def deviation(variance: float) -> float:
    """The standard deviation, in cents."""
    return sqrt(max(0.0, variance))
