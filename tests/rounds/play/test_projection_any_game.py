"""The rows of a round add up to what the engine's results say, in every game of every book."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rounds import engine
from rounds.engine.decisions.events import Doubled, Split
from rounds.engine.events import Event
from rounds.engine.insurance.events import InsuranceReturned, Insured
from rounds.engine.questions import nets
from rounds.engine.setup import ANTE
from rounds.engine.wagers.events import BetsCalled
from rounds.play.projection.rows import Rows, bet_in_row, changing, rows_of
from sidebets import side_bets
from tests.rounds.any_game import GAMES, setup_of, states

ROUNDS = 60
AMOUNT, EFFECTIVE, _TREATED, RESULT, ODDS, PAYS, TAKES, CLAUSE = range(8)


def at_stake(steps: list[tuple[engine.State, Event]]) -> int:
    """What the players put at stake of their own, in cents, counted from the events: the wagers as the last call
    fixed them, insurance, doubles and splits. Each event comes with the state before its command."""
    called = added = 0
    for before, event in steps:
        if isinstance(event, BetsCalled):
            called = sum(wager.effective for wager in event.wagers)
        elif isinstance(event, Insured):
            added += event.amount
        elif isinstance(event, InsuranceReturned):
            added -= event.amount  # it went back before it was decided
        elif isinstance(event, Doubled | Split):
            added += _added(before, event)
    return called + added


def _added(before: engine.State, event: Doubled | Split) -> int:
    """What a double or a split adds of the players' own chips; a lammer adds none."""
    stakes = before.box(event.box).hands[event.hand - 1].stakes
    if isinstance(event, Doubled):
        if not event.adds:  # every wager on the hand is doubled
            return sum(stake.base for stake in stakes)
        return sum(amount for player, amount in event.adds if player not in event.free)
    if not event.matches:
        return sum(stake.base for stake in stakes)
    return sum(
        follows for player, stays, follows in event.matches if stays and follows and player not in event.free
    )


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_the_rows_add_up_to_the_results(book: str, game: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(ROUNDS):
        chance = Random(f"{book} {game} {seed}")
        setup = setup_of(chance, book, game)
        steps: list[tuple[engine.State, Event]] = []
        state = engine.fold(engine.start(setup))
        rows = rows_of(state)
        for after, events in states(setup, chance.getrandbits(32)):
            steps += [(state, event) for event in events]
            now = rows_of(after)
            _is_whole(state, rows, after, now)
            state, rows = after, now
            assert rows.win == sum(row[TAKES] - row[PAYS] for row in rows.wagers.values())
            assert sum(row[RESULT] != "" for row in rows.wagers.values()) == len(state.results)
            # Bet by bet it is the same money.
            assert sum(sums.handle for sums in rows.bets.values()) == rows.handle
            assert sum(sums.win for sums in rows.bets.values()) == rows.win
        # Money: what the players lost is what the house won, every wager in its own row.
        assert rows.win == -sum(nets(state).values())
        assert rows.handle == at_stake(steps)
        for result in state.results:
            bet = bet_in_row(result.bet, result.wager)
            row = rows.wagers[result.box, result.hand, result.player, bet]
            assert row[RESULT:] == (result.result, result.odds, result.pays, result.takes, result.clause)
            seen[f"{bet} {result.result}"] += 1
        # An ante is a fee: it is won, and was never at stake.
        antes = [row for (_, _, _, bet), row in rows.wagers.items() if bet == ANTE]
        assert all(row[EFFECTIVE] == 0 and row[TAKES] == row[AMOUNT] for row in antes)
        # Cards: the dealer's hands and every hand of every box as dealt.
        assert [key for key in rows.hands if key[0]] == [
            (box.number, number) for box in state.boxes for number in range(1, len(box.hands) + 1)
        ]
        dealers = [values[0].split() for key, values in rows.hands.items() if not key[0]]
        assert dealers == [list(cards) for cards in (*state.dealers, state.dealer)]
        # The same events, as the ledger keeps them, give the same rows.
        stored = [engine.decode_event(engine.encode_event(event)) for _, event in steps]
        again = rows_of(engine.fold(stored))
        assert again == rows
    _met(book, game, seen)
    if any(setup_of(Random(f"{book} {game} {seed}"), book, game).offers for seed in range(ROUNDS)):
        beside = {f"{key} {result}" for key in side_bets(book, game) for result in ("win", "lose")}
        assert beside & set(seen), (book, game, seen)


def _is_whole(before: engine.State, rows: Rows, after: engine.State, now: Rows) -> None:
    """What is compared for a step has all that the step changed."""
    old, new = changing(before, after)
    assert (new.handle - old.handle, new.win - old.win) == (now.handle - rows.handle, now.win - rows.win)
    assert (new.recorded == old.recorded) == (now.recorded == rows.recorded)
    for part in ("hands", "wagers", "boxes", "bets"):
        changes = _changes(getattr(old, part), getattr(new, part))
        assert changes == _changes(getattr(rows, part), getattr(now, part)), (part, before.phase)


def _changes(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> dict[Any, tuple[Any, Any]]:
    return {key: (old.get(key), new.get(key)) for key in {*old, *new} if old.get(key) != new.get(key)}


MET = {
    "triple_play": ("hand_1 win", "hand_2 lose", "hand_3 lose", "insurance_hand_1 lose"),
    "ante_up": ("ante lose",),
    "vegas_blackjack": ("main surrender",),
    "crown_pontoon": ("main surrender", "super_bonus win"),
}


def _met(book: str, game: str, seen: Counter[str]) -> None:
    """The rounds were worth playing: each kind of row of the game came up."""
    for kind in (*(() if game == "triple_play" else ("main win", "main lose")), *MET.get(game, ())):
        assert seen[kind], (book, game, kind, seen)
