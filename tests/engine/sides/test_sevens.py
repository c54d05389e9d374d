"""Super Sevens and Magnificent Sevens: what is known when, splits included, and what is paid only later."""

import pytest

from rounds import engine
from rounds.engine.settlement.events import Settled
from tests.engine.story import Story, deal
from tests.refusing import refused_as

BET = {"ACT96": "super_sevens", "ACT03": "super_sevens", "NZ": "super_sevens", "VIC03": "magnificent_sevens"}


def sevens(book: str, *boxes: float, **setup: object) -> Story:
    """A dollar, or as many as given, on the sevens of each box."""
    story = deal(book, offer=[BET[book]], **setup)  # type: ignore[arg-type]
    for box, amount in enumerate(boxes or (1,), start=1):
        player = "ABCDEFG"[box - 1]
        story.bet(box, player, 20).bet(box, player, amount, BET[book])
    return story.call()


def due(story: Story) -> list[tuple[str, int, str, float]]:
    return [
        (item.action, item.result.box, item.result.bet, (item.result.pays or item.result.takes) / 100)
        for item in story.due.items
    ]


# --- Canberra 1996


@pytest.mark.clause("ACT96-23.7(a)", "ACT96-23.7(b)", "ACT96-23.12-T1-L1", "ACT96-23.5(d)")
def test_first_cards_are_settled_between_initial_and_further_deal() -> None:
    story = sevens("ACT96", 1, 1, 1).initial("6d", "7h 9c", "Kh 7c", "7d 7c")
    assert due(story) == [("take", 2, "super_sevens", 1), ("pay", 1, "super_sevens", 3)]
    story.refuses("decision.taking_first", "ACT96-23.7(a)").hit(1).settle()
    assert story.action == "decision"  # box 3 with two sevens waits for its third card


@pytest.mark.clause("ACT96-23.8(a)", "ACT96-23.12-T1-L3")
def test_two_sevens_that_stand_are_paid_before_the_next_card() -> None:
    story = sevens("ACT96", 1, 1).initial("6d", "7h 7h", "Th 2c").settle().stand(1)
    assert due(story) == [("pay", 1, "super_sevens", 100)]
    story.refuses("decision.payment_first", "ACT96-23.8(a)").hit(2)
    story.refuses("card.payment_first", "ACT96-23.8(a)").cards("5d")
    assert story.settle().action == "decision"


@pytest.mark.clause("ACT96-23.8(b)", "ACT96-23.12-T1-L2")
def test_a_third_card_that_is_not_a_seven_pays_two_sevens() -> None:
    story = sevens("ACT96").initial("6d", "7c 7s").hit(1).cards("4d")
    assert due(story) == [("pay", 1, "super_sevens", 50)]
    story.refuses("decision.payment_first", "ACT96-23.8(b)").stand(1).settle().stand(1)


@pytest.mark.clause("ACT96-23.8(c)")
def test_a_broken_hand_is_collected_before_its_sevens_are_paid() -> None:
    story = sevens("ACT96").initial("6d", "7h 7d").hit(1).cards("9c")
    assert due(story) == [("take", 1, "main", 20), ("pay", 1, "super_sevens", 50)]
    assert story.end().net() == 30


@pytest.mark.clause("ACT96-23.9", "ACT96-23.12-T1-L4", "ACT96-23.6")
@pytest.mark.parametrize("hand", ["7h 7d", "7s 7s"])
def test_three_sevens_not_of_one_suit_are_paid_at_once(hand: str) -> None:
    story = sevens("ACT96", 1, 1).initial("6d", hand, "Th 9h").settle().hit(1).cards("7d")
    assert due(story) == [("pay", 1, "super_sevens", 500)]
    story.settle().stand(2)
    assert story.state.phase == "dealer_draw"


@pytest.mark.clause("ACT96-23.10", "ACT96-23.12-T1-L5")
def test_three_sevens_of_one_suit_are_paid_when_the_round_has_been_dealt() -> None:
    story = sevens("ACT96", 1, 1).initial("6d", "7c 7c", "Th 9h").settle().hit(1).cards("7c")
    assert (story.action, story.due.box) == ("decision", 2)
    story.stand(2).cards("Td 9s")  # the dealer breaks
    assert due(story)[-1] == ("pay", 1, "super_sevens", 5000)
    with refused_as("collect.payment_first", "ACT96-17(a)(ii)"):
        story.collect()
    story.settle(*[item.ref for item in story.due.items[:-1]])
    assert story.due.clause == "ACT96-23.10"
    story.settle()
    assert story.recorded(Settled)[0].clause == "ACT96-23.10"
    assert story.collect().net() == 5020


@pytest.mark.clause("ACT96-23.11")
@pytest.mark.parametrize(("cards", "pays"), [("7c", 500), ("4c", 50)])
def test_after_a_split_the_next_card_to_the_box_is_the_third(cards: str, pays: int) -> None:
    story = sevens("ACT96").initial("6d", "7h 7d").split(1).cards(cards)
    assert due(story) == [("pay", 1, "super_sevens", pays)]
    story.settle()
    while story.action != "collect":
        if story.action == "decision":
            story.stand(1, story.due.hand) if "stand" in story.legal else story.hit(1, story.due.hand)
        elif story.action == "settle":
            story.settle()
        else:
            story.cards("7s" if story.due.box else "Ts")
    # Later cards, and another split, change nothing.
    assert story.side(1, "A", "super_sevens") == (
        "win",
        pays,
    )  # later cards, and another split, change nothing


@pytest.mark.clause("ACT96-23.4")
def test_without_a_blackjack_wager_in_play_the_wager_is_void() -> None:
    # A was warned before, so $4 under the minimum of $5 goes back; the first card a seven pays nothing.
    carry, late = engine.values.Carry(warned=("A",)), {"under_minimum_returned": "after_result"}
    story = deal("ACT96", offer=["super_sevens"], minimum=5, carry=carry, read=late)
    story.bet(1, "A", 4).bet(1, "A", 1, "super_sevens").call().initial("6d", "7h Kc").settle()
    assert story.side(1, "A", "super_sevens") == ("void", 0)


# --- Canberra 2003


@pytest.mark.clause("ACT03-17.8(a)", "ACT03-17.8(b)", "ACT03-17.7-T1-L01")
def test_canberra_2003_settles_first_cards_in_the_interim() -> None:
    story = sevens("ACT03", 5, 5, 5).initial("6d", "Kh 7c", "7h Kc", "7d 7c")
    assert due(story) == [("take", 1, "super_sevens", 5), ("pay", 2, "super_sevens", 15)]


@pytest.mark.clause("ACT03-17.9-B01", "ACT03-17.7-T1-L02", "ACT03-17.6(b)")
def test_canberra_2003_pays_two_sevens_when_the_hand_stands() -> None:
    story = sevens("ACT03", 5, 5).initial("6d", "7h 7s", "9h Tc").settle().stand(1)
    assert due(story) == [("pay", 1, "super_sevens", 250)]
    story.refuses("decision.payment_first", "ACT03-17.9-B01").hit(2)


@pytest.mark.clause("ACT03-17.9-B02", "ACT03-17.7-T1-L05")
def test_three_suited_sevens_are_paid_when_the_cards_are_collected_and_then_it_is_over() -> None:
    story = sevens("ACT03", 5).initial("6d", "7c 7c").hit(1).cards("7c").cards("Td 2h")
    assert due(story) == [("pay", 1, "main", 20)]
    story.settle()
    assert story.action == "collect"
    story.collect()
    assert story.state.phase == "final_settlement"
    assert due(story) == [("pay", 1, "super_sevens", 25_000)]
    assert story.due.clause == "ACT03-17.9-B02"
    story.refuses("collect.last_payment", "ACT03-17.9-B02").collect()
    story.undo().collect()  # until it is paid the collecting can be taken back
    story.settle()
    assert story.state.phase == "collected"
    assert story.net() == 25_020
    assert story.next_round().state.carry.shoe_rounds == 1


@pytest.mark.clause("ACT03-17.9-B02")
def test_under_the_other_reading_they_are_paid_before_the_cards_are_collected() -> None:
    story = sevens("ACT03", 5, read={"super_sevens.paid_after": "three_sevens_suited+final"})
    story.initial("6d", "7c 7c").hit(1).cards("7c").cards("Td 2h")
    assert due(story) == [("pay", 1, "main", 20), ("pay", 1, "super_sevens", 25_000)]


@pytest.mark.clause("ACT03-17.10")
def test_owners_who_did_not_split_have_the_same_three_cards() -> None:
    story = deal("ACT03", offer=["super_sevens"]).shared(1, A=20, B=20)
    story.bet(1, "A", 5, "super_sevens").bet(1, "B", 5, "super_sevens").call().initial("6d", "7h 7s")
    story.split(1, B="split").cards("7d").settle()
    assert story.side(1, "A", "super_sevens") == story.side(1, "B", "super_sevens") == ("win", 2500)


@pytest.mark.clause("ACT03-17.4")
def test_another_amount_than_the_approved_is_refused() -> None:
    story = deal("ACT03", offer=["super_sevens"], sign={"super_sevens": (5, 5)}).bet(1, "A", 20)
    story.refuses("side_bet.above_maximum", "ACT03-17.4").bet(1, "A", 10, "super_sevens").bet(
        1, "A", 5, "super_sevens"
    )


@pytest.mark.clause("ACT03-17.5")
def test_a_wager_without_a_blackjack_wager_is_refused_or_void() -> None:
    story = deal("ACT03", offer=["super_sevens"], read={"super_sevens.needs_wager": "refused"}).bet(
        2, "B", 20
    )
    story.refuses("side_bet.needs_wager", "ACT03-17.5").bet(1, "A", 5, "super_sevens")
    story = deal("ACT03", offer=["super_sevens"], read={"super_sevens.needs_wager": "void"}).bet(2, "B", 20)
    story.bet(1, "A", 5, "super_sevens").bet(2, "A", 5, "super_sevens").call().initial("6d", "7h Kc")
    assert [(item.action, item.result.box, item.result.result) for item in story.due.items] == [
        ("return", 1, "void"),
        ("return", 2, "void"),
    ]
    assert story.due.clause == "ACT03-17.5"
    story.settle().stand(2)


# --- New Zealand


@pytest.mark.clause("NZ-15.6-S1", "NZ-15.4(f)")
def test_a_first_card_that_is_not_a_seven_is_collected_before_the_next_card() -> None:
    story = sevens("NZ", 5, 5).cards("8h")
    assert due(story) == [("take", 1, "super_sevens", 5)]
    assert story.state.phase == "initial_deal"
    story.refuses("card.taking_first", "NZ-15.6-S1").cards("7h")
    story.settle().cards("7h")  # box 2 waits for its second card
    assert story.action == "card"


@pytest.mark.clause("NZ-15.4(a)", "NZ-15.6-S2")
def test_one_seven_is_paid_right_after_the_second_card() -> None:
    story = sevens("NZ", 5, 5).cards("7d 8h").settle().cards("Ah Kc")
    assert due(story) == [("pay", 1, "super_sevens", 15)]
    story.refuses("card.payment_first", "NZ-15.6-S1").cards("5c")
    story.settle().cards("5c")
    assert story.action == "insurance"


@pytest.mark.clause("NZ-15.5")
@pytest.mark.parametrize(("hand", "pays"), [("7h 7c", 250), ("7h 7h", 500)])
def test_a_split_pays_two_sevens_before_the_next_card(hand: str, pays: int) -> None:
    story = sevens("NZ", 5).initial("6d", hand).split(1)
    assert due(story) == [("pay", 1, "super_sevens", pays)]
    story.refuses("card.payment_first", "NZ-15.6-S1").cards("7s")
    story.settle().cards("7s")
    assert story.side(1, "A", "super_sevens") == ("win", pays)
    assert story.action == "decision"


@pytest.mark.clause("NZ-15.6-S1", "NZ-15.4(b)")
def test_a_hand_that_breaks_on_two_sevens_loses_and_its_sevens_win() -> None:
    story = sevens("NZ", 5).initial("6d", "7d 7s").hit(1).cards("8c")
    assert due(story) == [("take", 1, "main", 20), ("pay", 1, "super_sevens", 250)]


@pytest.mark.clause("NZ-15.4(e)", "NZ-15.4(d)")
@pytest.mark.parametrize(("third", "pays"), [("7d", 25_000), ("7h", 2_500)])
def test_three_sevens_are_paid_as_soon_as_they_lie_there(third: str, pays: int) -> None:
    story = sevens("NZ", 5).initial("6d", "7d 7d").hit(1).cards(third)
    assert due(story) == [("pay", 1, "super_sevens", pays)]


# --- Victoria


@pytest.mark.clause("VIC03-13.4.2(a)", "VIC03-13.4.2(b)")
def test_magnificent_sevens_losers_are_taken_in_the_interim_settlement() -> None:
    story = sevens("VIC03", 5, 5, 5).initial("6d", "7h 9c", "Kh 7c", "7d 7c")
    assert due(story) == [("take", 1, "magnificent_sevens", 5), ("take", 2, "magnificent_sevens", 5)]


@pytest.mark.clause("VIC03-13.4.1(b)", "VIC03-13.8.1-T1-L04")
def test_two_sevens_that_stand_are_paid_whatever_the_hand_comes_to() -> None:
    story = sevens("VIC03", 5).initial("6d", "7h 7c").stand(1)
    assert due(story) == [("pay", 1, "magnificent_sevens", 250)]
    assert story.settle().cards("Td 5h").end().net() == 230


@pytest.mark.clause("VIC03-7.5.3(e)", "VIC03-13.4.1(b)")
def test_two_sevens_of_an_absent_player_who_stands_on_14_are_paid() -> None:
    story = sevens("VIC03", 5).initial("6d", "7h 7c").ask(1, reason="absent").direct(1)
    assert due(story) == [("pay", 1, "magnificent_sevens", 250)]


@pytest.mark.clause("VIC03-13.4.1(a)", "VIC03-13.8.1-T1-L02")
@pytest.mark.parametrize(("decks", "pays"), [(4, 4_750), (5, 3_750), (6, 3_250), (7, 2_750), (8, 2_500)])
def test_three_sevens_pay_by_the_packs(decks: int, pays: int) -> None:
    story = sevens("VIC03", 5, decks=decks).initial("6d", "7s 7s").hit(1).cards("7h")
    assert due(story) == [("pay", 1, "magnificent_sevens", pays)]


@pytest.mark.clause("VIC03-13.6.1", "VIC03-13.6.1(a)", "VIC03-13.7.1(b)")
def test_a_split_pair_of_sevens_with_a_third_is_paid_before_the_hand_goes_on() -> None:
    story = deal(offer=["magnificent_sevens 2"]).bet(1, "A", 20).bet(1, "A", 5, "magnificent_sevens")
    story.call().initial("6d", "7s 7s").split(1).cards("7s")
    assert due(story) == [("pay", 1, "magnificent_sevens", 80_000)]
    story.refuses("decision.payment_first", "VIC03-13.8.1-T2-L01").hit(1)
    story.settle().hit(1)


@pytest.mark.clause("VIC03-13.6.1(a)")
def test_under_the_letter_of_the_clause_a_split_pair_is_paid_by_table_one() -> None:
    read = {"magnificent_sevens.split_scale": "1"}
    story = deal(offer=["magnificent_sevens 2"], read=read).bet(1, "A", 20)
    story.bet(1, "A", 5, "magnificent_sevens").call().initial("6d", "7s 7s").split(1).cards("7s")
    assert due(story) == [("pay", 1, "magnificent_sevens", 38_850)]  # 7,770 x $5


@pytest.mark.clause("VIC03-7.1.2")
def test_sevens_that_lie_face_down_are_settled_once_they_are_shown() -> None:
    story = sevens("VIC03", 5, face_down=True).initial("6d", "?? ??").hit(1).cards("7c")
    assert story.action == "decision"
    story.show(1, "7h 7d")
    assert due(story) == [("pay", 1, "magnificent_sevens", 2_500)]
