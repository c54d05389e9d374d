"""A stored round, written and played again, is the same round."""

from hypothesis import HealthCheck, given, settings

from rounds import notation
from rounds.notation.report import nets
from tests.notation.stored import Round, rounds

slow_to_draw = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@slow_to_draw
@given(rounds())
def test_a_written_round_plays_back_to_the_same_cards_results_and_money(stored: Round) -> None:
    text = notation.write_round(stored.setup, stored.events)
    played = notation.play(text)
    assert played.ok, (text, played.error)
    assert played.state is not None
    assert played.state.phase == "collected"
    assert played.state.drawn == stored.state.drawn
    assert played.state.dealer == stored.state.dealer
    assert [box.hands for box in played.state.boxes] == [box.hands for box in stored.state.boxes]
    # Not in order: cards dealt face down may have been shown, and paid, one settlement later.
    assert len(played.state.results) == len(stored.state.results)
    assert set(played.state.results) == set(stored.state.results)
    assert nets(played.state) == nets(stored.state)
