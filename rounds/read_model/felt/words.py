"""What phases, results, totals and places are called on the felt."""

from __future__ import annotations

from casino.cards import UNKNOWN, Card, score
from rounds.engine.values import MAIN, Hand

PHASE_WORDS = {
    "wagers": "wagers",
    "initial_deal": "initial deal",
    "insurance": "insurance",
    "interim_settlement": "interim settlement",
    "surrender": "surrender",
    "subsequent_deal": "decisions",
    "dealer_draw": "dealer draws",
    "final_settlement": "settlement",
    "collected": "round over",
    "void": "round void",
}

RESULT_WORDS = {
    "win": "won",
    "lose": "lost",
    "stand_off": "stand off",
    "void": "void",
    "surrender": "surrendered",
}


def total_words(
    cards: tuple[Card, ...], *, natural: bool = False, points: tuple[int, bool] | None = None
) -> str:
    """The total as it is announced: ``16``, ``7/17`` while an ace may still count either way. ``points`` are what
    the cards come to where that is not their plain count."""
    if not cards or UNKNOWN in cards:
        return ""
    total, soft = points or score(cards)
    if soft and total != 21 and not natural:
        return f"{total - 10}/{total}"
    return str(total)


def hand_words(hand: Hand, *, natural: bool = False) -> str:
    """The total of a player's hand as it is announced. On a doubled hand the first aces may count one only
    (VIC03-10.7.2), which the cards alone do not tell."""
    return str(hand.total) if hand.aces_low else total_words(hand.cards, natural=natural)


def place_words(bet: str) -> str:
    """Where a wager lies, where a hand has several: ``hand 2``. Empty for the only one there is."""
    return "" if bet == MAIN else bet.replace("_", " ")


def whose(player: str, bet: str) -> str:
    """The player, with the number of the wager where he has several on the hand: ``A·2``."""
    return player if bet == MAIN else f"{player}·{bet[-1]}"


def hand_name(box: int, hand: int, hands: int) -> str:
    """``Box 3`` or, where it was split, ``Box 3 · hand 2``."""
    return f"Box {box} · hand {hand}" if hands > 1 and hand else f"Box {box}"
