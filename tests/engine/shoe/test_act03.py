"""Canberra 2003: rules 2.3, 2.4, 5 and 19.2."""

import pytest

from casino.rulebooks import RuleBookError, rules_for
from rounds import engine
from tests.engine.shoe.shoes import dealt, shoe
from tests.refusing import code_and_clause


@pytest.mark.clause("ACT03-5.1", "ACT03-5.4-B02", "ACT03-5.7")
def test_a_new_shoe_is_shuffled_cut_and_burnt_from() -> None:
    story = shoe("ACT03").seat(1, "A")
    story.refuses("shoe.step_first", "ACT03-5.1").cut("A")
    story.step("shuffle").cut("A").refuses("shoe.step_first", "ACT03-5.4-B02").step("place")
    story.step("move", "place").bet(1, "A", 10).refuses("call.shoe_waits", "ACT03-5.7").call()
    assert story.step("burn").state.left_in_shoe(312) == 311
    story.call().cards("Ts")


@pytest.mark.clause("ACT03-2.3(b)")
def test_the_shuffle_is_one_of_the_approved_ones_and_is_recorded_with_it() -> None:
    story = shoe("ACT03", elect={"approved_shuffle": "four_riffles"})
    assert engine.due(story.rules, story.state).text.endswith("four, riffles")
    assert story.step("shuffle").last[0].shuffle == "four_riffles"
    with pytest.raises(RuleBookError) as refused:
        rules_for("ACT03", "blackjack", (("approved_shuffle", "as I like it"),))
    assert code_and_clause(refused.value) == ("rule_book.no_such_choice", "ACT03-2.3(b)")


@pytest.mark.clause("ACT03-2.3(a)")
def test_another_number_of_packs_is_for_a_new_shoe() -> None:
    story = dealt("ACT03")
    kept = story.state.carry.shoe
    assert engine.questions.same_cards(kept, story.rules, story.rules, 6)
    assert not engine.questions.same_cards(kept, story.rules, story.rules, 8)


@pytest.mark.clause("ACT03-5.2(a)", "ACT03-5.2(b)", "ACT03-5.2(c)", "ACT03-5.2(d)", "ACT03-5.3")
def test_the_cut_is_offered_in_order_of_preference() -> None:
    assert shoe("ACT03").seat(5, "A").seat(1, "B").step("shuffle").asked == "A"
    assert dealt("ACT03").played(1, 3, cut_card=4).step("shuffle").asked == "C"
    story = shoe("ACT03").seat(1, "A").seat(3, "C").seat(6, "F").ready().played(1, 3, 6, cut_card=7)
    story.step("shuffle")
    order = []
    while story.asked:
        order.append(story.asked)
        story.declines(story.asked)
    assert order == ["F", "A", "C"], "after box 6 from the dealer's left"
    story.refuses("role.too_low", "ACT03-5.3").cut(by="casino_supervisor")
    story.cut(by="casino_supervisor", role="casino_supervisor")


@pytest.mark.clause("ACT03-5.2(b)", "ACT03-5.2(d)")
@pytest.mark.parametrize(
    ("read", "order"),
    [
        ({}, "CAF"),
        ({"cut_first_card": "nobody"}, "ACF"),
        ({"cut_round_from": "next"}, "CFA"),
    ],
)
def test_a_cutting_card_that_comes_first_counts_for_the_first_box(read: dict[str, str], order: str) -> None:
    story = shoe("ACT03", read=read).seat(1, "A").seat(3, "C").seat(6, "F").ready().played(1, 3, 6)
    story.bet(3, "C", 10).call().do(engine.CutCard()).step("shuffle")
    for player in order:
        assert story.asked == player
        story.declines(player)


@pytest.mark.clause("ACT03-5.4-B01")
@pytest.mark.parametrize(("at", "taken"), [(40, 0), (52, 1), (260, 1), (270, 0)])
def test_a_cut_lies_a_pack_from_each_end(at: int, taken: int) -> None:
    story = shoe("ACT03").seat(1, "A").step("shuffle")
    story.cut("A", at) if taken else story.refuses("cut.too_near_end", "ACT03-5.4-B01").cut("A", at)


@pytest.mark.clause("ACT03-5.4-B03")
@pytest.mark.parametrize(
    ("packs", "depth", "warning"),
    [
        *[(8, 52, ""), (8, 208, ""), (8, 230, "more than half"), (4, 130, "more than half")],
    ],
)  # fmt: skip
def test_the_cutting_card_lies_between_a_pack_and_half_the_packs(
    packs: int, depth: int, warning: str
) -> None:
    story = shoe("ACT03", decks=packs).seat(1, "A").step("shuffle").cut("A").step("move")
    assert warning in story.step("place", depth=depth).last[0].warning


@pytest.mark.clause("ACT03-5.4-B03")
@pytest.mark.parametrize(
    ("packs", "depth", "too_near"), [(8, 50, "back"), (8, 240, "front"), (4, 131, "front")]
)
def test_nearer_to_an_end_it_is_refused(packs: int, depth: int, too_near: str) -> None:
    story = shoe("ACT03", decks=packs).seat(1, "A").step("shuffle").cut("A").step("move")
    story.refuses(f"cutting_card.too_near_{too_near}", "ACT03-5.4-B03").step("place", depth=depth)


@pytest.mark.clause("ACT03-5.4-B03")
def test_by_another_reading_the_half_pack_is_for_both_bounds() -> None:
    story = shoe("ACT03", decks=8, read={"cutting_card_give": "both"}).seat(1, "A")
    story.step("shuffle").cut("A").step("move").refuses("cutting_card.too_near_back", "ACT03-5.4-B03").step(
        "place", depth=25
    )
    story.step("place", depth=26)


@pytest.mark.clause("ACT03-2.4-B01", "ACT03-2.4-B03")
def test_a_damaged_card_is_exchanged_in_a_round_and_checked_by_two() -> None:
    story = dealt("ACT03").bet(1, "A", 10).call().cards("Ts")
    story.change("damaged", "casino_supervisor", "9c", reason="damaged")
    story.refuses("card.shoe_first", "ACT03-2.4-B03").cards("9d")
    story.step("check", person="D-114")
    story.refuses("card.shoe_first", "ACT03-2.4-B03").cards("9d")
    story.refuses("role.too_low", "ACT03-2.4-B03").step("second_check")
    story.refuses("shoe.same_checker", "ACT03-2.4-B03").step(
        "second_check", role="casino_supervisor", person="D-114"
    )
    story.step("second_check", role="casino_supervisor", person="S-07").cards("9d")
    story.refuses("role.too_low", "ACT03-2.4-B01").change("damaged", "dealer", "9c", reason="damaged")


@pytest.mark.clause("ACT03-2.4-B02")
def test_all_cards_are_exchanged_only_between_rounds_and_then_prepared() -> None:
    running = dealt("ACT03").bet(1, "A", 10).call().cards("Ts")
    running.refuses("card_change.round_open", "ACT03-2.4-B02").change("operator")
    story = dealt("ACT03").played(1, 3).change("operator")
    assert story.todo == ("check", "second_check", "shuffle", "cut", "move", "place", "burn")


@pytest.mark.clause("ACT03-14.8-B02")
def test_past_the_cutting_card_the_cards_are_shuffled_before_the_next_round() -> None:
    story = dealt("ACT03").bet(1, "A", 10).seat(1, "A").call().cards("Ts 9d")
    story.do(engine.Irregularity("cut_card_missed"))
    if story.state.irregular is not None:
        story.do(engine.Approve(story.state.irregular.wants, ""))
    assert story.todo == (), "the round is finished first"
    story.cards("9c").stand(1).cards("8h").do(engine.Settle()).do(engine.Collect())
    after = story.next()
    assert after.todo[0] == "shuffle"
    after.bet(1, "A", 10).refuses("call.shoe_waits", "ACT03-14.8-B02").call()


@pytest.mark.clause("ACT03-19.2", "ACT03-19.1-B01")
def test_an_automated_shoe_is_shuffled_and_loaded_once() -> None:
    story = shoe("ACT03", elect={"auto_shuffler": "yes"}).seat(1, "A").seat(3, "B")
    assert story.todo == ("shuffle", "load")
    story.refuses("shoe.step_first", "ACT03-19.2").step("load")
    story.step("shuffle", "load")
    assert story.played(1, 3).todo == ()


@pytest.mark.clause("ACT03-19.3(a)(i)", "ACT03-19.3(a)(ii)", "ACT03-19.3(b)-B01")
def test_a_shoe_that_fails_is_emptied_shuffled_and_cut_before_the_next_card() -> None:
    """Boxes 1 and 3 are occupied: the cut is offered to box 3, farthest right of the dealer, then to box 1, then the
    casino supervisor. Afterwards another shoe and new cards come in before a card is dealt."""
    story = shoe("ACT03", elect={"auto_shuffler": "yes"}).seat(1, "A").seat(3, "B").ready()
    story.bet(1, "A", 10).bet(3, "B", 10).call().cards("Ts 9d 8c")
    story.wrong("shoe_fault", fault="mechanical", effect="prevents").approve("game_supervisor")
    assert story.todo == ("remove", "mix", "cut")
    story.refuses("card.shoe_first", "ACT03-19.3(a)(i)").cards("7h")
    story.step("remove").refuses("shoe.step_first", "ACT03-19.3(a)(i)").cut("B")
    story.step("mix")
    assert story.asked == "B"
    story.refuses("cut.other_first", "ACT03-19.3(a)(ii)").cut("A")
    # 312 cards less three are cut, a pack from either end at least (ACT03-5.4-B01).
    story.declines("B").refuses("cut.too_near_end", "ACT03-5.4-B01").cut("A", position=258)
    story.cut("A", position=257)
    assert story.todo == ()
    story.cards("7h 9s").stand(1).stand(3).cards("9h").end()
    after = story.next()
    assert after.todo == ("another_shoe", "check", "second_check", "shuffle", "load")
    after.refuses("shoe.step_first", "ACT03-19.3(b)-B01").step("check")
    after.step("another_shoe", "check").step("second_check", role="casino_supervisor", person="S-07")
    after.step("shuffle", "load").bet(1, "A", 10).call().cards("Ts")
