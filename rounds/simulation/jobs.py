"""A simulation shared among processes, with the same result for a seed however many they are."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from typing import NamedTuple

from rounds import engine
from rounds.simulation.dealing import CHUNK, Chunk, Run, Table, chunks
from rounds.simulation.strategy import STRATEGIES, Strategy


class Game(NamedTuple):
    """What is dealt and how it is played: everything that a process needs to deal a chunk of it."""

    setup: engine.Setup
    placed: tuple[str, ...]
    """The side bets on which the player wagers every round."""
    strategy: str
    """The strategy's name in `STRATEGIES`."""
    seed: int


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(game: Game, rounds: int, jobs: int) -> Iterator[Run]:
    """Deals so many rounds in so many processes; yields the run so far after each chunk, in order. Raises
    RuleBookError or Refusal for what the book does not allow at a table."""
    table, strategy = _table_of(game)
    if jobs == 1:
        yield from table.simulate(strategy, rounds, game.seed)
        return
    run = table.nothing_dealt()
    began = time.perf_counter()
    pool = ProcessPoolExecutor(max_workers=min(jobs, -(-rounds // CHUNK)))
    try:
        # The results come in the order of the chunks, whichever is dealt first.
        for dealt in pool.map(partial(_chunk, game), chunks(rounds)):
            run.add(dealt)
            run.seconds = time.perf_counter() - began
            yield run
    finally:
        pool.shutdown(cancel_futures=True)


def _chunk(game: Game, chunk: Chunk) -> Run:
    """The run of one chunk, dealt in a process of the pool."""
    table, strategy = _table_of(game)
    return table.deal(strategy, game.seed, chunk)


@lru_cache(maxsize=1)
def _table_of(game: Game) -> tuple[Table, Strategy]:
    """The table and its player, built once per process: a strategy works out decisions as it meets them."""
    table = Table(game.setup, game.placed)
    return table, STRATEGIES[game.strategy](table.own_rules)
