"""Rules 7.5.6 and 7.5.7: the dealer's further cards, and the end of the round."""

import pytest

from rounds.engine.settlement.events import Collected
from tests.engine.story import Story, deal


def stood(dealer: str, hand: str = "Ts 9h") -> Story:
    """One player with 10 who stands (or is complete) against that first card."""
    story = deal().bet(1, "A", 10).call().initial(dealer, hand)
    if story.action == "insurance":
        story.asked()
    if story.action == "decision":
        story.stand(1)
    return story


@pytest.mark.clause("VIC03-7.5.6(a)")
@pytest.mark.parametrize(
    ("first", "cards", "draws"),
    [
        ("Td", "6c", True),  # 16
        ("Td", "7c", False),  # 17
        ("9d", "9c", False),  # 18
        ("Td", "Kc", False),  # 20
        ("Td", "6c 5c", False),  # 21
        ("Td", "6c 6s", False),  # 22: broken
        ("Ad", "5c", True),  # soft 16
        ("Ad", "6c", False),  # soft 17
        ("Ad", "5c 5s", False),  # soft 21
        ("Ad", "5c Ks", True),  # 1 + 5 + 10 = 16
        ("2d", "2c 2s 2h 3c 3s", True),  # 14
        ("2d", "2c 2s 2h 3c 3s 3h", False),  # 17
    ],
)
def test_the_dealer_draws_to_17(first: str, cards: str, draws: bool) -> None:
    story = stood(first).cards(cards)
    if draws:
        assert (story.action, story.due.box, story.due.clause) == ("card", 0, "VIC03-7.5.6(a)")
    else:
        assert story.state.phase == "final_settlement"
        story.refuses_dealer("VIC03-7.5.6(a)").cards("2h")


@pytest.mark.clause("VIC03-7.5.6(a)")
def test_his_second_card_too_belongs_to_the_further_deal() -> None:
    story = stood("Ad")
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("VIC03-7.5.6(c)")
def test_no_second_card_when_every_hand_broke() -> None:
    story = deal().bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "Ts 6h", "9s 7h")
    story.hit(1).cards("Tc").settle().hit(2).cards("Qc").settle()
    assert story.state.dealer == ("6d",)
    assert story.action == "collect"
    story.refuses("card.changes_nothing", "VIC03-7.5.6(c)").cards("2c")
    assert story.collect().net() == -10


@pytest.mark.clause("VIC03-7.5.6(c)")
def test_no_card_when_every_blackjack_was_paid() -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "As Kh").settle()
    assert story.action == "collect"


@pytest.mark.clause("VIC03-7.5.6(c)")
@pytest.mark.parametrize(
    ("first", "second", "net"), [("Kd", "5c", 15), ("Ad", "2c", 15), ("Kd", "Ac", 0), ("Ad", "Kc", 0)]
)
def test_for_blackjacks_alone_the_second_card_is_enough(first: str, second: str, net: int) -> None:
    story = stood(first, "As Kh").cards(second)
    assert story.state.phase == "final_settlement"
    assert story.end().net() == net


@pytest.mark.clause("VIC03-7.5.6(c)")
def test_one_open_hand_is_enough_for_a_full_dealers_hand() -> None:
    story = deal().bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "Ts 6h", "9s 7h")
    story.hit(1).cards("Tc").settle().stand(2).cards("Tc")
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("VIC03-7.5.6(c)")
def test_a_wager_with_nothing_in_play_waits_for_no_dealer_card() -> None:
    """A's second wager under the minimum goes back whatever the result, where 6.2.1 is read so that it is dealt to."""
    read = {"under_minimum_returned": "after_result"}
    story = (
        deal(minimum=10, read=read).bet(1, "A", 5).call().initial("6d", "Ts 9h").stand(1).cards("Td Kc").end()
    )
    story = story.next_round().bet(1, "A", 5).call().initial("6d", "Ts 9h").stand(1)
    assert story.action == "collect"


@pytest.mark.clause("VIC03-7.5.6(c)")
def test_even_a_16_stays_when_the_last_open_wager_was_insurance() -> None:
    story = deal().bet(1, "A", 10).call().initial("Ad", "Ts 6h").insure(1, "A", 5).hit(1).cards("Tc").settle()
    story.cards("5c").settle()
    assert story.state.phase == "final_settlement"
    story.refuses("card.changes_nothing", "VIC03-7.5.6(c)").cards("2c")


@pytest.mark.clause("VIC03-7.5.7(a)")
def test_cards_are_picked_up_box_by_box_and_the_dealers_last() -> None:
    story = deal().bet(2, "A", 10).bet(5, "B", 10).call().initial("Td", "8s 8h", "Ts 9h")
    story.split(2).cards("Tc").stand(2).cards("9c").stand(2, hand=2).stand(5).cards("7c")
    while story.action == "settle":
        story.settle()
    assert (story.action, story.due.clause) == ("collect", "VIC03-7.5.7(a)")
    story.collect()
    assert story.recorded(Collected)[0].order == ((2, 1), (2, 2), (5, 1), (0, 0))


@pytest.mark.clause("VIC03-7.5.7(a)")
def test_from_the_record_every_hand_is_rebuilt_in_the_order_dealt() -> None:
    story = deal().bet(2, "A", 10).bet(5, "B", 10).call().initial("Td", "8s 8h", "Ts 9h")
    story.split(2).cards("Tc").stand(2).cards("9c").stand(2, hand=2).stand(5).cards("7c").end()
    assert story.state.drawn == tuple("8s Ts Td 8h 9h Tc 9c 7c".split())
    assert [hand.cards for hand in story.state.box(2).hands] == [("8s", "Tc"), ("8h", "9c")]
    assert story.state.dealer == ("Td", "7c")


@pytest.mark.clause("VIC03-7.5.7(a)")
def test_nothing_is_picked_up_before_the_round_is_finished() -> None:
    story = deal().bet(1, "A", 10)
    story.refuses("collect.too_early", "VIC03-7.5.7(a)").collect()
    story.call().initial("Td", "Ts 9h").refuses("collect.too_early", "VIC03-7.5.7(a)").collect()
    story.stand(1).cards("8c")
    story.refuses("collect.payment_first", "VIC03-7.5.7(a)").collect()  # 10 is still to be paid
    story.settle().collect().refuses("round.over", "VIC03-7.5.7(a)").cards("2c")
