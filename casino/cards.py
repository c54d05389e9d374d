"""Cards, ranks, suits and what a pack and a shoe are made of.

A card is a two-letter string, rank then suit (``"Ts"``, ``"7h"``): it is what the notation, the ledger,
the browser and the shoe reader all write, and comparing or hashing one costs nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

Card = str
"""Rank (``A 2 … 9 T J Q K``) then suit (``s h d c``)."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
PACK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards of a pack without jokers."""

UNKNOWN: Final[Card] = "??"
"""A card dealt face down that nobody has shown yet (VIC03-7.1.2)."""

SUIT_GLYPH: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SUIT_NAME: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RANK_NAME: Final = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
}  # fmt: skip

HARD_VALUE: Final[dict[Card, int]] = {
    card: (1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])) for card in PACK
} | {UNKNOWN: 0}
"""Points of a card with every ace counted as one: the value by which cards are compared for a split.
Two to ten count their number (NZ-4.1(a), VIC03-3.2.2), jack, queen and king ten (NZ-4.1(b), VIC03-3.2.3)."""


class CardError(ValueError):
    """A text that is not a card."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(code)
        self.fault = code, values
        """Why: the code of its words (`casino.words.faults`) and their values."""


def parse_card(text: str) -> Card:
    """The card that ``text`` names: ``Th``, ``10h``, ``10♥``; letters of either case are accepted.

    Raises CardError when there is no such card.
    """
    word = text.strip()
    word = word[:-1] + _LETTER.get(word[-1:], word[-1:])
    card = ("T" + word[2:] if word.startswith("10") else word[:1].upper() + word[1:]).strip()
    card = card[:1] + card[1:].lower()
    if card not in _EVERY_CARD:
        raise CardError("fault.not_a_card", text=text)
    return card


_EVERY_CARD: Final = frozenset(PACK)
_LETTER: Final = {glyph: letter for letter, glyph in SUIT_GLYPH.items()}


def is_ten(card: Card) -> bool:
    """Whether the card counts ten: a ten, jack, queen or king."""
    return card[0] in "TJQK"


def show(card: Card) -> str:
    """The card as people write it: ``10♠``, ``A♥``."""
    if card == UNKNOWN:
        return "face down"
    return ("10" if card[0] == "T" else card[0]) + SUIT_GLYPH[card[1]]


def hard_total(cards: Iterable[Card]) -> int:
    """Sum of the cards with every ace counted as one (VIC03-1.1-B07)."""
    return sum(HARD_VALUE[card] for card in cards)


def score(cards: Sequence[Card]) -> tuple[int, bool]:
    """Total of a hand and whether it is soft.

    An ace counts eleven unless that would take the hand above 21, so at most one ace does (VIC03-3.2.1).
    """
    total = 0
    ace = False
    for card in cards:
        value = HARD_VALUE[card]
        total += value
        if value == 1:
            ace = True
    if ace and total <= 11:
        return total + 10, True
    return total, False


@lru_cache(maxsize=1 << 14)
def points_of(cards: tuple[Card, ...]) -> tuple[int, bool]:
    """`score`, remembered: the engine asks about the same hands again and again."""
    return score(cards)


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether two cards are an ace and a ten-valued card. For a Blackjack they must also be the first two
    cards of an unsplit hand, which only the hand can tell."""
    return (
        len(cards) == 2
        and HARD_VALUE[cards[0]] + HARD_VALUE[cards[1]] == 11
        and "A" in cards[0][0] + cards[1][0]
    )


def pack_without(ranks: str = "") -> tuple[Card, ...]:
    """A pack with every card of the named ranks taken out (Crown Pontoon has no tens: VIC03-10.4.1)."""
    return tuple(card for card in PACK if card[0] not in ranks)


# --- what packs are made of

Composition = Mapping[Card, int]
"""How many of each card there are."""


def composition(packs: int, without: str = "") -> dict[Card, int]:
    """How often each card is in that many packs, without the named ranks."""
    return dict.fromkeys(pack_without(without), packs)


class Difference(NamedTuple):
    """How the cards that were counted differ from those that should be there: how many of each are missing,
    or too many. A card that does not belong to the packs at all, such as a ten where the tens are taken out,
    is too many."""

    missing: dict[Card, int]
    excess: dict[Card, int]

    @property
    def none(self) -> bool:
        """Whether exactly the right cards are there."""
        return not self.missing and not self.excess

    def in_packs(self, pack: int = 52) -> tuple[tuple[int, dict[Card, int]], tuple[int, dict[Card, int]]]:
        """The missing and the surplus cards, each as a number of whole packs and the cards left over.
        ``pack`` is the number of cards in a pack."""
        return _whole(self.missing, pack), _whole(self.excess, pack)


def difference(counted: Composition, expected: Composition) -> Difference:
    """How the cards that were counted differ from those that should be there."""
    missing: dict[Card, int] = {}
    excess: dict[Card, int] = {}
    for card in PACK:
        more = counted.get(card, 0) - expected.get(card, 0)
        if more:
            (missing if more < 0 else excess)[card] = abs(more)
    return Difference(missing, excess)


def _whole(cards: Composition, pack: int) -> tuple[int, dict[Card, int]]:
    """The number of whole packs of ``pack`` cards in these, and the cards left over."""
    least = min(cards.values()) if cards and len(cards) >= pack else 0
    return least, {card: count - least for card, count in cards.items() if count > least}


def listed(cards: Composition) -> str:
    """Cards with how many of each: ``5♦ × 2, K♣``."""
    return ", ".join(f"{show(card)} × {count}" if count > 1 else show(card) for card, count in cards.items())
