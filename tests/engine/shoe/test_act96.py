"""Canberra 1996: rules 3.3, 3.4, 6 and 7.2."""

import pytest

from rounds import engine
from tests.engine.shoe.shoes import dealt, shoe


@pytest.mark.clause("ACT96-6.1-S1", "ACT96-6.1-S2", "ACT96-6.2-S2", "ACT96-7.2")
def test_shuffle_cut_cutting_card_and_burn_come_in_that_order_before_a_round() -> None:
    story = shoe("ACT96").seat(2, "A")
    assert story.todo == ("shuffle", "cut", "move", "place", "burn")
    story.refuses("shoe.step_first", "ACT96-6.1-S1").cut("A")
    story.step("shuffle")
    assert story.asked == "A"
    story.bet(2, "A", 10).refuses("call.shoe_waits", "ACT96-6.1-S2").call()
    story.refuses("shoe.step_first", "ACT96-6.1-S2").step("place")
    story.cut("A").refuses("shoe.step_first", "ACT96-6.2-S2").step("place")
    story.step("move", "place").refuses("call.shoe_waits", "ACT96-7.2").call()
    story.step("burn").call()
    assert story.state.left_in_shoe(312) == 311
    assert not story.state.carry.burn, "nobody has seen it"


@pytest.mark.clause("ACT96-6.1(a)")
def test_before_play_the_first_to_come_cuts() -> None:
    story = shoe("ACT96").seat(6, "C").seat(1, "A").step("shuffle")
    assert story.asked == "C"
    assert shoe("ACT96").seat(6, "C").seat(1, "A").leave("C").step("shuffle").asked == "A"


@pytest.mark.clause("ACT96-6.1(b)", "ACT96-6.2(b)")
def test_then_the_player_on_whose_box_the_cutting_card_came_out() -> None:
    story = dealt("ACT96").played(1, 3, cut_card=4)  # before the second card of box 3
    story.refuses("shoe.step_first", "ACT96-6.2(b)").step("cut")
    assert story.step("shuffle").asked == "C"
    gone = dealt("ACT96").played(1, 3, 5, cut_card=5).leave("C").step("shuffle")
    assert gone.asked == "E", "the next clockwise"


@pytest.mark.clause("ACT96-6.1(b)")
@pytest.mark.parametrize(("reading", "asked"), [("first_box", "C"), ("nobody", "A")])
def test_a_cutting_card_that_comes_first_counts_for_the_box_whose_card_it_was(
    reading: str, asked: str
) -> None:
    story = dealt("ACT96", read={"cut_first_card": reading}).played(1, 3)
    story.bet(3, "C", 10).call().do(engine.CutCard())
    assert (story.state.phase, story.state.called) == ("wagers", False)
    assert story.step("shuffle").asked == asked


@pytest.mark.clause("ACT96-6.1(c)", "ACT96-6.1(d)-S1", "ACT96-6.1(d)-S2")
def test_on_the_dealers_hand_it_is_the_player_furthest_to_the_right_then_clockwise_then_a_supervisor() -> (
    None
):
    story = shoe("ACT96").seat(2, "B").seat(4, "D").seat(6, "F").ready()
    story = story.played(2, 4, 6, cut_card=7).step("shuffle")
    assert story.asked == "F"
    story.refuses("cut.other_first", "ACT96-6.1(c)").cut("B")
    story.declines("F")
    assert story.asked == "B"
    story.refuses("cut.other_asked", "ACT96-6.1(d)-S1").declines("D")
    story.refuses("cut.declined", "ACT96-6.1(d)-S1").cut("F")
    story.declines("B", "D")
    story.refuses("role.too_low", "ACT96-6.1(d)-S2").cut(by="casino_supervisor")
    story.refuses("role.too_low", "ACT96-6.1(d)-S2").cut(by="casino_supervisor", role="game_supervisor")
    assert story.cut(by="casino_supervisor", role="casino_supervisor").todo[0] == "move"


@pytest.mark.clause("ACT96-6.2-S1")
@pytest.mark.parametrize(
    ("packs", "at", "taken"), [(6, 40, 0), (6, 52, 1), (6, 261, 0), (8, 365, 0), (8, 364, 1)]
)
def test_a_cut_lies_a_pack_from_either_end(packs: int, at: int, taken: int) -> None:
    story = shoe("ACT96", decks=packs).seat(1, "A").step("shuffle")
    if taken:
        story.cut("A", at)
    else:
        story.refuses("cut.too_near_end", "ACT96-6.2-S1").cut("A", at)


@pytest.mark.clause("ACT96-6.2-S3")
@pytest.mark.parametrize(("packs", "depth", "taken"), [(6, 157, 0), (6, 156, 1), (8, 208, 1), (8, 209, 0)])
def test_the_cutting_card_lies_at_most_half_way_in(packs: int, depth: int, taken: int) -> None:
    story = shoe("ACT96", decks=packs).seat(1, "A").step("shuffle").cut("A").step("move")
    if taken:
        story.step("place", depth=depth)
    else:
        story.refuses("cutting_card.too_near_front", "ACT96-6.2-S3").step("place", depth=depth)


@pytest.mark.clause("ACT96-7.2")
def test_a_card_is_burnt_for_another_dealer() -> None:
    story = dealt("ACT96").played(1, 3)
    story.events.append(engine.events.DealerCame(dealer="D-115", burns=True, tap=story.state.tap))
    story.state = engine.evolve(story.state, story.events[-1])
    left = story.state.left_in_shoe(312)
    story.bet(1, "A", 10).refuses("call.shoe_waits", "ACT96-7.2").call()
    assert story.step("burn").call().state.left_in_shoe(312) == left - 1


@pytest.mark.clause("ACT96-3.3-S1", "ACT96-3.3-S2")
def test_unfit_cards_are_changed_after_a_round_all_of_them_checked_shuffled_and_cut() -> None:
    story = dealt("ACT96").played(1, 3)
    changed = story.change("unfit", "casino_supervisor", "9d", reason="torn")
    assert changed.todo == ()
    changed.refuses("card_change.no_reason", "ACT96-3.3-S1").change("unfit", reason="")
    changed.refuses("role.too_low", "ACT96-3.3-S1").change("unfit", "dealer", "9d", reason="torn")
    every = changed.change("unfit", reason="marked")
    assert every.todo == ("check", "shuffle", "cut", "move", "place", "burn")
    every.refuses("shoe.step_first", "ACT96-3.3-S2").step("shuffle")
    running = dealt("ACT96").bet(1, "A", 10).call().cards("Ts")
    running.refuses("card_change.round_open", "ACT96-3.3-S1").change("unfit", reason="torn")


@pytest.mark.clause("ACT96-3.3-S1")
def test_by_another_reading_the_dealer_alone_changes_them() -> None:
    story = dealt("ACT96", read={"cards_changed_role": "dealer"}).played(1, 3)
    assert story.change("unfit", "dealer", "9d", reason="torn").todo == ()


@pytest.mark.clause("ACT96-3.4")
def test_cards_are_taken_away_for_checking_between_the_last_round_of_a_shoe_and_the_shuffle() -> None:
    story = dealt("ACT96").played(1, 3)
    story.refuses("card_change.shoe_not_over", "ACT96-3.4").change("checking")
    ended = story.played(1, 3, cut_card=3)
    ended.refuses("role.too_low", "ACT96-3.4").change("checking", "dealer")
    assert ended.change("checking").todo[:2] == ("check", "shuffle")
    day = dealt("ACT96", read={"final_round_of": "day"}).played(1, 3, cut_card=3)
    day.refuses("card_change.day_not_over", "ACT96-3.4").change("checking")
