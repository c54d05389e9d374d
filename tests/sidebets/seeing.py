"""What the tests of side bets share: cards to look at, a payment, every card against every card."""

from collections import Counter
from itertools import product

from casino.cards import PACK, Card
from casino.money import Cents
from sidebets import LOSE, Seen, SideBet


def seen(cards: str, dealer: str = "", closed: bool = False) -> Seen:
    """What a bet looks at, from cards written as in the notation."""
    return Seen(tuple(cards.split()), tuple(dealer.split()), closed)


def pays(bet: SideBet, looked: Seen, stake: Cents, scale: str = "", decks: int = 8) -> Cents:
    """What the house adds to a stake; minus the stake when it loses."""
    outcome = bet.outcome(looked)
    if outcome == LOSE:
        return -stake
    paid = bet.scale(scale).line(outcome).odds_for(decks).pay(stake)
    assert paid.denominator == 1
    return paid.numerator


def ways(bet: SideBet, decks: int = 0) -> Counter[str]:
    """How many ordered draws of the two or three cards that a bet looks at give each outcome, from a shoe of so many
    packs; without one from a shoe so large that nothing runs out."""
    counted: Counter[str] = Counter()
    size = 2 if bet.looks_at == "first_two" else 3
    for cards in product(PACK, repeat=size):
        looked = Seen(cards[:2], cards[2:]) if bet.looks_at == "with_dealer" else Seen(cards)
        counted[bet.outcome(looked)] += _draws(cards, decks)
    return counted


def _draws(cards: tuple[Card, ...], decks: int) -> int:
    if not decks:
        return 1
    draws = 1
    for at, card in enumerate(cards):
        draws *= decks - cards[:at].count(card)
    return draws
