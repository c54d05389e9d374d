"""Equal commands are the same bytes, however they were made: a screen is the same on two workers."""

import pytest
from hypothesis import given

from rounds import engine
from tests import strategies as st
from tests.examples import examples


@pytest.mark.parametrize(
    "command",
    [
        engine.PlaceWager(1, "A", 5000),
        engine.Decide(1, "double", adds=(("A", 500),)),
        engine.Insure(3, "A", 2500),
        engine.Approve("game_supervisor"),
        engine.Irregularity("misplaced", (("lies", "4:2"),)),
    ],
)
def test_a_command_that_was_read_is_written_as_one_that_was_made(command: engine.Command) -> None:
    text = engine.encode_command(command)
    assert engine.encode_command(engine.decode_command(text)) == text


def test_a_default_that_is_spelled_out_is_left_out() -> None:
    # "main" read from JSON is equal to the default and another object.
    spelled = (
        b'{"type":"place_wager","box":1,"player":"A","amount":5000,"bet":"main","medium":"chips","hand":0}'
    )
    assert engine.encode_command(engine.decode_command(spelled)) == engine.encode_command(
        engine.PlaceWager(1, "A", 5000)
    )


@given(setup=st.setups(), seed=st.seeds())
@examples(5)
def test_commands_of_random_rounds(setup: engine.Setup, seed: int) -> None:
    for _, command, _, _ in st.steps(setup, seed):
        text = engine.encode_command(command)
        assert engine.encode_command(engine.decode_command(text)) == text
