"""Random sessions of every game of the books that have tournaments: stacks and house together never change, nobody
lays what he does not have, and the session ends when it should."""

from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace

from casino.cards import PACK
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.rulebooks.tournament_play import PLAY
from casino.tournament_table import TournamentTable
from rounds import engine, notation
from rounds.engine.questions import session_over, stacks_of
from rounds.engine.tournament.stacks import before_player
from rounds.simulation import guests
from tests.rounds.any_game import Cards, beside, command, setup_of

GAMES = [(book, game) for book in PLAY for game in BOOKS[book].games]
SESSIONS = 6


def table_of(chance: Random, setup: engine.Setup) -> TournamentTable:
    """A session of up to four hands with random conditions."""
    seats = tuple((box, f"P{box}") for box in range(1, setup.boxes + 1))
    prevails = PLAY[setup.book].conditions_prevail
    return TournamentTable(
        "T-1",
        "1.1",
        seats=seats,
        stacks=tuple((player, chance.choice((0, 1500, 4000, 6000, 30_000))) for _, player in seats),
        hands=chance.randint(1, 4),
        compulsory=chance.choice((0, 1000)),
        order=chance.choice(("open", "announced")),
        first_box=seats[-1][0],
        secret=chance.randint(0, 2),
        below=chance.choice(("", "made_up", "returned", "refused")) if prevails else "",
        above=chance.choice(("", "reduced", "returned", "refused")) if prevails else "",
        overrides=(("insurance", "no"),) if prevails and chance.random() < 0.3 else (),
    )


def balanced(state: engine.State, table: TournamentTable, *, corrected: bool = False) -> None:
    """What is in the stacks and with the house is what the session began with; no stack is below zero, unless a
    correction of the cards found that a player had won nothing of what he laid."""
    stacks, began = stacks_of(state), sum(chips for _, chips in table.stacks)
    standing = engine.carry(state).tournament
    assert standing is not None
    net = sum(engine.questions.nets(state).values())
    house = standing.house if state.phase in engine.values.OVER else standing.house - net
    assert sum(stacks.values()) + house == began
    assert corrected or min(before_player(state).values()) >= 0


class Hand:
    """A hand in the making, with its events."""

    def __init__(self, setup: engine.Setup, number: int) -> None:
        self.events = list(engine.start(setup, number))
        self.rules = setup.rules
        self.state = engine.fold(self.events)
        assert setup.tournament is not None
        self.table = setup.tournament
        balanced(self.state, self.table)

    def do(self, command: engine.Command) -> None:
        self.state, events = engine.apply(self.rules, self.state, command)
        self.events += events
        balanced(self.state, self.table)

    def try_to(self, command: engine.Command) -> None:
        with suppress(Refusal):
            self.do(command)

    def wishes(self, chance: Random) -> list[engine.Command]:
        """Wagers of one player, sometimes absurd ones, and whether he passes."""
        box, player = engine.questions.turn(self.state)
        if not box:
            box, player = chance.choice(self.table.seats)
        laid: list[engine.Command] = [
            engine.PlaceWager(box, player, chance.choice((500, 1000, 1500, 5000, 100_000, 120_000)), bet)
            for bet in self.rules.wagers_on_hand.value
        ]
        return [engine.PassTurn(player), *laid] if chance.random() < 0.2 else laid

    def unblocking(self, blocker: engine.values.Blocker) -> engine.Command:
        """What a dealer does about it, and what a player in turn does who has too little."""
        if blocker.kind == "turn":
            return engine.PassTurn(blocker.players[0])
        if blocker.kind in ("compulsory", "made_up"):
            least = max(self.state.setup.main_sign.minimum, self.table.compulsory)
            lies = sum(wager.amount for wager in self.state.box(blocker.box).wagers)
            bet = self.rules.wagers_on_hand.value[0]
            return engine.PlaceWager(blocker.box, blocker.players[0], least - lies, bet)
        return guests.unblocking(self.rules, self.state, blocker)

    def play(self, chance: Random) -> bool:
        """Deals it to its end; whether it has one: not where nobody can or will wager what the table takes."""
        cards = Cards(chance, self.rules, self.state.setup.decks)
        for _ in range(40):
            for asked in self.wishes(chance):
                self.try_to(asked)
            if self.state.in_play() and (side := beside(chance, self.rules, self.state)) is not None:
                self.try_to(side)
        for _ in range(60):
            due = engine.due(self.rules, self.state)
            assert due is not None
            if not due.blockers:
                break
            self.try_to(self.unblocking(due.blockers[0]))
        else:
            return False
        for _ in range(1500):
            if (asked := command(chance, self.rules, self.state, cards)) is None:
                return True
            self.do(asked)
        raise AssertionError("the hand does not end")


@pytest.mark.parametrize("seed", range(SESSIONS))
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_a_session_balances_and_reads_the_same_as_text(book: str, game: str, seed: int) -> None:
    chance = Random(f"{book} {game} {seed}")
    setup = setup_of(chance, book, game)
    table = table_of(chance, setup)
    setup = replace(setup, tournament=table)
    for number in range(1, 30):
        hand = Hand(setup, number)
        if session_over(hand.state):
            return
        if not hand.play(chance):
            return
        played = notation.play(notation.write_round(setup, hand.events))
        assert played.error is None
        assert played.state is not None
        assert stacks_of(played.state) == stacks_of(hand.state)
        again, after = engine.carry(played.state).tournament, engine.carry(hand.state).tournament
        assert again is not None
        assert after is not None
        assert (again.hands, again.button) == (after.hands, after.button)
        setup = replace(setup, carry=engine.carry(hand.state))
    raise AssertionError("the session does not end")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_a_hand_that_went_wrong_balances_too(book: str, game: str, seed: int) -> None:
    """Cards that were others, wagers of other amounts, payments that were wrong and not all recovered."""
    chance = Random(f"{seed} {book} {game}")
    setup = setup_of(chance, book, game)
    hand = Hand(replace(setup, tournament=table_of(chance, setup)), 1)
    if not hand.play(chance):
        return
    results = [result for result in hand.state.results if result.hand]
    asked: list[engine.Command] = [
        engine.CorrectCard(chance.randint(1, len(hand.state.drawn)), chance.choice(PACK)) for _ in range(12)
    ]
    asked += [
        engine.CorrectPayment(
            box=result.box,
            player=result.player,
            bet=result.bet,
            hand=result.hand,
            paid=result.pays + chance.choice((100, 500, 1000)),
            unrecovered=chance.choice((0, None)),
            why="left",
        )
        for result in results
    ]
    asked += [engine.CorrectWager(box, player, amount=1500) for box, player in hand.table.seats]
    chance.shuffle(asked)
    for correction in asked:
        state = hand.state
        for step in (correction, engine.Approve("operations_manager")):
            with suppress(Refusal):
                state, _ = engine.apply(hand.rules, state, step)
        if state.irregular is None:
            hand.state = state
            balanced(state, hand.table, corrected=True)
