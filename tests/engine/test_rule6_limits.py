"""Rule 6: minimum, maximum, unpayable amounts, personal limits, and for what the sign counts."""

from typing import Any

import pytest

from rounds import engine
from rounds.engine.wagers.events import PlayerWarned, WagerRefused
from tests.engine.story import Story, deal
from tests.refusing import refused_as

WINS = ("6d", "Ts 9h", "Td Kc")  # 19 against 6 + 10 + 10 = 26
LOSES = ("Td", "Ts 7h", "9c")  # 17 against 19


def played(story: Story, how: tuple[str, str, str], box: int = 1) -> Story:
    """The round called, dealt and ended on a box that stands."""
    first, hand, dealer = how
    return story.call().initial(first, hand).stand(box).cards(dealer).end()


# --- 6.2.1 under the minimum


@pytest.mark.clause("VIC03-6.2.1")
@pytest.mark.parametrize(("how", "net"), [(WINS, 5), (LOSES, -5)])
def test_the_first_wager_under_the_minimum_is_settled_in_full(how: tuple[str, str, str], net: int) -> None:
    story = deal(minimum=10).bet(1, "A", 5)
    assert story.notice()[1] == "VIC03-6.2.1"
    assert played(story, how).net() == net


@pytest.mark.clause("VIC03-6.2.1")
def test_the_owner_of_a_wager_under_the_minimum_is_warned() -> None:
    story = deal(minimum=10).bet(1, "A", 5).bet(2, "B", 10).call()
    assert [(event.player, event.clause) for event in story.recorded(PlayerWarned)] == [("A", "VIC03-6.2.1")]
    assert engine.carry(story.state).warned == ("A",)


def warned(**table: Any) -> Story:
    """The round after one in which A was warned for $5 under a minimum of $10."""
    return played(deal(minimum=10, **table).bet(1, "A", 5), WINS).next_round()


AFTER_THE_RESULT = {"under_minimum_returned": "after_result"}


@pytest.mark.clause("VIC03-6.2.1")
def test_a_later_one_goes_back_before_the_call() -> None:
    """B's $10 plays; A's $5 stops the call, and once it is back box 1 has no card: box 2, dealer, box 2."""
    story = warned().bet(1, "A", 5).bet(2, "B", 10)
    assert story.notice()[0] == ""
    assert [
        (blocker.kind, blocker.box, blocker.players, blocker.clause, blocker.bet)
        for blocker in story.due.blockers
    ] == [("returned", 1, ("A",), "VIC03-6.2.1", "main")]
    story.refuses("call.wager_returned", "VIC03-6.2.1").call().hand_back(1, "A").call()
    story.cards("Ts 6d 9h").stand(2).cards("Td Kc").end()
    assert (story.net("A"), story.net("B")) == (0, 10)
    assert not story.state.box(1).hands


@pytest.mark.clause("VIC03-6.2.1")
def test_a_player_takes_a_wager_under_the_minimum_back_or_adds_to_it() -> None:
    warned().bet(1, "A", 5).bet(2, "B", 10).unbet(1, "A").call()
    more = warned().bet(1, "A", 5).bet(1, "A", 5).call()
    assert [wager.effective for wager in more.state.box(1).wagers] == [10_00]


@pytest.mark.clause("VIC03-6.2.1", "VIC03-15.4.2")
def test_a_side_bet_goes_back_with_it() -> None:
    story = warned(offer=["perfect_pairs"]).bet(1, "A", 5).bet(1, "A", 5, "perfect_pairs").bet(2, "B", 10)
    story.hand_back(1, "A").call()
    assert not story.state.box(1).sides


@pytest.mark.clause("VIC03-6.2.2")
def test_one_for_which_the_maximum_leaves_nothing_goes_back_before_the_call() -> None:
    """A $500 and B $100 on a box of $500: B's is the furthest from the dealer, and nothing of it could play. A's $600
    alone would be paid and collected to $500, and stays."""
    story = deal(maximum=500).bet(1, "A", 500).bet(1, "B", 100).seat(1, "A")
    assert [(blocker.kind, blocker.players, blocker.clause) for blocker in story.due.blockers] == [
        ("returned", ("B",), "VIC03-6.2.2")
    ]
    story.refuses("call.wager_returned", "VIC03-6.2.2").call().hand_back(1, "B").call()
    assert deal(maximum=500).bet(1, "A", 600).due.blockers == ()


@pytest.mark.clause("VIC03-6.2.1")
@pytest.mark.parametrize("how", [WINS, LOSES])
def test_by_another_reading_a_later_one_is_returned_after_the_result(how: tuple[str, str, str]) -> None:
    story = warned(read=AFTER_THE_RESULT).bet(1, "A", 5)
    assert story.notice()[1] == "VIC03-6.2.1"
    assert not story.due.blockers
    # Nothing is in play, so the dealer's hand decides nothing and takes no further card (7.5.6(c)).
    story.call().initial(how[0], how[1]).stand(1).end()
    result = story.result(1)
    assert (result.result, result.stake, result.pays, result.takes) == ("void", 5_00, 0, 0)
    assert result.clause == "VIC03-6.2.1"
    assert story.net() == 0


@pytest.mark.clause("VIC03-6.2.1")
def test_a_later_one_is_handed_back_before_the_deal() -> None:
    story = played(deal(minimum=10).bet(1, "A", 5), WINS).next_round().bet(1, "A", 5).hand_back(1, "A")
    assert story.recorded(WagerRefused)[0].clause == "VIC03-6.2.1"


@pytest.mark.clause("VIC03-6.2.1")
def test_the_first_one_is_not_handed_back_for_that() -> None:
    deal(minimum=10).bet(1, "A", 5).refuses("wager.payable", "VIC03-5.13").hand_back(1, "A")


@pytest.mark.clause("VIC03-6.2.1")
def test_a_warned_player_wagers_the_minimum_as_anyone() -> None:
    story = played(deal(minimum=10).bet(1, "A", 5), WINS).next_round().bet(1, "A", 10)
    assert story.notice()[0] == ""
    assert played(story, WINS).net() == 10


@pytest.mark.clause("VIC03-6.2.1")
def test_a_warned_players_wager_of_the_minimum_is_not_handed_back() -> None:
    story = played(deal(minimum=10).bet(1, "A", 5), WINS).next_round().bet(1, "A", 10)
    story.refuses("wager.payable", "VIC03-5.13").hand_back(1, "A")


@pytest.mark.clause("VIC03-6.2.1")
def test_others_are_not_warned_with_him() -> None:
    story = played(deal(minimum=10).bet(1, "A", 5), WINS).next_round().bet(1, "B", 5)
    assert played(story, WINS).net("B") == 5


@pytest.mark.clause("VIC03-6.2.1")
def test_two_wagers_under_the_minimum_at_once_are_one_warning() -> None:
    """Both lay there when he was warned: both are settled as they are."""
    story = deal(minimum=10).several("A").bet(1, "A", 5).bet(2, "A", 5).call()
    assert len(story.recorded(PlayerWarned)) == 1
    story.initial("6d", "Ts 9h", "Ts 9h").stand(1).stand(2).cards("Td Kc").end()
    assert story.net() == 10


@pytest.mark.clause("VIC03-6.2.1")
def test_the_warning_ends_when_the_player_leaves_the_table() -> None:
    story = played(deal(minimum=10).bet(1, "A", 5), WINS).next_round().leave("A").bet(1, "A", 5)
    assert played(story, WINS).net() == 5


@pytest.mark.clause("VIC03-6.2.1")
def test_with_nothing_in_play_a_player_neither_doubles_nor_splits_nor_insures() -> None:
    story = warned(read=AFTER_THE_RESULT).bet(1, "A", 5).call()
    story.initial("Ad", "5s 5h")
    assert story.legal == ("hit", "stand")
    story.refuses("double.nothing_in_play", "VIC03-6.2.1").double(1)
    story.refuses("split.nothing_in_play", "VIC03-6.2.1").split(1)
    assert not story.due.offers


# --- 6.2.2 over the maximum


@pytest.mark.clause("VIC03-6.2.2")
@pytest.mark.parametrize(("how", "net"), [(WINS, 500), (LOSES, -500)])
def test_a_wager_over_the_maximum_is_paid_or_collected_to_the_maximum(
    how: tuple[str, str, str], net: int
) -> None:
    story = deal(maximum=500).bet(1, "A", 600)
    assert story.notice()[1] == "VIC03-6.2.2"
    story.call()
    assert [(w.effective, w.treated) for w in story.state.box(1).wagers] == [(500_00, "VIC03-6.2.2")]
    first, hand, dealer = how
    assert story.initial(first, hand).stand(1).cards(dealer).end().net() == net


@pytest.mark.clause("VIC03-6.2.2", "VIC03-8.1-T01")
def test_a_blackjack_is_paid_on_the_maximum() -> None:
    story = deal(maximum=500).bet(1, "A", 600).call().initial("6d", "As Kh").end()
    assert story.net() == 750  # 500 × 3/2


@pytest.mark.clause("VIC03-6.2.2")
def test_the_maximum_is_the_base_of_doubling_splitting_and_insurance() -> None:
    story = deal(maximum=500).bet(1, "A", 600).call().initial("Ad", "5s 5h")
    story.refuses("insurance.wrong_amount", "VIC03-8.1-T03").insure(1, "A", "250.01")
    story.insure(1, "A", 250).refuses("double.above_wager", "VIC03-7.5.4(a)(i)").double(1, A=501)
    story.double(1, A=500)
    assert story.hand(1).stakes[0].whole == 1000_00
    split = deal(maximum=500).bet(1, "A", 600).call().initial("6d", "5s 5h").split(1)
    assert [hand.stakes[0].base for hand in split.state.box(1).hands] == [500_00, 500_00]


# --- 6.2.3 what chips cannot pay


@pytest.mark.clause("VIC03-6.2.3")
@pytest.mark.parametrize(
    ("chips", "wager", "pays"),
    [
        ((1, 5, 25), 25, 38),  # 37.50: up to the next dollar
        (("2.50", 5, 25), 25, 37.5),
        (("0.50", 1, 5), 25, 37.5),
        ((5, 25), 15, 25),  # 22.50: up to the next five
        ((1, "2.50"), 1, 2),  # 1.50 cannot be made of 1 and 2.50, 2 can
        ((1, "2.50"), 3, 4.5),  # 4.50 = 2.50 + 1 + 1
    ],
)
def test_an_unpayable_win_is_paid_to_the_next_higher_amount(
    chips: tuple[float, ...], wager: int, pays: float
) -> None:
    story = deal(chips=chips).bet(1, "A", wager).call().initial("6d", "As Kh").end()
    assert story.net() == pays
    assert sum(chip * count for chip, count in story.result(1).chips) == pays * 100


@pytest.mark.clause("VIC03-6.2.3")
def test_a_multiple_that_is_not_permitted_is_paid_exactly_where_chips_can() -> None:
    """Minimum 10 in steps of 10: a wager of 15 wins 15, which chips can pay."""
    story = deal(minimum=10, multiple=10, chips=(1, 5, 25)).bet(1, "A", 15)
    assert story.notice()[1] == "VIC03-5.13"  # its Blackjack would be 22.50
    assert played(story, WINS).net() == 15


@pytest.mark.clause("VIC03-6.2.3")
def test_the_dealer_sees_that_a_multiple_is_not_permitted() -> None:
    story = deal(minimum=10, multiple=10, chips=("0.50", 1, 5)).bet(1, "A", 15)
    assert story.notice()[1] == "VIC03-6.2.3"
    assert deal(minimum=10, multiple=10).bet(1, "A", 30).notice()[0] == ""


@pytest.mark.clause("VIC03-6.2.3")
def test_a_loss_takes_what_was_wagered_and_no_more() -> None:
    assert played(deal(chips=(1, 5, 25)).bet(1, "A", 25), LOSES).net() == -25


# --- 6.3 personal limits


@pytest.mark.clause("VIC03-6.3")
def test_a_personal_limit_is_for_that_player_on_that_box() -> None:
    """Sign to 500, A to 2,000: A's 1,500 is all in play, B's 600 counts to 500."""
    story = deal(minimum=10, maximum=500).limit(1, "A", 2000).marker(1, "A")
    story.bet(1, "A", 1500)
    assert story.notice()[0] == ""
    story.bet(2, "B", 600).call()
    assert story.state.box(1).wagers[0].effective == 1500_00
    assert story.state.box(2).wagers[0].effective == 500_00


@pytest.mark.clause("VIC03-6.3")
def test_beside_him_on_the_same_box_the_sign_holds_for_the_other() -> None:
    story = deal(minimum=10, maximum=500).limit(1, "A", 2000).marker(1, "A").shared(1, A=1500, B=600).call()
    assert [wager.effective for wager in story.state.box(1).wagers] == [1500_00, 500_00]


@pytest.mark.clause("VIC03-6.3")
def test_what_he_has_there_takes_nothing_from_the_others_maximum() -> None:
    story = deal(minimum=10, maximum=500).limit(1, "A", 2000).marker(1, "A").bet(1, "A", 1500)
    story.bet(1, "B", 500)
    assert story.notice()[0] == ""
    story.bet(1, "C", 100)  # B and C together 600
    assert story.notice()[1] == "VIC03-6.2.2"


@pytest.mark.clause("VIC03-6.3")
def test_a_personal_limit_may_be_lower_too_and_has_a_minimum_of_its_own() -> None:
    story = deal(minimum=10, maximum=500).limit(1, "A", 100, 5).marker(1, "A").bet(1, "A", 5)
    assert story.notice()[0] == ""
    story.bet(1, "A", 195).call()
    assert story.state.box(1).wagers[0].effective == 100_00
    assert not story.recorded(PlayerWarned)


@pytest.mark.clause("VIC03-6.3")
def test_his_place_carries_the_marker_before_the_call() -> None:
    story = deal(maximum=500).limit(1, "A", 2000).bet(1, "A", 1500)
    assert [(blocker.kind, blocker.players) for blocker in story.due.blockers] == [("marker", ("A",))]
    story.refuses("call.marker_missing", "VIC03-6.3").call()
    story.marker(1, "A").call()


@pytest.mark.clause("VIC03-6.3")
def test_a_limit_without_a_wager_of_his_needs_no_marker_yet() -> None:
    deal(maximum=500).limit(1, "A", 2000).bet(2, "B", 10).call()


@pytest.mark.clause("VIC03-6.3")
def test_no_marker_without_a_limit() -> None:
    deal().refuses("limit.not_agreed", "VIC03-6.3").marker(1, "A")


@pytest.mark.clause("VIC03-6.3")
@pytest.mark.parametrize("role", ["dealer", "game_supervisor"])
def test_a_casino_supervisor_agrees_to_it(role: str) -> None:
    story = deal()
    story.refuses("role.too_low", "VIC03-6.3").limit(1, "A", 2000, role=role)
    expected = engine.questions.required_role(story.rules, engine.AllowLimit(1, "A", 1, role))
    assert expected is not None
    assert expected[:2] == ("casino_supervisor", "VIC03-6.3")


@pytest.mark.clause("VIC03-6.3")
def test_a_limit_makes_sense_and_comes_before_the_call() -> None:
    story = deal()
    story.refuses("limit.minimum_above_maximum", "VIC03-6.3").limit(1, "A", 50, 60)
    story.refuses("limit.out_of_range", "VIC03-6.3").limit(1, "A", -1)
    story.bet(1, "A", 10).call().refuses("limit.after_call", "VIC03-6.3").limit(1, "A", 2000)


@pytest.mark.clause("VIC03-6.3")
def test_a_limit_holds_for_later_rounds_until_it_is_ended() -> None:
    story = played(deal(maximum=500).limit(1, "A", 2000).marker(1, "A").bet(1, "A", 1500), WINS)
    assert story.net() == 1500
    story = played(story.next_round().bet(1, "A", 1500), WINS)
    assert story.net() == 1500
    story = played(story.next_round().limit(1, "A", 0).bet(1, "A", 1500), WINS)
    assert story.net() == 500


# --- 6.5 for what the sign counts


@pytest.mark.clause("VIC03-6.5")
def test_the_maximum_is_for_the_wagers_of_a_box_together() -> None:
    """300 and 250 on one box with a maximum of 500: 50 over, so the second counts to 200."""
    story = deal(minimum=10, maximum=500).bet(1, "A", 300).bet(1, "B", 250)
    assert story.notice()[1] == "VIC03-6.2.2"
    story.seat(1, "A").call()
    assert [wager.effective for wager in story.state.box(1).wagers] == [300_00, 200_00]


@pytest.mark.clause("VIC03-6.5")
def test_the_wager_nearest_the_dealer_counts_first() -> None:
    story = deal(maximum=500).bet(1, "A", 300).bet(1, "B", 250).seat(1, "B").line(1, "B", "A").call()
    assert {w.player: w.effective for w in story.state.box(1).wagers} == {"B": 250_00, "A": 250_00}


@pytest.mark.clause("VIC03-6.5")
def test_per_player_each_has_the_maximum() -> None:
    story = deal(maximum=500, elect={"limits": "player"}).shared(1, A=300, B=250, C=600).call()
    assert [wager.effective for wager in story.state.box(1).wagers] == [300_00, 250_00, 500_00]


@pytest.mark.clause("VIC03-6.5")
def test_the_minimum_is_for_each_wager() -> None:
    story = deal(minimum=10).bet(1, "A", 10).bet(1, "B", 5)
    assert story.notice()[1] == "VIC03-6.2.1"


@pytest.mark.clause("VIC03-6.5")
def test_another_wager_that_goes_after_the_call_leaves_its_room() -> None:
    story = deal(maximum=500).shared(1, A=300, B=250).call().unbet(1, "A")
    assert [wager.effective for wager in story.state.box(1).wagers] == [250_00]


@pytest.mark.clause("VIC03-6.5")
def test_no_steps_unless_the_sign_states_them() -> None:
    assert deal(minimum=10, chips=("0.50", 1)).bet(1, "A", 13).notice()[0] == ""


@pytest.mark.clause("VIC03-6.5")
def test_a_sign_whose_minimum_is_above_its_maximum_opens_no_round() -> None:
    with refused_as("setup.sign", "VIC03-6.5"):
        deal(minimum=500, maximum=10)


@pytest.mark.clause("VIC03-6.2.1")
def test_a_mark_used_again_after_its_player_left_is_warned_again() -> None:
    """B was warned and left; the new B's 5 under a minimum of 10 plays this once, also after another wager of
    the box went back between the call and the first card."""
    table = deal(minimum=10, carry=engine.values.Carry(warned=("B",))).leave("B")
    table.bet(1, "B", 5).bet(2, "C", 50).call().unbet(2, "C")
    assert table.initial("6d", "Ts 9h").stand(1).cards("Kd 2h").end().net("B") == 5  # 19 against 18
