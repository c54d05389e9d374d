"""Section 14: several players on a box, several boxes for a player."""

import pytest

from rounds import engine
from tests.engine.nz.telling import by, nz, one_hand
from tests.engine.story import Story
from tests.refusing import refused_as


@pytest.mark.clause("NZ-14.1")
def test_up_to_three_players_on_a_box_or_as_few_as_allowed() -> None:
    nz().bet(2, "A", 20).bet(2, "B", 20).bet(2, "C", 20).refuses("box.full", "NZ-14.1").bet(2, "D", 20)
    nz().at_most(2, 1).bet(2, "A", 20).refuses("box.full", "NZ-14.1").bet(2, "B", 20)
    nz().refuses("players.out_of_range", "NZ-14.1").at_most(2, 4)


@pytest.mark.clause("NZ-14.2-S1")
def test_the_maximum_holds_for_the_box_or_for_each_player_and_for_initial_wagers_only() -> None:
    story = nz(maximum=500).bet(2, "A", 300)
    story.refuses("wager.above_maximum", "NZ-14.2-S1").bet(2, "B", 250)
    story.bet(2, "B", 200).seat(2, "A").call().initial("6d", "6s 5h").double(2, A=300, B=200)
    each = nz(maximum=500, limits="player").bet(2, "A", 500).bet(2, "B", 500)
    each.refuses("wager.above_maximum", "NZ-14.2-S1").bet(2, "A", 1)


# --- 14.3


@pytest.mark.clause("NZ-14.3(a)")
def test_the_seated_player_alone_decides() -> None:
    story = nz().bet(3, "B", 100).bet(3, "A", 20).seat(3, "A").line(3, "A", "B").call().initial("6d", "Ts 6h")
    with_b = story.refuses("decision.other_player", "NZ-14.3(a)")
    by(with_b, "B", "hit", box=3)
    by(story, "A", "hit", box=3)
    # Nobody seated: the one whose wager lies nearest the dealer.
    story = nz().bet(3, "B", 20).bet(3, "C", 100).call().initial("6d", "Ts 6h")
    assert story.due.player == "B"


@pytest.mark.clause("NZ-14.3(b)")
def test_the_seated_players_wager_lies_nearest_the_dealer() -> None:
    story = nz().bet(3, "B", 100).bet(3, "A", 20).seat(3, "A")
    assert story.due.blockers[0].players == ("A", "B")
    story.refuses("call.caller_not_nearest", "NZ-14.3(b)").call()
    story.refuses("line.caller_first", "NZ-14.3(b)").line(3, "B", "A")
    assert story.line(3, "A", "B").call().state.box(3).players == ("A", "B")


def shared(hand: str, dealer: str = "6d", **wagers: float) -> Story:
    return nz().shared(3, **(wagers or {"A": 20, "B": 50})).call().initial(dealer, hand)


@pytest.mark.clause("NZ-14.3(c)-S1")
@pytest.mark.parametrize(("b", "allowed"), [(0, True), (30, True), (50, True), (60, False)])
def test_the_others_may_double_with_the_seated_player_up_to_their_own_wager(b: int, allowed: bool) -> None:
    story = shared("6s 5h")
    if allowed:
        assert [s.added for s in story.double(3, A=20, B=b).hand(3).stakes] == [20_00, b * 100]
    else:
        story.refuses("double.above_wager", "NZ-11.2(a)").double(3, A=20, B=b)


@pytest.mark.clause("NZ-14.3(c)-S2")
def test_the_one_card_binds_all() -> None:
    """6-5-2 is thirteen against seventeen: A loses $40 and B, who did not double, $50."""
    story = shared("6s 5h").double(3).cards("2c")
    story.refuses("hand.doubled", "NZ-11.3").hit(3)
    story.cards("Td Ac").end()
    assert (story.net("A"), story.net("B")) == (-40, -50)


@pytest.mark.clause("NZ-14.3(d)")
def test_at_a_split_the_others_match_or_name_the_hand_that_their_wager_goes_with() -> None:
    """A $20 and B $50 split; C's $10 goes with hand 2. Hand 1 is 18, hand 2 is 12, the dealer has 17."""
    story = shared("8s 8h", A=20, B=50, C=10).split(3, B="split", C="hand2")
    assert [[(s.player, s.base) for s in hand.stakes] for hand in story.state.box(3).hands] == [
        [("A", 20_00), ("B", 50_00)],
        [("A", 20_00), ("B", 50_00), ("C", 10_00)],
    ]
    story.cards("Tc").stand(3).cards("4c").stand(3, hand=2).cards("Td Ac").end()
    assert [story.net(player) for player in "ABC"] == [0, 0, -10]


@pytest.mark.clause("NZ-14.3(d)")
def test_a_wager_for_which_no_hand_is_named_stays_on_the_first_hand() -> None:
    story = shared("8s 8h").split(3)
    assert [[s.player for s in hand.stakes] for hand in story.state.box(3).hands] == [["A", "B"], ["A"]]


@pytest.mark.clause("NZ-14.3(d)")
def test_at_a_second_split_only_those_on_that_hand_choose_again() -> None:
    story = shared("8s 8h", A=20, B=50, C=10).split(3, B="hand1", C="hand2").cards("8c")
    story.refuses("decision.player_not_on_hand", "NZ-12.2").split(3, C="hand1")  # C is on the other hand
    story.split(3, B="hand2")
    assert [[s.player for s in hand.stakes] for hand in story.state.box(3).hands] == [
        ["A"],
        ["A", "B"],
        ["A", "C"],
    ]


@pytest.mark.clause("NZ-14.3(d)", "NZ-12.6")
def test_a_wager_that_moved_to_the_second_hand_is_an_original_still() -> None:
    """Against a Blackjack A loses the stake on hand 1 alone, C his only stake, on hand 2."""
    story = shared("8s 8h", "Ah", A=20, C=10).asked().split(3, C="hand2")
    story.cards("Tc").stand(3).cards("9c").stand(3, hand=2).cards("Kd").end()
    assert (story.net("A"), story.net("C")) == (-20, -10)


@pytest.mark.clause("NZ-14.3(e)")
@pytest.mark.parametrize(("hand", "decision"), [("6s 6h", "double"), ("8s 8h", "split")])
def test_if_the_seated_player_declines_the_others_are_bound(hand: str, decision: str) -> None:
    story = shared(hand)
    by(story.refuses("decision.other_player", "NZ-14.3(e)"), "B", decision, box=3)
    story.stand(3)
    by(story.refuses("hand.stood", "NZ-14.3(e)"), "B", decision, box=3)


@pytest.mark.clause("NZ-14.3(f)")
def test_each_player_insures_his_own_wager() -> None:
    story = shared("Ts 9h", "Ah")
    story.refuses("insurance.wrong_amount", "NZ-9.3(a)").insure(3, "B", 26)
    story.insure(3, "B", 25).asked()
    assert [insurance.player for insurance in story.state.box(3).insurance] == ["B"]


# --- 14.4 to 14.7


@pytest.mark.clause("NZ-14.4-S1")
def test_several_boxes_need_leave_which_may_end_from_the_next_round_on() -> None:
    nz().bet(2, "A", 20).refuses("player.one_box_only", "NZ-14.4-S1").bet(3, "A", 20)
    story = nz().several("A").bet(2, "A", 20).bet(3, "A", 20).call().initial("6d", "Ts 9h", "Ts 9c")
    story.several("A", revoke=True).stand(2).stand(3).cards("Td Kc").end()
    story.next_round().bet(2, "A", 20).refuses("player.one_box_only", "NZ-14.4-S1").bet(3, "A", 20)


@pytest.mark.clause("NZ-14.4-S2", "NZ-14.7")
def test_the_operator_sets_how_many_more() -> None:
    story = nz().several("A", extra=1).bet(1, "A", 20).bet(2, "A", 20)
    story.refuses("player.extra_boxes_used", "NZ-14.4-S2").bet(3, "A", 20)
    story.refuses("player.extra_boxes_used", "NZ-14.7").bet(3, "A", 20)
    story.several("A", extra=2).bet(3, "A", 20).refuses("player.extra_boxes_used", "NZ-14.7").bet(4, "A", 20)
    # Fewer again: what lies there beyond goes back before the call.
    story.several("A", extra=1).refuses("player.extra_boxes_used", "NZ-14.7").call()
    story.unbet(3, "A").call()


@pytest.mark.clause("NZ-14.5")
def test_with_a_full_house_only_behind_another_who_sits_and_decides_there() -> None:
    story = nz().several("A", behind=True).seat(2, "A").seat(5, "E").bet(2, "A", 20).bet(5, "E", 10)
    story.refuses("player.only_behind_others", "NZ-14.5").bet(6, "A", 20)
    story.bet(5, "A", 20).call().initial("6d", "Ts 9h", "Ts 5h").stand(2)
    by(story.refuses("decision.other_player", "NZ-14.5"), "A", "hit", box=5)
    by(story, "E", "hit", box=5)
    # Should E's wager go, A's may not stay and decide.
    story = (
        nz()
        .several("A", behind=True)
        .seat(5, "E")
        .bet(2, "A", 20)
        .bet(5, "E", 10)
        .bet(5, "A", 20)
        .unbet(5, "E")
    )
    story.refuses("call.decides_alone", "NZ-14.5").call()
    story.unbet(5, "A").call()


@pytest.mark.clause("NZ-14.5")
def test_without_a_full_house_a_player_alone_on_another_box_decides_for_it() -> None:
    story = nz().several("A").bet(2, "A", 20).bet(5, "A", 20).call().initial("6d", "Ts 9h", "Ts 5h").stand(2)
    by(story, "A", "hit", box=5)


@pytest.mark.clause("NZ-14.6")
def test_the_minimum_on_each_box() -> None:
    story = nz(minimum=25).several("A").bet(1, "A", 40)
    story.refuses("wager.below_minimum", "NZ-14.6").bet(2, "A", 10)
    story.bet(2, "A", 25).call()
    assert one_hand("Ts 9h").state.boxes_of("A") == (1,)


# --- 8.10


@pytest.mark.clause("NZ-8.10")
def test_writing_at_the_table_needs_the_operators_consent() -> None:
    """The rule names the casino operator, for whom the casino supervisor acts unless the house says otherwise."""
    story = nz()
    with refused_as("role.too_low", "NZ-8.10"):
        story.do(engine.AllowWriting("A", "game_supervisor"))
    story.do(engine.AllowWriting("A", "casino_supervisor"))
    assert story.state.carry.writing == ("A",)
    assert engine.describe(story.last[0]).detail == "player A may write at the table (casino supervisor)"
    assert engine.questions.required_role(story.rules, engine.AllowWriting("A", "dealer")) == (
        "casino_supervisor",
        "NZ-8.10",
        "player A may write",
    )
    story.do(engine.AllowWriting("A", "casino_supervisor", revoke=True))
    assert not story.state.carry.writing
    story = nz(read={"operator_role": "operations_manager"})
    story.refuses("role.too_low", "NZ-8.10").do(engine.AllowWriting("A", "casino_supervisor"))
    story.do(engine.AllowWriting("A", "operations_manager"))
    assert story.state.carry.writing == ("A",)
