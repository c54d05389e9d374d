"""Rule 7.5.4: doubling."""

import pytest

from rounds import engine
from tests.engine.story import Story, deal


def one_hand(hand: str, dealer: str = "6d") -> Story:
    return deal().bet(1, "A", 20).call().initial(dealer, hand)


@pytest.mark.clause("VIC03-7.5.4(a)")
@pytest.mark.parametrize("hand", ["5s 4h", "7s 2h", "6s 4h", "8s 2h", "5s 5h", "6s 5h", "9s 2h", "8s 3h"])
def test_a_hard_nine_ten_or_eleven_is_doubled(hand: str) -> None:
    one_hand(hand).double(1)


@pytest.mark.clause("VIC03-7.5.4(a)")
@pytest.mark.parametrize(
    "hand", ["6s 2h", "4s 4h", "6s 6h", "Ts 2h", "Ts 9h", "As 8h", "As 9h", "As 7h", "As Ah"]
)
def test_no_double_on_other_hands(hand: str) -> None:
    """8, 8, 12, 12, 19, and soft 19, 20, 18, 12: an ace that counts eleven makes no hard total."""
    story = one_hand(hand)
    assert "double" not in story.legal
    assert story.why_not("double") == "VIC03-7.5.4(a)"
    story.refuses(
        "double.soft_not_hard" if "A" in hand else "double.hard_total_only", "VIC03-7.5.4(a)"
    ).double(1)


@pytest.mark.clause("VIC03-7.5.4(a)")
def test_only_the_first_two_cards_are_doubled() -> None:
    # 11 of three cards
    one_hand("4s 3h").hit(1).cards("4c").refuses("double.first_cards_only", "VIC03-7.5.4(a)").double(1)


@pytest.mark.clause("VIC03-7.5.4(a)")
def test_the_first_two_cards_of_any_split_hand_are_doubled() -> None:
    story = one_hand("6s 6h").split(1).cards("5c").double(1).cards("Kc")
    story.cards("4c").double(1, hand=2).cards("9c")
    assert [hand.stakes[0].whole for hand in story.state.box(1).hands] == [40_00, 40_00]


@pytest.mark.clause("VIC03-7.5.4(a)(i)")
@pytest.mark.parametrize("add", [20, 10, "0.01"])
def test_up_to_the_original_wager_is_added(add: int | str) -> None:
    story = one_hand("6s 5h").double(1, A=add)
    assert story.hand(1).stakes[0].base == 20_00


@pytest.mark.clause("VIC03-7.5.4(a)(i)")
def test_only_the_original_wager_or_less_is_added() -> None:
    story = one_hand("6s 5h")
    story.refuses("double.above_wager", "VIC03-7.5.4(a)(i)").double(1, A=25)
    story.refuses("double.caller_adds_nothing", "VIC03-7.5.4(a)(i)").double(1, A=0)
    story.refuses("double.above_wager", "VIC03-7.5.4(a)(i)").do(engine.Decide(1, "double", adds=(("A", -1),)))
    story.refuses("decision.player_not_on_hand", "VIC03-7.5.4(a)(i)").double(1, B=20)
    story.refuses("decision.player_twice", "VIC03-7.5.4(a)(i)").do(
        engine.Decide(1, "double", adds=(("A", 10_00), ("A", 20_00)))
    )
    story.double(1)
    assert story.hand(1).stakes[0].added == 20_00  # unless another amount is named: fully


@pytest.mark.clause("VIC03-7.5.4(a)(i)")
def test_exactly_one_card_follows() -> None:
    story = one_hand("6s 5h").double(1)
    assert (story.action, story.due.box, story.due.clause) == ("card", 1, "VIC03-7.5.4(a)(i)")
    story.refuses("decision.card_first", "VIC03-7.5.4(a)(i)").stand(1)
    story.cards("2c").refuses("hand.doubled", "VIC03-7.5.4(a)(i)").hit(1)  # 13, and complete
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("VIC03-7.5.4(a)(i)", "VIC03-8.1-T02")
@pytest.mark.parametrize(("add", "net"), [(20, 40), (10, 30)])
def test_original_and_added_part_win_together(add: int, net: int) -> None:
    story = one_hand("6s 5h").double(1, A=add).cards("9c").cards("Tc Kc").end()  # 20; the dealer breaks
    assert story.net() == net


@pytest.mark.clause("VIC03-7.5.4(a)(i)")
def test_both_parts_lose_to_a_dealer_without_blackjack() -> None:
    story = one_hand("6s 5h", dealer="Td").double(1).cards("2c").cards("9c").end()  # 13 against 19
    assert story.net() == -40


@pytest.mark.clause("VIC03-7.5.4(a)(i)")
def test_each_player_on_the_box_adds_or_not_and_all_take_the_card() -> None:
    """A doubles 20, B adds nothing to 50, C adds 5 to 10; 21 wins: 40, 50 and 15."""
    story = deal().shared(1, A=20, B=50, C=10).call().initial("6d", "6s 5h").double(1, C=5).cards("Kc")
    story.cards("Tc Kd").end()
    assert (story.net("A"), story.net("B"), story.net("C")) == (40, 50, 15)


@pytest.mark.clause("VIC03-7.5.4(a)(i)")
def test_another_player_adds_up_to_his_own_wager() -> None:
    story = deal().shared(1, A=20, B=10).call().initial("6d", "6s 5h")
    story.refuses("double.above_wager", "VIC03-7.5.4(a)(i)").double(1, B=11)
    story.double(1, B=10)


@pytest.mark.clause("VIC03-7.5.4(b)")
@pytest.mark.parametrize(("first", "second"), [("Ad", "Kc"), ("Kd", "Ac")])
def test_a_dealers_blackjack_takes_the_original_wager_alone(first: str, second: str) -> None:
    """20 + 20 on 18: 20 is taken, 20 goes back."""
    story = one_hand("6s 5h", dealer=first)
    if first == "Ad":
        story.asked()
    story.double(1).cards("7c").cards(second)
    assert story.items == [("take", 1, "A", 20)]
    story.end()
    result = story.result(1)
    assert (result.stake, result.takes, result.clause) == (40_00, 20_00, "VIC03-7.5.4(b)")


@pytest.mark.clause("VIC03-7.5.4(b)")
def test_each_players_original_wager_on_a_shared_box() -> None:
    story = deal().shared(1, A=20, B=50).call().initial("Kd", "6s 5h").double(1, B=25).cards("7c Ac").end()
    assert (story.net("A"), story.net("B")) == (-20, -50)


@pytest.mark.clause("VIC03-7.5.4(b)", "VIC03-5.6.4")
def test_a_doubled_21_is_void_against_a_blackjack() -> None:
    """The clause caps a loss and makes none: equal totals are void."""
    story = one_hand("6s 5h", dealer="Kd").double(1).cards("Tc Ac").end()
    assert (story.result(1).result, story.net()) == ("stand_off", 0)


@pytest.mark.clause("VIC03-7.5.4(b)")
def test_a_dealers_21_of_three_cards_takes_both_parts() -> None:
    story = one_hand("6s 5h", dealer="Kd").double(1).cards("7c 6c 5c").end()  # 18 against 10 + 6 + 5
    assert story.net() == -40


@pytest.mark.clause("VIC03-7.5.4(c)")
def test_a_blackjack_is_not_doubled() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kd", "As Qh", "Ts 2h")
    story.refuses("hand.natural", "VIC03-7.5.4(c)").double(1)
    assert story.due.box == 2
