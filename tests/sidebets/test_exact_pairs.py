"""Bets on the first two cards, counted by hand.

After any first card from a shoe of n packs 52n - 1 cards are left. n - 1 of them are the same card again, n have its
rank in the other suit of its colour, 2n its rank in a suit of the other colour.
"""

from fractions import Fraction

import pytest

from casino.rulebooks import rules_for
from sidebets import side_bets
from sidebets.exact import Figures, figures


def exactly(book: str, bet: str, decks: int, scale: str = "", game: str = "blackjack") -> Figures:
    found = side_bets(book, game)[bet]
    return figures(found, found.scale(scale), rules_for(book, game), decks)


def chances(of: Figures) -> dict[str, Fraction]:
    return {one.name: one.chance for one in of.outcomes}


def pair_chances(decks: int) -> tuple[Fraction, Fraction, Fraction]:
    """Perfect, coloured, mixed."""
    left = 52 * decks - 1
    return Fraction(decks - 1, left), Fraction(decks, left), Fraction(2 * decks, left)


@pytest.mark.clause("VIC03-15.6.1-T1-L01", "VIC03-15.6.1-T1-L02", "VIC03-15.6.1-T1-L03")
def test_perfect_pairs_of_victoria_from_eight_packs() -> None:
    """415 cards are left after the first: 7 + 8 + 16 make a pair. 25 x 7 + 12 x 8 + 6 x 16 = 367 is won and
    384 lost: the house keeps 17 of 415."""
    found = exactly("VIC03", "perfect_pairs", 8)
    assert chances(found) == {
        "perfect_pair": Fraction(7, 415),
        "coloured_pair": Fraction(8, 415),
        "mixed_pair": Fraction(16, 415),
        "lose": Fraction(384, 415),
    }
    assert found.house_edge == Fraction(17, 415)


@pytest.mark.parametrize(("decks", "coloured"), [(4, 15), (5, 14), (6, 13), (7, 12), (8, 12)])
@pytest.mark.clause("VIC03-15.6.1-T1-L02")
def test_perfect_pairs_of_victoria_by_packs(decks: int, coloured: int) -> None:
    """A coloured pair is paid better the fewer packs there are."""
    found = exactly("VIC03", "perfect_pairs", decks)
    perfect, of_colour, mixed = pair_chances(decks)
    assert found.house_edge == 1 - 26 * perfect - (coloured + 1) * of_colour - 7 * mixed
