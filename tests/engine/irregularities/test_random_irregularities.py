"""Random irregularities in random rounds of every game: money, cards, replay and text stay right."""

from collections import Counter

import pytest

from rounds import engine, notation
from rounds.notation.report import nets
from tests.engine.irregularities.injecting import balanced, conserved, played_wrongly
from tests.rounds.any_game import GAMES

ROUNDS = 25


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_rounds_with_irregularities(book: str, game: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(ROUNDS):
        _, state, events, here = played_wrongly(book, game, seed)
        met += here
        balanced(state)
        conserved(state)
        assert engine.fold(map(engine.decode_event, map(engine.encode_event, events))) == state
        text = notation.write_round(state.setup, events)
        again = notation.play(text)
        assert again.ok, (seed, again.error, text)
        assert again.state is not None
        assert nets(again.state) == nets(state), (seed, text)
        assert again.state.phase == state.phase, (seed, text)
        assert again.state.discarded == state.discarded, (seed, text)
    assert met, "nothing went wrong"
