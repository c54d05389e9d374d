"""Random irregularities and corrections of the record in random rounds of every game: money, cards, replay and text
stay right, and the table takes exactly what it offers."""

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from rounds import engine, notation
from rounds.engine.questions import nets
from tests.engine.irregularities.injecting import balanced, conserved
from tests.engine.irregularities.plans import Wrong, played
from tests.examples import examples
from tests.rounds.any_game import GAMES

WRONGS = st.builds(
    Wrong,
    at=st.integers(-3, 40),
    which=st.integers(0, 60),
    seed=st.integers(0, 10_000),
    correction=st.booleans(),
    approved=st.integers(0, 4).map(bool),
)


@pytest.mark.parametrize(("book", "game"), GAMES)
@examples(15, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000), plan=st.lists(WRONGS, min_size=1, max_size=4))
@example(seed=9999, plan=[Wrong(at=12, which=31, seed=15, correction=False, approved=True)])
@example(
    seed=7334,
    plan=[
        Wrong(at=13, which=56, seed=4980, correction=False, approved=True),
        Wrong(at=25, which=39, seed=1137, correction=False, approved=True),
        Wrong(at=25, which=43, seed=2740, correction=True, approved=True),
        Wrong(at=28, which=46, seed=7156, correction=False, approved=True),
    ],
)
@example(seed=1403, plan=[Wrong(at=16, which=1, seed=1, correction=True, approved=True)])
@example(seed=278, plan=[Wrong(at=12, which=0, seed=0, correction=True, approved=True)])
def test_rounds_in_which_something_goes_wrong(book: str, game: str, seed: int, plan: list[Wrong]) -> None:
    progress = played(book, game, seed, plan)
    state, events = progress.state, progress.events
    balanced(state)
    conserved(state)
    assert engine.fold(map(engine.decode_event, map(engine.encode_event, events))) == state
    text = notation.write_round(state.setup, events)
    again = notation.play(text)
    assert again.ok, (again.error, text)
    assert again.state is not None
    assert nets(again.state) == nets(state), text
    assert again.state.phase == state.phase, text
    assert again.state.discarded == state.discarded, text
