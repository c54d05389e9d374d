"""Every reading of every ambiguous clause, alone and beside every other, in random rounds of every game against the
second opinion (`readings_by_the_book`): what is paid and taken, how far the dealer draws, what was allowed and when.

In `make test` a covering array has every pair of readings together in some table, from fixed seeds. `make test-long`
deals every pair by itself, from fresh ones.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.rulebooks.rule import spelled
from rounds import engine
from rounds.engine.cards.events import CardDealt
from sidebets import side_bets
from tests.engine.readings_by_the_book import (
    NOT_SECONDED,
    Opinion,
    dealer_fault,
    law_faults,
    recorded,
    side_faults,
)
from tests.examples import each_time
from tests.rounds.any_game import GAMES, setup_of, states

Reading = tuple[str, str]
ALONE, TOGETHER = 1, 3
"""Rounds of each table with one other reading, and of each row of the covering array."""
ELECTED = (
    "ante",
    "ante_waived_from",
    "upper_min",
    "blackjack_pays",
    "lower_blackjack_pays",
    "double_all_lose",
    "lower_double_all_lose",
    "split_all_lose",
    "lower_split_all_lose",
    "split",
)
"""Elections that the second opinion knows."""


def readings_of(book: str, game: str) -> dict[str, list[str]]:
    """The readings of every ambiguous clause of a game and of its side bets, the one taken first."""
    rules = {name: rule.readings for name, rule in BOOKS[book].games[game].rules().items()}
    for key, bet in side_bets(book, game).items():
        rules |= {f"{key}.{name}": rule.readings for name, rule in bet.rules().items()}
    return {
        name: [spelled(value) for value in readings] for name, readings in rules.items() if len(readings) > 1
    }


def rows(readings: dict[str, list[str]], rng: Random) -> list[dict[str, str]]:
    """Tables among which every two readings of different clauses meet: a covering array, filled greedily."""
    names = list(readings)
    open_pairs = {
        frozenset({(first, x), (second, y)})
        for first, second in combinations(names, 2)
        for x, y in product(readings[first], readings[second])
    }
    table_rows: list[dict[str, str]] = []
    while open_pairs:
        row = dict(min(open_pairs, key=sorted))
        rng.shuffle(names)
        for name in names:
            if name not in row:
                met = dict.fromkeys(readings[name], 0)
                for value in met:
                    met[value] = sum(frozenset({(name, value), old}) in open_pairs for old in row.items())
                row[name] = max(met, key=lambda value, met=met: met[value])
        open_pairs -= {frozenset(pair) for pair in combinations(row.items(), 2)}
        table_rows.append(row)
    return table_rows


def table(rng: Random, book: str, game: str, readings: Sequence[Reading]) -> engine.Setup:
    """A table with these readings, with the elections that the second opinion knows, and chips of a cent."""
    setup = setup_of(rng, book, game)
    taken = readings_of(book, game)
    others = tuple([(name, value) for name, value in readings if value != taken[name][0]])
    elections = tuple([election for election in setup.elections if election[0] in ELECTED])
    opened = replace(setup, elections=elections, readings=others, chips=(1,))
    try:
        engine.start(opened)
    except Refusal:  # by that reading the side bets of this table do not go together
        return replace(opened, offers=())
    return opened


def faults(setup: engine.Setup, seed: int) -> list[str]:
    """How the result of one random round at the table differs from the book."""
    wrong: list[str] = []
    before: engine.State | None = None
    events: list[engine.Event] = []
    dealt: dict[int, list[str]] = {}
    for state, step in states(setup, seed):
        if before is not None:
            wrong += law_faults(before, step)
        for event in step:
            if isinstance(event, CardDealt):
                dealt.setdefault(event.box, []).append(event.card)
        events += step
        before = state
    assert before is not None
    if engine.fold(events) != before:
        wrong.append("the state is not the fold of its events")
    opinion = Opinion(before)
    if not any((setup.book, *reading) in NOT_SECONDED for reading in setup.readings):
        book, house = opinion.settle(), recorded(before)
        spots = [spot for spot in {*book, *house} if book.get(spot, (0, 0)) != house.get(spot, (0, 0))]
        wrong += [f"{spot}: {house.get(spot)}, by the book {book.get(spot)}" for spot in sorted(spots)]
        draws = any(offer.bet.draws_dealer.value for offer in engine.questions.on_offer(setup).values())
        if setup.game != "triple_play" and not draws and (fault := dealer_fault(opinion)):
            wrong.append(fault)
    wrong += side_faults(before, dealt)
    return wrong


def check(book: str, game: str, readings: Sequence[Reading], seed: str, rounds: int) -> None:
    for number in range(rounds):
        rng = Random(f"{book} {game} {sorted(readings)} {seed} {number}")
        setup = table(rng, book, game, readings)
        wrong = faults(setup, rng.randrange(2**32))
        assert not wrong, (wrong, setup.readings, setup.elections, f"{seed} {number}")


def singles(book: str, game: str) -> Iterator[Reading]:
    for name, values in readings_of(book, game).items():
        for value in values[1:]:
            yield name, value


SOME = [("ACT03", "blackjack"), ("VIC03", "crown_pontoon"), ("NZ", "player_select"), ("UK", "blackjack")]
"""The games of `make test`."""


@pytest.mark.parametrize(("book", "game"), each_time(SOME, GAMES))
def test_the_reading_taken_and_each_other_alone(book: str, game: str) -> None:
    check(book, game, (), "taken", 20)
    for reading in singles(book, game):
        check(book, game, (reading,), "alone", ALONE)


@pytest.mark.parametrize(("book", "game"), each_time(SOME, GAMES))
def test_every_two_readings_together(book: str, game: str) -> None:
    array = rows(readings_of(book, game), Random(f"{book} {game}"))
    for row in array:
        check(book, game, tuple(row.items()), "together", TOGETHER)


def test_a_covering_array_has_every_pair() -> None:
    readings = {"a": ["1", "2"], "b": ["1", "2", "3"], "c": ["1", "2"], "d": ["1", "2"]}
    array = rows(readings, Random(1))
    met = {frozenset(pair) for row in array for pair in combinations(row.items(), 2)}
    assert met == {
        frozenset({(first, x), (second, y)})
        for first, second in combinations(readings, 2)
        for x, y in product(readings[first], readings[second])
    }
    assert len(array) < 12  # 24 tables would be all there are


@pytest.mark.long
@pytest.mark.parametrize(("book", "game"), GAMES)
@given(st.integers(0, 2**32 - 1))
def test_every_pair_by_itself_and_many_at_once(book: str, game: str, seed: int) -> None:
    rng = Random(seed)
    readings = readings_of(book, game)
    first, second = rng.sample(list(readings), 2)
    pair = ((first, rng.choice(readings[first][1:])), (second, rng.choice(readings[second][1:])))
    check(book, game, pair, str(seed), 1)
    many = tuple([(name, rng.choice(values)) for name, values in readings.items()])
    check(book, game, many, str(seed), 1)


@pytest.mark.long
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_pair_by_itself(book: str, game: str, pytestconfig: pytest.Config) -> None:
    seed = str(pytestconfig.getoption("hypothesis_seed"))
    for first, second in combinations(list(singles(book, game)), 2):
        if first[0] != second[0]:
            check(book, game, (first, second), seed, 1)
