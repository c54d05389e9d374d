"""Rule 5.1 to 5.5 and 5.13: what may be wagered, in what, until when."""

import pytest

from rounds import engine
from rounds.engine.insurance.events import Insured
from rounds.engine.wagers.events import OralWagerRejected, WagerPlaced, WagerRefused
from tests.engine.story import cents, deal
from tests.refusing import refused_as


@pytest.mark.clause("VIC03-5.1")
@pytest.mark.parametrize("medium", ["cash", "voucher", "token", ""])
def test_only_chips_are_wagers(medium: str) -> None:
    story = deal()
    story.refuses("wager.not_in_chips", "VIC03-5.1").bet(1, "A", 10, medium=medium)
    story.bet(1, "A", 10)
    assert story.state.box(1).wagers[0].amount == 10_00


@pytest.mark.clause("VIC03-5.1")
@pytest.mark.parametrize(
    ("amount", "code"),
    [(0, "wager.not_above_zero"), (-5_00, "wager.not_above_zero"), (100_000_000_01, "wager.too_large")],
)
def test_a_wager_is_an_amount(amount: int, code: str) -> None:
    deal().refuses(code, "VIC03-5.1").do(engine.PlaceWager(1, "A", amount))


@pytest.mark.clause("VIC03-5.1")
def test_the_smallest_and_the_largest_wager() -> None:
    story = deal(minimum="0.01").bet(1, "A", "0.01").bet(2, "B", 100_000_000)
    story.refuses("wager.too_large", "VIC03-5.1").bet(2, "B", "0.01")  # together more than any wager can be


@pytest.mark.parametrize("mark", ["", "A B", "A=1", "#1", "a\nb", "P" * 17])
def test_a_player_is_marked_by_one_short_word(mark: str) -> None:
    story = deal().bet(1, "P" * 16, 10)
    story.refuses("player.not_a_mark", "").bet(2, mark, 10)


@pytest.mark.clause("VIC03-5.2")
def test_a_wager_lies_on_an_area_of_the_layout() -> None:
    story = deal(boxes=7)
    for box in (0, 8, -1):
        with refused_as("box.not_on_layout", "VIC03-2.2.1"):
            engine.apply(story.rules, story.state, engine.PlaceWager(box, "A", 10_00))
    story.bet(7, "A", 10)


@pytest.mark.clause("VIC03-5.2", "VIC03-7.3.1(a)")
def test_after_the_call_no_wager_is_placed_or_raised() -> None:
    story = deal().bet(1, "A", 10).call()
    story.refuses("wager.after_call", "VIC03-5.2").bet(2, "B", 10)
    story.refuses("wager.after_call", "VIC03-5.2").bet(1, "A", 10)
    story.refuses("wager.after_call", "VIC03-7.3.1(a)").bet(1, "A", 10)


@pytest.mark.clause("VIC03-5.2")
def test_after_the_first_card_no_wager_is_placed() -> None:
    story = deal().bet(1, "A", 10).call().cards("Ts")
    story.refuses("wager.after_first_card", "VIC03-5.2").bet(2, "B", 10)
    story.refuses("wager.locked_by_first_card", "VIC03-5.2").unbet(1, "A")


@pytest.mark.clause("VIC03-5.2")
def test_a_wager_is_withdrawn_between_the_call_and_the_first_card() -> None:
    story = deal().bet(1, "A", 10).bet(2, "B", 20).call().unbet(1, "A")
    story.initial("6d", "Ts 9h")  # only box 2 is dealt to
    assert story.targets == [2, 0, 2]


@pytest.mark.clause("VIC03-5.2")
def test_when_the_last_wager_goes_after_the_call_wagers_are_taken_again() -> None:
    story = deal().bet(1, "A", 10).call().unbet(1, "A")
    assert story.action == "wagers"
    story.bet(1, "B", 5).call().cards("Ts")


@pytest.mark.clause("VIC03-5.2", "VIC03-5.9")
def test_on_a_shared_box_the_next_in_line_decides_when_the_caller_withdraws_after_the_call() -> None:
    story = deal().shared(1, A=10, B=20, C=30).call().unbet(1, "A").initial("6d", "Ts 2h")
    story.refuses("decision.other_player", "VIC03-5.9").stand(1, by="C")
    story.stand(1, by="B")


@pytest.mark.clause("VIC03-5.3")
@pytest.mark.parametrize("backing", ["chips", "cash", "voucher", "token"])
def test_a_spoken_wager_with_money_counts_once_its_chips_lie_there(backing: str) -> None:
    story = deal().say(1, "A", 20, backing)
    assert not story.state.box(1).wagers
    story.bet(1, "A", 20).call()
    assert not story.recorded(OralWagerRejected)
    assert story.state.box(1).wagers[0].effective == 20_00


@pytest.mark.clause("VIC03-5.3")
def test_a_spoken_wager_without_money_is_refused() -> None:
    deal().refuses("wager.spoken_without_money", "VIC03-5.3").say(1, "A", 20, "nothing")


@pytest.mark.clause("VIC03-5.3")
def test_a_spoken_wager_whose_chips_are_late_is_rejected_at_the_call() -> None:
    story = deal().bet(2, "B", 10).say(1, "A", 20, "cash").call()
    (rejected,) = story.recorded(OralWagerRejected)
    assert (rejected.box, rejected.player, rejected.amount) == (1, "A", 20_00)
    assert rejected.clause == "VIC03-5.3"
    assert not story.state.box(1).wagers
    story.refuses("wager.after_call", "VIC03-5.3").bet(1, "A", 20)


@pytest.mark.clause("VIC03-5.3")
def test_each_spoken_wager_waits_for_its_own_chips() -> None:
    story = deal().say(1, "A", 20, "cash").say(1, "B", 30, "chips").say(2, "A", 40, "token").bet(1, "A", 20)
    story.call()
    assert [(rejected.box, rejected.player) for rejected in story.recorded(OralWagerRejected)] == [
        (1, "B"),
        (2, "A"),
    ]


@pytest.mark.clause("VIC03-5.3")
def test_no_spoken_wager_after_the_call() -> None:
    deal().bet(2, "B", 10).call().refuses("wager.after_call", "VIC03-5.3").say(1, "A", 20, "chips")


@pytest.mark.clause("VIC03-5.4")
def test_from_the_first_card_a_wager_is_not_touched() -> None:
    story = deal().bet(1, "A", 10).bet(2, "B", 10).call().cards("Ts")
    story.refuses("wager.after_first_card", "VIC03-5.4").bet(1, "A", 10)
    story.refuses("wager.locked_by_first_card", "VIC03-5.4").unbet(1, "A")
    story.refuses("wager.locked_by_first_card", "VIC03-5.4").hand_back(1, "A")
    story.refuses("player.has_wagers", "VIC03-5.4").leave("A")
    assert story.state.box(1).wagers[0].amount == 10_00


@pytest.mark.clause("VIC03-5.4")
def test_insurance_doubling_and_splitting_are_the_exceptions() -> None:
    story = deal().bet(1, "A", 10).bet(2, "B", 20).call().initial("Ad", "6s 5h", "8s 8h")
    story.insure(1, "A", 5).asked().double(1).cards("9c").split(2)
    assert story.hand(1).stakes[0].whole == 20_00
    assert [hand.stakes[0].base for hand in story.state.box(2).hands] == [20_00, 20_00]


@pytest.mark.clause("VIC03-5.4")
def test_an_insurance_wager_is_not_raised_either() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ad", "6s 5h", "8s 8h").insure(1, "A", 5)
    story.refuses("insurance.placed", "VIC03-5.4").insure(1, "A", 5)


@pytest.mark.clause("VIC03-5.5.1")
def test_a_wager_on_blackjack() -> None:
    story = deal().bet(3, "A", 10)
    assert story.state.box(3).wagers == (engine.values.Wager("A", "main", cents(10), placed=1),)
    assert story.recorded(WagerPlaced)[0].clause == "VIC03-5.5.1"
    assert story.action == "wagers"


@pytest.mark.clause("VIC03-5.5.1")
def test_no_bet_that_the_table_does_not_offer() -> None:
    deal().refuses("side_bet.not_offered", "VIC03-5.5.1").bet(3, "A", 10, bet="perfect_pairs")


@pytest.mark.clause("VIC03-5.5.1")
def test_chips_added_to_a_wager_are_one_wager() -> None:
    story = deal().bet(3, "A", 10).bet(3, "A", 15).call()
    assert [wager.effective for wager in story.state.box(3).wagers] == [25_00]


@pytest.mark.clause("VIC03-5.5.2")
@pytest.mark.parametrize("first", ["Kd", "Td", "9d", "2d"])
def test_no_insurance_unless_the_dealers_first_card_is_an_ace(first: str) -> None:
    story = deal().bet(1, "A", 20).call().initial(first, "Ts 7h")
    story.refuses("insurance.no_ace", "VIC03-5.5.2").insure(1, "A", 5)
    assert not story.due.offers


@pytest.mark.clause("VIC03-5.5.2")
def test_insurance_on_an_ace() -> None:
    story = deal().bet(1, "A", 20).call().initial("Ad", "Ts 7h").insure(1, "A", 5)
    assert story.recorded(Insured)[0].clause == "VIC03-5.5.2"


@pytest.mark.clause("VIC03-5.5.2")
def test_insurance_is_not_a_wager_before_the_cards() -> None:
    deal().refuses("insurance.placed_later", "VIC03-5.5.2").bet(1, "A", 5, bet="insurance")
    story = deal().bet(1, "A", 20).call().cards("Ts Ad")
    # the second card is still to come
    story.refuses("insurance.before_deal", "VIC03-5.5.2").insure(1, "A", 5)


# --- 5.13: what could not be paid exactly


@pytest.mark.clause("VIC03-5.13")
def test_a_wager_that_chips_cannot_pay_may_be_handed_back_before_the_deal() -> None:
    """At 3 to 2, $25 wins 37.50, which no $1 chips make."""
    story = deal(chips=(1, 5, 25)).bet(1, "A", 25)
    assert story.notice()[1] == "VIC03-5.13"
    story.hand_back(1, "A")
    assert story.recorded(WagerRefused)[0].clause == "VIC03-5.13"
    assert not story.state.box(1).wagers


@pytest.mark.clause("VIC03-5.13")
def test_a_wager_that_chips_cannot_pay_may_be_accepted() -> None:
    story = deal(chips=(1, 5, 25)).bet(1, "A", 25).call()
    assert story.state.box(1).wagers[0].effective == 25_00


@pytest.mark.clause("VIC03-5.13")
def test_it_may_be_handed_back_after_the_call_until_the_initial_deal() -> None:
    story = deal(chips=(1, 5, 25)).bet(1, "A", 25).bet(2, "B", 10).call().hand_back(1, "A")
    story.cards("Ts").refuses("wager.locked_by_first_card", "VIC03-5.13").hand_back(2, "B")


@pytest.mark.clause("VIC03-5.13")
def test_a_wager_that_chips_can_pay_is_not_handed_back_for_that() -> None:
    story = deal(chips=(1, 5, 25)).bet(1, "A", 20)  # 30 and 20
    assert story.notice()[0] == ""
    story.refuses("wager.payable", "VIC03-5.13").hand_back(1, "A")


@pytest.mark.clause("VIC03-5.13")
def test_with_a_250_chip_25_dollars_can_be_paid() -> None:
    story = deal(chips=("2.50", 5, 25)).bet(1, "A", 25)  # 37.50 = 25 + 5 + 5 + 2.50
    assert story.notice()[0] == ""
    story.refuses("wager.payable", "VIC03-5.13").hand_back(1, "A")
