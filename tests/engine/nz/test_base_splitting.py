"""Sections 12 and 13: splitting and drawing."""

from typing import Any

import pytest

from tests.engine.nz.telling import nz, one_hand
from tests.engine.story import Story


@pytest.mark.clause("NZ-12.1")
@pytest.mark.parametrize("hand", ["As Ah", "Ks Th", "Js Qh", "2s 2h"])
def test_two_aces_or_two_cards_of_one_value(hand: str) -> None:
    one_hand(hand).split(1)


@pytest.mark.clause("NZ-12.1")
def test_no_other_cards_are_split() -> None:
    one_hand("6s 4h").refuses("split.not_a_pair", "NZ-12.1").split(1)
    one_hand("8s 4h").hit(1).cards("4c").refuses("split.first_cards_only", "NZ-12.1").split(1)


@pytest.mark.clause("NZ-12.2")
def test_the_second_wager_is_exactly_the_first_and_lies_on_the_second_hand() -> None:
    story = one_hand("8s 8h").split(1)
    first, second = story.state.box(1).hands
    assert [(hand.stakes[0].base, hand.stakes[0].first) for hand in (first, second)] == [
        (20_00, True),
        (20_00, False),
    ]
    for other in ("10", "25"):  # no amount can be named
        one_hand("8s 8h").refuses("split.no_such_choice", "NZ-12.2").split(1, A=other)


@pytest.mark.clause("NZ-12.3")
def test_the_first_hand_is_finished_before_the_second_gets_a_card() -> None:
    story = one_hand("8s 8h").split(1)
    assert (story.due.hand, story.due.clause) == (1, "NZ-12.3")
    story.cards("3c").refuses("decision.other_hand_first", "NZ-12.3").hit(1, hand=2)
    story.double(1).cards("Kd")
    assert (story.due.hand, story.action) == (2, "card")


@pytest.mark.clause("NZ-12.4")
def test_the_total_is_announced_and_all_four_decisions_are_open() -> None:
    story = one_hand("8s 8h").split(1).cards("8c")
    assert (story.due.announce, story.due.clause) == ("sixteen", "NZ-12.4")
    assert story.legal == ("hit", "stand", "double", "split")


@pytest.mark.clause("NZ-12.4(a)")
def test_a_box_is_split_twice_to_three_hands() -> None:
    story = one_hand("8s 8h").split(1).cards("8c").split(1).cards("Tc").stand(1).cards("8d")
    assert len(story.state.box(1).hands) == 3
    assert story.why_not("split") == "NZ-12.4(a)"
    story.refuses("split.too_many_hands", "NZ-12.4(a)").split(1, hand=2)
    one_hand("Ks Qh").split(1).cards("Tc").split(1)  # by value
    other = one_hand("8s 8h").split(1).cards("Tc").stand(1).cards("8d").split(1, hand=2)
    assert len(other.state.box(1).hands) == 3


@pytest.mark.clause("NZ-12.4(b)", "NZ-13.1(c)")
def test_aces_are_split_once_with_one_card_each() -> None:
    story = one_hand("As Ah").split(1).cards("Ac")
    assert (story.due.hand, story.action) == (2, "card")  # A-A is twelve and closed
    for refused in (
        lambda: story.refuses("hand.split_ace", "NZ-12.4(b)").split(1),
        lambda: story.refuses("hand.split_ace", "NZ-12.4(b)").hit(1),
    ):
        refused()
    story.refuses("hand.split_ace", "NZ-12.4(b)").double(1)
    story.cards("9c")
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("NZ-12.4(c)")
@pytest.mark.parametrize(("pair", "drawn"), [("As Ah", "Kc 5c"), ("Ks Kh", "Ac 9c")])
def test_no_blackjack_from_split_aces_or_tens(pair: str, drawn: str) -> None:
    """21 beats twenty at one to one, and ties a 21 of three cards."""
    first, second = drawn.split()
    for dealer, pays, result in (("Td", 20_00, "win"), ("5d 6d", 0, "stand_off")):
        story = one_hand(pair, "Tc").split(1).cards(first).cards(second)
        story = story.stand(1, hand=2) if story.action == "decision" else story
        story.cards(dealer).end()
        assert (story.result(1).result, story.result(1).pays) == (result, pays)


@pytest.mark.clause("NZ-12.5")
def test_each_hand_is_settled_by_itself() -> None:
    story = (
        one_hand("8s 8h", "Td").split(1).cards("Ac").stand(1).cards("9c").stand(1, hand=2).cards("8d").end()
    )
    assert [story.result(1, hand=n).result for n in (1, 2)] == ["win", "lose"]  # 19 and 17 against 18
    assert story.net() == 0


# --- 12.6: a dealer's Blackjack


def eights(first: str, second: str, **more: Any) -> Story:
    """$20 on 8-8 against an ace, split once; each hand draws these cards and stands unless it broke."""
    story = one_hand("8s 8h", "Ah", **more).split(1)
    for number, drawn in ((1, first), (2, second)):
        cards = drawn.split()
        story.cards(cards[0])
        for card in cards[1:]:
            story.hit(1, hand=number).cards(card)
        if story.action == "decision" and story.due.hand == number:
            story.stand(1, hand=number)
        while story.action == "settle":
            story.settle()
    return story


@pytest.mark.clause("NZ-12.6")
@pytest.mark.parametrize(
    ("first", "second", "net"),
    [
        ("Tc", "9c", -20),  # both live: the original lies on the first hand
        ("7c Kc", "9c", -20),  # the first broke: its $20 are gone, the second's go back
        ("Tc", "7c Kc", -40),  # the second broke; the first is the original
    ],
)
def test_a_dealers_blackjack_takes_only_the_original_stake(first: str, second: str, net: float) -> None:
    assert eights(first, second).cards("Kd").end().net() == net


@pytest.mark.clause("NZ-12.6")
def test_of_three_hands_a_dealers_blackjack_takes_the_first_alone() -> None:
    story = one_hand("8s 8h", "Ah").split(1).cards("8c").split(1)
    for number in (1, 2, 3):
        story.cards("Tc").stand(1, hand=number)
    story.cards("Kd").end()
    assert story.net() == -20
    assert [story.result(1, hand=n).result for n in (1, 2, 3)] == ["lose", "void", "void"]


@pytest.mark.clause("NZ-12.6")
def test_in_the_other_reading_a_broken_hand_makes_up_the_original() -> None:
    story = (
        nz(read={"split_loss": "busted_or_original"}).bet(1, "A", 20).call().initial("Ah", "8s 8h").asked()
    )
    story.split(1).cards("Tc").stand(1).cards("7c").hit(1, hand=2).cards("Kc").settle().cards("Kd").end()
    assert story.net() == -20


@pytest.mark.clause("NZ-12.9", "NZ-12.10")
def test_by_election_it_takes_the_splitting_wagers_too() -> None:
    assert eights("Tc", "9c", split_all_lose="yes").cards("Kd").end().net() == -40
    # The doubling wager stays protected: two hands of $20, the second doubled.
    story = one_hand("8s 8h", "Ah", split_all_lose="yes").split(1).cards("Tc").stand(1).cards("3c")
    assert story.double(1, hand=2).cards("Kc").cards("Kd").end().net() == -40


@pytest.mark.clause("NZ-12.7(a)", "NZ-12.7(b)", "NZ-12.8", "NZ-12.10")
def test_the_operator_may_restrict_splitting() -> None:
    one_hand("8s 8h", split="none").refuses("split.not_at_table", "NZ-12.7(a)").split(1)
    one_hand("As Ah", split="no_aces").refuses("split.no_aces", "NZ-12.7(b)").split(1)
    one_hand("8s 8h", split="no_aces").split(1)
    one_hand("8s 8h", max_hands="2").split(1).cards("8c").refuses("split.too_many_hands", "NZ-12.8").split(1)


# --- 13


@pytest.mark.clause("NZ-13.1")
@pytest.mark.parametrize("hand", ["Ts Kh", "As 9h", "Ts 9h", "5s 4h"])
def test_a_card_may_be_drawn_below_21(hand: str) -> None:
    one_hand(hand).hit(1)


@pytest.mark.clause("NZ-13.1")
def test_a_card_may_be_drawn_to_any_number_of_cards() -> None:
    story = one_hand("2s 2h").hit(1).cards("2c").hit(1).cards("3c").hit(1).cards("2d")
    assert story.hand(1).total == 11
    story.hit(1)


@pytest.mark.clause("NZ-13.1(a)")
def test_no_card_is_drawn_to_21() -> None:
    one_hand("As Kh", "Td").refuses("hand.natural", "NZ-13.1(a)").hit(1)
    one_hand("7s 7h").hit(1).cards("7c").refuses("hand.hard_total", "NZ-13.1(a)").hit(1)
    one_hand("As 4h").hit(1).cards("6c").refuses("hand.soft_total", "NZ-13.1(a)").hit(1)


@pytest.mark.clause("NZ-13.1(d)")
def test_eleven_or_less_may_not_stand_but_may_double_or_split() -> None:
    for hand in ("6s 3h", "6s 5h", "4s 4h"):
        story = one_hand(hand)
        assert story.why_not("stand") == "NZ-13.1(d)"
        story.refuses("stand.too_low", "NZ-13.1(d)").stand(1)
    one_hand("4s 4h").split(1)
    one_hand("4s 4h").double(1)
    one_hand("As Ah").stand(1)  # twelve
    story = one_hand("5s 4h").double(1).cards("2c")  # eleven after a double: closed
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("NZ-13.2")
def test_a_broken_hand_is_collected_at_once_and_its_box_neighbours_stay() -> None:
    story = one_hand("8s 8h").split(1).cards("7c").hit(1).cards("9c")
    assert story.items == [("take", 1, "A", 20)]
    story.refuses("card.taking_first", "NZ-13.2").cards("2c")
    story.settle().cards("Tc").stand(1, hand=2)
    story = nz().bet(1, "A", 20).call().initial("Ah", "Ts 6h").insure(1, "A", 10).hit(1).cards("9c").settle()
    assert story.cards("Kd").end().net() == 0  # $20 lost, the insurance pays $20
    shared = nz().shared(1, A=20, B=30).call().initial("6d", "Ts 6h").hit(1).cards("Kc")
    assert shared.items == [("take", 1, "A", 20), ("take", 1, "B", 30)]


@pytest.mark.clause("NZ-13.3")
def test_the_dealer_draws_to_seventeen_soft_or_hard() -> None:
    story = one_hand("Ts 9h", "Ah").stand(1).cards("6c")  # soft 17
    story.refuses("card.dealer_complete_soft", "NZ-13.3").cards("2c")
    story = one_hand("Ts 9h", "Td").stand(1).cards("6c")
    assert (story.action, story.due.box) == ("card", 0)  # 16
    story = one_hand("Ts 9h", "Ah").stand(1).cards("5c")
    assert story.action == "card"  # soft 16
    story.cards("Kc")  # hard 16
    assert story.action == "card"


@pytest.mark.clause("NZ-13.4")
def test_no_card_is_drawn_that_can_change_nothing() -> None:
    story = one_hand("Ts 6h").hit(1).cards("Kc").settle()
    story.refuses("card.changes_nothing", "NZ-13.4").cards("2c")
    only = one_hand("As Qh", "Kh").cards("6c")  # a Blackjack alone, and sixteen
    only.refuses("card.changes_nothing", "NZ-13.4").cards("2c")
    assert only.end().net() == 30
    one_hand("As Qh", "Kh").cards("Ac")  # the second card could have been, and is, an ace
    # Read otherwise, the dealer always completes the hand.
    story = nz(read={"dealer_draws_without_effect": "True"}).bet(1, "A", 20).call().initial("Td", "Ts 6h")
    story.hit(1).cards("Kc").settle()
    assert (story.action, story.due.box) == ("card", 0)
