"""How far a win may stray from theo by chance alone: the variance of every bet.

What is assumed:
- The main wager won or lost with doubles, splits and surrender: the variance of a wager of one unit under basic
  strategy, as `manage.py simulate` measured it for each game (60,000 rounds, seed 1); a game that is not listed is
  taken to be like blackjack.
- Main wagers of one round meet the same dealer's hand and are not independent: the covariance of two of them is taken
  as 0.5 of a unit squared, which is what is published for blackjack (0.48 to 0.50).
- Side bets: exactly, from every outcome and its chance (`sidebets.exact`). Those that the dealer's hand decides come
  out alike for everybody in the round; others are taken as independent.
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
from casino.rulebooks import RuleBookError, Rules, rules_for
from sidebets import side_bets
from sidebets.exact import figures
from tables.models import MAIN
from tables.theo import ANTE, INSURANCE, MAIN_LOWER

BLACKJACK: Final = 1.28
MAIN_VARIANCES: Final[Mapping[tuple[str, str], float]] = {
    ("ACT96", "blackjack"): 1.282,
    ("ACT96", "triple_play"): 1.228,
    ("ACT03", "blackjack"): 1.282,
    ("VIC03", "blackjack"): 1.273,
    ("VIC03", "crown_pontoon"): 1.310,
    ("VIC03", "vegas_blackjack"): 1.303,
    ("VIC03", "crown_blackjack"): 1.276,
    ("NZ", "blackjack"): 1.276,
    ("NZ", "ante_up"): 1.276,  # not measured: the main wager is that of blackjack
    ("NZ", "blackjack_plus"): 1.147,
    ("NZ", "free_bet"): 1.122,
    ("NZ", "player_select"): 1.276,  # not measured: taken as that of blackjack
    ("UK", "blackjack"): 1.283,
}
"""Of a wager of one unit, doubles, splits and surrender included; the standard error of each is about a hundredth."""
MAIN_COVARIANCE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Spread:
    """Of one bet, for a wager of one unit: its variance, and the covariance of two in one round."""

    variance: float
    covariance: float

    def of_round(self, base: int, squares: int) -> float:
        """The variance of a round's win, in cents squared, from the sum of its wagers and that of their squares."""
        return self.variance * squares + self.covariance * (base * base - squares)


NONE: Final = Spread(0.0, 0.0)


@lru_cache(maxsize=512)
def spread(book: str, game: str, decks: int, bet: str) -> Spread:
    """The spread of a bet, by the name of its figures. Nothing where it is not known."""
    if bet in (MAIN, MAIN_LOWER):
        return Spread(MAIN_VARIANCES.get((book, game), BLACKJACK), MAIN_COVARIANCE)
    if bet == ANTE:
        return NONE  # a fee: it is at no risk (NZ-1.1-B01)
    try:
        rules = rules_for(book, game)
        return _insurance(rules, decks) if bet == INSURANCE else _side(rules, decks, bet)
    except (RuleBookError, LookupError, ValueError):
        return NONE


def _insurance(rules: Rules, decks: int) -> Spread:
    """From a full shoe that the dealer's ace has left; all insurance of a round comes out alike."""
    pack = pack_without(rules.missing_ranks.value)
    tens = decks * sum(1 for card in pack if HARD_VALUE[card] == 10)
    chance = Fraction(tens, decks * len(pack) - 1)
    odds = Fraction(rules.insurance_odds.value.win, rules.insurance_odds.value.stake)
    one = _variance([(chance, odds), (1 - chance, Fraction(-1))])
    return Spread(one, one)


def _side(rules: Rules, decks: int, name: str) -> Spread:
    key, _, scale = name.partition(":")
    bet = side_bets(rules.book, rules.game)[key]
    outcomes = figures(bet, bet.scale(scale), rules, decks).outcomes
    one = _variance(
        [
            (
                outcome.chance,
                Fraction(-1) if outcome.odds is None else Fraction(outcome.odds.win, outcome.odds.stake),
            )
            for outcome in outcomes
        ]
    )
    return Spread(one, one if bet.looks_at == "dealer_hand" else 0.0)


def _variance(ways: list[tuple[Fraction, Fraction]]) -> float:
    mean = sum((chance * gain for chance, gain in ways), Fraction())
    return float(sum((chance * gain * gain for chance, gain in ways), Fraction()) - mean * mean)


def deviation(variance: float) -> float:
    """The standard deviation, in cents."""
    return sqrt(max(0.0, variance))
