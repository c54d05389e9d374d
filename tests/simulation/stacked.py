"""Rounds that begin with chosen cards and go on with chance, to see what a decision is worth."""

import random
from math import sqrt

from casino.cards import Card, pack_without
from casino.rulebooks import rules_for
from rounds import engine
from rounds.simulation.dealing import WAGER, Button, Shoe, Table, house_wins
from rounds.simulation.strategy import Basic


class Stacked(Shoe):
    """The cards named first, then cards of an endless shoe."""

    def __init__(self, cards: str, missing: str, seed: int) -> None:
        super().__init__(1, missing, seed)
        self._first = cards.split()
        self._pack = pack_without(missing)
        self._chance = random.Random(seed)
        self._drawn = 0

    def ready(self) -> None:
        """Begins with the cards named again."""
        self._drawn = 0

    def draw(self) -> Card:
        """The next card."""
        self._drawn += 1
        if self._drawn <= len(self._first):
            return self._first[self._drawn - 1]
        return self._chance.choice(self._pack)


def table(book: str, game: str = "blackjack", *elections: tuple[str, str], minimum: int = 20_00) -> Table:
    """A table of one box for the usual wager, with as many packs as the book allows."""
    packs = rules_for(book, game, elections).decks.value[-1]
    sign = engine.values.Sign(minimum=minimum, maximum=100 * WAGER)
    return Table(engine.Setup(book, game, decks=packs, boxes=1, elections=elections, signs=(sign,)))


def worth_dealt(at: Table, cards: str, rounds: int) -> tuple[float, float]:
    """What a player of basic strategy wins on average after those first cards (player, dealer, player), in
    units of the wager, and the standard error of it."""
    shoe = Stacked(cards, at.rules.missing_ranks.value, seed=7)
    strategy = Basic(at.own_rules).decide
    wins = []
    for _ in range(rounds):
        shoe.ready()
        kept = house_wins(at.play(shoe, strategy, Button(1)))
        wins.append(-sum(kept.values()) / WAGER / len(kept))
    mean = sum(wins) / rounds
    return mean, sqrt(sum((win - mean) ** 2 for win in wins) / rounds / rounds)
