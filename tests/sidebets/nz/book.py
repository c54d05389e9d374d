"""What the tests of the New Zealand side bets share: every card against every card, and a scale's payment."""

from collections import Counter
from itertools import product

from casino.cards import PACK
from sidebets import LOSE, Seen, SideBet, side_bets
from tests.sidebets.seeing import seen

__all__ = ["BETS", "SUITS", "pays", "seen", "three_cards", "two_cards"]

BETS = side_bets("NZ")

SUITS = "shdc"


def pays(bet: SideBet, scale: str, looked: Seen, stake: int) -> int:
    """What the house adds to a stake in cents; minus the stake when it loses."""
    outcome = bet.outcome(looked)
    if outcome == LOSE:
        return -stake
    paid = bet.scale(scale).line(outcome).odds.pay(stake)
    assert paid.denominator == 1
    return paid.numerator


def two_cards(bet: SideBet) -> Counter[str]:
    """The outcomes of any card followed by any card, of a shoe so large that nothing runs out."""
    return Counter(bet.outcome(Seen(pair)) for pair in product(PACK, PACK))


def three_cards(bet: SideBet) -> Counter[str]:
    """The same of two cards and the dealer's first."""
    return Counter(bet.outcome(Seen((a, b), (c,))) for a, b, c in product(PACK, PACK, PACK))
