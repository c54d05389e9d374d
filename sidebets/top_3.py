"""Top 3: the player's first two cards and the dealer's first make three of a kind or better."""

from functools import partial
from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, OPEN, Line, Seen, SideBet
from sidebets.three_card_poker import (
    BOTH,
    HIGH,
    LOW,
    STRAIGHT_FLUSH,
    SUITED_THREE,
    THREE,
    hand_of,
    uk_bet,
)

_PAID: Final = frozenset({SUITED_THREE, STRAIGHT_FLUSH, THREE})


def outcome(seen: Seen, ace: str = BOTH) -> str:
    """Three of a kind, the best of them in one suit, or a straight flush (UK-TOP01, UK-TOP02)."""
    hand = hand_of(seen, ace)
    return hand if hand in _PAID or hand == OPEN else LOSE


ace_high: Final = partial(outcome, ace=HIGH)
ace_low: Final = partial(outcome, ace=LOW)

UK: Final[SideBet] = uk_bet(
    Line(SUITED_THREE, Odds(270), "UK-TOP03"),
    Line(STRAIGHT_FLUSH, Odds(180), "UK-TOP03"),
    Line(THREE, Odds(90), "UK-TOP03"),
    key="top_3",
    title="Top 3",
    clause="UK-TOP01",
    outcome=outcome,
    loses="UK-TOP02",
    judged=Rule(
        BOTH,
        "UK-TOP03",
        also=("UK-T21-03", "UK-A01"),
        reading="the ace ends a straight flush low and high, in the player's favour",
        readings=(BOTH, HIGH, LOW),
    ),
    judges=((BOTH, outcome), (HIGH, ace_high), (LOW, ace_low)),
    # For one hand only, whatever is split afterwards.
    also=("UK-TOP02", "UK-B04"),
)

BETS: Final = (UK,)
