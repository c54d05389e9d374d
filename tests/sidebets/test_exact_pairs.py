"""Bets on the first two cards, counted by hand.

After any first card from a shoe of n packs 52n - 1 cards are left. n - 1 of them are the same card again, n have its
rank in the other suit of its colour, 2n its rank in a suit of the other colour.
"""

from fractions import Fraction

import pytest

from tests.sidebets.counted import chances, edge, exactly


def pair_chances(decks: int) -> dict[str, Fraction]:
    left = 52 * decks - 1
    return {
        "perfect_pair": Fraction(decks - 1, left),
        "coloured_pair": Fraction(decks, left),
        "mixed_pair": Fraction(2 * decks, left),
    }


@pytest.mark.clause("VIC03-15.6.1-T1-L01", "VIC03-15.6.1-T1-L02", "VIC03-15.6.1-T1-L03")
def test_perfect_pairs_of_victoria_from_eight_packs() -> None:
    """415 cards are left after the first: 7 + 8 + 16 make a pair. 25 x 7 + 12 x 8 + 6 x 16 = 367 is won and
    384 lost: the house keeps 17 of 415."""
    exact = exactly("VIC03", "perfect_pairs", 8)
    assert chances(exact) == {
        "perfect_pair": Fraction(7, 415),
        "coloured_pair": Fraction(8, 415),
        "mixed_pair": Fraction(16, 415),
        "lose": Fraction(384, 415),
    }
    assert exact.house_edge == Fraction(17, 415)


@pytest.mark.parametrize(("decks", "coloured"), [(4, 15), (5, 14), (6, 13), (7, 12), (8, 12)])
@pytest.mark.clause("VIC03-15.6.1-T1-L02")
def test_perfect_pairs_of_victoria_by_packs(decks: int, coloured: int) -> None:
    """A coloured pair is paid better the fewer packs there are."""
    exact = exactly("VIC03", "perfect_pairs", decks)
    odds = {"perfect_pair": 25, "coloured_pair": coloured, "mixed_pair": 6}
    assert exact.house_edge == edge(odds, pair_chances(decks))


@pytest.mark.parametrize("decks", [4, 8])
@pytest.mark.parametrize(("scale", "odds"), [("1", (30, 10, 5)), ("two", (25, 12, 6)), ("3", (25, 12, 5))])
@pytest.mark.clause("NZ-15B.7-T1", "NZ-15B.7-T2", "NZ-15B.7-T3")
def test_perfect_pair_of_new_zealand(decks: int, scale: str, odds: tuple[int, int, int]) -> None:
    """Mixed, coloured and perfect at 5, 10 and 30 to one, at 6, 12 and 25, at 5, 12 and 25."""
    exact = exactly("NZ", "perfect_pairs", decks, scale)
    named = dict(zip(("perfect_pair", "coloured_pair", "mixed_pair"), odds, strict=True))
    assert exact.house_edge == edge(named, pair_chances(decks))


@pytest.mark.parametrize(("scale", "odds"), [("1", 11), ("2", 10)])
@pytest.mark.clause("NZ-15C.8")
def test_any_pair(scale: str, odds: int) -> None:
    """From eight packs 31 of the 415 cards left have the rank of the first: 384 lost, 11 or 10 times 31 won."""
    exact = exactly("NZ", "any_pair", 8, scale)
    assert chances(exact)["any_pair"] == Fraction(31, 415)
    assert exact.house_edge == Fraction(384 - odds * 31, 415)


@pytest.mark.parametrize("decks", [4, 6, 8])
@pytest.mark.clause("NZ-15D.5(a)", "NZ-15D.5(b)", "NZ-15D.5(c)", "NZ-15D.5(d)", "NZ-15D.5(e)")
def test_house_money(decks: int) -> None:
    """Every rank has two neighbours, the ace king and two: 2n of the cards left in the suit of the first, 6n in
    others. One in thirteen of those sequences is ace and king. 4n - 1 make a pair."""
    n, left = decks, 52 * decks - 1
    chance = {
        "ace_king_suited": Fraction(2 * n, 13 * left),
        "suited_sequence": Fraction(24 * n, 13 * left),
        "pair": Fraction(4 * n - 1, left),
        "sequence": Fraction(6 * n, left),
    }
    exact = exactly("NZ", "house_money", n)
    assert {name: chances(exact)[name] for name in chance} == chance
    odds = {"ace_king_suited": 9, "suited_sequence": 4, "pair": 3, "sequence": 1}
    assert exact.house_edge == edge(odds, chance)
    assert "taken down at once" in exact.assumption


@pytest.mark.clause("NZ-15E.4(a)", "NZ-15E.4(b)", "NZ-15E.4(c)")
def test_let_it_ride() -> None:
    """Eight packs, 415 left: 16 next to the first card in its suit at 2 to 1; 48 next to it in others and 87 more of
    its suit (103 less 16) at evens; 264 lose: 264 - 32 - 135 = 97."""
    exact = exactly("NZ", "let_it_ride", 8)
    assert [outcome.chance for outcome in exact.outcomes] == [
        Fraction(16, 415),
        Fraction(135, 415),
        Fraction(264, 415),
    ]
    assert exact.house_edge == Fraction(97, 415)


@pytest.mark.clause("NZ-15A.6-T", "NZ-15A.4(a)", "NZ-15A.4(b)")
def test_madness_21() -> None:
    """A Blackjack from eight packs: 2 x 32 x 128 of 416 x 415 orders, 256 of 5395. The 3750 entries are worth
    52,031 dollars together, and the wager comes back as well (15A.6-S1)."""
    exact = exactly("NZ", "madness_21", 8)
    blackjack = Fraction(256, 5395)
    assert chances(exact)["lose"] == 1 - blackjack
    assert chances(exact)["prize_1000"] == blackjack / 3750
    assert chances(exact)["prize_5"] == blackjack * Fraction(290, 3750)
    assert {str(outcome.odds) for outcome in exact.outcomes if outcome.name == "prize_25"} == {"25:1"}
    assert len(exact.outcomes) == 24
    assert exact.house_edge == 1 - blackjack * (1 + Fraction(52031, 3750))


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.clause(
    "ACT96-21.2(a)", "ACT96-21.5(a)", "ACT96-21.5(b)", "ACT96-21.6(a)", "ACT96-21.6(b)", "ACT96-21.7"
)
def test_over_and_under_13(decks: int) -> None:
    """Ordered pairs, aces one, 16n cards that count ten. Thirteen: a three with a ten, 2 x 4n x 16n, and 4-9, 5-8, 6-7,
    2 x 4n x 4n each. Below: a ten with an ace or a two, 2 x 16n x 8n; two numbers under ten that make no more than
    twelve, 54 ordered pairs of different ones at 4n x 4n and six of like ones at 4n x (4n - 1)."""
    n = decks
    orders = 52 * n * (52 * n - 1)
    thirteen = Fraction(2 * 4 * n * 16 * n + 3 * 2 * 16 * n * n, orders)
    below = Fraction(2 * 16 * n * 8 * n + 54 * 16 * n * n + 6 * 4 * n * (4 * n - 1), orders)
    assert chances(exactly("ACT96", "under_13", n))["under_13"] == below
    assert chances(exactly("ACT96", "over_13", n))["over_13"] == 1 - below - thirteen
    assert exactly("ACT96", "under_13", n).house_edge == 1 - 2 * below
    assert exactly("ACT96", "over_13", n).house_edge == 1 - 2 * (1 - below - thirteen)


def test_over_and_under_13_as_published() -> None:
    """The literature has 6.55 % for over and 10.07 % for under from six packs."""
    assert round(float(exactly("ACT96", "over_13", 6).house_edge), 4) == 0.0655
    assert round(float(exactly("ACT96", "under_13", 6).house_edge), 4) == 0.1007


@pytest.mark.parametrize(("book", "mixed"), [("ACT03", 6), ("UK", 5)])
@pytest.mark.clause("ACT03-18.13(a)", "ACT03-18.13(b)", "ACT03-18.13(c)", "UK-PP03")
def test_perfect_pairs_of_canberra_and_the_united_kingdom(book: str, mixed: int) -> None:
    """Eight packs: 384 lost, 7 x 25 + 8 x 12 + 16 x 6 = 367 or, at five for a mixed pair, 351 won."""
    exact = exactly(book, "perfect_pairs", 8)
    assert exact.house_edge == Fraction(384 - 175 - 96 - 16 * mixed, 415)


@pytest.mark.clause("UK-B05")
def test_one_pack_has_no_perfect_pair() -> None:
    """51 left: none the same, one of its colour at 12 to 1, two of the other at 5 to 1; 48 lost, 22 won."""
    exact = exactly("UK", "perfect_pairs", 1)
    assert chances(exact)["perfect_pair"] == 0
    assert exact.house_edge == Fraction(26, 51)


@pytest.mark.parametrize(
    ("scale", "entries", "worth", "top", "top_count"),
    [
        ("1", 112501, 2292400, "prize_250000", 1),
        ("2", 51566, 1051500, "prize_100000", 1),
        ("3", 49531, 1010000, "prize_50000", 1),
        ("4", 37501, 764700, "prize_25000", 1),
        ("5", 35826, 730500, "prize_10000", 1),
    ],
)
@pytest.mark.clause(
    "VIC03-11.6.3(a)", "VIC03-11.6.3(b)", "VIC03-11.6.3(c)", "VIC03-11.6.3(d)", "VIC03-11.6.3(e)", "VIC03-11.4.1(a)",
    "VIC03-10.4.1",
)  # fmt: skip
def test_pontoon_pandemonium(scale: str, entries: int, worth: int, top: str, top_count: int) -> None:
    """Packs of 48 without the tens: a Pontoon from eight is 2 x 32 x 96 of 384 x 383 orders, 16 of 383. The prizes of
    a table for one dollar add up to so many dollars over so many entries, and the wager comes back as well."""
    exact = exactly("VIC03", "pontoon_pandemonium", 8, scale, game="crown_pontoon")
    pontoon = Fraction(16, 383)
    assert chances(exact)["lose"] == 1 - pontoon
    assert chances(exact)[top] == pontoon * Fraction(top_count, entries)
    assert exact.house_edge == 1 - pontoon * (1 + Fraction(worth, entries))
