"""The table of a simulation: a shoe, one player on one box, and the engine that every table uses."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from casino.cards import Card, pack_without
from casino.money import Cents
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.commands import Prize, Ride
from rounds.engine.questions import on_offer, rules_for_wager
from rounds.engine.values import ANTE, MAIN, SUPER_BONUS
from rounds.simulation.strategy import Strategy
from sidebets import Prizes

WAGER: Final[Cents] = 100_00
"""The wager of every round, more where the sign asks for it: so large that no payment needs rounding."""
PLAYER: Final = "A"
DEALT_PART: Final = 0.75
"""How much of a shoe is dealt before it is shuffled."""
SETTLE: Final = engine.Settle()
COLLECT: Final = engine.Collect()
REPORTED: Final = 10_000
"""After so many rounds the number dealt is given, so that a caller can say so."""


@dataclass(slots=True)
class Tally:
    """What a bet took in and what the house kept of it over many rounds, in cents."""

    wager: Cents
    """The original wager of one round."""
    rounds: int = 0
    win: Cents = 0
    """What the house kept, doubles and splits included."""
    squares: int = 0

    def add(self, win: Cents) -> None:
        """One more round in which the house kept so much."""
        self.rounds += 1
        self.win += win
        self.squares += win * win

    @property
    def handle(self) -> Cents:
        """The original wagers together."""
        return self.wager * self.rounds

    @property
    def edge(self) -> float:
        """House win for one unit of original wager."""
        return self.win / self.handle

    @property
    def error(self) -> float:
        """Standard error of the edge."""
        return sqrt(self.variance / self.rounds)

    @property
    def variance(self) -> float:
        """Of the win of one round, for one unit of original wager."""
        return max(0.0, self.squares / self.rounds - (self.win / self.rounds) ** 2) / self.wager**2


@dataclass(slots=True)
class Run:
    """The outcome of a simulation so far."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    rounds: int = 0
    seconds: float = 0.0

    @property
    def speed(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds if self.seconds else 0.0


class Shoe:
    """A shoe that is shuffled when enough of it has been dealt; the same seed gives the same cards."""

    def __init__(self, decks: int, missing: str, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a simulation repeats itself; buttons and prizes do not
        self._cards = list(pack_without(missing)) * decks
        self._stop = int(len(self._cards) * DEALT_PART)
        self._at = len(self._cards)

    def ready(self) -> None:
        """Between rounds: shuffles if the cutting card would have come out."""
        if self._at >= self._stop:
            self._random.shuffle(self._cards)
            self._at = 0

    def draw(self) -> Card:
        """The next card. What lies behind the cutting card is more than any round of one box needs."""
        card = self._cards[self._at]
        self._at += 1
        return card


class Button:
    """The button of side bets with prizes; the same seed gives the same prizes."""

    def __init__(self, seed: int) -> None:
        # Of its own, so that the cards are the same with and without such a bet.
        self._random = random.Random(f"prizes {seed}")  # noqa: S311 - as above

    def press(self, prizes: Prizes) -> Cents:
        """A prize for each dollar, every entry of the table equally likely."""
        return prizes.at(self._random.randrange(prizes.total))


class Table:
    """One player with the same wagers on one box, round after round."""

    def __init__(self, setup: engine.Setup, placed: Sequence[str] = ()) -> None:
        """``placed`` are the side bets, among those on offer, on which the player wagers every round. Raises
        RuleBookError or Refusal for what the book does not allow at a table."""
        self.rules = engine.rules_of(setup)
        opened = engine.fold(engine.start(setup))
        self.offers = on_offer(setup)
        self.opening = self._wagered(opened, placed)
        """The round after the call: every round begins with the same wagers."""

    def _wagered(self, state: engine.State, placed: Sequence[str]) -> engine.State:
        rules = self.rules
        wager = max(WAGER, state.setup.sign().minimum)
        wagers = dict.fromkeys(rules.wagers_on_hand.value, wager)
        waived = 0 < rules.ante_waived_from.value <= wager
        if rules.ante.value and not waived:
            wagers[ANTE] = rules.ante.value
        for bet in placed:
            wagers[bet] = self.offers[bet].bet.exactly.value or WAGER
        for bet, amount in wagers.items():
            state, _ = engine.apply(rules, state, engine.PlaceWager(1, PLAYER, amount, bet))
        return engine.apply(rules, state, engine.CallBets())[0]

    @property
    def own_rules(self) -> Rules:
        """The rules for this wager, where a table has two levels of them (NZ-21.5)."""
        return rules_for_wager(self.rules, self.opening.box(1), PLAYER)

    @property
    def wagers(self) -> dict[str, Cents]:
        """What lies on the box, by bet."""
        box = self.opening.box(1)
        return {wager.bet: wager.amount for wager in (*box.wagers, *box.sides)}

    def play(self, shoe: Shoe, strategy: Strategy, button: Button) -> engine.State:
        """One round from its first card to the collected cards. What a side bet has won is taken down at once."""
        rules, state = self.rules, self.opening
        while (waiting := engine.waits_for(rules, state)) is not None:
            command: engine.Command
            want = waiting.want
            if want == "card":
                command = engine.DealCard(shoe.draw())
            elif want == "settle":
                command = SETTLE
            elif want == "collect":
                command = COLLECT
            elif want == "ride":
                offer = next(option for option in waiting.offers if option.kind == "ride")
                command = Ride(offer.box, offer.player, offer.wager)
            elif want == "prize":
                offer = waiting.offers[0]
                prizes = self.offers[offer.wager].scale.prizes
                assert prizes is not None, "a prize is due of a bet that has some"
                command = Prize(offer.box, offer.player, offer.wager, button.press(prizes))
            else:
                command = strategy(state, waiting)
            state, _ = engine.apply(rules, state, command)
        return state

    def simulate(self, strategy: Strategy, rounds: int, seed: int) -> Iterator[Run]:
        """Deals so many rounds; gives what came of them so far every now and then, and at the end."""
        setup = self.opening.setup
        shoe = Shoe(setup.decks, self.rules.missing_ranks.value, seed)
        button = Button(seed)
        run = Run({bet: Tally(amount) for bet, amount in self.wagers.items()})
        began = time.perf_counter()
        while run.rounds < rounds:
            shoe.ready()
            for bet, win in house_wins(self.play(shoe, strategy, button)).items():
                run.tallies[bet].add(win)
            run.rounds += 1
            if run.rounds % REPORTED == 0 or run.rounds == rounds:
                run.seconds = time.perf_counter() - began
                yield run


def house_wins(state: engine.State) -> dict[str, Cents]:
    """What the house kept of each bet of a finished round. The Super Bonus is won by the main wager, another bonus by
    the side bet that it goes with."""
    box = state.box(1)
    wins = {wager.bet: 0 for wager in (*box.wagers, *box.sides)}
    besides = {SUPER_BONUS: MAIN} | {
        offer.bet.bonus.key: key for key, offer in on_offer(state.setup).items() if offer.bet.bonus
    }
    for result in state.results:
        wins[besides.get(result.bet, result.bet)] += result.takes - result.pays
    return wins
