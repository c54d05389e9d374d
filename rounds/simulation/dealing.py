"""The table of a simulation: a shoe, one player on one box, and the engine that every table uses."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, NamedTuple

from casino.cards import SUITS, Card, pack_without
from casino.money import Cents
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.commands import Prize, Ride
from rounds.engine.questions import on_offer, rules_for_wager
from rounds.engine.values import ANTE, MAIN, SUPER_BONUS
from rounds.simulation.strategy import Strategy
from sidebets import Prizes

WAGER: Final[Cents] = 100_00
"""The wager of every round, more if the sign requires it: large enough that no payment needs rounding."""
PLAYER: Final = "A"
DEALT_PART: Final = 0.75
"""The part of a shoe that is dealt before it is shuffled."""
SETTLE: Final = engine.Settle()
COLLECT: Final = engine.Collect()
FIRST_CARDS: Final = 2
"""The results of this many first cards are cached: 2,756 rounds for one pack's cards, none worked out twice."""
FIRST_RANKS: Final = 3
"""The same if suits make no difference: 2,379 rounds for thirteen ranks."""
CHUNK: Final = 10_000
"""Rounds dealt from one seed, whichever process deals them; a caller can report progress after each chunk."""


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
        """Adds a round in which the house kept ``win`` cents."""
        self.rounds += 1
        self.win += win
        self.squares += win * win

    def merge(self, other: "Tally") -> None:
        """Adds the rounds of another tally of the same bet. All sums are whole numbers, so the order makes no
        difference."""
        self.rounds += other.rounds
        self.win += other.win
        self.squares += other.squares

    @property
    def handle(self) -> Cents:
        """The original wagers added up, in cents."""
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
        """The variance of one round's win, for one unit of original wager."""
        return max(0.0, self.squares / self.rounds - (self.win / self.rounds) ** 2) / self.wager**2


@dataclass(slots=True)
class Run:
    """The outcome of a simulation so far."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    rounds: int = 0
    seconds: float = 0.0

    def add(self, dealt: "Run") -> None:
        """Adds the rounds of another run at the same table."""
        self.rounds += dealt.rounds
        for bet, tally in dealt.tallies.items():
            self.tallies[bet].merge(tally)

    @property
    def speed(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds if self.seconds else 0.0


class Chunk(NamedTuple):
    """A chunk of a simulation: its number, counted from 0, and how many rounds it has."""

    number: int
    rounds: int

    def seed(self, seed: int) -> int | str:
        """The seed of the chunk's cards and prizes, from the simulation's seed, which is the first chunk's own."""
        return f"{seed} {self.number}" if self.number else seed


def chunks(rounds: int) -> Iterator[Chunk]:
    """So many rounds in chunks; the last one may be smaller."""
    for number in range(-(-rounds // CHUNK)):
        yield Chunk(number, min(CHUNK, rounds - number * CHUNK))


class Shoe:
    """A shoe that is shuffled when enough of it has been dealt; the same seed gives the same cards."""

    def __init__(self, decks: int, missing: str, seed: int | str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a simulation repeats itself; buttons and prizes do not
        self._cards = list(pack_without(missing)) * decks
        self._stop = int(len(self._cards) * DEALT_PART)
        self._at = len(self._cards)
        self._began = 0
        """How many cards were dealt before this round."""

    def ready(self) -> None:
        """Between rounds: shuffles if the cutting card would have come out."""
        if self._at >= self._stop:
            self._random.shuffle(self._cards)
            self._at = 0
        self._began = self._at

    def draw(self) -> Card:
        """The next card. Except with one pack, a round of one box never needs more cards than those behind the
        cutting card."""
        if self._at == len(self._cards):
            self._shuffle_picked_up()
        card = self._cards[self._at]
        self._at += 1
        return card

    def _shuffle_picked_up(self) -> None:
        """The shoe has run out within a round: shuffles the cards of earlier rounds and goes on with them."""
        picked_up, on_table = self._cards[: self._began], self._cards[self._began :]
        self._random.shuffle(picked_up)
        self._cards, self._at, self._began = on_table + picked_up, len(on_table), 0


class Button:
    """The button of side bets with prizes; the same seed gives the same prizes."""

    def __init__(self, seed: int | str) -> None:
        # A separate generator, so that the cards are the same with and without such a bet.
        self._random = random.Random(f"prizes {seed}")  # noqa: S311 - as above

    def press(self, prizes: Prizes) -> Cents:
        """A prize per dollar, every entry of the table equally likely."""
        return prizes.at(self._random.randrange(prizes.total))


@dataclass(slots=True)
class Begun:
    """A round after its first cards and the decisions on them, with the cached rounds after each further card."""

    state: engine.State
    number: int
    """The number of cards so far."""
    further: bool
    """Whether the next card is also one of the first cards."""
    after: dict[Card, "Begun"] = field(default_factory=dict)


class Table:
    """One player with the same wagers on one box, round after round."""

    apply = staticmethod(engine.apply)
    """Plays a command; a subclass may record it."""

    def __init__(self, setup: engine.Setup, placed: Sequence[str] = ()) -> None:
        """``placed`` are the side bets, among those on offer, that the player wagers on every round. Raises
        RuleBookError or Refusal for what the book does not allow at a table."""
        self.rules = setup.rules
        opened = engine.fold(engine.start(setup))
        self.offers = on_offer(setup)
        self.opening = self._wagered(opened, placed)
        """The round after the call: every round begins with the same wagers."""
        self.suits_alike = _suits_alike(self.rules, setup)
        self._begun: dict[Strategy, Begun] = {}

    def _wagered(self, state: engine.State, placed: Sequence[str]) -> engine.State:
        rules = self.rules
        wager = max(WAGER, state.setup.main_sign.minimum)
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
        """The rules for this wager, if a table has two levels of wagers (NZ-21.5)."""
        return rules_for_wager(self.rules, self.opening.box(1), PLAYER)

    @property
    def wagers(self) -> dict[str, Cents]:
        """The wagers on the box, by bet, in cents."""
        box = self.opening.box(1)
        return {wager.bet: wager.amount for wager in (*box.wagers, *box.sides)}

    def begun(self, shoe: Shoe, strategy: Strategy) -> engine.State:
        """A round with its first cards, if nothing is asked before them. States never change, so the same cards lead
        to the cached round, and to the player's cached decision on it."""
        begun = self.begun_by(strategy)
        alike = self.suits_alike
        while begun.further:
            card = shoe.draw()
            kind = card[0] if alike else card
            after = begun.after.get(kind)
            if after is None:
                # If suits make no difference, each of the first cards gets a fixed suit, whichever came.
                dealt = kind + SUITS[begun.number] if alike else card
                state, _ = engine.apply(self.rules, begun.state, engine.DealCard(dealt))
                after = begun.after[kind] = self._after(state, begun.number + 1, strategy)
            begun = after
        return begun.state

    def begun_by(self, strategy: Strategy) -> Begun:
        """The cache of this strategy's rounds: the round before its first card, and what follows."""
        begun = self._begun.get(strategy)
        if begun is None:
            begun = self._begun[strategy] = self._after(self.opening, 0, strategy)
        return begun

    def _after(self, state: engine.State, number: int, strategy: Strategy) -> Begun:
        """The round after so many cards. If suits make no difference, nothing else happens but what the strategy
        decides and what is paid, so that is cached with it; a bet's button is pressed each time."""
        rules = self.rules
        waiting = engine.waits_for(rules, state)
        while self.suits_alike and waiting is not None and waiting.action not in ("card", "collect"):
            command = SETTLE if waiting.action == "settle" else strategy(state, waiting)
            state, _ = engine.apply(rules, state, command)
            waiting = engine.waits_for(rules, state)
        most = FIRST_RANKS if self.suits_alike else FIRST_CARDS
        return Begun(state, number, number < most and waiting is not None and waiting.action == "card")

    def play(
        self, shoe: Shoe, strategy: Strategy, button: Button, begun: engine.State | None = None
    ) -> engine.State:
        """One round from its first card, or from where it has begun, until nothing is left to pay. Picking up the
        cards moves no money, except for a side bet that is paid after it. The winnings of side bets are taken down at
        once."""
        rules, apply, waits_for = self.rules, self.apply, engine.waits_for
        alike, packs = self.suits_alike, self.opening.setup.decks
        state = begun or self.opening
        while (waiting := waits_for(rules, state)) is not None:
            command: engine.Command
            action = waiting.action
            if action == "card":
                card = shoe.draw()
                if alike and len(state.drawn) >= packs:
                    card = _not_used_up(state, card)
                command = engine.DealCard(card)
            elif action == "settle":
                command = SETTLE
            elif action == "collect":
                if all(side.settled for side in state.box(1).sides):
                    break
                command = COLLECT
            elif action == "ride":
                offer = next(option for option in waiting.offers if option.kind == "ride")
                command = Ride(offer.box, offer.player, offer.wager)
            elif action == "prize":
                offer = waiting.offers[0]
                prizes = self.offers[offer.wager].scale.prizes
                assert prizes is not None, "a prize is due of a bet that has some"
                command = Prize(offer.box, offer.player, offer.wager, button.press(prizes))
            else:
                command = strategy(state, waiting)
            state, _ = apply(rules, state, command)
        return state

    def simulate(self, strategy: Strategy, rounds: int, seed: int) -> Iterator[Run]:
        """Deals so many rounds; yields the run so far after each chunk."""
        run = self.nothing_dealt()
        began = time.perf_counter()
        for chunk in chunks(rounds):
            run.add(self.deal(strategy, seed, chunk))
            run.seconds = time.perf_counter() - began
            yield run

    def nothing_dealt(self) -> Run:
        """A run with no rounds yet."""
        return Run({bet: Tally(amount) for bet, amount in self.wagers.items()})

    def deal(self, strategy: Strategy, seed: int, chunk: Chunk) -> Run:
        """Deals one chunk of a simulation from a fresh shoe; the result depends on nothing else."""
        own = chunk.seed(seed)
        shoe = Shoe(self.opening.setup.decks, self.rules.missing_ranks.value, own)
        button = Button(own)
        run = self.nothing_dealt()
        run.rounds = chunk.rounds
        for _ in range(chunk.rounds):
            shoe.ready()
            over = self.play(shoe, strategy, button, self.begun(shoe, strategy))
            for bet, win in house_wins(over).items():
                run.tallies[bet].add(win)
        return run


def _suits_alike(rules: Rules, setup: engine.Setup) -> bool:
    """Whether no payment depends on a suit: no side bets, and no prizes for cards of one suit."""
    prizes = rules.special_21.value or rules.super_bonus.value is not None
    return not (setup.offers or prizes)


def _not_used_up(state: engine.State, card: Card) -> Card:
    """The card or, if all its copies are out, one of the same rank in another suit: the first cards of the round may
    have had other suits than those drawn. Of the rank itself no more are out than were drawn."""
    packs = state.setup.decks
    return next(
        (alike for alike in (card, *(card[0] + suit for suit in SUITS)) if state.out(alike) < packs), card
    )


_BESIDES: Final = {SUPER_BONUS: MAIN}


def house_wins(state: engine.State) -> dict[str, Cents]:
    """What the house kept of each bet of a finished round, in cents. The Super Bonus counts for the main wager, other
    bonuses for the side bet that they go with."""
    box = state.box(1)
    wins = {wager.bet: 0 for wager in (*box.wagers, *box.sides)}
    besides = _BESIDES
    if state.setup.offers:
        offers = on_offer(state.setup).items()
        besides = besides | {offer.bet.bonus.key: key for key, offer in offers if offer.bet.bonus}
    for result in state.results:
        wins[besides.get(result.bet, result.bet)] += result.takes - result.pays
    return wins
