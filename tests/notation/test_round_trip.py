"""A stored round, written and played again, is the same round."""

import pytest
from hypothesis import given

from rounds import engine, notation
from rounds.engine.questions import nets
from tests.engine.story import Story, deal
from tests.notation.stored import Round, rounds


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


def again(story: Story) -> Story:
    """The round of a story, written and played."""
    played = notation.play(notation.write_round(story.state.setup, story.events))
    assert played.ok, played.error
    assert played.state is not None
    assert set(played.state.results) == set(story.state.results)
    return story


@pytest.mark.clause("ACT03-3.5")
def test_which_wager_was_placed_last_is_written_too() -> None:
    """A and then B with $150 each on a box of $200, and B's laid nearest the dealer: B's is cut all the same."""
    story = deal("ACT03", maximum=200).bet(1, "A", 150).bet(1, "B", 150).line(1, "B", "A").call()
    story.initial("Td", "Ts 9h").stand(1).cards("7c").end()
    assert (again(story).net("A"), story.net("B")) == (150, 50)
    assert "line 1 B A" in notation.write_round(story.state.setup, story.events)


@pytest.mark.clause("ACT03-5.6")
def test_a_cutting_card_put_aside_is_not_written() -> None:
    story = deal("ACT03").do(engine.AnnounceLastRounds("casino_supervisor")).bet(1, "A", 10).call().cut_card()
    story.initial("Td", "Ts 9h").stand(1).cards("7c").end()
    assert "cut-card" not in notation.write_round(story.state.setup, story.events)
    assert again(story).net() == 10


@pytest.mark.clause("ACT96-22.7")
def test_even_money_for_a_whole_hand_is_one_line() -> None:
    story = deal("ACT96", game="triple_play", boxes=6, read={"even_money_for": "hand"})
    story.hands(2, "A", 10, 20).call().initial("Ad", "As Kh").even_money(2, "A", "hand_2").end()
    text = notation.write_round(story.state.setup, story.events)
    assert text.count("even-money") == 1
    assert again(story).net() == 30
