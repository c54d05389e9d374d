"""United Kingdom house: its book says nothing of the shoe, which is shuffled when it is dealt out all the same."""

import pytest

from rounds import engine
from tests.engine.shoe.shoes import dealt


@pytest.mark.parametrize("before", [0, 4])
def test_the_cutting_card_has_the_shoe_shuffled_though_no_clause_asks_for_it(before: int) -> None:
    story = dealt("UK")
    if not before:  # first of the round: before anything is dealt
        story.bet(1, "A", 10).call().do(engine.CutCard())
        assert story.todo == ("shuffle",)
        story.step("shuffle").call().cards("Ts")
        return
    story = story.played(1, 3, cut_card=before)
    assert story.todo == ("shuffle",)
    due = engine.due(story.rules, story.state)
    assert [blocker.kind for blocker in due.blockers][:1] == ["shoe"]
    assert due.blockers[0].clause == ""
    after = story.step("shuffle")
    assert (after.todo, after.state.left_in_shoe(312)) == ((), 312)
    assert after.state.out("Ts") == 0
