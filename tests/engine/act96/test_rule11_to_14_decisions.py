"""Canberra 1996, rules 11 to 14: the further deal, splitting, doubling, drawing."""

import pytest

from rounds.engine.decisions.events import Stood
from tests.engine.story import Story, deal


def on_cards(cards: str, dealer: str = "Td", wager: float = 20, **table: object) -> Story:
    return deal("ACT96", **table).bet(3, "A", wager).call().initial(dealer, cards)  # type: ignore[arg-type]


@pytest.mark.clause("ACT96-11.1(a)-S1")
def test_hands_are_played_from_the_dealers_left_and_their_total_called() -> None:
    story = deal("ACT96").bet(1, "A", 10).bet(4, "B", 10).bet(6, "C", 10).call()
    story.initial("6d", "9s 5h", "Ts 6h", "Ts 7h")
    assert (story.due.box, story.due.announce) == (1, "fourteen")
    story.refuses("decision.other_hand_first", "ACT96-11.1(a)-S1").stand(4)
    story.stand(1)
    assert (story.due.box, story.due.announce) == (4, "sixteen")


@pytest.mark.clause("ACT96-11.1(a)-S2")
def test_a_card_follows_a_decision() -> None:
    story = on_cards("9s 4h")
    story.refuses("card.decision_first", "ACT96-11.1(a)-S1").cards("5c")
    story.hit(3).cards("5c").stand(3)
    assert story.recorded(Stood)[0].clause == "ACT96-11.1(a)-S2"


@pytest.mark.clause("ACT96-11.1(a)-S3")
def test_each_new_total_is_called() -> None:
    story = on_cards("9s 5h").hit(3)
    assert story.due.clause == "ACT96-11.1(a)-S3"
    assert story.cards("3c").due.announce == "seventeen"


@pytest.mark.clause("ACT96-11.1(b)", "ACT96-11.2(d)")
def test_a_broken_hand_is_taken_at_once_whatever_the_dealer_gets() -> None:
    """10-6-7 = 23 for A and B; C keeps the dealer drawing: 10-4-10 = 24."""
    story = deal("ACT96").bet(3, "A", 20).bet(3, "B", 10).bet(5, "C", 10).call()
    story.initial("Td", "Ts 6h", "Ts 7h").hit(3).cards("7c")
    assert story.items == [("take", 3, "A", 20), ("take", 3, "B", 10)]
    story.refuses("decision.taking_first", "ACT96-11.1(b)").stand(5)
    story.settle().stand(5).cards("4c Tc").end()
    assert (story.net("A"), story.net("B"), story.net("C")) == (-20, -10, 10)


@pytest.mark.clause("ACT96-11.1(b)")
def test_of_split_hands_only_the_broken_one_is_taken() -> None:
    story = on_cards("8s 8h").split(3).cards("7c").hit(3).cards("Tc")  # 25
    assert story.items == [("take", 3, "A", 20)]
    story.settle().cards("3c")
    assert (story.action, story.due.hand) == ("decision", 2)


# --- splitting


@pytest.mark.clause("ACT96-12.1-S1")
@pytest.mark.parametrize("pair", ["8s 8h", "Ks Qh", "Ts Jh", "As Ah", "2s 2h"])
def test_a_pair_or_two_tens_may_be_split(pair: str) -> None:
    assert "split" in on_cards(pair).legal


@pytest.mark.clause("ACT96-12.1-S1")
def test_other_cards_are_not_split_nor_any_at_other_times() -> None:
    story = on_cards("9s 8h")
    assert story.why_not("split") == "ACT96-12.1-S1"
    story.refuses("split.not_a_pair", "ACT96-12.1-S1").split(3)
    two = deal("ACT96").bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "Ts 4h", "8s 8h")
    two.refuses("decision.other_hand_first", "ACT96-11.1(a)-S1").split(2)
    two.stand(1).split(2)


@pytest.mark.clause("ACT96-12.1-S2")
def test_the_second_hand_has_the_same_wager() -> None:
    """25 on each; the caller cannot leave the second hand out."""
    story = on_cards("8s 8h", wager=25)
    story.refuses("split.caller_matches", "ACT96-12.1-S2").split(3, A="hand1")
    story.split(3)
    assert [hand.stakes[0].base for hand in story.state.box(3).hands] == [25_00, 25_00]


@pytest.mark.clause("ACT96-12.2-S1")
def test_one_hand_is_finished_before_the_next() -> None:
    story = on_cards("8s 8h").split(3).cards("5c")
    assert len(story.hand(3, 2).cards) == 1
    story.refuses("decision.other_hand_first", "ACT96-12.2-S1").stand(3, 2)
    story.stand(3).cards("9c")
    assert story.hand(3, 2).cards == ("8h", "9c")


@pytest.mark.clause("ACT96-12.2-S2")
def test_a_further_card_of_that_value_may_be_split_again() -> None:
    """K-K: a jack on the first hand makes a pair of tens again; the new hand comes after it."""
    story = on_cards("Ks Kh").split(3).cards("Jc")
    assert "split" in story.legal
    story.split(3)
    assert [hand.cards for hand in story.state.box(3).hands] == [("Ks",), ("Jc",), ("Kh",)]
    assert [hand.stakes[0].base for hand in story.state.box(3).hands] == [20_00] * 3


@pytest.mark.clause("ACT96-12.2-S3")
def test_four_hands_at_most() -> None:
    """8-8, 8 and 8: four hands; a fifth eight stays sixteen."""
    story = on_cards("8s 8h").split(3).cards("8c").split(3).cards("8d").split(3)
    assert len(story.state.box(3).hands) == 4
    story.cards("8s")
    assert story.why_not("split") == "ACT96-12.2-S3"
    story.refuses("split.too_many_hands", "ACT96-12.2-S3").split(3)
    story.stand(3)


@pytest.mark.clause("ACT96-12.3", "ACT96-14(d)")
def test_split_aces_take_one_card_each_and_no_other() -> None:
    """A-A on the first: twelve, complete, as the second with a 9 is twenty. 18 against 12 and 20: 0."""
    story = on_cards("As Ah").split(3).cards("Ac")
    story.refuses("hand.split_ace", "ACT96-12.3").hit(3)
    story.refuses("hand.split_ace", "ACT96-12.3").double(3)
    story.refuses("hand.split_ace", "ACT96-12.3").split(3)
    assert (story.action, story.due.hand, story.due.clause) == ("card", 2, "ACT96-12.3")
    story.cards("9c")
    story.refuses("hand.split_ace", "ACT96-14(d)").hit(3, 2)
    story.cards("8c").end()
    assert story.net() == 0


@pytest.mark.clause("ACT96-12.4")
def test_a_split_hand_may_be_doubled() -> None:
    """8-3 doubled with 9 is 20 for 40, 8-9 is 17 for 20, against 18: +40 − 20."""
    story = on_cards("8s 8h").split(3).cards("3c").double(3).cards("9c").cards("9d").stand(3, 2)
    story.cards("8c").end()
    assert story.net() == 20


@pytest.mark.clause("ACT96-12.5")
def test_split_hands_follow_the_rules_of_drawing() -> None:
    """2-5 is seven: it must draw."""
    story = on_cards("2s 2h").split(3).cards("5c")
    story.refuses("stand.too_low", "ACT96-14(b)").stand(3)
    story.hit(3).cards("9c").stand(3)  # sixteen
    assert story.recorded(Stood)[0].clause == "ACT96-12.5"


@pytest.mark.clause("ACT96-12.6", "ACT96-3.5(d)-S2")
@pytest.mark.parametrize(
    ("dealer", "second", "net"),
    [("Td", "Tc", 40), ("Td", "Ac", -40), ("7d", "7c 7h", 0)],
    ids=["twenty", "Blackjack", "drawn 21"],
)
def test_ace_and_ten_after_a_split_are_a_plain_21(dealer: str, second: str, net: float) -> None:
    """Two hands of ten and ace for 20 each: 1 to 1 against 20, lost to a Blackjack, void against 21."""
    story = on_cards("Ts Kh", dealer).split(3).cards("Ac As").cards(second).end()
    assert story.net() == net


@pytest.mark.clause("ACT96-12.7")
def test_no_split_after_a_third_card() -> None:
    story = on_cards("4s 4h").hit(3).cards("4c")
    assert story.why_not("split") == "ACT96-12.1-S1"
    story.refuses("split.first_cards_only", "ACT96-12.1-S1").split(3)
    assert story.rules.split_declined.clause == "ACT96-12.7"


# --- doubling


@pytest.mark.clause("ACT96-13.1-S1")
@pytest.mark.parametrize("cards", ["2s 3h", "8s 4h", "Ts 9h", "As 9h", "Ts Kh"])
def test_any_two_cards_may_be_doubled(cards: str) -> None:
    assert "double" in on_cards(cards).legal


@pytest.mark.clause("ACT96-13.1-S1", "ACT96-14(c)")
def test_a_double_is_for_exactly_the_wager_and_one_card() -> None:
    """12 + 9 = 21 for 40 against 20."""
    story = on_cards("8s 4h")
    story.refuses("double.not_equal", "ACT96-13.1-S1").double(3, A=10)
    story.refuses("double.above_wager", "ACT96-13.1-S1").double(3, A=25)
    story.double(3)
    story.refuses("decision.card_first", "ACT96-13.1-S3").stand(3)  # the card is due
    story.cards("9c").cards("Tc").end()
    assert story.net() == 40


@pytest.mark.clause("ACT96-13.1-S1")
def test_three_cards_are_doubled_only_in_the_other_reading() -> None:
    story = on_cards("5s 3h").hit(3).cards("3c")
    assert story.why_not("double") == "ACT96-13.1-S1"
    assert "double" in on_cards("5s 3h", read={"double_cards": "0"}).hit(3).cards("3c").legal


@pytest.mark.clause("ACT96-13.2", "ACT96-14(a)")
def test_a_blackjack_is_never_doubled() -> None:
    story = on_cards("As Kh", "Qd")
    story.refuses("hand.natural", "ACT96-13.2").double(3)
    story.refuses("hand.natural", "ACT96-14(a)").hit(3)


# --- drawing


@pytest.mark.clause("ACT96-14-S1")
@pytest.mark.parametrize("cards", ["As 7h", "Ts Kh", "As 9h", "Ts 2h"])
def test_under_21_a_card_may_be_had(cards: str) -> None:
    assert {"hit", "stand"} <= set(on_cards(cards).legal)


@pytest.mark.clause("ACT96-14(a)")
@pytest.mark.parametrize("third", ["8c"])
def test_a_soft_or_hard_21_takes_no_card(third: str) -> None:
    """A-2-8 is 21."""
    story = on_cards("As 2h").hit(3).cards(third)
    assert story.state.phase == "dealer_draw"
    story.refuses("hand.soft_total", "ACT96-14(a)").hit(3)
    story.refuses("hand.soft_total", "ACT96-14(a)").double(3)
    hard = on_cards("Ts 4h").hit(3).cards("7c")
    hard.refuses("hand.hard_total", "ACT96-14(a)").hit(3)


@pytest.mark.clause("ACT96-14(a)")
def test_a_split_ten_with_an_ace_is_not_doubled() -> None:
    story = on_cards("Ts Th").split(3).cards("Ac")
    story.refuses("hand.soft_total", "ACT96-14(a)").double(3)


@pytest.mark.clause("ACT96-14(b)")
def test_below_12_a_card_must_be_drawn() -> None:
    """5-4 is nine; with 2, eleven: only drawing remains, so the card may come unasked. With an ace, twelve: it
    may stand."""
    story = on_cards("5s 4h")
    assert story.legal == ("hit", "double")
    story.refuses("stand.too_low", "ACT96-14(b)").stand(3)
    story.hit(3).cards("2c")
    assert story.legal == ("hit",)
    story.refuses("stand.too_low", "ACT96-14(b)").stand(3)
    story.cards("Ac").stand(3)


@pytest.mark.clause("ACT96-14(b)", "ACT96-14(c)")
def test_a_doubled_hand_stays_as_it_is() -> None:
    """2-3 doubled with 4: nine, complete."""
    story = on_cards("2s 3h").double(3).cards("4c")
    assert story.action == "card"
    assert story.due.box == 0
    story.refuses("hand.doubled", "ACT96-13.1-S3").hit(3)


@pytest.mark.clause("ACT96-18(g)")
@pytest.mark.parametrize(
    ("first", "second", "cards", "total"), [("2s", "4h", "5c Ac", 12), ("As", "2h", "", 13)]
)
def test_cards_are_drawn_for_an_absent_player_until_the_total_is_above_11(
    first: str, second: str, cards: str, total: int
) -> None:
    """6 + 5 = 11 takes one more, an ace: 12. A-2 is thirteen already."""
    story = on_cards(f"{first} {second}").ask(3, reason="absent").direct(3)
    if cards:
        story.cards(cards)
    assert story.hand(3).total == total
    assert (story.action, story.due.box) == ("card", 0)
