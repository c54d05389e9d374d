"""Victoria 2003: rule 4."""

import pytest

from rounds import engine
from tests.engine.shoe.shoes import dealt, shoe


@pytest.mark.clause("VIC03-4.1.1(a)", "VIC03-4.2.4(a)", "VIC03-4.2.4(b)", "VIC03-4.2.4(c)", "VIC03-4.3.1")
def test_no_round_before_shuffle_cut_loading_and_burn() -> None:
    story = shoe("VIC03").bet(1, "A", 10)
    story.refuses("call.shoe_waits", "VIC03-4.1.1(a)").call()
    story.step("shuffle").cut("A")
    story.refuses("shoe.step_first", "VIC03-4.2.4(a)").step("place")
    story.step("move").refuses("shoe.step_first", "VIC03-4.2.4(b)").step("load")
    story.step("place").refuses("call.shoe_waits", "VIC03-4.2.4(c)").call()
    story.step("load").refuses("call.shoe_waits", "VIC03-4.3.1").call()
    assert story.step("burn").call().state.left_in_shoe(312) == 311


@pytest.mark.clause("VIC03-4.3.1")
def test_the_burn_card_is_shown_to_a_player_who_asks_and_is_out_of_the_shoe() -> None:
    story = dealt("VIC03").do(engine.ShowBurn("B", "Kd"))
    assert story.state.out("Kd") == 1
    cutter = dealt("VIC03", read={"burn_shown_to": "cutter"})
    assert cutter.state.carry.shoe.cutter == "A"
    cutter.refuses("burn_card.for_the_cutter", "VIC03-4.3.1").do(engine.ShowBurn("B", "Kd"))
    cutter.do(engine.ShowBurn("A", "Kd"))


@pytest.mark.clause("VIC03-4.1.1(d)")
def test_an_abnormal_sequence_stops_the_round_until_the_cards_are_shuffled() -> None:
    story = dealt("VIC03").bet(1, "A", 10).call().cards("Ts 9d")
    story.refuses("role.too_low", "VIC03-4.1.1(d)").order("abnormal", "game_supervisor", "four nines")
    story.refuses("shuffle.no_reason", "VIC03-4.1.1(d)").order("abnormal", "casino_supervisor")
    story.order("abnormal", "casino_supervisor", "four nines in a row")
    story.refuses("card.shoe_first", "VIC03-4.1.1(d)").cards("9c")
    hands = story.state.boxes
    story.ready()
    assert story.state.boxes == hands
    story.cards("9c")
    # What lies on the table is out of the new stack: 312 less two cards, the burnt one and the one dealt since.
    assert story.state.left_in_shoe(312) == 312 - 2 - 1 - 1


@pytest.mark.clause("VIC03-4.1.1(d)")
def test_by_another_reading_the_round_is_finished_first() -> None:
    story = dealt("VIC03", read={"shuffle_directed": "round_end"}).bet(1, "A", 10).call().cards("Ts 9d")
    story.order("abnormal", "casino_supervisor", "four nines in a row").cards("9c")


@pytest.mark.clause("VIC03-4.1.1(e)")
def test_a_casino_supervisor_orders_a_shuffle_for_a_reason() -> None:
    story = dealt("VIC03").bet(1, "A", 10).call().cards("Ts 9d")
    story.refuses("shuffle.no_reason", "VIC03-4.1.1(e)").order("warranted", "casino_supervisor")
    story.refuses("role.too_low", "VIC03-4.1.1(e)").order("warranted", "game_supervisor", "a spill")
    story.order("warranted", "casino_supervisor", "a spill").cards("9c").stand(1).cards("8h")
    story.do(engine.Settle()).do(engine.Collect())
    assert story.next().todo[0] == "shuffle"


@pytest.mark.clause("VIC03-4.1.2")
def test_pre_shuffled_cards_need_what_is_on_record_of_them_and_are_cut_and_burnt() -> None:
    story = shoe("VIC03").seat(1, "A")
    story.refuses("prepared_cards.no_area", "VIC03-4.1.2").bring("pre_shuffled", done_by="D-102")
    story.bring("pre_shuffled", done_by="D-102", area="card room", released="18:00 S-07")
    assert story.todo == ("cut", "move", "place", "load", "burn")


@pytest.mark.clause("VIC03-4.2.1(a)", "VIC03-4.2.1(b)", "VIC03-4.2.1(c)", "VIC03-4.2.1(d)")
def test_who_is_designated_to_cut() -> None:
    first = shoe("VIC03").seat(5, "E").seat(2, "B").seat(7, "G").step("shuffle")
    assert first.asked == "E"
    box = shoe("VIC03").seat(1, "A").seat(4, "D").ready().played(1, 4, cut_card=4).step("shuffle")
    assert box.asked == "D"
    three = shoe("VIC03").seat(1, "A").seat(3, "C").seat(6, "F").ready()
    assert three.played(1, 3, 6, cut_card=7).step("shuffle").asked == "F"
    two = shoe("VIC03", boxes=9).seat(2, "B").seat(8, "H").ready().played(2, 8, cut_card=3)
    new = two.change("unfit", reason="marked").step("check", "shuffle")
    assert new.asked == "H", "not the box on which the old cutting card came out"


@pytest.mark.clause("VIC03-4.2.1")
def test_where_nobody_is_designated_the_cut_is_offered_from_the_right() -> None:
    def ordered(**read: str) -> object:
        story = dealt("VIC03", read=read).played(1, 3)
        return story.order("warranted", "casino_supervisor", "a spill").step("shuffle")

    assert ordered().asked == "C"
    undesignated = ordered(cut_unnamed="none")
    assert undesignated.asked == ""
    undesignated.cut(by="game_supervisor", role="game_supervisor")


@pytest.mark.clause("VIC03-4.2.2")
def test_after_a_refusal_the_next_clockwise_and_at_last_a_supervisor() -> None:
    story = shoe("VIC03").seat(5, "E").seat(2, "B").seat(7, "G").step("shuffle").declines("E")
    assert story.asked == "G"
    assert story.declines("G").asked == "B"
    story.refuses("cut.not_asked", "VIC03-4.2.2").cut(by="game_supervisor", role="game_supervisor")
    story.declines("B").refuses("role.too_low", "VIC03-4.2.2").cut(by="game_supervisor")
    story.cut(by="game_supervisor", role="game_supervisor")


@pytest.mark.clause("VIC03-4.2.3")
@pytest.mark.parametrize(("at", "taken"), [(40, 0), (52, 1), (261, 0), (260, 1)])
def test_a_cut_lies_a_pack_from_either_end(at: int, taken: int) -> None:
    story = shoe("VIC03").seat(1, "A").step("shuffle")
    story.cut("A", at) if taken else story.refuses("cut.too_near_end", "VIC03-4.2.3").cut("A", at)


@pytest.mark.clause("VIC03-4.2.4(b)")
@pytest.mark.parametrize(("packs", "depth", "taken"), [(8, 208, 1), (8, 209, 0), (6, 156, 1), (6, 157, 0)])
def test_the_cutting_card_lies_at_most_half_way_in(packs: int, depth: int, taken: int) -> None:
    story = shoe("VIC03", decks=packs).seat(1, "A").step("shuffle").cut("A").step("move")
    if taken:
        story.step("place", depth=depth)
    else:
        story.refuses("cutting_card.too_near_front", "VIC03-4.2.4(b)").step("place", depth=depth)


@pytest.mark.clause("VIC03-4.4.1")
def test_cards_are_taken_away_between_the_last_round_and_the_shuffle() -> None:
    story = dealt("VIC03").played(1, 3)
    story.refuses("card_change.shoe_not_over", "VIC03-4.4.1").change(
        "checking", "game_supervisor", reason="routine"
    )
    ended = story.played(1, 3, cut_card=3)
    ended.refuses("role.too_low", "VIC03-4.4.1").change("checking", "dealer", reason="routine")
    ended.change("checking", "game_supervisor", reason="routine")


@pytest.mark.clause("VIC03-4.4.2", "VIC03-4.4.3")
def test_unfit_cards_are_replaced_between_rounds_at_a_casino_supervisors_word() -> None:
    running = dealt("VIC03").bet(1, "A", 10).call().cards("Ts")
    running.refuses("card_change.round_open", "VIC03-4.4.2").change("unfit", reason="marked")
    story = dealt("VIC03").played(1, 3)
    story.refuses("role.too_low", "VIC03-4.4.2").change("unfit", "game_supervisor", reason="marked")
    story.change("unfit", reason="marked").bet(1, "A", 10)
    assert story.todo == ("check", "shuffle", "cut", "move", "place", "load", "burn")
    story.refuses("call.shoe_waits", "VIC03-3.2.5").call()
    story.ready().call()


@pytest.mark.clause("VIC03-4.1.1(f)")
def test_a_continuous_shoe_asks_for_nothing_between_rounds() -> None:
    story = shoe("VIC03", elect={"auto_shuffler": "yes"}).seat(1, "A").seat(3, "B")
    assert story.todo == ("load",)
    assert story.step("load").played(1, 3).todo == ()


@pytest.mark.clause("VIC03-4.1.1(d)", "VIC03-4.1.1(e)")
def test_a_casino_supervisor_orders_a_shuffle_at_a_continuous_shoe_too() -> None:
    story = shoe("VIC03", elect={"auto_shuffler": "yes"}).seat(1, "A").seat(3, "B").step("load").played(1, 3)
    story.order("warranted", "casino_supervisor", "a spill")
    assert story.todo == ("shuffle", "load")
    story.step("shuffle", "load").bet(1, "A", 10).call().cards("Ts")
    story.refuses("role.too_low", "VIC03-4.1.1(d)").order("abnormal", "game_supervisor", "tens alone")
    story.order("abnormal", "casino_supervisor", "tens alone")
    story.refuses("card.shoe_first", "VIC03-4.1.1(d)").cards("9d")
    story.step("shuffle", "load").cards("9d 9c").stand(1)
    assert story.hand(1).cards == ("Ts", "9c")


@pytest.mark.clause("VIC03-3.1")
def test_a_card_whose_every_copy_left_in_earlier_rounds_is_a_likely_slip() -> None:
    story = dealt("VIC03", decks=4)
    for _ in range(3):
        story = story.played(1)  # each deals the ten of spades once
    story.bet(1, "A", 10).call().cards("Ts")
    story.refuses("packs.used_up", "VIC03-3.1").cards("Ts")
    next_round = story.cards("9d 9c").stand(1).cards("8h").do(engine.Settle()).do(engine.Collect()).next()
    assert next_round.state.out("Ts") == 4
    next_round.order("warranted", "casino_supervisor", "a spill").ready()
    assert next_round.state.out("Ts") == 0


@pytest.mark.clause("VIC03-9.9")
def test_the_rack_that_completes_a_round_is_cut_and_not_burnt_from() -> None:
    from rounds.engine.irregularities.events import CardsReshuffled

    story = dealt("VIC03").bet(1, "A", 10).call().cards("Ts 9d")
    event = CardsReshuffled(what="rack", count=190, shuffle="VIC03-4.1.1(c)", tap=story.state.tap)
    story.events.append(event)
    story.state = engine.evolve(story.state, event)
    assert story.todo == ("cut", "move", "place", "load")
    story.refuses("cut.too_near_end", "VIC03-4.2.3").cut("A" if story.asked == "A" else story.asked, 139)
    story.cut(story.asked, 138).step("move", "place", "load").cards("9c")


@pytest.mark.clause("VIC03-9.1", "ACT96-18(i)")
@pytest.mark.parametrize("book", ["VIC03", "ACT96"])
def test_a_burn_that_was_recorded_and_not_made_is_still_in_the_shoe(book: str) -> None:
    # 312 less the two cards dealt; said a second time it changes nothing more.
    story = dealt(book).bet(1, "A", 10).call().cards("Ts 9d")
    assert story.state.left_in_shoe(312) == 309
    story.wrong("burn_forgotten")
    assert story.state.left_in_shoe(312) == 310
    story.wrong("burn_forgotten")
    assert story.state.left_in_shoe(312) == 310
    story.cards("8h").stand(1).cards("Tc").end()
    assert story.next_round().state.left_in_shoe(312) == 308


@pytest.mark.clause("VIC03-9.1.1")
def test_the_first_round_dealt_again_burns_the_first_card_in_its_place() -> None:
    # Three cards have left the shoe, the first of them to the discards.
    story = dealt("VIC03").bet(1, "A", 10).call().cards("Ts 9d 8h")
    story.wrong("burn_in_first_round").approve("game_supervisor")
    assert story.state.discarded == ("Ts",)
    assert story.state.left_in_shoe(312) == 309
