"""Canberra 1996, rules 9 and 10: insurance, and what is settled before the further deal."""

import pytest

from tests.engine.story import Story, deal


def against_ace(cards: str = "Ts 9h", wager: float = 20, **table: object) -> Story:
    return deal("ACT96", **table).bet(3, "A", wager).call().initial("Ac", cards)  # type: ignore[arg-type]


@pytest.mark.clause("ACT96-9-S1")
def test_insurance_is_for_an_ace_and_up_to_half_the_wager() -> None:
    story = against_ace()
    assert [(offer.kind, offer.most) for offer in story.due.offers] == [("insure", 10_00)]
    story.refuses("insurance.wrong_amount", "ACT96-9-S1").insure(3, "A", 11)
    story.insure(3, "A", 10)


@pytest.mark.clause("ACT96-9-S1")
def test_no_insurance_against_a_ten() -> None:
    story = deal("ACT96").bet(3, "A", 20).call().initial("Th", "Ts 9h")
    assert story.action == "decision"
    story.refuses("insurance.no_ace", "ACT96-9-S1").insure(3, "A", 5)


@pytest.mark.clause("ACT96-9-S1", "ACT96-10(a)(ii)")
def test_a_blackjack_is_insured_or_paid_evens_not_both() -> None:
    story = against_ace("As Kh").even_money(3, "A")
    story.refuses("insurance.with_even_money", "ACT96-9-S1").insure(3, "A", 10)
    other = against_ace("As Kh").insure(3, "A", 10)
    other.refuses("even_money.too_late", "ACT96-10(a)(ii)").even_money(3, "A")


@pytest.mark.clause("ACT96-9-S1")
@pytest.mark.parametrize("reading", ["both"])
def test_another_reading_lets_it_have_both(reading: str) -> None:
    """Evens 20 and insurance of 10 lost: +10."""
    story = against_ace("As Kh", read={"even_money_with_insurance": reading})
    story.insure(3, "A", 10).even_money(3, "A").settle().cards("9c").end()
    assert story.net() == 10


@pytest.mark.clause("ACT96-9-S2")
@pytest.mark.parametrize("ten", ["Tc", "Jc", "Qc", "Kc"])
def test_insurance_pays_two_to_one_as_the_second_card_shows(ten: str) -> None:
    """19 loses 20, insurance of 10 wins 20: nothing. Paid before the main wagers are taken."""
    story = against_ace().insure(3, "A", 10).stand(3).cards(ten)
    assert (story.state.phase, story.items) == ("dealer_draw", [("pay", 3, "A", 20)])
    assert story.due.clause == "ACT96-9-S2"
    story.end()
    assert story.net() == 0


@pytest.mark.clause("ACT96-9-S2")
def test_insurance_is_paid_with_the_final_settlement_in_the_other_reading() -> None:
    story = against_ace(read={"insurance_paid_at_once": "False"}).insure(3, "A", 10).stand(3).cards("Kc")
    assert story.state.phase == "final_settlement"
    assert story.end().net() == 0


@pytest.mark.clause("ACT96-9-S3")
@pytest.mark.parametrize("act", ["hit", "stand"])
def test_insurance_is_placed_before_the_further_deal(act: str) -> None:
    story = deal("ACT96").bet(1, "B", 20).bet(3, "A", 20).call().initial("Ac", "Ts 2h", "Ts 9h")
    story.asked().insure(3, "A", 5)
    getattr(story, act)(1)
    story.refuses("insurance.too_late", "ACT96-9-S3").insure(1, "B", 5)


@pytest.mark.clause("ACT96-9-S4")
def test_insurance_lies_on_a_line_of_its_own() -> None:
    story = against_ace().insure(3, "A", 10)
    assert [(insurance.player, insurance.amount) for insurance in story.state.box(3).insurance] == [
        ("A", 10_00)
    ]
    assert [wager.amount for wager in story.state.box(3).wagers] == [20_00]
    assert story.last[0].clause == "ACT96-9-S4"


@pytest.mark.clause("ACT96-9-S5")
def test_the_amount_is_one_whose_win_chips_can_pay() -> None:
    """Smallest chip 5: 12.50 would win 25, 11 would win 22."""
    story = against_ace(wager=25, chips=(5, 25, 100))
    story.refuses("insurance.not_in_chips", "ACT96-9-S5").insure(3, "A", 11)
    story.insure(3, "A", 10)


@pytest.mark.clause("ACT96-9-S5")
def test_the_amount_is_one_that_chips_can_make() -> None:
    """12.50 wins 25, which chips of 5 can pay, but is itself not to be made of them."""
    story = against_ace(wager=25, chips=(5, 25, 100))
    story.refuses("insurance.not_in_chips", "ACT96-9-S5").insure(3, "A", "12.50")


@pytest.mark.clause("ACT96-10(a)(i)")
@pytest.mark.parametrize("first", ["2h", "5h", "9h"])
def test_a_blackjack_is_paid_at_once_where_the_dealer_can_have_none(first: str) -> None:
    """20 and 10 on A-K: 30 and 15, before box 1 acts."""
    story = deal("ACT96").bet(1, "C", 10).bet(3, "A", 20).bet(3, "B", 10).call()
    story.initial(first, "Ts 4h", "As Kh")
    assert story.items == [("pay", 3, "A", 30), ("pay", 3, "B", 15)]
    assert story.due.clause == "ACT96-10(a)(i)"
    story.refuses("decision.payment_first", "ACT96-10(a)(i)").stand(1)
    story.settle().stand(1)


@pytest.mark.clause("ACT96-10(a)(i)")
@pytest.mark.parametrize("first", ["Th", "Jh", "Qh", "Kh"])
def test_a_blackjack_waits_against_any_ten(first: str) -> None:
    story = deal("ACT96").bet(3, "A", 20).call().initial(first, "As Kd")
    assert story.state.phase == "dealer_draw"
    story.refuses("even_money.no_ace", "ACT96-10(a)(ii)").even_money(3, "A")
    story.cards("Ac").end()
    assert story.net() == 0


@pytest.mark.clause("ACT96-10(a)(i)")
@pytest.mark.parametrize(
    ("first", "paid"), [("Th", False), ("Ah", False), ("Jh", True), ("Qh", True), ("Kh", True), ("9h", True)]
)
def test_in_the_other_reading_only_the_ten_itself_puts_it_off(first: str, paid: bool) -> None:
    """20 on A-K: 30 at once, though an ace would have given the dealer one too."""
    story = deal("ACT96", read={"blackjack_paid_at_once": "no_ace_or_ten_spot"}).bet(3, "A", 20).call()
    story.initial(first, "As Kd")
    assert story.items == ([("pay", 3, "A", 30)] if paid else [])
    if paid:
        assert story.settle().end().net() == 30  # no card for the dealer: nothing is open


@pytest.mark.clause("ACT96-10(a)(ii)")
@pytest.mark.parametrize(("cards", "net"), [("6c", 45), ("Kc", 0)])
def test_who_declines_even_money_waits_for_the_dealer(cards: str, net: float) -> None:
    """30 on A-J: 45 against A-6, void against A-K."""
    story = against_ace("As Jh", 30).asked().cards(cards).end()
    assert story.net() == net


@pytest.mark.clause("ACT96-10(a)(ii)")
def test_even_money_pays_the_amount_of_the_wager() -> None:
    story = against_ace("As Jh", 30).even_money(3, "A").settle()
    assert story.net() == 30
    assert story.action == "collect"  # the dealer needs no second card


@pytest.mark.clause("ACT96-10(b)")
def test_lost_insurance_is_collected_as_that_card_is_drawn() -> None:
    """A-5 is sixteen: before the third card the insurance of 10 goes."""
    story = against_ace().insure(3, "A", 10).stand(3).cards("5c")
    assert story.items == [("take", 3, "A", 10)]
    assert story.due.clause == "ACT96-10(b)"
    story.refuses("card.taking_first", "ACT96-10(b)").cards("2d")
    story.settle().cards("2d").end()  # eighteen
    assert story.net() == 10


@pytest.mark.clause("ACT96-10(b)", "ACT96-16(b)")
def test_a_broken_hand_with_insurance_still_needs_the_second_card_and_no_third() -> None:
    """10-6-9 = 25 loses 20 at once; the insurance of 10 waits and loses on a 5."""
    story = against_ace("Ts 6h").insure(3, "A", 10).hit(3).cards("9c")
    assert story.items == [("take", 3, "A", 20)]
    story.settle().cards("5c").settle()
    assert story.action == "collect"
    assert story.net() == -30
