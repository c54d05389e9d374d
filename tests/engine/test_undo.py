"""Undo: the last tap is taken back, as an event, while no chips have moved on it."""

import pytest

from rounds import engine
from rounds.engine.events import Undone
from tests.engine.story import deal
from tests.refusing import refused_as


def test_undo_takes_back_the_last_tap_as_an_event() -> None:
    story = deal().bet(1, "A", 10)
    before = story.state
    story.bet(2, "B", 20)
    count = len(story.events)
    story.undo()
    assert len(story.events) == count + 1  # nothing is deleted
    (undone,) = story.recorded(Undone)
    assert undone.undone_tap == 2
    assert story.state.boxes == before.boxes
    assert story.state.tap == 3  # taps go on counting


def test_one_tap_is_everything_that_it_brought_about() -> None:
    """The fourth card ends the initial deal and opens insurance: both go with the one tap."""
    story = deal().bet(1, "A", 10).call().cards("Ts Ad 7h")
    assert story.action == "insurance"
    story.undo()
    assert (story.state.phase, story.action, story.state.drawn) == ("initial_deal", "card", ("Ts", "Ad"))
    story.cards("8h")
    assert story.hand(1).cards == ("Ts", "8h")


def test_several_taps_are_taken_back_one_by_one() -> None:
    story = deal().bet(1, "A", 10).call().cards("Ts 6d")
    story.undo().undo()
    assert [event.undone_tap for event in story.events if isinstance(event, engine.events.Undone)] == [4, 3]
    assert story.state.drawn == ()
    story.undo()
    assert not story.state.called
    assert story.recorded(Undone)[0].undone_tap == 2  # the call


def test_after_an_undo_and_a_new_tap_the_new_one_is_taken_back() -> None:
    story = deal().bet(1, "A", 10).undo().bet(1, "A", 20).undo()
    assert story.recorded(Undone)[0].undone_tap == 3
    assert not story.state.box(1).wagers


@pytest.mark.parametrize("decision", ["hit", "stand", "double", "split"])
def test_a_decision_is_taken_back_with_its_stakes(decision: str) -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "5s 5h")
    before = story.state
    getattr(story, decision)(1)
    story.undo()
    assert (story.state.boxes, story.state.acted) == (before.boxes, before.acted)
    assert story.legal == ("hit", "stand", "double", "split")


def test_a_declined_split_taken_back_binds_no_more() -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "8s 8h").split(1).cards("8c").stand(1).undo()
    story.split(1)


def test_a_call_taken_back_takes_wagers_again() -> None:
    deal().bet(1, "A", 10).call().undo().bet(2, "B", 10).call().cards("Ts")


def test_a_warning_of_a_call_taken_back_was_not_given() -> None:
    story = deal(minimum=10).bet(1, "A", 5).call().undo()
    assert engine.carry(story.state).warned == ()


@pytest.mark.clause("VIC03-5.14.2")
def test_what_was_paid_is_not_undone() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "As Kh", "Ts 7h").settle()
    story.refuses("undo.chips_moved", "VIC03-5.14.2").undo()
    story.stand(2).undo()  # later taps are the dealer's to take back
    story.refuses("undo.chips_moved", "VIC03-5.14.2").undo()


@pytest.mark.clause("VIC03-5.14.1")
def test_what_was_taken_is_not_undone() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "Ts 6h", "Ts 7h").hit(1).cards("9c")
    story.undo().cards("9d").settle()
    story.refuses("undo.chips_moved", "VIC03-5.14.2").undo()


def test_a_stand_off_moves_no_chips_so_its_tap_can_be_taken_back() -> None:
    story = deal().bet(1, "A", 20).call().initial("Td", "Ts 9h").stand(1).cards("9c")
    assert story.result(1).result == "stand_off"
    story.undo().cards("8c")
    assert story.items == [("pay", 1, "A", 20)]


def test_nothing_to_take_back_is_refused() -> None:
    deal().refuses("undo.nothing", "").undo()


@pytest.mark.clause("VIC03-7.5.7(a)")
def test_a_round_that_is_collected_stays() -> None:
    story = deal().bet(1, "A", 20).call().initial("Td", "Ts 9h").stand(1).cards("8c").end()
    story.refuses("round.over", "VIC03-7.5.7(a)").undo()


@pytest.mark.parametrize(
    "command",
    [
        engine.AllowSeveralBoxes("A", "game_supervisor"),
        engine.AllowLimit(1, "A", 5_000_00, "casino_supervisor"),
        engine.LimitPlayers(1, 2, "game_supervisor", "a full house"),
        engine.RestrictPlayer("A", True, "operations_manager", "Director told 21:00", "counting"),
    ],
)
def test_what_a_higher_role_decided_is_not_undone_by_the_dealer(command: engine.Command) -> None:
    table = deal().bet(2, "B", 10).do(command)
    before = table.state
    with refused_as("undo.role_decided"):
        engine.apply(table.rules, before, engine.Undo())
    # A later tap of the dealer's own can be taken back as usual.
    table.bet(3, "C", 10).do(engine.Undo())
    assert table.state.carry == before.carry
