"""Bets on the first two cards with the dealer's first, counted by sets of ranks and binomials."""

from fractions import Fraction
from math import comb

import pytest

from tests.sidebets.counted import chances, edge, exactly, three_cards


@pytest.mark.parametrize("decks", [4, 8])
@pytest.mark.parametrize(
    ("scale", "triple", "lucky"), [("1", 100, 25), ("2", 500, 20), ("3", 200, 25), ("4", 300, 25)]
)
@pytest.mark.clause("NZ-15F.9-T1", "NZ-15F.9-T2", "NZ-15F.9-T3", "NZ-15F.9-T4")
def test_lucky_match(decks: int, scale: str, triple: int, lucky: int) -> None:
    """Of the 52n - 1 cards left after the first n - 1 are the same again, and then n - 2 of the 52n - 2 for the
    dealer; n are its rank in the other suit of its colour, 2n in the other colour."""
    n, left = decks, 52 * decks - 1
    same = Fraction(n - 1, left)
    chance = {
        "lucky_triple_match": same * Fraction(n - 2, left - 1),
        "lucky_match": same * (1 - Fraction(n - 2, left - 1)),
        "coloured_match": Fraction(n, left),
        "mixed_match": Fraction(2 * n, left),
    }
    exact = exactly("NZ", "lucky_match", n, scale)
    assert {name: chances(exact)[name] for name in chance} == chance
    odds = {"lucky_triple_match": triple, "lucky_match": lucky, "coloured_match": 10, "mixed_match": 5}
    assert exact.house_edge == edge(odds, chance)


def lucky_lucky(n: int) -> dict[str, Fraction]:
    """By sets of ranks: an ace counts eleven where the three stay under 22 so."""
    ways = dict.fromkeys(
        (
            "suited_777",
            "unsuited_777",
            "suited_678",
            "unsuited_678",
            "suited_21",
            "unsuited_21",
            "any_20",
            "any_19",
        ),
        0,
    )
    for ranks, suited, every in three_cards(n):
        points = sum({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank) for rank in ranks)
        if "A" in ranks and points <= 11:
            points += 10
        if points == 21:
            name = ranks if ranks in ("777", "678") else "21"
            ways[f"suited_{name}"] += suited
            ways[f"unsuited_{name}"] += every - suited
        elif points in (19, 20):
            ways[f"any_{points}"] += every
    return {name: Fraction(number, comb(52 * n, 3)) for name, number in ways.items()}


@pytest.mark.parametrize("decks", [4, 6, 8])
@pytest.mark.parametrize(("scale", "suited_21", "any_19"), [("1", 10, 2), ("2", 15, 1), ("3", 10, 1)])
@pytest.mark.clause(
    "NZ-15G.8-T1", "NZ-15G.8-T2", "NZ-15G.8-T3", "NZ-15G.8-T4", "NZ-15G.8-T5", "NZ-15G.8-T6", "NZ-15G.8-T7",
    "NZ-15G.8-T8", "NZ-15G.6",
)  # fmt: skip
def test_lucky_lucky(decks: int, scale: str, suited_21: int, any_19: int) -> None:
    chance = lucky_lucky(decks)
    exact = exactly("NZ", "lucky_lucky", decks, scale)
    assert {name: chances(exact)[name] for name in chance} == chance
    odds = {
        "suited_777": 200, "suited_678": 100, "unsuited_777": 50, "unsuited_678": 30, "suited_21": suited_21,
        "unsuited_21": 3, "any_20": 2, "any_19": any_19,
    }  # fmt: skip
    assert exact.house_edge == edge(odds, chance)


def test_lucky_lucky_from_eight_packs_in_figures() -> None:
    """C(416, 3) = 11,912,160 triples. Three suited sevens: 4 x C(8, 3) = 224; all sevens C(32, 3) = 4960. Six, seven,
    eight: 32^3 = 32,768, of them 4 x 8^3 = 2048 suited."""
    odds_of_each = chances(exactly("NZ", "lucky_lucky", 8))
    assert odds_of_each["suited_777"] == Fraction(224, 11912160)
    assert odds_of_each["unsuited_777"] == Fraction(4960 - 224, 11912160)
    assert odds_of_each["suited_678"] == Fraction(2048, 11912160)
    assert odds_of_each["unsuited_678"] == Fraction(32768 - 2048, 11912160)


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.clause("UK-T21-03", "UK-T21-04", "UK-T21-05", "UK-T21-06", "UK-T21-07", "UK-TOP03")
def test_three_cards_of_poker(decks: int) -> None:
    """Twelve sequences from A-2-3 to Q-K-A: n^3 triples in each suit, 64n^3 in all. Three of one of 13 ranks: C(n, 3)
    in each suit, C(4n, 3) in all. C(13n, 3) triples of each suit, what is of a kind or a sequence among them."""
    n = decks
    triples = comb(52 * n, 3)
    of_a_kind, of_a_kind_suited = 13 * comb(4 * n, 3), 13 * 4 * comb(n, 3)
    straight_flush = 12 * 4 * n**3
    flush = 4 * comb(13 * n, 3) - straight_flush - of_a_kind_suited
    ways = {
        "straight_flush": straight_flush,
        "three_of_a_kind": of_a_kind,
        "straight": 12 * 64 * n**3 - straight_flush,
        "flush": flush,
    }
    exact = exactly("UK", "21_plus_3", n)
    assert {name: chances(exact)[name] for name in ways} == {
        name: Fraction(number, triples) for name, number in ways.items()
    }
    assert exact.house_edge == 1 - 10 * Fraction(sum(ways.values()), triples)

    ways = {
        "suited_three_of_a_kind": of_a_kind_suited,
        "straight_flush": straight_flush,
        "three_of_a_kind": of_a_kind - of_a_kind_suited,
    }
    chance = {name: Fraction(number, triples) for name, number in ways.items()}
    exact = exactly("UK", "top_3", n)
    assert {name: chances(exact)[name] for name in ways} == chance
    odds = {"suited_three_of_a_kind": 270, "straight_flush": 180, "three_of_a_kind": 90}
    assert exact.house_edge == edge(odds, chance)


def test_21_plus_3_as_published() -> None:
    """The literature has 3.24 % from six packs at nine to one."""
    assert round(float(exactly("UK", "21_plus_3", 6).house_edge), 4) == 0.0324
