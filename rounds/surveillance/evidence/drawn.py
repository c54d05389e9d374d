"""The felt as drawn in the report, on white paper: which cards are where, as plain values for both HTML and PDF."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from casino.cards import UNKNOWN, Card, score, show
from casino.translated import text
from rounds.engine import State
from rounds.engine.values import Hand
from rounds.read_model.felt.words import bust_words, hand_words, total_words

NEW: Final = "new"
DIFFERS: Final = "differs"
BUST: Final = 21
EDGES: Final = (8.0, 92.0)
"""The boxes are drawn between these percentages of the width."""
SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


@dataclass(frozen=True, slots=True)
class Face:
    """A card on the drawing."""

    rank: str
    suit: str
    """The letter of the suit; "" for a card face down."""
    glyph: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Lying:
    """A hand on the drawing."""

    cards: tuple[Face, ...]
    total: str

    @property
    def in_words(self) -> str:
        """The cards and their total, on one line."""
        cards = " ".join(f"{face.rank}{face.glyph}" if face.suit else _("face down") for face in self.cards)
        return f"{cards} = {self.total}" if cards and self.total else cards or self.total


@dataclass(frozen=True, slots=True)
class Place:
    """A box on the drawing, with its centre at `left` of the width and `top` of the height, in per cent."""

    number: int
    left: float
    top: float
    hands: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The felt at one step."""

    caption: str
    time: str
    boxes: tuple[Place, ...]
    dealer: Lying
    label: str
    """The felt in words, for people who cannot see it."""
    tone: str = ""
    crowded: bool = False
    """Whether there are so many hands that cards must overlap."""
    no: int = 0


def drawing(
    state: State,
    caption: str,
    time: str,
    *,
    beside: State | None = None,
    mark: str = NEW,
    tone: str = "",
    no: int = 0,
) -> Drawing:
    """The felt of a state; cards that the felt `beside` does not have on the same hand are marked."""
    places = []
    boxes = [box for box in state.boxes if any(hand.cards for hand in box.hands)]
    for order, box in enumerate(boxes):
        share = order / (len(boxes) - 1) if len(boxes) > 1 else 0.5
        hands = tuple(
            Lying(_faces(hand.cards, _before(beside, box.number, at), mark), _total(hand))
            for at, hand in enumerate(box.hands)
            if hand.cards
        )
        places.append(
            Place(
                box.number,
                EDGES[0] + share * (EDGES[1] - EDGES[0]),
                6 + 15 * abs(2 * share - 1) ** 1.6,
                hands,
            )
        )
    dealer = Lying(
        _faces(state.dealer, beside.dealer if beside is not None else None, mark), _dealer_total(state.dealer)
    )
    lines = [
        text(
            _("Box {box}: {hands:semicolons}"),
            box=place.number,
            hands=[hand.in_words for hand in place.hands],
        )
        for place in places
    ]
    label = ". ".join([*lines, text(_("Dealer: {hand}"), hand=dealer.in_words)])
    count = sum(len(place.hands) for place in places)
    return Drawing(caption, time, tuple(places), dealer, label, tone, count > 4, no)


def _faces(cards: tuple[Card, ...], before: tuple[Card, ...] | None, mark: str) -> tuple[Face, ...]:
    left = Counter(before or ())
    faces = []
    for card in cards:
        known = left[card] > 0 or before is None
        left[card] -= 1
        if card == UNKNOWN:
            faces.append(Face("", "", "", "" if known else mark))
        else:
            faces.append(Face(show(card)[:-1], card[1], show(card)[-1], "" if known else mark))
    return tuple(faces)


def _before(beside: State | None, number: int, hand: int) -> tuple[Card, ...] | None:
    if beside is None:
        return None
    for box in beside.boxes:
        if box.number == number and hand < len(box.hands):
            return box.hands[hand].cards
    return ()


def _total(hand: Hand) -> str:
    return bust_words(hand_words(hand), bust=hand.bust)


def _dealer_total(cards: tuple[Card, ...]) -> str:
    words = total_words(cards)
    return bust_words(words, bust=bool(words) and score(cards)[0] > BUST)


def lying(cards: tuple[Card, ...]) -> Lying:
    """Cards without a total."""
    return Lying(_faces(cards, None, ""), "")
