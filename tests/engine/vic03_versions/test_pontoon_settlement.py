"""Crown Pontoon, rules 10.5 and 10.6: what wins and loses, Pontoon and 21 paid at once."""

import pytest

from rounds import engine
from rounds.engine.settlement.events import Settled
from tests.engine.vic03_versions.tables import drawn, pontoon, pontoon_hand
from tests.refusing import refused_as


@pytest.mark.clause("VIC03-10.5.1(a)", "VIC03-10.11.1-T1-L11")
def test_a_hand_below_21_wins_when_the_dealer_breaks() -> None:
    """10 on 4+9 = 13; K+6+8 = 24: win 10."""
    story = pontoon_hand("4c 9h", "Kh", 10).kept().stand(1).cards("6d 8s").end()
    assert (story.net(), story.result(1).clause) == (10, "VIC03-10.11.1-T1-L11")


@pytest.mark.clause("VIC03-10.5.1(b)", "VIC03-10.11.1-T1-L11")
def test_the_higher_hand_wins() -> None:
    """20 against 10+9 = 19: win 10, paid at the end and not before."""
    story = pontoon_hand("Kc Qh", "Kh", 10).kept().stand(1)
    assert story.action == "card"
    story.cards("9d").end()
    assert story.net() == 10


@pytest.mark.clause("VIC03-10.5.1(e)")
def test_equal_totals_are_void() -> None:
    """18 against 10+8 = 18: the 10 go back."""
    story = pontoon_hand("Kc 8h", "Kh", 10).kept().stand(1).cards("8d").end()
    assert (story.result(1).result, story.result(1).clause, story.net()) == (
        "stand_off",
        "VIC03-10.5.1(e)",
        0,
    )


@pytest.mark.clause("VIC03-10.5.1(e)", "VIC03-10.5.1(d)")
def test_21_wins_against_21() -> None:
    """K+5+6 = 21 is paid 10 at once; nothing is left for the dealer's 21 to take."""
    story = pontoon().bet(1, "A", 10).bet(2, "B", 10).call().initial("9h", "Kc 5h", "Kd 8h")
    drawn(story, 1, "6c").settle().stand(2).cards("5d 7s").end()  # 9+5+7 = 21
    assert (story.net("A"), story.net("B")) == (10, -10)


@pytest.mark.clause("VIC03-10.5.1(f)")
def test_above_21_loses_even_if_the_dealer_breaks_later() -> None:
    """K+6+8 = 24 loses 10; the dealer's 9+6+J = 25 pays box 2 only."""
    story = pontoon().bet(1, "A", 10).bet(2, "B", 10).call().initial("9h", "Kc 6h", "Kd 8h")
    drawn(story, 1, "8c")
    assert (story.items, story.due.clause) == ([("take", 1, "A", 10)], "VIC03-10.5.1(f)")
    story.settle().stand(2).cards("6d Js").end()
    assert (story.net("A"), story.net("B")) == (-10, 10)


@pytest.mark.clause("VIC03-10.5.1(g)")
def test_the_lower_hand_loses() -> None:
    story = pontoon_hand("Kc 7h", "9h", 10).stand(1).cards("9d").end()  # 17 against 18
    assert (story.net(), story.result(1).clause) == (-10, "VIC03-10.5.1(g)")


@pytest.mark.clause("VIC03-10.5.1(c)", "VIC03-10.6.1(a)", "VIC03-10.11.1-T1-L01")
@pytest.mark.parametrize("first", ["Ah", "Kh", "Qd", "Jc", "9s", "2h"])
def test_a_pontoon_is_paid_before_any_third_card_whatever_the_dealer_shows(first: str) -> None:
    """20 on A-K: 20 x 3/2 = 30."""
    story = pontoon().bet(1, "B", 10).bet(3, "A", 20).call().initial(first, "5c 6c", "As Kd")
    if first == "Ah":
        story.asked()
    assert (story.state.phase, story.action, story.items) == (
        "interim_settlement",
        "settle",
        [("pay", 3, "A", 30)],
    )
    assert (story.due.clause, story.due.announce) == ("VIC03-10.6.1(a)", "Pontoon")
    story.refuses("card.payment_first", "VIC03-10.6.1(a)").cards("4c")
    story.refuses("decision.payment_first", "VIC03-10.6.1(a)").hit(1)
    story.settle()
    assert story.result(3, "A").clause == "VIC03-10.11.1-T1-L01"
    assert story.result(3, "A").odds == "3:2"


@pytest.mark.clause("VIC03-10.6.1(a)")
def test_each_owner_on_the_box_is_paid_for_the_pontoon() -> None:
    """20 and 50 on one Pontoon: 30 and 75. Against a king nothing is held back, and no even money is asked."""
    story = pontoon().shared(3, A=20, B=50).call().initial("Ks", "As Qd")
    assert story.items == [("pay", 3, "A", 30), ("pay", 3, "B", 75)]


@pytest.mark.clause("VIC03-10.6.1(a)")
def test_no_even_money() -> None:
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ah", "As Kd", "9c 7d")
    assert [(offer.box, offer.kind) for offer in story.due.offers] == [(2, "insure")]
    story.refuses("even_money.not_offered", "VIC03-10.6.1(a)").even_money(1, "A")


@pytest.mark.clause("VIC03-10.5.1(c)")
def test_a_pontoon_keeps_its_win_against_the_dealers() -> None:
    """20 on A-K won 30; the dealer then makes A-K: box 2 loses its 20."""
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ah", "As Kd", "9c 9d").asked()
    story.settle().kept().stand(2).cards("Kc").end()
    assert (story.net("A"), story.net("B")) == (30, -20)


@pytest.mark.clause("VIC03-10.6.1(a)(i)")
def test_a_pontoon_is_not_insured_but_the_same_players_other_box_is() -> None:
    """Box 3 holds 20: up to 10 may be insured there."""
    story = pontoon().several("A").bet(2, "A", 20).bet(3, "A", 20).call().initial("Ah", "As Kd", "9c 7d")
    assert [(offer.box, offer.kind, offer.most) for offer in story.due.offers] == [(3, "insure", 10_00)]
    story.refuses("insurance.on_natural", "VIC03-10.6.1(a)(i)").insure(2, "A", 10)
    story.refuses("insurance.wrong_amount", "VIC03-8.1-T03").insure(3, "A", 10.5)
    story.insure(3, "A", 10)


@pytest.mark.clause("VIC03-10.6.1(a)(i)")
def test_with_nothing_but_pontoons_no_insurance_is_asked() -> None:
    story = pontoon_hand("As Kd", "Ah")
    assert story.state.phase == "interim_settlement"
    story.refuses("insurance.on_natural", "VIC03-10.6.1(a)(i)").insure(1, "A", 10)
    story.settle()
    assert story.end().state.dealer == ("Ah",)


@pytest.mark.clause("VIC03-10.6.1(b)", "VIC03-10.5.1(d)")
def test_a_21_is_called_paid_and_cleared_before_the_next_card() -> None:
    """2+3+4+5+7 = 21 of five cards: 20 x 3/2 = 30."""
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "2c 3d", "9c 8d")
    drawn(story, 1, "4s 5h 7c")
    assert (story.items, story.due.clause) == ([("pay", 1, "A", 30)], "VIC03-10.6.1(b)")
    assert story.due.announce == "twenty-one"
    story.refuses("card.payment_first", "VIC03-10.6.1(b)").cards("2h")
    story.refuses("decision.payment_first", "VIC03-10.6.1(b)").hit(2)
    story.settle()
    assert story.recorded(Settled)[0].clause == "VIC03-10.6.1(b)"
    assert story.result(1).clause == "VIC03-10.11.1-T1-L02"
    assert (story.action, story.due.box) == ("decision", 2)


@pytest.mark.clause("VIC03-10.5.1(d)")
def test_a_21_keeps_its_win_against_the_dealers_pontoon() -> None:
    """9+8+4 = 21 won 20; K-A then takes box 2's 20."""
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kc", "9c 8d", "Qc 9d").kept()
    drawn(story, 1, "4s").settle().stand(2).cards("Ad").end()
    assert (story.net("A"), story.net("B")) == (20, -20)


@pytest.mark.clause("VIC03-10.5.1(d)", "VIC03-10.6.1(b)")
def test_a_soft_21_is_one_too() -> None:
    """A+4 = soft 15, +6 = soft 21."""
    story = drawn(pontoon_hand("Ac 4d"), 1, "6h")
    assert story.items == [("pay", 1, "A", 20)]


@pytest.mark.clause("VIC03-10.6.1(b)", "VIC03-10.10.1")
def test_insurance_on_a_paid_21_waits_for_the_dealers_second_card() -> None:
    """7+6+8 of mixed suits won 20 x 3/2 = 30; the 10 of insurance wins 20 on the king: 50 in all. The dealer's
    hand takes that one card."""
    story = pontoon_hand("7c 6d", "Ah").insure(1, "A", 10).kept()
    drawn(story, 1, "8h").settle()
    assert (story.action, story.due.box) == ("card", 0)
    story.cards("Kd").end()
    assert (story.net(), story.result(1, bet="insurance").pays) == (50, 20_00)


@pytest.mark.clause("VIC03-10.6.1(b)")
def test_insurance_that_loses_there_takes_no_third_card_of_the_dealer() -> None:
    story = pontoon_hand("7c 6d", "Ah").insure(1, "A", 10).kept()
    drawn(story, 1, "8h").settle().cards("2d").end()
    assert (story.net(), story.state.dealer) == (20, ("Ah", "2d"))  # 30 - 10


@pytest.mark.clause("VIC03-10.5.1(d)", "VIC03-10.6.1(b)")
def test_a_split_ten_and_an_ace_are_21_paid_one_to_one_and_no_pontoon() -> None:
    """K-Q split, 20 each. K+A = 21: 20 at once. Q+9 = 19 against 6+K+2 = 18: 20."""
    story = pontoon_hand("Kd Qs").split(1).cards("Ah")
    assert (story.items, story.due.announce) == ([("pay", 1, "A", 20)], "twenty-one")
    story.settle().cards("9h").stand(1, hand=2).cards("Kc 2d").end()
    assert story.net() == 40


@pytest.mark.clause("VIC03-10.2.1-B01")
def test_read_the_other_way_it_is_a_pontoon() -> None:
    """20 x 3/2 = 30 at once."""
    story = pontoon_hand("Kd Qs", read={"split_blackjack": "True"}).split(1).cards("Ah")
    assert (story.items, story.due.announce) == ([("pay", 1, "A", 30)], "Pontoon")
    story.settle().cards("9h").stand(1, hand=2)


@pytest.mark.clause("VIC03-10.6.1(b)")
def test_split_aces_with_a_court_card_are_21() -> None:
    """A-A split, one card each: A+K = 21 wins 20, A+7 = 18 loses to 9+J = 19."""
    story = pontoon_hand("Ac Ad", "9d").split(1).cards("Kh")
    assert story.items == [("pay", 1, "A", 20)]
    story.settle().cards("7h").cards("Jd").end()
    assert story.net() == 0


@pytest.mark.clause("VIC03-10.5.1(g)", "VIC03-10.1")
def test_split_hands_against_a_pontoon_lose_one_original_wager() -> None:
    """Inherited 7.5.5(i): 8-8 split into 18 and 17, K-A: of the 40 the original 20 is lost."""
    story = pontoon_hand("8c 8d", "Kd").kept().split(1).cards("Kh").stand(1).cards("9h").stand(1, hand=2)
    story.cards("As").end()
    assert (story.net(), story.result(1, hand=1).clause) == (-20, "VIC03-7.5.5(i)")


@pytest.mark.clause("VIC03-10.5.1(f)", "VIC03-10.1")
def test_a_broken_split_hand_stays_lost_and_makes_up_the_original() -> None:
    """8+5+K = 23 lost 20; the 8+K = 18 beside it then loses nothing more to K-A."""
    story = pontoon_hand("8c 8d", "Kd").kept().split(1).cards("5h").hit(1).cards("Kh").settle()
    story.cards("Kc").stand(1, hand=2).cards("As").end()
    assert story.net() == -20


@pytest.mark.clause("VIC03-10.5.1(d)", "VIC03-10.1")
def test_a_split_hand_of_21_has_won_and_the_other_loses_the_original() -> None:
    """8+6+7 = 21 of mixed suits pays 3 to 2 on 20 = 30; 8+9 = 17 loses its 20 to K-A: 10 in all."""
    story = pontoon_hand("8c 8d", "Kd").kept().split(1).cards("6h").hit(1).cards("7h").settle()
    story.cards("9c").stand(1, hand=2).cards("As").end()
    assert story.net() == 10


def test_what_a_pontoon_refuses_names_it() -> None:
    with refused_as("insurance.on_natural", "VIC03-10.6.1(a)(i)") as refused:
        engine.decide((story := pontoon_hand("As Kd", "Ah")).rules, story.state, engine.Insure(1, "A", 10_00))
    assert "Pontoon" in refused.value.message, refused.value.code


@pytest.mark.clause("VIC03-10.5.1(d)", "VIC03-10.11.1-T1-L03")
def test_a_21_shown_at_the_end_wins_as_it_would_have_at_once() -> None:
    """7, 6 and 8 of mixed suits, one of them face down until the end: 30 on 20 against the dealer's 9+5+7 = 21."""
    story = pontoon(face_down=True).bet(1, "A", 20).call().cards("7c 9d ?? ").hit(1).cards("8h").stand(1)
    story.cards("5d 7s").show(1, "6d")
    assert story.items == [("pay", 1, "A", 30)]
    assert story.end().result(1).clause == "VIC03-10.11.1-T1-L03"


@pytest.mark.clause("VIC03-10.5.1(c)")
def test_a_pontoon_shown_at_the_end_beats_the_dealers() -> None:
    story = pontoon(face_down=True).bet(1, "A", 20).call().cards("As Kd ??").kept().stand(1)
    story.cards("Ad").show(1, "Kh")
    assert story.items == [("pay", 1, "A", 30)]
    assert story.end().result(1).clause == "VIC03-10.11.1-T1-L01"
