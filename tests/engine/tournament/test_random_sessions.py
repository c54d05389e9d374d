"""Random sessions of every game of the books that have tournaments: stacks and house together never change, nobody
lays what he does not have, and the session ends when it should."""

from random import Random

import pytest
from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.rulebooks.tournament_play import PLAY
from casino.tournament_table import TournamentTable
from rounds import engine
from rounds.engine.questions import before_player, over, stacks_of
from rounds.simulation import guests
from tests.rounds.any_game import Cards, command, setup_of

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


def balanced(state: engine.State, table: TournamentTable) -> None:
    """What is in the stacks and with the house is what the session began with; no stack is below zero."""
    stacks, began = stacks_of(state), sum(chips for _, chips in table.stacks)
    standing = engine.carry(state).tournament
    assert standing is not None
    net = sum(engine.questions.nets(state).values())
    house = standing.house if state.phase in engine.values.OVER else standing.house - net
    assert sum(stacks.values()) + house == began
    assert min(before_player(state).values()) >= 0


def wish(
    chance: Random, rules: engine.State, state: engine.State, table: TournamentTable
) -> list[engine.Command]:
    """Wagers of one player, sometimes absurd ones, and whether he passes."""
    box, player = engine.questions.turn(state)
    if not box:
        box, player = chance.choice(table.seats)
    bets = rules.wagers_on_hand.value
    amounts = [chance.choice((500, 1000, 1500, 5000, 100_000, 120_000)) for _ in bets]
    laid: list[engine.Command] = [
        engine.PlaceWager(box, player, amount, bet) for amount, bet in zip(amounts, bets, strict=True)
    ]
    return [engine.PassTurn(player), *laid] if chance.random() < 0.2 else laid


def try_to(rules, state: engine.State, asked: engine.Command) -> engine.State:
    try:
        return engine.apply(rules, state, asked)[0]
    except Refusal:
        return state


@pytest.mark.parametrize("seed", range(SESSIONS))
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_a_session_balances(book: str, game: str, seed: int) -> None:
    chance = Random(f"{book} {game} {seed}")
    setup = setup_of(chance, book, game)
    table = table_of(chance, setup)
    setup = replace(setup, tournament=table)
    for number in range(1, 30):
        state = engine.fold(engine.start(setup, number))
        rules = engine.rules_of(setup)
        standing = state.carry.tournament
        assert standing is not None
        balanced(state, table)
        if over(table, standing):
            return
        state = _hand(chance, rules, state, table)
        if state.phase not in engine.values.OVER:
            return  # nobody can or will wager what the table takes
        balanced(state, table)
        setup = replace(setup, carry=engine.carry(state))
    raise AssertionError("the session does not end")


def _hand(chance: Random, rules, state: engine.State, table: TournamentTable) -> engine.State:
    cards = Cards(chance, rules, state.setup.decks)
    for _ in range(40):
        for asked in wish(chance, rules, state, table):
            state = try_to(rules, state, asked)
            balanced(state, table)
    for _ in range(60):
        due = engine.due(rules, state)
        if due is None or due.want != "wagers" or not due.blockers:
            break
        state = try_to(rules, state, _unblocking(rules, state, due.blockers[0]))
        balanced(state, table)
    if engine.due(rules, state).blockers:
        return state
    for _ in range(1500):
        if (asked := command(chance, rules, state, cards)) is None:
            return state
        state, _ = engine.apply(rules, state, asked)
        balanced(state, table)
    raise AssertionError("the hand does not end")


def _unblocking(rules, state: engine.State, blocker: engine.values.Blocker) -> engine.Command:
    """What a dealer does about it, and what a player in turn does who has too little."""
    if blocker.kind == "turn":
        return engine.PassTurn(blocker.players[0])
    if blocker.kind in ("compulsory", "made_up"):
        least = max(state.setup.sign().minimum, state.setup.tournament.compulsory)
        lies = sum(wager.amount for wager in state.box(blocker.box).wagers)
        return engine.PlaceWager(blocker.box, blocker.players[0], least - lies, rules.wagers_on_hand.value[0])
    return guests.unblocking(rules, state, blocker)
