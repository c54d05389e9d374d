"""The edge that is dealt against the edge that is worked out, and against what is published."""

from fractions import Fraction

import pytest

from rounds.simulation.dealing import Run, Table, Tally
from rounds.simulation.strategy import STRATEGIES, Plain
from tests.examples import each_time
from tests.simulation import exact
from tests.simulation.stacked import table

PONTOON = exact.Game(
    dealer_stands_soft=18,
    ranks="A23456789JQK",
    natural_always_paid=True,
    wins_at_21=True,
    long_21=((5, Fraction(3, 2)), (6, Fraction(2)), (7, Fraction(3))),
    named_21=True,
)
PLUS = exact.Game(natural_always_paid=True, push_on=22, wins_at_21=True, five_cards=True, least_to_stand=12)
GAMES = {
    ("VIC03", "blackjack"): exact.Game(dealer_natural_beats_21=False),
    ("VIC03", "crown_blackjack"): exact.Game(dealer_natural_beats_21=False, dealer_stands_soft=18),
    ("VIC03", "crown_pontoon"): PONTOON,
    ("ACT96", "blackjack"): exact.Game(least_to_stand=12),
    ("NZ", "blackjack_plus"): PLUS,
    ("NZ", "free_bet"): exact.Game(dealer_stands_soft=18, push_on=22, least_to_stand=12),
    ("UK", "blackjack"): exact.Game(),
}
ENDLESS = 0.002
"""More than an endless shoe differs from eight packs."""


def dealt(at: Table, strategy: str, rounds: int) -> Run:
    """What came of that many rounds."""
    *_, run = at.simulate(STRATEGIES[strategy](at.own_rules), rounds, seed=1)
    return run


def test_the_enumeration_gives_published_figures() -> None:
    # Mimicking the dealer costs about 5.5 to 5.7 % where the dealer stands on soft 17.
    assert exact.edge(exact.Game(), exact.Player(17, 17)) == pytest.approx(0.0567, abs=0.0005)


EACH_TIME = {("VIC03", "blackjack"), ("VIC03", "crown_pontoon"), ("NZ", "free_bet")}


@pytest.mark.parametrize(("book", "game"), each_time(EACH_TIME, GAMES))
def test_mimicking_the_dealer(book: str, game: str) -> None:
    rules = GAMES[book, game]
    expected = exact.edge(rules, exact.Player(17, rules.dealer_stands_soft))
    tally = dealt(table(book, game), "mimic", 5000).tallies["main"]
    assert tally.edge == pytest.approx(expected, abs=3 * tally.error + ENDLESS)


def test_drawing_to_other_totals() -> None:
    expected = exact.edge(GAMES["VIC03", "blackjack"], exact.Player(12, 18))
    at = table("VIC03")
    *_, run = at.simulate(Plain(12, 18).decide, 5000, seed=1)
    tally = run.tallies["main"]
    assert tally.edge == pytest.approx(expected, abs=3 * tally.error + ENDLESS)


@pytest.mark.long
def test_playing_better_costs_less() -> None:
    # Eight packs, no hole card, doubling on any two cards and after a split. Published for a game like it: about
    # 0.5 % for basic strategy, 3.9 % for basic strategy that never breaks a hand, 5.6 % for mimicking the dealer.
    published = {"basic": 0.005, "never_bust": 0.039, "mimic": 0.056}
    tallies = {name: dealt(table("UK"), name, 6000).tallies["main"] for name in published}
    for name, edge in published.items():
        assert tallies[name].edge == pytest.approx(edge, abs=3 * tallies[name].error)
    assert tallies["basic"].edge < tallies["never_bust"].edge < tallies["mimic"].edge


def test_a_tally_is_exact() -> None:
    at = table("ACT96", "triple_play")
    run = dealt(at, "mimic", 50)
    assert list(run.tallies) == ["hand_1", "hand_2", "hand_3"]
    assert {tally.rounds for tally in run.tallies.values()} == {50}
    assert {tally.handle for tally in run.tallies.values()} == {50 * 100_00}
    again = dealt(at, "mimic", 50)
    assert again.tallies == run.tallies


def test_error_of_an_edge() -> None:
    tally = Tally(100_00)
    for win in (100_00, -100_00, 100_00, 0):
        tally.add(win)
    # Mean a quarter; variance 3/4 - 1/16 = 11/16; over four rounds.
    assert tally.edge == 0.25
    assert tally.error == pytest.approx((11 / 16 / 4) ** 0.5)


def test_the_ante_is_lost_and_a_waived_one_not_placed() -> None:
    at = table("NZ", "ante_up", ("ante", "2.50"))
    run = dealt(at, "basic", 100)
    assert (run.tallies["ante"].edge, run.tallies["ante"].error) == (1.0, 0.0)
    waived = table("NZ", "ante_up", ("ante", "2.50"), ("ante_waived_from", "50"))
    assert list(waived.wagers) == ["main"]


def test_a_larger_ante_needs_a_larger_wager() -> None:
    at = table("NZ", "ante_up", ("ante", "20"), minimum=160_00)
    assert at.wagers == {"main": 160_00, "ante": 20_00}


def test_a_lower_level_plays_by_its_own_rules() -> None:
    levels = (("upper_min", "500"), ("lower_split", "none"), ("lower_blackjack_pays", "1:1"))
    lower = table("NZ", "player_select", *levels)
    assert lower.own_rules is lower.rules.lower
    upper = table("NZ", "player_select", ("upper_min", "50"))
    assert upper.own_rules is upper.rules
    odds = (lower.own_rules.blackjack_odds.value, upper.own_rules.blackjack_odds.value)
    assert list(map(str, odds)) == ["1:1", "3:2"]
    # A Blackjack at evens costs 2.2 % more, and what cannot be split as well.
    edges = [dealt(at, "basic", 3000).tallies["main"].edge for at in (lower, upper)]
    assert edges[0] > edges[1] + 0.01
