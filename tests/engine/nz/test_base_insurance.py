"""Sections 9 and 10: insurance, and when and how a Blackjack is paid."""

from typing import Any

import pytest

from rounds.engine.insurance.events import InsuranceReturned
from tests.engine.nz.telling import nz, one_hand
from tests.engine.story import Story


def ace(hand: str = "Ts 9h", stake: int = 20, **elect: Any) -> Story:
    """A alone on box 1 against a dealer's ace; insurance is open."""
    return nz(**elect).bet(1, "A", stake).call().initial("Ah", hand)


@pytest.mark.clause("NZ-9.1-S1")
def test_insurance_is_for_every_player_with_a_wager_once_the_first_card_is_an_ace() -> None:
    one_hand("Ts 9h", "Kh").refuses("insurance.no_ace", "NZ-9.1-S1").insure(1, "A", 10)
    story = nz().shared(3, A=20, B=50).call().initial("Ah", "As Kh")
    assert {(o.player, o.kind) for o in story.due.offers} == {
        (player, kind) for player in "AB" for kind in ("insure", "even_money")
    }
    story.insure(3, "A", 10).insure(3, "B", 25)  # holders of a Blackjack may insure
    story.refuses("insurance.no_wager", "NZ-9.1-S1").insure(3, "C", 10)


@pytest.mark.clause("NZ-9.1-S2", "NZ-9.4")
@pytest.mark.parametrize(
    ("second", "won"),
    [("Ts", True), ("Jd", True), ("Qc", True), ("Kc", True), ("As", False), ("9c", False), ("2c", False)],
)
def test_the_dealers_second_card_decides_insurance(second: str, won: bool) -> None:
    """$10 on a ten pays $20 beside the $20 lost; 19 plays on after any other card."""
    story = ace().insure(1, "A", 10).stand(1).cards(second)
    result = {True: ("win", 20_00, 0), False: ("lose", 0, 10_00)}[won]
    assert [(i.result.result, i.result.pays, i.result.takes) for i in story.due.items] == [result]
    if won:
        assert story.end().net() == 0


@pytest.mark.clause("NZ-9.2(a)", "NZ-9.2(b)")
def test_insurance_is_called_after_the_initial_deal_with_a_hand_along_the_line_before_any_decision() -> None:
    story = nz().bet(1, "A", 20).call().cards("Ts Ah")
    story.refuses("insurance.before_deal", "NZ-9.2(a)").insure(1, "A", 10)
    story.cards("6h")
    assert story.due.action == "insurance"
    assert story.due.announce == "insurance"
    assert "hand along the line" in story.due.text
    story.refuses("decision.insurance_open", "NZ-9.1-S1").hit(1)
    story.insure(1, "A", 10)
    assert story.last[0].clause == "NZ-9.2(a)"


@pytest.mark.clause("NZ-9.2-S2")
def test_insurance_may_be_placed_until_the_next_card() -> None:
    story = (
        nz().bet(3, "A", 20).bet(4, "B", 20).call().initial("Ah", "Ts 6h", "Ts 5h").insure(3, "A", 10).asked()
    )
    story.hit(3).insure(4, "B", 10)  # asked for a card, none dealt yet
    story = nz().bet(3, "A", 20).bet(4, "B", 20).call().initial("Ah", "Ts 6h", "Ts 5h").asked()
    story.hit(3).cards("2c").refuses("insurance.too_late", "NZ-9.2-S2").insure(4, "B", 10)


@pytest.mark.clause("NZ-9.3(a)")
@pytest.mark.parametrize(
    ("amount", "allowed"), [("12.50", True), (13, False), ("12.51", False), (5, True), (0, False)]
)
def test_insurance_is_at_most_half_the_wager(amount: int | str, allowed: bool) -> None:
    story = ace(stake=25)
    story.insure(1, "A", amount) if allowed else story.refuses("insurance.wrong_amount", "NZ-9.3(a)").insure(
        1, "A", amount
    )


@pytest.mark.clause("NZ-9.3(b)")
def test_insurance_is_an_amount_whose_win_chips_can_pay() -> None:
    story = nz(chips=("5", "25")).bet(1, "A", 25).call().initial("Ah", "Ts 9h")
    story.refuses("insurance.not_payable", "NZ-9.3(b)").insure(1, "A", 7)  # 14 of fives
    story.insure(1, "A", 5)
    nz(chips=("2.50", "5")).bet(1, "A", 25).call().initial("Ah", "Ts 9h").insure(1, "A", "12.50")


@pytest.mark.clause("NZ-9.4")
def test_a_won_insurance_is_paid_before_the_wagers_on_the_hands() -> None:
    story = ace().insure(1, "A", 10).stand(1).cards("Kc")
    assert story.items == [("pay", 1, "A", 20)]
    assert story.due.clause == "NZ-9.4"
    assert story.settle().items == [("take", 1, "A", 20)]


@pytest.mark.clause("NZ-9.4")
def test_insurance_is_paid_with_the_final_settlement_in_the_other_reading() -> None:
    """10 at 2 to 1 make up for the 20 that the dealer's Blackjack takes."""
    story = nz(read={"insurance_paid_at_once": "False"}).bet(1, "A", 20).call().initial("Ah", "Ts 9h")
    story.insure(1, "A", 10).stand(1).cards("Kc")
    assert story.state.phase == "final_settlement"
    assert [item[0] for item in story.items] == ["take", "pay"]
    assert story.end().net() == 0


@pytest.mark.clause("NZ-9.5")
def test_a_lost_insurance_is_collected_before_the_dealers_third_card() -> None:
    story = ace(style_a="yes").insure(1, "A", 10).stand(1).cards("6c")  # soft 17 draws in Style A
    assert story.items == [("take", 1, "A", 10)]
    story.refuses("card.taking_first", "NZ-9.5").cards("2c")
    story.settle().cards("2c")


@pytest.mark.clause("NZ-10.1")
@pytest.mark.parametrize("dealer", ["2d", "6d", "9s"])
def test_against_two_to_nine_a_blackjack_is_paid_before_another_card(dealer: str) -> None:
    story = nz().bet(1, "A", 20).bet(2, "B", 20).call().initial(dealer, "7s 5h", "Ah Kh")
    assert story.items == [("pay", 2, "B", 30)]
    assert story.due.clause == "NZ-10.1"
    story.refuses("decision.payment_first", "NZ-10.1").hit(1)
    story.refuses("card.payment_first", "NZ-10.1").cards("2c")
    story.settle().hit(1).cards("Kc").settle()
    assert (story.action, story.net("B")) == ("collect", 30)  # nothing left to draw for


@pytest.mark.clause("NZ-10.2")
def test_against_an_ace_or_a_ten_it_waits_until_the_dealers_hand_is_complete() -> None:
    """K and 6 are sixteen: box 2 makes the dealer draw a 9 for twenty-five; then both are paid."""
    story = nz().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kh", "As Qh", "Ts 5h")
    assert story.due.box == 2
    story.stand(2).cards("6c")
    assert (story.action, story.items if story.action == "settle" else []) == ("card", [])
    story.cards("9d").end()
    assert (story.net("A"), story.net("B")) == (30, 20)
    # Alone, the dealer's second card is enough (13.4).
    assert one_hand("As Qh", "Kh").cards("6c").end().net() == 30


@pytest.mark.clause("NZ-10.3")
def test_even_money_only_at_three_to_two_against_an_ace() -> None:
    ace("As Kh").even_money(1, "A")
    ace("Ts 9h").refuses("even_money.no_natural", "NZ-10.3").even_money(1, "A")
    ace("As Kh", blackjack_pays="6:5").refuses("even_money.not_offered", "NZ-10.3").even_money(1, "A")
    ace("As Kh", blackjack_pays="1:1").refuses("even_money.not_offered", "NZ-10.3").even_money(1, "A")
    one_hand("As Kd", "Kh").refuses("even_money.no_ace", "NZ-10.3").even_money(1, "A")


@pytest.mark.clause("NZ-10.3(a)")
def test_even_money_is_paid_at_once_and_final_and_asked_for_before_the_next_card() -> None:
    story = (
        nz().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ah", "As Kh", "Ts 5h").even_money(1, "A").asked()
    )
    assert story.items == [("pay", 1, "A", 20)]
    story.settle().stand(2).cards("Kc").end()  # the dealer's Blackjack changes nothing
    assert story.net("A") == 20
    story = nz().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ah", "As Kh", "Ts 5h").asked()
    story.hit(2).cards("2c").refuses("even_money.too_late", "NZ-10.3").even_money(1, "A")


@pytest.mark.clause("NZ-10.3(b)", "NZ-14.3(g)")
def test_the_cards_stay_while_one_player_on_the_box_has_not_asked() -> None:
    story = nz().shared(3, A=20, B=50).call().initial("Ah", "As Kh").even_money(3, "B").asked()
    assert story.items == [("pay", 3, "B", 50)]
    story.settle()
    assert story.hand(3).live
    story.cards("9c").end()  # twenty
    assert (story.net("B"), story.net("A")) == (50, 30)
    both = nz().shared(3, A=20, B=50).call().initial("Ah", "As Kh").even_money(3, "B").even_money(3, "A")
    both.asked().settle() if both.action == "insurance" else both.settle()
    assert not both.hand(3).live
    assert both.action == "collect"


@pytest.mark.clause("NZ-10.3-S1")
def test_even_money_voids_that_players_insurance() -> None:
    story = nz().shared(3, A=20, B=20).call().initial("Ah", "As Kh").insure(3, "A", 10).insure(3, "B", 10)
    story.even_money(3, "A")
    assert [event.amount for event in story.recorded(InsuranceReturned)] == [10_00]
    void = story.result(3, "A", bet="insurance")
    assert (void.result, void.stake, void.takes, void.clause) == ("void", 10_00, 0, "NZ-10.3-S1")
    story.refuses("insurance.with_even_money", "NZ-10.3-S1").insure(3, "A", 10)
    story = story.asked() if story.action == "insurance" else story
    story.settle().cards("Kc").end()
    # A has the $20; B's Blackjack ties and the insurance pays $20.
    assert (story.net("A"), story.net("B")) == (20, 20)


@pytest.mark.clause("NZ-5.6")
def test_insurance_once_recorded_is_not_taken_back_or_changed() -> None:
    story = nz().shared(3, A=20, B=20).call().initial("Ah", "Ts 9h").insure(3, "A", 10)
    story.refuses("insurance.locked", "NZ-5.6").unbet(3, "A", "insurance")
    story.refuses("insurance.placed", "NZ-5.5(b)").insure(3, "A", 5)
