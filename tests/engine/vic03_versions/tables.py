"""Tables of the Victorian versions, ready for a story."""

from typing import Any

from tests.engine.story import Story, deal


def pontoon(**setup: Any) -> Story:
    """A Crown Pontoon table with a round open."""
    return deal(game="crown_pontoon", **setup)


def pontoon_hand(hand: str, dealer: str = "6d", wager: int = 20, **setup: Any) -> Story:
    """One player, A, with that wager and hand, against the dealer's first card."""
    return pontoon(**setup).bet(1, "A", wager).call().initial(dealer, hand)


def vegas(**setup: Any) -> Story:
    """A Vegas Blackjack table with a round open."""
    return deal(**{"game": "vegas_blackjack", "decks": 4, **setup})


def vegas_hand(hand: str, dealer: str = "6d", wager: int = 20, **setup: Any) -> Story:
    """One player, A, with that wager and hand, against the dealer's first card."""
    return vegas(**setup).bet(1, "A", wager).call().initial(dealer, hand)


def crown_hand(hand: str, dealer: str = "6d", wager: int = 20, **setup: Any) -> Story:
    """The same at a Crown Blackjack table."""
    return deal(game="crown_blackjack", **setup).bet(1, "A", wager).call().initial(dealer, hand)


def drawn(story: Story, box: int, cards: str, hand: int = 1) -> Story:
    """The hand draws these cards one by one."""
    for card in cards.split():
        story.hit(box, hand).cards(card)
    return story
