"""Section 19: 21 and five cards under it win at once, a Blackjack always; a dealer's 22 stands off."""

import pytest

from tests.engine.nz.telling import money, nz, one_hand
from tests.engine.story import Story


def plus(hand: str, dealer: str = "6d", stake: int = 20) -> Story:
    return one_hand(hand, dealer, stake, game="blackjack_plus")


@pytest.mark.clause("NZ-19.3")
def test_before_the_first_card_and_for_doubled_and_split_wagers_too() -> None:
    plus("Ts 9h").refuses("wager.after_first_card", "NZ-5.5(b)").bet(2, "B", 20)
    story = plus("6s 4h", "Td").double(1).cards("Kc").cards("5c 7c")  # twenty against twenty-two
    assert money(story, "A") == [0]
    story = plus("8s 8h", "Td").split(1).cards("Tc").stand(1).cards("9c").stand(1, hand=2).cards("5c 7c")
    assert money(story, "A") == [0]


@pytest.mark.clause("NZ-19.3(a)", "NZ-19.6")
def test_21_is_paid_at_once_whatever_the_dealer_shows() -> None:
    story = plus("7s 7h", "Ah").hit(1).cards("7d")
    assert story.items == [("pay", 1, "A", 20)]
    assert story.due.clause == "NZ-19.4"
    story.settle()
    assert (story.action, story.net()) == ("collect", 20)  # the dealer would have drawn a king
    doubled = nz("blackjack_plus").bet(1, "A", 20).bet(2, "B", 20).call().initial("Ah", "6s 5h", "Ts 9h")
    doubled.insure(1, "A", 10).asked().double(1).cards("Td")
    assert doubled.items == [("pay", 1, "A", 40)]
    doubled.refuses("decision.payment_first", "NZ-19.6").stand(2)
    doubled.settle().stand(2).cards("Kc").end()
    # The insurance stayed and pays 20 on the dealer's Blackjack; B's nineteen loses.
    assert (doubled.net("A"), doubled.net("B")) == (60, -20)


@pytest.mark.clause("NZ-19.6")
def test_insurance_alone_left_takes_the_dealers_second_card() -> None:
    story = nz("blackjack_plus").bet(1, "A", 20).call().initial("Ah", "6s 5h").insure(1, "A", 10)
    story.double(1).cards("Td").settle()
    assert (story.action, story.due.box) == ("card", 0)
    story.cards("9c").end()
    assert story.net() == 30


@pytest.mark.clause("NZ-19.6")
def test_each_split_hand_by_itself_and_a_split_ace_with_a_ten_at_even_money() -> None:
    story = plus("As Ah", "Td").split(1).cards("Kc")
    assert story.items == [("pay", 1, "A", 20)]
    story.settle().cards("5c").cards("9c").end()  # 16 against 19
    assert story.net() == 0


@pytest.mark.clause("NZ-19.3(b)")
def test_a_higher_total_wins() -> None:
    assert money(plus("Ts Kh", "Td").stand(1).cards("9c"), "A") == [20]


@pytest.mark.clause("NZ-19.3(c)", "NZ-19.3(i)")
def test_a_dealer_above_22_loses_and_22_stands_off() -> None:
    over = plus("7s 5h", "Td").stand(1).cards("6c 7c").end()
    assert (over.result(1).result, over.net()) == ("win", 20)
    off = plus("7s 5h", "Td").stand(1).cards("5c 7c").end()
    assert (off.result(1).result, off.result(1).clause, off.net()) == ("stand_off", "NZ-19.3(i)", 0)
    assert plus("7s 5h", "Td").stand(1).cards("Ac").end().net() == -20  # a Blackjack


@pytest.mark.clause("NZ-19.3(d)", "NZ-19.5")
@pytest.mark.parametrize("dealer", ["Kh", "Ah", "6d"])
def test_a_blackjack_is_paid_after_the_initial_deal_whatever_the_dealer_shows(dealer: str) -> None:
    story = nz("blackjack_plus").bet(1, "A", 20).bet(2, "B", 20).call().initial(dealer, "Ts 5h", "As Kd")
    story = story.asked() if story.action == "insurance" else story
    assert story.items == [("pay", 2, "B", 30)]
    assert story.due.clause == "NZ-19.5"
    story.refuses("decision.payment_first", "NZ-19.5").stand(1)
    assert not story.settle().hand(2).live


@pytest.mark.clause("NZ-19.4")
def test_five_and_under_pays_evens_and_a_blackjack_the_tables_odds() -> None:
    assert five("2s 2h", "3c 4c 3d").settle().net() == 20
    for scale, net in (("3:2", 30), ("6:5", 24), ("1:1", 20)):
        assert one_hand("As Kh", "Kd", game="blackjack_plus", blackjack_pays=scale).settle().net() == net


def five(hand: str, drawn: str, dealer: str = "Ah") -> Story:
    story = plus(hand, dealer)
    for card in drawn.split():
        story.hit(1).cards(card)
    return story


@pytest.mark.clause("NZ-19.3(e)", "NZ-19.6")
def test_five_cards_under_21_win_at_once() -> None:
    """2-2-3-4-3 is fourteen: paid, whatever the dealer would have made."""
    story = five("2s 2h", "3c 4c 3d")
    assert story.items == [("pay", 1, "A", 20)]
    assert story.due.items[0].result.clause == "NZ-19.6"
    assert (story.settle().action, story.net()) == ("collect", 20)


@pytest.mark.clause("NZ-19.3(e)")
def test_a_split_hand_of_five_cards_too_and_no_hand_above_21() -> None:
    story = plus("2s 2h", "Td").split(1).cards("3c").hit(1).cards("2c").hit(1).cards("4c").hit(1).cards("5c")
    assert story.items == [("pay", 1, "A", 20)]  # 2-3-2-4-5 is sixteen
    assert five("2s 2h", "5c 6c 9c", "Td").items == [("take", 1, "A", 20)]  # twenty-four


@pytest.mark.clause("NZ-19.8")
def test_no_sixth_card_and_no_forced_draw_below_twelve() -> None:
    story = five("2s 2h", "2c 2d 3d")  # eleven in five cards
    story.refuses("hand.most_cards", "NZ-19.8").hit(1)
    assert story.items == [("pay", 1, "A", 20)]
    # A hand that a supervisor directs stops there as well (16.6 draws to twelve).
    story = plus("2s 2h", "Td").ask(1).direct(1).cards("2c 2d 3d")
    assert story.items == [("pay", 1, "A", 20)]


@pytest.mark.clause("NZ-19.3(f)")
def test_above_21_loses_at_once_and_stays_lost() -> None:
    """25; box 2 makes the dealer draw twenty-two."""
    story = nz("blackjack_plus").bet(1, "A", 20).bet(2, "B", 20).call().initial("Td", "Ts 6h", "Ts 9h")
    story.hit(1).cards("9c")
    assert story.due.items[0].result.clause == "NZ-19.3(f)"
    story.settle().stand(2).cards("5c 7c").end()
    assert (story.net("A"), story.net("B")) == (-20, 0)


@pytest.mark.clause("NZ-19.3(g)", "NZ-19.3(h)")
def test_a_lower_total_loses_and_an_equal_one_stands_off() -> None:
    lower = plus("Ts 8h", "Td").stand(1).cards("9c").end()
    assert (lower.result(1).clause, lower.net()) == ("NZ-19.3(g)", -20)
    equal = plus("Ts 9h", "Td").stand(1).cards("9c").end()
    assert (equal.result(1).clause, equal.net()) == ("NZ-19.3(h)", 0)


@pytest.mark.clause("NZ-19.7")
def test_a_holder_of_a_blackjack_may_not_insure() -> None:
    story = nz("blackjack_plus").bet(2, "A", 20).bet(3, "B", 20).call().initial("Ah", "As Kd", "Ts 8h")
    assert {(offer.box, offer.kind) for offer in story.due.offers} == {(3, "insure")}
    story.refuses("insurance.on_natural", "NZ-19.7").insure(2, "A", 10)
    story.refuses("even_money.not_offered", "NZ-19.5").even_money(2, "A")
    story.insure(3, "B", 10)
