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
"""The wager of every round, more where the sign asks for it: so large that no payment needs rounding."""
PLAYER: Final = "A"
DEALT_PART: Final = 0.75
"""How much of a shoe is dealt before it is shuffled."""
SETTLE: Final = engine.Settle()
COLLECT: Final = engine.Collect()
FIRST_CARDS: Final = 2
"""What so many first cards of a round lead to is kept: 2,756 rounds of one pack's cards, none worked out twice."""
FIRST_RANKS: Final = 3
"""The same where suits make no difference: 2,379 rounds of thirteen ranks."""
CHUNK: Final = 10_000
"""Rounds that are dealt from a seed of their own, whichever process deals them; after each chunk a caller can say how
many are dealt."""


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

    def merge(self, other: "Tally") -> None:
        """The rounds of another tally of the same bet too. All sums are whole, so the order makes no difference."""
        self.rounds += other.rounds
        self.win += other.win
        self.squares += other.squares

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

    def add(self, dealt: "Run") -> None:
        """The rounds of another run at the same table too."""
        self.rounds += dealt.rounds
        for bet, tally in dealt.tallies.items():
            self.tallies[bet].merge(tally)

    @property
    def speed(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds if self.seconds else 0.0


class Chunk(NamedTuple):
    """Some rounds of a simulation: which chunk they are, counted from 0, and how many."""

    number: int
    rounds: int

    def seed(self, seed: int) -> int | str:
        """The seed of its cards and prizes, from that of the simulation, which is the first chunk's own."""
        return f"{seed} {self.number}" if self.number else seed


def chunks(rounds: int) -> Iterator[Chunk]:
    """So many rounds by chunks, the last of them smaller where they do not come out even."""
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
        """The next card. What lies behind the cutting card is more than a round of one box needs, but for one pack."""
        if self._at == len(self._cards):
            self._shuffle_picked_up()
        card = self._cards[self._at]
        self._at += 1
        return card

    def _shuffle_picked_up(self) -> None:
        """The shoe is empty within a round: it goes on with the cards of the rounds before, shuffled."""
        picked_up, on_table = self._cards[: self._began], self._cards[self._began :]
        self._random.shuffle(picked_up)
        self._cards, self._at, self._began = on_table + picked_up, len(on_table), 0


class Button:
    """The button of side bets with prizes; the same seed gives the same prizes."""

    def __init__(self, seed: int | str) -> None:
        # Of its own, so that the cards are the same with and without such a bet.
        self._random = random.Random(f"prizes {seed}")  # noqa: S311 - as above

    def press(self, prizes: Prizes) -> Cents:
        """A prize for each dollar, every entry of the table equally likely."""
        return prizes.at(self._random.randrange(prizes.total))


@dataclass(slots=True)
class Begun:
    """A round after its first cards, and what was decided on them; with what each further card leads to, as far as one
    has come and that is kept."""

    state: engine.State
    number: int
    """How many cards they are."""
    further: bool
    """Whether the next card is one of the first too."""
    after: dict[Card, "Begun"] = field(default_factory=dict)


class Table:
    """One player with the same wagers on one box, round after round."""

    apply = staticmethod(engine.apply)
    """How a command is taken; another table may take note of it."""

    def __init__(self, setup: engine.Setup, placed: Sequence[str] = ()) -> None:
        """``placed`` are the side bets, among those on offer, on which the player wagers every round. Raises
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
        """The rules for this wager, where a table has two levels of them (NZ-21.5)."""
        return rules_for_wager(self.rules, self.opening.box(1), PLAYER)

    @property
    def wagers(self) -> dict[str, Cents]:
        """What lies on the box, by bet."""
        box = self.opening.box(1)
        return {wager.bet: wager.amount for wager in (*box.wagers, *box.sides)}

    def begun(self, shoe: Shoe, strategy: Strategy) -> engine.State:
        """A round with its first cards, if nothing is asked before them. A state never changes, so where the same cards
        have come before it is the same; and so is what the player decides on it."""
        begun = self.begun_by(strategy)
        alike = self.suits_alike
        while begun.further:
            card = shoe.draw()
            kind = card[0] if alike else card
            after = begun.after.get(kind)
            if after is None:
                # Where suits are alike, each of the first cards has a suit of its own, whichever came.
                dealt = kind + SUITS[begun.number] if alike else card
                state, _ = engine.apply(self.rules, begun.state, engine.DealCard(dealt))
                after = begun.after[kind] = self._after(state, begun.number + 1, strategy)
            begun = after
        return begun.state

    def begun_by(self, strategy: Strategy) -> Begun:
        """What is kept of the rounds of this strategy: the round before its first card, and what follows it."""
        begun = self._begun.get(strategy)
        if begun is None:
            begun = self._begun[strategy] = self._after(self.opening, 0, strategy)
        return begun

    def _after(self, state: engine.State, number: int, strategy: Strategy) -> Begun:
        """The round after so many cards. Where suits are alike there is nothing but what the strategy decides and what
        is paid, so that is kept with it; a bet's button is pressed each time."""
        rules = self.rules
        waiting = engine.waits_for(rules, state)
        while self.suits_alike and waiting is not None and waiting.want not in ("card", "collect"):
            command = SETTLE if waiting.want == "settle" else strategy(state, waiting)
            state, _ = engine.apply(rules, state, command)
            waiting = engine.waits_for(rules, state)
        most = FIRST_RANKS if self.suits_alike else FIRST_CARDS
        return Begun(state, number, number < most and waiting is not None and waiting.want == "card")

    def play(
        self, shoe: Shoe, strategy: Strategy, button: Button, begun: engine.State | None = None
    ) -> engine.State:
        """One round from its first card, or from where it has begun, until nothing is left to pay: picking up the cards
        moves no money, but for a side bet that is paid after it. What a side bet has won is taken down at once."""
        rules, apply, waits_for = self.rules, self.apply, engine.waits_for
        alike, packs = self.suits_alike, self.opening.setup.decks
        state = begun or self.opening
        while (waiting := waits_for(rules, state)) is not None:
            command: engine.Command
            want = waiting.want
            if want == "card":
                card = shoe.draw()
                if alike and len(state.drawn) >= packs:
                    card = _not_used_up(state, card)
                command = engine.DealCard(card)
            elif want == "settle":
                command = SETTLE
            elif want == "collect":
                if all(side.settled for side in state.box(1).sides):
                    break
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
            state, _ = apply(rules, state, command)
        return state

    def simulate(self, strategy: Strategy, rounds: int, seed: int) -> Iterator[Run]:
        """Deals so many rounds; gives what came of them so far after each chunk."""
        run = self.nothing_dealt()
        began = time.perf_counter()
        for chunk in chunks(rounds):
            run.add(self.deal(strategy, seed, chunk))
            run.seconds = time.perf_counter() - began
            yield run

    def nothing_dealt(self) -> Run:
        """A run of no rounds yet."""
        return Run({bet: Tally(amount) for bet, amount in self.wagers.items()})

    def deal(self, strategy: Strategy, seed: int, chunk: Chunk) -> Run:
        """Deals one chunk of a simulation from a fresh shoe; what came of it depends on nothing else."""
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
    """Whether no payment depends on a suit: there is no side bet, and no prize for cards of one suit."""
    prizes = rules.special_21.value or rules.super_bonus.value is not None
    return not (setup.offers or prizes)


def _not_used_up(state: engine.State, card: Card) -> Card:
    """The card, or where all its copies are out one of the same rank with another suit: the first cards of the round
    may have had other suits than those that came. Of their rank no more are out than have come."""
    packs = state.setup.decks
    return next(
        (alike for alike in (card, *(card[0] + suit for suit in SUITS)) if state.out(alike) < packs), card
    )


_BESIDES: Final = {SUPER_BONUS: MAIN}


def house_wins(state: engine.State) -> dict[str, Cents]:
    """What the house kept of each bet of a finished round. The Super Bonus is won by the main wager, another bonus by
    the side bet that it goes with."""
    box = state.box(1)
    wins = {wager.bet: 0 for wager in (*box.wagers, *box.sides)}
    besides = _BESIDES
    if state.setup.offers:
        offers = on_offer(state.setup).items()
        besides = besides | {offer.bet.bonus.key: key for key, offer in offers if offer.bet.bonus}
    for result in state.results:
        wins[besides.get(result.bet, result.bet)] += result.takes - result.pays
    return wins
