"""Counts how often a side bet comes out each way, card by card. The counts give the exact chances for any number of
packs, since packs only multiply each card."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Final

from casino.cards import HARD_VALUE, Card, pack_without, score
from sidebets.bet import OPEN, Seen, SideBet

Draws = tuple[tuple[int, int], ...]
"""Cards drawn from groups of like cards, as (how many of the group are in a pack, how many are drawn), sorted."""
Count = dict[tuple[str, Draws], int]
"""The number of ways, by the outcome and the cards drawn for it."""

DEALT: Final = {"first_two": "bb", "with_dealer": "bdb", "first_three": "bbb"}
r"""The cards that decide a bet, in the order in which they come: to the ``b``\ ox or the ``d``\ ealer."""
RED_AND_BLACK: Final = "sh"
BLACK: Final = "sc"


def chances(count: Count, decks: int, pack: int) -> dict[str, Fraction]:
    """The chance of every outcome from a full shoe of `decks` packs with `pack` cards each."""
    ways: Counter[tuple[str, int]] = Counter()
    for (outcome, draws), number in count.items():
        for per_pack, drawn in draws:
            number *= perm(per_pack * decks, drawn)
        ways[outcome, sum(drawn for _, drawn in draws)] += number
    by_name: dict[str, Fraction] = {}
    for (outcome, drawn), number in ways.items():
        by_name[outcome] = by_name.get(outcome, Fraction()) + Fraction(number, perm(pack * decks, drawn))
    return by_name


# --- bets on the first cards


@lru_cache(maxsize=64)
def of_first_cards(bet: SideBet, missing: str) -> Count:
    """The count of a bet that the first cards decide, from packs without the ``missing`` ranks. A bet that is
    decided early is counted at that point.

    No book has a bet on a particular suit: only equal suits or colours count, so a spade as the first card stands
    for all four suits.
    """
    pack = pack_without(missing)
    counter: Counter[tuple[str, Draws]] = Counter()
    for card in pack:
        if card[1] == "s":
            _draw(bet, pack, DEALT[bet.looks_at][1:], (card,), (), counter)
    return {key: 4 * number for key, number in counter.items()}


def _draw(
    bet: SideBet,
    pack: tuple[Card, ...],
    places: str,
    box: tuple[Card, ...],
    dealer: tuple[Card, ...],
    counter: Counter[tuple[str, Draws]],
) -> None:
    outcome = bet.outcome(Seen(box, dealer, closed=not places))
    if outcome != OPEN:
        alike = Counter((*box, *dealer)).values()
        counter[outcome, tuple(sorted((1, drawn) for drawn in alike))] += 1
        return
    assert places, f"{bet.key} of {bet.book} is not decided by {len(box)} cards"
    place, later = places[0], places[1:]
    for card in pack:
        if place == "b":
            _draw(bet, pack, later, (*box, card), dealer, counter)
        else:
            _draw(bet, pack, later, box, (*dealer, card), counter)


# --- bets on the dealer's hand


@lru_cache(maxsize=64)
def of_dealer_hand(bet: SideBet, missing: str, stands_hard: int, stands_soft: int) -> Count:
    """The count of a bet on the dealer's hand, which draws until it stands.

    As to suits, a bet can only look at whether all cards have one suit or one colour, so only that is distinguished
    here.
    """
    per_suit = Counter(HARD_VALUE[card] for card in pack_without(missing) if card[1] == "s")
    counter: Counter[tuple[str, Draws]] = Counter()
    for values, ways in _dealer_hands(stands_hard, stands_soft).items():
        ranks = [("A" if value == 1 else "K" if value == 10 else str(value)) for value in values]
        suited, coloured, mixed = [
            bet.outcome(Seen((), tuple(rank + suits[at % 2] for at, rank in enumerate(ranks)), closed=True))
            for suits in ("ss", BLACK, RED_AND_BLACK)
        ]
        alike = Counter(values)

        def drawn(suits: int, alike: Counter[int] = alike) -> Draws:
            return tuple(sorted((suits * per_suit[value], number) for value, number in alike.items()))

        # Hands of one suit are also of one colour, and those are among all hands: subtract the narrower from the
        # wider.
        counter[suited, drawn(1)] += 4 * ways
        counter[coloured, drawn(2)] += 2 * ways
        counter[coloured, drawn(1)] -= 4 * ways
        counter[mixed, drawn(4)] += ways
        counter[mixed, drawn(2)] -= 2 * ways
    return {key: number for key, number in counter.items() if number}


def _dealer_hands(stands_hard: int, stands_soft: int) -> dict[tuple[int, ...], int]:
    """Every complete hand of the dealer as its sorted values, with the number of orders in which it comes about. An
    ace is 1 among the values."""
    complete: Counter[tuple[int, ...]] = Counter()
    drawing: Counter[tuple[int, ...]] = Counter({(): 1})
    while drawing:
        longer: Counter[tuple[int, ...]] = Counter()
        for values, ways in drawing.items():
            for value in range(1, 11):
                hand = tuple(sorted((*values, value)))
                total, soft = _total(hand)
                stands = total >= (stands_soft if soft else stands_hard)
                (complete if stands and len(hand) > 1 else longer)[hand] += ways
        drawing = longer
    return dict(complete)


def _total(values: tuple[int, ...]) -> tuple[int, bool]:
    return score(["As" if value == 1 else "Ks" if value == 10 else f"{value}s" for value in values])
