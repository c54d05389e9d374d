"""Super Sevens: the first cards dealt to the box (NZ 15)."""

from collections import Counter
from itertools import product

import pytest

from casino.cards import PACK
from sidebets import LOSE, OPEN, Seen
from tests.sidebets.nz.book import BETS, pays, seen
from tests.sidebets.nz.test_offering import refused

SEVENS = BETS["super_sevens"]


@pytest.mark.clause("NZ-15.4(a)", "NZ-15.4(b)", "NZ-15.4(c)", "NZ-15.4(d)", "NZ-15.4(e)", "NZ-15.4(f)")
@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("8h", -5),
        ("8h 7c 7c", -5),
        ("7d Kc", 15),
        ("7d Kc 7d", 15),
        ("7d 7s 5h", 250),
        ("7d 7s Kh", 250),  # the third card breaks the hand
        ("7d 7d 5h", 500),
        ("7d 7d 7h", 2500),  # not the two suited ones as well
        ("7d 7h 7d", 2500),
        ("7d 7d 7d", 25000),
    ],
)
def test_it_pays_the_sevens_that_the_first_cards_are(cards: str, paid: int) -> None:
    assert pays(SEVENS, "", seen(cards), 5_00) == paid * 100


@pytest.mark.clause("NZ-15.4(b)", "NZ-15.4(c)", "NZ-15.6-S1")
def test_it_is_open_only_while_the_next_card_can_change_it() -> None:
    for cards in ("", "7d", "7d 7s", "7d 7d"):
        assert SEVENS.outcome(seen(cards)) == OPEN
    # The player stands on fourteen, or splits: nothing more comes.
    assert pays(SEVENS, "", seen("7d 7s", closed=True), 5_00) == 250_00
    assert pays(SEVENS, "", seen("7d 7d", closed=True), 5_00) == 500_00


@pytest.mark.clause("NZ-15.4(a)", "NZ-15.4(b)", "NZ-15.4(c)", "NZ-15.4(d)", "NZ-15.4(e)", "NZ-15.4(f)")
def test_of_every_three_cards_the_sevens_are_as_often_as_the_packs_say() -> None:
    draws = Counter(SEVENS.outcome(Seen(cards)) for cards in product(PACK, PACK, PACK))
    assert draws == {
        "three_sevens_suited": 4,
        "three_sevens": 64 - 4,
        "two_sevens_suited": 4 * 48,
        "two_sevens": 12 * 48,
        "one_seven": 4 * 48 * 52,
        LOSE: 48 * 52 * 52,
    }


@pytest.mark.clause("NZ-3.3(a)")
@pytest.mark.parametrize(("decks", "clause"), [(4, "NZ-3.3(a)"), (5, "NZ-3.3(a)"), (6, ""), (7, ""), (8, "")])
def test_it_needs_six_packs_or_more(decks: int, clause: str) -> None:
    assert refused("super_sevens", decks=decks) == ("side_bet.number_of_packs" if clause else "", clause)
    assert refused("perfect_pairs", decks=decks) == ("", "")
