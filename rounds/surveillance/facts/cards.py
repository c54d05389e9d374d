"""Cards in sequence, on a hand or out of the shoe, in a form that can be indexed.

Two and three ranks in a row are one number each (a *run*). A search asks the index for the runs of what was typed,
and then compares the cards themselves, so that longer sequences and suits count too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from casino.cards import RANKS, SUITS, UNKNOWN

HAND: Final = 10_000
"""Added to a run on a hand, to tell it from one out of the shoe."""
THREE: Final = 1_000
"""Added to a run of three."""
MOST: Final = 12
"""The most cards in a search."""

_NO: Final = {rank: number for number, rank in enumerate(RANKS)}
_TYPED: Final = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠]?)", re.IGNORECASE)
_SUITS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def runs_of(cards: Sequence[str], *, of_hand: bool) -> Iterator[int]:
    """The runs of a sequence of cards; a card face down ends a run."""
    ranks = [None if card == UNKNOWN else _NO[card[0]] for card in cards]
    base = HAND if of_hand else 0
    for first, second in itertools.pairwise(ranks):
        if first is not None and second is not None:
            yield base + 13 * first + second
    for first, second, third in zip(ranks, ranks[1:], ranks[2:], strict=False):
        if first is not None and second is not None and third is not None:
            yield base + THREE + 169 * first + 13 * second + third


def in_a_row(cards: Iterable[str]) -> str:
    """The cards as stored in the columns, each preceded by a blank."""
    return "".join(f" {card}" for card in cards)


def typed_cards(text: str) -> list[str] | None:
    """Cards as people type them, such as ``8 3 10``, ``8s3dTh`` or ``A♠ K``: rank, and suit if given. None for
    anything but cards, for a single card, and for too many."""
    compact = re.sub(r"[\s,]+", "", text)
    cards: list[str] = []
    at = 0
    while at < len(compact):
        card = _TYPED.match(compact, at)
        if card is None:
            return None
        rank = "T" if card[1] == "10" else card[1].upper()
        cards.append(rank + _SUITS.get(card[2], card[2].lower()))
        at = card.end()
    return cards if 2 <= len(cards) <= MOST else None


def pattern(cards: Sequence[str]) -> str:
    """A PostgreSQL regular expression that finds the cards in a column of `in_a_row`."""
    return "".join(f" {card}" if len(card) == 2 else f" {card}[{SUITS}]" for card in cards)
