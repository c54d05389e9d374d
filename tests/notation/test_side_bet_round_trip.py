"""A stored round with side bets, written as text and played again, comes to the same: cards, wagers, results, money."""

from hypothesis import given

from rounds import notation
from rounds.engine.questions import nets
from tests.notation.side_rounds import stored_round
from tests.strategies import seeds


@given(seeds())
def test_a_written_round_plays_back_to_the_same_cards_results_and_money(seed: int) -> None:
    setup, state, events = stored_round(seed)
    text = notation.write_round(setup, events)
    played = notation.play(text)
    assert played.ok, (text, played.error)
    assert played.state is not None
    assert played.state.phase == "collected", (text, played.due)
    assert played.state.drawn == state.drawn
    assert played.state.dealer == state.dealer
    assert [box.hands for box in played.state.boxes] == [box.hands for box in state.boxes]
    assert [set(box.sides) for box in played.state.boxes] == [set(box.sides) for box in state.boxes]
    # Not in order: what may be said before or after another settlement is said once for both.
    assert len(played.state.results) == len(state.results)
    assert set(played.state.results) == set(state.results), text
    assert nets(played.state) == nets(state)
