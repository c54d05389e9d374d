"""Side bets dealt through the state machine cost what counting says that they cost.

The player draws as the dealer does and never splits, so a hand with two sevens always draws a third card: what
`sidebets.exact` takes for granted. The bound is four standard errors, these from the exact chances; the seed is fixed.
"""

from fractions import Fraction
from math import sqrt

import pytest

from casino.money import LARGEST
from rounds import engine
from rounds.engine.setup import SideBetConfig
from rounds.simulation.dealing import Run, Table
from rounds.simulation.strategy import STRATEGIES
from sidebets.exact import Figures, figures

ROUNDS = 1500
TABLES = [
    ("ACT96", "blackjack", ("over_13", "under_13")),
    ("ACT96", "blackjack", ("super_sevens",)),
    ("ACT03", "blackjack", ("super_sevens", "perfect_pairs")),
    ("VIC03", "crown_blackjack", ("magnificent_sevens:2",)),
    ("VIC03", "crown_pontoon", ("pontoon_pandemonium:5",)),
    ("NZ", "blackjack", ("house_money", "lucky_match:2")),
    ("NZ", "free_bet", ("madness_21", "super_sevens", "lucky_lucky:3", "buster:F", "push_22")),
    ("UK", "blackjack", ("perfect_pairs", "21_plus_3", "top_3")),
]


def dealt(book: str, game: str, bets: tuple[str, ...]) -> tuple[Table, Run]:
    offers = tuple(SideBetConfig(bet, scale) for bet, _, scale in (word.partition(":") for word in bets))
    signs = (
        engine.values.Sign(maximum=LARGEST),
        *(engine.values.Sign(offer.bet, maximum=LARGEST) for offer in offers),
    )
    setup = engine.Setup(book, game, boxes=1, offers=offers, signs=signs)
    table = Table(setup, [offer.bet for offer in offers])
    [run] = table.simulate(STRATEGIES["mimic"](table.own_rules), ROUNDS, seed=11)
    return table, run


def deviation(exact: Figures) -> float:
    """Of what the house wins of one wager of one unit."""
    gains = [
        (outcome.chance, Fraction(outcome.odds.win, outcome.odds.stake) if outcome.odds else Fraction(-1))
        for outcome in exact.outcomes
    ]
    return sqrt(sum(chance * gain**2 for chance, gain in gains) - exact.house_edge**2)


@pytest.mark.parametrize(("book", "game", "bets"), TABLES)
def test_what_is_dealt_costs_what_is_counted(book: str, game: str, bets: tuple[str, ...]) -> None:
    table, run = dealt(book, game, bets)
    assert {*run.tallies} == {"main", *(bet.partition(":")[0] for bet in bets)}
    for key, tally in run.tallies.items():
        if key == "main":
            continue
        offer = table.offers[key]
        exact = figures(offer.bet, offer.scale, table.rules, decks=8)
        assert tally.rounds == ROUNDS
        assert abs(tally.edge - exact.house_edge) < 4 * deviation(exact) / sqrt(ROUNDS), key
