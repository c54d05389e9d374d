"""The table of a simulation: a shoe, one player on one box, and the engine that every table uses."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from casino.cards import Card, pack_without
from rounds import engine
from rounds.simulation.strategy import Strategy

WAGER = 100_00
"""The main wager of every round, in cents: large enough that no payment needs rounding."""
DEALT_PART = 0.75
"""How much of a shoe is dealt before it is shuffled."""


@dataclass(slots=True)
class Tally:
    """What a bet took in and cost over many rounds, in cents."""

    rounds: int = 0
    handle: int = 0
    """The original wagers."""
    win: int = 0
    """What the house kept of them, doubles and splits included."""
    squares: float = 0.0

    def add(self, wager: int, win: int) -> None:
        self.rounds += 1
        self.handle += wager
        self.win += win
        self.squares += (win / wager) ** 2

    @property
    def edge(self) -> float:
        """House win for one unit of original wager."""
        return self.win / self.handle if self.handle else 0.0

    @property
    def error(self) -> float:
        """Standard error of the edge."""
        if self.rounds < 2:
            return 0.0
        return sqrt(max(0.0, self.squares / self.rounds - self.edge**2) / self.rounds)


@dataclass(slots=True)
class Run:
    """The outcome of a simulation."""

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
        """The next card; a shoe that runs out in mid-round is shuffled again."""
        if self._at >= len(self._cards):
            self._random.shuffle(self._cards)
            self._at = 0
        self._at += 1
        return self._cards[self._at - 1]


def simulate(setup: engine.Setup, play: Strategy, rounds: int, seed: int) -> Run:
    """Deals rounds of one box and tallies every bet. Raises what ``engine.start`` raises for the set-up."""
    run = Run()
    for _ in progress(setup, play, rounds, seed, run):
        pass
    return run


def progress(setup: engine.Setup, play: Strategy, rounds: int, seed: int, run: Run) -> Iterator[int]:
    """As ``simulate``, giving the number of rounds dealt every ten thousand, so that a caller can say so."""
    rules = engine.rules_of(setup)
    opening = engine.fold(engine.start(setup))
    shoe = Shoe(setup.decks, rules.missing_ranks.value, seed)
    placing: list[engine.Command] = [
        engine.PlaceWager(1, "A", WAGER, bet) for bet in rules.wagers_on_hand.value
    ]
    if rules.ante.value:
        placing.append(engine.PlaceWager(1, "A", rules.ante.value, "ante"))
    for command in (*placing, engine.CallBets()):
        opening, _ = engine.apply(rules, opening, command)
    wagered = WAGER * len(rules.wagers_on_hand.value)
    began = time.perf_counter()
    for number in range(1, rounds + 1):
        shoe.ready()
        state = opening
        while (due := engine.due(rules, state)) is not None:
            want = due.want
            command: engine.Command
            if want == "card":
                command = engine.DealCard(shoe.draw())
            elif want == "settle":
                command = engine.Settle()
            elif want == "collect":
                command = engine.Collect()
            else:
                command = play(state, due)
            state, _ = engine.apply(rules, state, command)
        _tally(run, state, wagered)
        if number % 10_000 == 0:
            run.rounds, run.seconds = number, time.perf_counter() - began
            yield number
    run.rounds, run.seconds = rounds, time.perf_counter() - began


def _tally(run: Run, state: engine.State, wagered: int) -> None:
    wins: dict[str, int] = {"main": 0}
    stakes: dict[str, int] = {"main": wagered}
    for result in state.results:
        bet = "main" if result.bet == "super_bonus" or result.bet.startswith("hand_") else result.bet
        wins[bet] = wins.get(bet, 0) + result.takes - result.pays
        if bet != "main":
            stakes[bet] = stakes.get(bet, 0) + result.stake
    for bet, win in wins.items():
        run.tallies.setdefault(bet, Tally()).add(stakes[bet] or 1, win)
