"""21 + 3: the player's first two cards and the dealer's first make a flush or better."""

from functools import partial
from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, Line, Seen, SideBet
from sidebets.three_card_poker import (
    BOTH,
    FLUSH,
    HIGH,
    LOW,
    NOTHING,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUITED_THREE,
    THREE,
    hand_of,
    uk_bet,
)


def outcome(seen: Seen, ace: str = BOTH) -> str:
    """A flush, a straight, three of a kind or a straight flush (UK-T21-01, UK-T21-02)."""
    hand = hand_of(seen, ace)
    if hand == NOTHING:
        return LOSE
    return THREE if hand == SUITED_THREE else hand


ace_high: Final = partial(outcome, ace=HIGH)
ace_low: Final = partial(outcome, ace=LOW)

UK: Final[SideBet] = uk_bet(
    Line(STRAIGHT_FLUSH, Odds(9), "UK-T21-03"),
    Line(THREE, Odds(9), "UK-T21-03"),
    Line(STRAIGHT, Odds(9), "UK-T21-03"),
    Line(FLUSH, Odds(9), "UK-T21-03"),
    key="21_plus_3",
    title="21 + 3",
    clause="UK-T21-01",
    outcome=outcome,
    loses="UK-T21-02",
    judged=Rule(
        BOTH,
        "UK-T21-03",
        also=("UK-T21-04", "UK-T21-05", "UK-A01"),
        reading="the ace ends a straight low and high, in the player's favour",
        readings=(BOTH, HIGH, LOW),
    ),
    judges=((BOTH, outcome), (HIGH, ace_high), (LOW, ace_low)),
    # For one hand only, whatever is split afterwards.
    also=("UK-T21-02", "UK-T21-06", "UK-T21-07", "UK-B04"),
)

BETS: Final = (UK,)
