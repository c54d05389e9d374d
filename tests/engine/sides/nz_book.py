"""A second opinion on New Zealand's side bets, written from sections 15 to 15H and 20A alone. Amounts are in cents.

Nothing of the engine's reckoning is used, nor what `sidebets` says of a bet: cards are counted and tables read again.
"""

from casino.cards import Card

ORDER = "A23456789TJQK"
RED = "hd"

PERFECT_PAIRS = {"1": (30, 10, 5), "2": (25, 12, 6), "3": (25, 12, 5)}
"""15B.7: perfect, coloured, mixed."""
ANY_PAIR = {"1": 11, "2": 10}
LUCKY_MATCH = {"1": (100, 25, 10, 5), "2": (500, 20, 10, 5), "3": (200, 25, 10, 5), "4": (300, 25, 10, 5)}
"""15F.9: triple, lucky, coloured, mixed."""
LUCKY_LUCKY = {
    "1": (200, 100, 50, 30, 10, 3, 2, 2),
    "2": (200, 100, 50, 30, 15, 3, 2, 1),
    "3": (200, 100, 50, 30, 10, 3, 2, 1),
}
"""15G.8, from the top."""
BUSTER = {
    "A": {8: 250, 7: 50, 6: 15, 5: 4, 4: 2, 3: 2},
    "B": {8: 200, 7: 50, 6: 15, 5: 4, 4: 2, 3: 2},
    "C": {8: 250, 7: 50, 6: 12, 5: 4, 4: 2, 3: 2},
    "D": {8: 200, 7: 50, 6: 12, 5: 4, 4: 2, 3: 2},
    "E": {8: 250, 7: 50, 6: 12, 5: 3, 4: 2, 3: 2},
    "F": {8: 250, 7: 50, 6: 20, 5: 8, 4: 2, 3: 1},
}
"""15H.10a, by the dealer's cards."""
FREE_BONUS = {"none": {}, "B1": {8: 8000_00, 7: 1000_00}, "B3": {8: 5000_00, 7: 1000_00}}
PUSH_22 = {"1": (50, 20, 8), "2": (50, 20, 7)}
"""20A.6: one suit, one colour, other."""
PRIZES = (1000, 100, 50, 40, 35, 30, *range(25, 19, -1), *range(15, 4, -1))
"""15A.6, in dollars for each dollar."""

PAIRS = ("perfect_pairs", "any_pair", "lucky_match")
RIDING = ("house_money", "let_it_ride")
ANYWHERE = ("perfect_pairs", "any_pair", "lucky_match", "lucky_lucky")
"""Bets that need not lie on the player's own box (15B.2, 15C.3, 15F.3, 15G.2)."""
SCALES: dict[str, tuple[str, ...]] = {
    "super_sevens": ("1",),
    "madness_21": ("1",),
    "perfect_pairs": tuple(PERFECT_PAIRS),
    "any_pair": tuple(ANY_PAIR),
    "house_money": ("1",),
    "let_it_ride": ("1",),
    "lucky_match": tuple(LUCKY_MATCH),
    "lucky_lucky": tuple(LUCKY_LUCKY),
    "buster": tuple(BUSTER),
    "push_22": tuple(PUSH_22),
}


def one_suit(*cards: Card) -> bool:
    return all(card[1] == cards[0][1] for card in cards)


def one_colour(*cards: Card) -> bool:
    return all((card[1] in RED) == (cards[0][1] in RED) for card in cards)


def low(*cards: Card) -> int:
    """The points with every ace as one (4.1)."""
    return sum(min(ORDER.index(card[0]) + 1, 10) for card in cards)


def count(*cards: Card) -> int:
    """The points, one ace as eleven where that does not pass 21 (4.1(c))."""
    points = low(*cards)
    return points + 10 if points <= 11 and any(card[0] == "A" for card in cards) else points


def natural(cards: tuple[Card, ...]) -> bool:
    """An ace with a ten-valued card, as the first two."""
    return len(cards) == 2 and count(*cards) == 21


def neighbours(a: Card, b: Card) -> bool:
    gap = abs(ORDER.index(a[0]) - ORDER.index(b[0]))
    return gap == 1 or {a[0], b[0]} == {"A", "K"}


def pair_odds(odds: tuple[int, int, int], a: Card, b: Card) -> int:
    """15B.5, 15F.6; 0 loses."""
    if a[0] != b[0]:
        return 0
    return odds[0] if a == b else odds[1] if one_colour(a, b) else odds[2]


def two_card_odds(bet: str, scale: str, a: Card, b: Card) -> int:
    """What two cards win to one, 0 when they lose: the bets that nothing else decides."""
    if bet == "perfect_pairs":
        return pair_odds(PERFECT_PAIRS[scale], a, b)
    if bet == "any_pair":
        return ANY_PAIR[scale] if a[0] == b[0] else 0
    if bet == "house_money":  # 15D.5, the first that is met
        if one_suit(a, b) and {a[0], b[0]} == {"A", "K"}:
            return 9
        if one_suit(a, b) and neighbours(a, b):
            return 4
        if a[0] == b[0]:
            return 3
        return 1 if neighbours(a, b) else 0
    assert bet == "let_it_ride"  # 15E.4
    if one_suit(a, b) and neighbours(a, b):
        return 2
    return 1 if one_suit(a, b) or neighbours(a, b) else 0


def three_card_odds(bet: str, scale: str, a: Card, b: Card, up: Card) -> int:
    """The same with the dealer's first card."""
    if bet == "lucky_match":
        triple, *others = LUCKY_MATCH[scale]
        return triple if a == b == up else pair_odds((others[0], others[1], others[2]), a, b)
    assert bet == "lucky_lucky"
    odds, suited = LUCKY_LUCKY[scale], one_suit(a, b, up)
    ranks = sorted(card[0] for card in (a, b, up))
    if ranks == ["7", "7", "7"]:
        return odds[0 if suited else 2]
    if ranks == ["6", "7", "8"]:
        return odds[1 if suited else 3]
    return {21: odds[4 if suited else 5], 20: odds[6], 19: odds[7]}.get(count(a, b, up), 0)


def dealer_odds(bet: str, scale: str, dealer: tuple[Card, ...]) -> int:
    """The same of the dealer's finished hand."""
    if bet == "buster":
        return BUSTER[scale][min(len(dealer), 8)] if low(*dealer) > 21 else 0
    assert bet == "push_22"
    if low(*dealer) != 22:
        return 0
    odds = PUSH_22[scale]
    return odds[0] if one_suit(*dealer) else odds[1] if one_colour(*dealer) else odds[2]


def sevens_odds(dealt: tuple[Card, ...], split: bool) -> int | None:
    """15.4 and 15.5: the odds on the cards dealt to the box so far, those after a split left out; 0 when they lose,
    nothing while the next one may change them."""
    if not dealt:
        return None
    if dealt[0][0] != "7":
        return 0
    if len(dealt) == 1:
        return None
    if dealt[1][0] != "7":
        return 3
    two = 100 if one_suit(*dealt[:2]) else 50
    if split:
        return two
    if len(dealt) == 2:
        return None
    if dealt[2][0] != "7":
        return two
    return 5000 if one_suit(*dealt[:3]) else 500
