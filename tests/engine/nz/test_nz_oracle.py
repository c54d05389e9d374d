"""Random New Zealand rounds of every version and election against a second opinion, written from the book alone;
and each of them written as text and played again."""

from fractions import Fraction
from random import Random

import pytest

from casino.cards import score
from casino.refusals import Refusal
from rounds import engine, notation
from rounds.engine.events import Event
from rounds.engine.questions import nets

SHOES = ("A23456789TJQK", "AAATJQK9", "888A6T3", "5566AT4", "A2345", "7T6KA")
GAMES = ("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select")
CHOICES = {
    "blackjack_pays": ("3:2", "6:5", "1:1"),
    "style_a": ("no", "yes"),
    "double_on": ("any", "9-11", "10-11", "none"),
    "double_after_split": ("yes", "no"),
    "double_all_lose": ("no", "yes"),
    "split_all_lose": ("no", "yes"),
    "split": ("any", "no_aces", "none"),
    "max_hands": ("3", "2"),
}
ROUNDS = 75
UPPER = 50_00
ANTE = 1_25


def elections(rng: Random, game: str) -> tuple[tuple[str, str], ...]:
    """Each choice of the operator at its default more often than not."""
    chosen = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.3}
    if game == "ante_up":
        chosen |= {"ante": "1.25"} | ({"ante_waived_from": "50"} if rng.random() < 0.5 else {})
    if game == "player_select":
        chosen["upper_min"] = "50"
        names = [name for name in CHOICES if name != "style_a"]
        chosen |= {f"lower_{name}": rng.choice(CHOICES[name]) for name in names if rng.random() < 0.4}
    return tuple(sorted(chosen.items()))


def opened(rng: Random, game: str) -> engine.Setup:
    return engine.Setup(
        "NZ",
        game,
        decks=rng.choice((4, 8)),
        boxes=rng.randint(1, 5),
        elections=elections(rng, game),
        signs=(engine.values.Sign("main", 10_00, 500_00, rng.choice((0, 5_00))),),
    )


class Table:
    """A round in the making; ``events`` keep all of it."""

    def __init__(self, rng: Random, setup: engine.Setup) -> None:
        self.rng = rng
        self.rules = setup.rules
        self.events: list[Event] = list(engine.start(setup))
        self.state = engine.fold(self.events)
        self.ranks = rng.choice(SHOES)

    def take(self, command: engine.Command) -> None:
        self.state, events = engine.apply(self.rules, self.state, command)
        self.events += events

    def card(self) -> str:
        while True:
            card = self.rng.choice(self.ranks) + self.rng.choice("shdc")
            if self.state.drawn.count(card) < self.state.setup.decks:
                return card

    def wagers(self) -> None:
        rng = self.rng
        players = iter("ABCDEFGHJKLMNPQ")
        for box in range(1, self.state.setup.boxes + 1):
            for _ in range(rng.choice((0, 1, 1, 2, 3)) or (box == 1)):
                player, amount = next(players), rng.choice((10_00, 25_00, 49_00, 50_00, 100_00))
                self.take(engine.PlaceWager(box, player, amount))
                waived = self.rules.ante_waived_from.value
                if self.rules.ante.value and not 0 < waived <= amount:
                    self.take(engine.PlaceWager(box, player, ANTE, "ante"))
        self.take(engine.CallBets())

    def decide(self, due: engine.Due) -> None:
        """A decision that is open; the others on the box join in as they like. What a player may not do for
        money or by lammer is refused, and then the hand is drawn to or stands."""
        rng = self.rng
        word = rng.choice(due.legal)
        stakes = self.state.box(due.box).hands[due.hand - 1].stakes
        joins = [s for s in stakes if s.player == due.player or rng.random() < 0.6]
        free = tuple(s.player for s in joins if self.rules.double_free.value and rng.random() < 0.6)
        least = self.state.setup.main_sign.multiple or 1
        if word == "double":
            adds = tuple(
                (s.player, rng.choice((most, rng.randint(min(least, most), most))))
                for s in joins
                if s.player not in free and (most := self.addable(due.box, s))
            )
            command = engine.Decide(due.box, "double", due.hand, adds=adds, free=free)
        elif word == "split":
            matches = tuple((s.player, "split") for s in joins if s.player not in free)
            others = [s.player for s in stakes if s not in joins]
            matches += tuple((player, rng.choice(("hand1", "hand2"))) for player in others)
            command = engine.Decide(due.box, "split", due.hand, matches=matches, free=free)
        else:
            command = engine.Decide(due.box, word, due.hand)  # type: ignore[arg-type]
        if not self.accepted(command):
            assert word in ("double", "split")
            assert self.rules.double_free.value or self.rules.lower is not None
            self.take(engine.Decide(due.box, due.legal[0], due.hand))  # type: ignore[arg-type]

    def addable(self, box: int, stake: engine.values.Stake) -> int:
        """The most that may be added to a stake in doubling (11.2(a))."""
        return stake.base

    def accepted(self, command: engine.Command) -> bool:
        try:
            self.take(command)
        except Refusal:
            return False
        return True

    def play(self) -> None:
        self.wagers()
        while due := engine.due(self.rules, self.state):
            if due.action == "card":
                self.take(engine.DealCard(self.card()))
            elif due.action == "settle":
                self.take(engine.Settle())
            elif due.action == "collect":
                self.take(engine.Collect())
            elif due.action == "decision":
                self.decide(due)
            else:
                assert due.action == "insurance", due
                self.insurance(due)

    def insurance(self, due: engine.Due) -> None:
        if self.rng.random() < 0.5:
            self.take(engine.CloseInsurance())
            return
        offer = self.rng.choice(due.offers)
        if offer.kind == "insure":
            self.take(engine.Insure(offer.box, offer.player, self.rng.randint(1, offer.most)))
        else:
            self.take(engine.EvenMoney(offer.box, offer.player))


# --- the second opinion


def gain(
    state: engine.State, box: engine.values.Box, hand: engine.values.Hand, stake: engine.values.Stake
) -> Fraction:
    """What a stake comes to by the book, in cents."""
    setup = state.setup
    game, elect = setup.game, dict(setup.elections)
    wager = box.wager_of(stake.player)
    assert wager is not None
    if game == "player_select" and wager.amount < UPPER:
        elect |= {name[6:]: value for name, value in elect.items() if name.startswith("lower_")}
    cards, dealer = hand.cards, state.dealer
    own = 0 if stake.free_base else stake.base
    money, worth = own + stake.added, stake.base + stake.added + stake.free_added
    total, banks = score(cards)[0], score(dealer)[0]
    natural = len(cards) == 2 and total == 21 and not hand.split  # 12.4(c)
    dealt = len(dealer) == 2 and banks == 21
    win, per = map(int, elect.get("blackjack_pays", "3:2").split(":"))
    if any(player == stake.player for player, _ in box.even_money):
        return Fraction(stake.base)  # 10.3(a)
    if total > 21:
        return Fraction(-money)  # 13.2, 19.3(f)
    if natural and (game == "blackjack_plus" or not dealt):
        return Fraction(stake.base * win, per)  # 5.1(b), (c), 19.3(d), 20.7
    if game == "blackjack_plus" and (total == 21 or len(cards) == 5):
        return Fraction(worth)  # 19.6
    if natural:
        return Fraction(0)  # 5.1(e)
    if banks == 22 and game in ("blackjack_plus", "free_bet"):
        return Fraction(0)  # 19.3(i), 20.7
    if dealt:
        lost = own if stake.first or elect.get("split_all_lose") == "yes" else 0  # 12.6, 12.9
        return Fraction(-lost - (stake.added if elect.get("double_all_lose") == "yes" else 0))  # 11.5, 11.7
    if banks > 21 or total > banks:
        return Fraction(worth)  # 5.1(a), (b)
    return Fraction(0 if total == banks else -money)  # 5.1(e), (g)


def opinion(state: engine.State) -> dict[str, int]:
    """Every player's gain over the round, by the book; a part of a cent is paid as a whole one."""
    net: dict[str, int] = {}
    waived = 100 * int(dict(state.setup.elections).get("ante_waived_from", "0"))
    for box in state.boxes:
        for wager in box.wagers:
            ante = state.setup.game == "ante_up" and not 0 < waived <= wager.amount
            net[wager.player] = -ANTE if ante else 0
        for hand in box.hands:
            for stake in hand.stakes:
                gained = gain(state, box, hand, stake)
                net[stake.player] += -(-gained.numerator // gained.denominator)
        for insurance in box.insurance:
            net[insurance.player] += (
                2 * insurance.amount if score(state.dealer[1:2])[0] == 10 else -insurance.amount
            )
    return net


@pytest.mark.clause("NZ-5.1(a)", "NZ-5.1(b)", "NZ-5.1(c)", "NZ-5.1(d)", "NZ-5.1(e)", "NZ-5.1(f)", "NZ-5.1(g)")
@pytest.mark.clause(
    "NZ-11.5", "NZ-12.6", "NZ-18.6", "NZ-19.6", "NZ-20.7", "NZ-20.8-S1", "NZ-21.3-S2", "NZ-21.5"
)
@pytest.mark.parametrize("game", GAMES)
def test_random_rounds_come_out_as_the_book_says_and_play_again_from_their_text(game: str) -> None:
    agree(game, range(ROUNDS))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_many_random_rounds_come_out_as_the_book_says_and_play_again_from_their_text(game: str) -> None:
    agree(game, range(ROUNDS, 10 * ROUNDS))


def agree(game: str, seeds: range) -> None:
    """Play a round of the game for each seed, against the second opinion and again from its text."""
    for seed in seeds:
        table = Table(Random(f"{game} {seed}"), opened(Random(seed), game))
        table.play()
        state = table.state
        assert nets(state) == opinion(state), (game, seed)
        text = notation.write_round(state.setup, table.events)
        again = notation.play(text)
        assert again.ok, (game, seed, text, again.error)
        assert again.state is not None
        assert nets(again.state) == nets(state), (game, seed, text)
        assert again.state.drawn == state.drawn
