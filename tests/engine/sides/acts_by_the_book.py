"""The side bets of ACT96, ACT03, VIC03 and the United Kingdom in plain words, from the books alone: what a dollar
comes to, how much of a wager counts, what chips can pay. A second opinion for tests; it asks the project nothing."""

from functools import lru_cache
from math import gcd

Cards = tuple[str, ...]

LOST = -1


def alike(first: str, other: str) -> str:
    """ACT03 18.4 to 18.7, VIC03 15.2.1, UK: one face value; then one suit, one colour, or neither."""
    if first[0] != other[0]:
        return ""
    if first[1] == other[1]:
        return "perfect"
    red_one, red_other = first[1] in "hd", other[1] in "hd"
    return "coloured" if red_one == red_other else "mixed"


PAIRS = {
    "ACT03": {"mixed": 6, "coloured": 12, "perfect": 25},
    "UK": {"mixed": 5, "coloured": 12, "perfect": 25},
}
COLOURED_OF_VICTORIA = {4: 15, 5: 14, 6: 13, 7: 12, 8: 12}
MIXED_SEVENS = {4: 950, 5: 750, 6: 650, 7: 550, 8: 500}


def perfect_pairs(book: str, decks: int, cards: Cards) -> int:
    kind = alike(cards[0], cards[1])
    if not kind:
        return LOST
    if book == "VIC03":
        return {"mixed": 6, "coloured": COLOURED_OF_VICTORIA[decks], "perfect": 25}[kind]
    return PAIRS[book][kind]


def super_sevens(cards: Cards) -> int:
    """ACT96 23.5, 23.6, 23.12; ACT03 17.6, 17.7."""
    suits = [card[1] for card in cards]
    ranks = [card[0] for card in cards]
    if ranks[0] != "7":
        return LOST
    if ranks[1] != "7":
        return 3
    if ranks[2:3] == ["7"]:
        return 5000 if suits[0] == suits[1] == suits[2] else 500
    return 100 if suits[0] == suits[1] else 50


def magnificent_sevens(version: str, decks: int, cards: Cards) -> int:
    """VIC03 13.4, 13.8.1."""
    if cards[0][0] != "7" or cards[1][0] != "7":
        return LOST
    same = cards[0][1] == cards[1][1]
    if len(cards) < 3 or cards[2][0] != "7":
        return 150 if same else 50
    if same and cards[2][1] == cards[0][1]:
        return 16000 if version == "2" else 7770
    return MIXED_SEVENS[decks]


def thirteen(cards: Cards) -> int:
    """ACT96 21.2: an ace one, a number card its number, a court card ten."""
    worth = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    return sum(worth.get(card[0]) or int(card[0]) for card in cards[:2])


def three_cards(cards: Cards) -> str:
    """UK: three of a kind, straight flush, straight or flush; an ace counts low or high in a straight."""
    order = "A23456789TJQK"
    ranks = sorted(order.index(card[0]) for card in cards)
    flush = len({card[1] for card in cards}) == 1
    if ranks[0] == ranks[2]:
        return "suited three" if flush else "three"
    straight = ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2] or ranks == [0, 11, 12]
    if straight:
        return "straight flush" if flush else "straight"
    return "flush" if flush else ""


def pontoon(cards: Cards) -> bool:
    """VIC03 10.2.1: an ace and a card worth ten, as the initial two cards."""
    return sorted(card[0] in "TJQK" for card in cards[:2]) == [False, True] and "A" in (
        cards[0][0],
        cards[1][0],
    )


def to_one(book: str, bet: str, scale: str, decks: int, cards: Cards, dealer: Cards) -> int:
    """What a dollar wins, `LOST` if it does not. ``cards`` are the first cards that came to the box, three where
    there were three."""
    if bet == "perfect_pairs":
        return perfect_pairs(book, decks, cards)
    if bet == "super_sevens":
        return super_sevens(cards)
    if bet == "magnificent_sevens":
        return magnificent_sevens(scale, decks, cards)
    if bet == "over_13":
        return 1 if thirteen(cards) > 13 else LOST
    if bet == "under_13":
        return 1 if thirteen(cards) < 13 else LOST
    hand = three_cards((*cards[:2], dealer[0]))
    if bet == "21_plus_3":
        return 9 if hand else LOST
    assert bet == "top_3", bet
    return {"suited three": 270, "straight flush": 180, "three": 90}.get(hand, LOST)


PRIZES = {
    "1": {250_000, 7_500, 750, 250, 50, 25, 20, 15, 10, 5},
    "2": {100_000, 1_000, 500, 100, 50, 20, 10},
    "3": {50_000, 1_000, 500, 100, 50, 20, 10},
    "4": {25_000, 1_000, 500, 100, 50, 20, 10},
    "5": {10_000, 1_000, 500, 100, 50, 20, 10},
}
"""VIC03 11.6.3: the prizes for a dollar of each table."""


@lru_cache(maxsize=64)
def _payable(chips: tuple[int, ...], most: int) -> frozenset[int]:
    sums = {0}
    for amount in range(1, most + 1):
        if any(amount - chip in sums for chip in chips):
            sums.add(amount)
    return frozenset(sums)


def paid_up(chips: tuple[int, ...], amount: int) -> int:
    """VIC03 6.2.3, ACT96 20.10: that amount, or the next higher one that the float's chips make."""
    unit = gcd(*chips)
    amount = -(-amount // unit) * unit
    # From the product of two chips on every multiple of their unit can be made.
    small = tuple(chip // unit for chip in chips)
    bound = max(small) * min(small)
    while amount // unit < bound and amount // unit not in _payable(small, bound):
        amount += unit
    return amount
