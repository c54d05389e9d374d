"""Poker hands of three cards, the player's first two and the dealer's first, and what the United Kingdom house's
bets on them have in common."""

from collections.abc import Sequence
from typing import Any, Final

from casino.cards import RANKS, Card
from casino.rulebooks.rule import Rule
from sidebets.bet import OPEN, Line, Scale, Seen, SideBet

SUITED_THREE: Final = "suited_three_of_a_kind"
STRAIGHT_FLUSH: Final = "straight_flush"
THREE: Final = "three_of_a_kind"
STRAIGHT: Final = "straight"
FLUSH: Final = "flush"
NOTHING: Final = "nothing"

LOW: Final = "low"
HIGH: Final = "high"
BOTH: Final = "both"
_ENDS: Final = {LOW: RANKS, HIGH: RANKS[1:] + "A", BOTH: RANKS + "A"}


def three(seen: Seen) -> tuple[Card, ...]:
    """The three cards of such a bet; fewer until all of them are there."""
    return (*seen.cards[:2], *seen.dealer[:1])


def hand_of(seen: Seen, ace: str = BOTH) -> str:
    """What those three cards make, as `poker_hand`; `OPEN` until all of them are there."""
    cards = three(seen)
    return poker_hand(cards, ace) if len(cards) == 3 else OPEN


def poker_hand(cards: Sequence[Card], ace: str = BOTH) -> str:
    """What three cards make, by rank and not by points: ten, jack, queen and king are four ranks in sequence
    (UK-T21-04 to UK-T21-07).

    ``ace`` says where an ace ranks in a straight: below the two, above the king, or at either end, but never in the
    middle.
    """
    ranks = {card[0] for card in cards}
    suited = len({card[1] for card in cards}) == 1
    if len(ranks) == 1:
        return SUITED_THREE if suited else THREE
    order = _ENDS[ace]
    if any(ranks == set(order[at : at + 3]) for at in range(len(order) - 2)):
        return STRAIGHT_FLUSH if suited else STRAIGHT
    return FLUSH if suited else NOTHING


def uk_bet(*lines: Line, title: str, clause: str, **fields: Any) -> SideBet:
    """A bet of the United Kingdom house on three such cards, with one scale and the given fields."""
    return SideBet(
        book="UK",
        title=title,
        clause=clause,
        scales=(Scale("1", lines),),
        looks_at="with_dealer",
        settles=Rule(
            "interim",
            clause,
            reading="no time is named: before any Blackjack is paid, as the three cards are known then",
        ),
        games=Rule(("blackjack",), "UK-B03"),
        place=Rule("own_box", "UK-B03"),
        needs_wager=Rule("refused", "UK-B03"),
        deadline="UK-B02",
        stake="UK-B25",
        inscriptions=((f"a space for {title} wagers at each box", clause),),
        **fields,
    )
