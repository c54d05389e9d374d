"""House Money and Let It Ride: which two cards win, and what (NZ 15D.5, 15E.4)."""

import pytest

from casino.cards import PACK
from sidebets import LOSE, OPEN, Seen
from tests.sidebets.nz.book import BETS, pays, seen, two_cards

HOUSE = BETS["house_money"]
RIDE = BETS["let_it_ride"]


@pytest.mark.clause("NZ-15D.5(a)", "NZ-15D.5(b)", "NZ-15D.5(c)", "NZ-15D.5(d)", "NZ-15D.5(e)")
def test_house_money_meets_each_line_as_often_as_the_ranks_say() -> None:
    # Twelve neighbours from ace-two to queen-king, and king-ace; two orders; four suits alike, twelve not.
    assert two_cards(HOUSE) == {
        "ace_king_suited": 4 * 2,
        "suited_sequence": 12 * 4 * 2,
        "pair": 208,
        "sequence": 13 * 12 * 2,
        LOSE: 2704 - 8 - 96 - 208 - 312,
    }


@pytest.mark.clause("NZ-15E.4(a)", "NZ-15E.4(b)", "NZ-15E.4(c)")
def test_let_it_ride_meets_each_line_as_often_as_the_ranks_say() -> None:
    # In one suit 13 × 13 two cards, 26 of them in sequence; in two suits the 312 sequences.
    assert two_cards(RIDE) == {
        "suited_sequence": 26 * 4,
        "suited_or_sequence": (169 - 26) * 4 + 312,
        LOSE: 2704 - 104 - 884,
    }


@pytest.mark.clause("NZ-15D.5(a)", "NZ-15D.5(b)", "NZ-15D.5(c)", "NZ-15D.5(d)", "NZ-15D.5(e)")
@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("As Ks", 90),  # one line, not 90 + 40 + 10
        ("Ks As", 90),
        ("Qh Jh", 40),
        ("Ad 2d", 40),
        ("2d Ad", 40),
        ("Kc 2c", -10),  # no way round
        ("Ts Qs", -10),
        ("8h 8h", 30),
        ("8h 8c", 30),
        ("Tc Kc", -10),
        ("Kh Qs", 10),
        ("Ah Ks", 10),
        ("Ah 2c", 10),
        ("9h 6h", -10),
    ],
)
def test_house_money_pays_the_best_line_alone(cards: str, paid: int) -> None:
    assert pays(HOUSE, "", seen(cards), 10_00) == paid * 100


@pytest.mark.clause("NZ-15E.4(a)", "NZ-15E.4(b)", "NZ-15E.4(c)")
@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("Qh Kh", 20),  # not 20 + 10
        ("As Ks", 20),
        ("2s As", 20),
        ("7d 7d", 10),
        ("Ks 2s", 10),
        ("Ah 2c", 10),
        ("9h 6h", 10),
        ("7d 7c", -10),
        ("Ks 2h", -10),
    ],
)
def test_let_it_ride_pays_the_best_line_alone(cards: str, paid: int) -> None:
    assert pays(RIDE, "", seen(cards), 10_00) == paid * 100


def test_the_bets_need_both_cards_and_their_order_makes_no_difference() -> None:
    for bet in (HOUSE, RIDE):
        assert bet.outcome(seen("As")) == OPEN
        for first in PACK:
            for second in PACK:
                assert bet.outcome(Seen((first, second))) == bet.outcome(Seen((second, first)))
