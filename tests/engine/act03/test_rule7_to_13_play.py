"""Canberra 2003, rules 7 to 13: insurance, interim settlement, decisions, the dealer's hand, settlement."""

import pytest

from rounds import engine
from rounds.engine.decisions.events import Drew, Stood
from tests.engine.story import Story, deal


def on_cards(cards: str, dealer: str = "Td", wager: float = 20, **table: object) -> Story:
    return deal("ACT03", **table).bet(3, "A", wager).call().initial(dealer, cards)  # type: ignore[arg-type]


def played(cards: str, dealer: str, wager: float = 20) -> Story:
    """Box 3 stands on its two cards; the dealer's are dealt until the hand is complete."""
    first, _, further = dealer.partition(" ")
    return on_cards(cards, first, wager).stands_to_the_end(3, further)


# --- insurance


@pytest.mark.clause("ACT03-7.1-B01")
def test_every_owner_is_asked_when_the_first_card_is_an_ace() -> None:
    story = (
        deal("ACT03").bet(1, "A", 20).bet(1, "B", 50).bet(4, "C", 10).call().initial("Ah", "Ts 7h", "As Kh")
    )
    assert [(offer.box, offer.player) for offer in story.due.offers if offer.kind == "insure"] == [
        (1, "A"),
        (1, "B"),
        (4, "C"),
    ]
    other = on_cards("Ts 7h", "Kh")
    other.refuses("insurance.no_ace", "ACT03-7.1-B01").insure(3, "A", 5)


@pytest.mark.clause("ACT03-7.1-B02")
def test_insurance_is_up_to_half_of_the_wager_on_that_box() -> None:
    """25: 12.50 and 5, not 15. 20 on box 1 and 40 on box 2: 10 on box 1, not 20."""
    on_cards("Ts 7h", "Ah", 25).insure(3, "A", "12.50")
    on_cards("Ts 7h", "Ah", 25).insure(3, "A", 5)
    on_cards("Ts 7h", "Ah", 25).refuses("insurance.wrong_amount", "ACT03-7.1-B02").insure(3, "A", 15)
    two = deal("ACT03").several("A").bet(1, "A", 20).bet(2, "A", 40).call().initial("Ah", "Ts 7h", "Ts 8h")
    two.refuses("insurance.wrong_amount", "ACT03-7.1-B02").insure(1, "A", 20)
    two.insure(1, "A", 10).insure(2, "A", 20)


@pytest.mark.clause("ACT03-7.2")
def test_insurance_is_placed_before_the_further_deal_begins() -> None:
    story = on_cards("Ts 7h", "Ah").asked()
    story.insure(3, "A", 5)
    late = on_cards("Ts 7h", "Ah").asked().stand(3)
    late.refuses("insurance.too_late", "ACT03-7.2").insure(3, "A", 5)


@pytest.mark.clause("ACT03-7.3")
def test_insurance_is_in_multiples_of_half_the_smallest_chip() -> None:
    """Smallest chip 5: 12.50 and 2.50, not 11; 12.50 wins 25."""
    for amount in ("12.50", "2.50", 5):
        on_cards("Ts 7h", "Ah", 25, chips=(5, 25)).insure(3, "A", amount)
    on_cards("Ts 7h", "Ah", 25, chips=(5, 25)).refuses("insurance.not_half_chips", "ACT03-7.3").insure(
        3, "A", 11
    )
    on_cards("Ts 7h", "Ah", 25, chips=(5, 25)).refuses("insurance.not_half_chips", "ACT03-7.3").insure(
        3, "A", "1.25"
    )


@pytest.mark.clause("ACT03-7.4", "ACT03-7.5(b)")
@pytest.mark.parametrize("ten", ["Tc", "Jc", "Qc", "Kc"])
def test_insurance_pays_two_to_one_on_a_ten(ten: str) -> None:
    """25 on 19 loses to a Blackjack, 12.50 wins 25."""
    story = on_cards("Ts 9h", "Ah", 25, chips=(5, 25)).insure(3, "A", "12.50").stand(3).cards(ten)
    assert story.items == [("pay", 3, "A", 25)]
    assert story.due.clause == "ACT03-7.5(b)"
    story.end()
    assert (story.net(), story.result(3, bet="insurance").clause) == (0, "ACT03-7.4")


@pytest.mark.clause("ACT03-7.5(a)")
def test_lost_insurance_is_collected_before_the_round_goes_on() -> None:
    """A-6: the 10 goes, the dealer stands on soft 17, 19 wins 20."""
    story = on_cards("Ts 9h", "Ah").insure(3, "A", 10).stand(3).cards("6c")
    assert (story.items, story.due.clause) == ([("take", 3, "A", 10)], "ACT03-7.5(a)")
    story.refuses("card.taking_first", "ACT03-7.5(a)").cards("2c")
    assert story.end().net() == 10


@pytest.mark.clause("ACT03-7.5(b)", "ACT03-12.2")
def test_insurance_is_paid_to_a_player_who_broke_too() -> None:
    """10-6-8 = 24 loses 20, insurance of 10 wins 20: nothing."""
    story = on_cards("Ts 6h", "Ah").insure(3, "A", 10).hit(3).cards("8c").settle().cards("Qd").end()
    assert story.net() == 0


# --- interim settlement


@pytest.mark.clause("ACT03-8.1-B01", "ACT03-8.1(a)")
@pytest.mark.parametrize("first", ["2h", "6h", "9h"])
def test_a_blackjack_is_paid_before_the_further_deal(first: str) -> None:
    """15 and 10 on A-K: 22.50 and 15 before box 1 acts."""
    story = deal("ACT03").bet(1, "C", 10).bet(3, "A", 15).bet(3, "B", 10).call()
    story.initial(first, "Ts 4h", "As Kd")
    assert story.items == [("pay", 3, "A", 22.5), ("pay", 3, "B", 15)]
    story.refuses("decision.payment_first", "ACT03-8.1(a)").stand(1)
    story.settle().stand(1)


@pytest.mark.clause("ACT03-8.1(a)", "ACT03-13.1(g)")
@pytest.mark.parametrize("first", ["Th", "Jh", "Qh", "Kh"])
@pytest.mark.parametrize(("second", "net"), [("9c", 22.5), ("Ac", 0)])
def test_a_blackjack_waits_against_any_ten(first: str, second: str, net: float) -> None:
    story = on_cards("As Kd", first, 15)
    story.refuses("even_money.no_ace", "ACT03-8.1(b)").even_money(3, "A")
    assert story.cards(second).end().net() == net


@pytest.mark.clause("ACT03-8.1(a)")
@pytest.mark.parametrize(("first", "paid"), [("Th", False), ("Ah", False), ("Jh", True), ("9h", True)])
def test_in_the_other_reading_only_the_ten_itself_puts_it_off(first: str, paid: bool) -> None:
    story = on_cards("As Kd", first, 15, read={"blackjack_paid_at_once": "no_ace_or_ten_spot"})
    assert story.items == ([("pay", 3, "A", 22.5)] if paid else [])


@pytest.mark.clause("ACT03-8.1(b)")
@pytest.mark.parametrize(("asks", "second", "net"), [(True, "", 50), (False, "Kc", 0), (False, "5c", 75)])
def test_a_blackjack_is_paid_evens_against_an_ace_at_the_players_wish(
    asks: bool, second: str, net: float
) -> None:
    story = on_cards("Ac Jd", "Ah", 50)
    story = story.even_money(3, "A") if asks else story.asked().cards(second)
    if asks:
        story.asked().settle()
        assert story.action == "collect"
    assert story.end().net() == net


@pytest.mark.clause("ACT03-8.1(b)")
def test_each_owner_asks_for_himself_and_insurance_stays_beside_it() -> None:
    """A: 50 at evens, and 10 of insurance that loses. B waits: 3 to 2 on 20."""
    story = deal("ACT03").bet(3, "A", 50).bet(3, "B", 20).call().initial("Ah", "Ac Jd")
    story.even_money(3, "A").insure(3, "A", 10).asked().settle().cards("5c").end()
    assert (story.net("A"), story.net("B")) == (40, 30)


@pytest.mark.clause("ACT03-8.1(b)")
def test_in_the_other_reading_even_money_excludes_insurance() -> None:
    story = on_cards("Ac Jd", "Ah", read={"even_money_with_insurance": "either"}).even_money(3, "A")
    story.refuses("insurance.with_even_money", "ACT03-8.1(b)").insure(3, "A", 5)


# --- decisions


@pytest.mark.clause("ACT03-9.1-B01")
def test_box_by_box_from_the_first_with_a_wager() -> None:
    story = deal("ACT03").bet(2, "A", 10).bet(5, "B", 10).call().initial("6d", "Ts 4h", "Ts 5h")
    story.refuses("decision.other_hand_first", "ACT03-9.1-B01").stand(5)
    story.stand(2).stand(5)


@pytest.mark.clause("ACT03-9.1(a)", "ACT03-A-B18")
@pytest.mark.parametrize(
    ("cards", "offered"),
    [("8s 8h", True), ("Ks Qh", True), ("Ts Jh", True), ("8s 7h", False), ("Ts 9h", False)],
)
def test_cards_of_one_value_may_be_split(cards: str, offered: bool) -> None:
    story = on_cards(cards)
    assert ("split" in story.legal) is offered
    if not offered:
        story.refuses("split.not_a_pair", "ACT03-A-B18").split(3)


@pytest.mark.clause("ACT03-A-B18")
def test_a_split_adds_the_initial_wager_and_may_follow_a_split() -> None:
    story = on_cards("8s 8h").split(3).cards("8c").split(3)
    assert [hand.stakes[0].base for hand in story.state.box(3).hands] == [20_00, 20_00, 20_00]
    three = on_cards("4s 4h").hit(3).cards("4c")
    three.refuses("split.first_cards_only", "ACT03-A-B18").split(3)


@pytest.mark.clause("ACT03-A-B18")
def test_in_the_other_reading_no_split_follows_a_split() -> None:
    story = on_cards("8s 8h", read={"split_hands": "2"}).split(3).cards("8c")
    assert "split" not in story.legal
    story.refuses("split.too_many_hands", "ACT03-A-B18").split(3)


@pytest.mark.clause("ACT03-9.1(b)")
@pytest.mark.parametrize("cards", ["4s 3h", "Ts 6h", "As 9h", "Ts Kh"])
def test_any_two_cards_but_21_may_be_doubled(cards: str) -> None:
    assert "double" in on_cards(cards).legal


@pytest.mark.clause("ACT03-9.1(b)")
def test_three_cards_are_doubled_only_in_the_other_reading() -> None:
    story = on_cards("4s 3h").hit(3).cards("2c")
    story.refuses("double.first_cards_only", "ACT03-9.1(b)").double(3)
    assert "double" in on_cards("4s 3h", read={"double_cards": "0"}).hit(3).cards("2c").legal


@pytest.mark.clause("ACT03-A-B08")
def test_a_double_is_exactly_the_wager_and_one_card() -> None:
    """10-2 doubled with 3 is 15: it loses 40."""
    story = on_cards("Ts 2h")
    story.refuses("double.not_equal", "ACT03-A-B08").double(3, A=15)
    story.refuses("double.above_wager", "ACT03-A-B08").double(3, A=25)
    story.double(3).cards("3c")
    story.refuses("hand.doubled", "ACT03-11.2-B02").hit(3)
    assert story.cards("8c").end().net() == -40


@pytest.mark.clause("ACT03-9.1(c)")
def test_a_card_may_be_drawn_below_21() -> None:
    story = on_cards("Ts 6h").hit(3)
    assert story.recorded(Drew)[0].clause == "ACT03-9.1(c)"
    assert "hit" in on_cards("Ts Kh").legal


@pytest.mark.clause("ACT03-9.1(d)", "ACT03-9.2(b)", "ACT03-A-B10")
@pytest.mark.parametrize(
    ("cards", "may"), [("Ts 2h", True), ("As 2h", True), ("As Ah", True), ("6s 5h", False), ("2s 2h", False)]
)
def test_standing_from_hard_12_or_on_any_soft_total(cards: str, may: bool) -> None:
    story = on_cards(cards)
    if may:
        story.stand(3)
        assert story.recorded(Stood)[0].clause == "ACT03-9.1(d)"
    else:
        story.refuses("stand.too_low", "ACT03-9.2(b)").stand(3)


@pytest.mark.clause("ACT03-9.2(a)")
def test_21_takes_no_card() -> None:
    story = on_cards("As 5h").hit(3).cards("5c")
    assert (story.action, story.due.box) == ("card", 0)
    story.refuses("hand.soft_total", "ACT03-9.2(a)").hit(3)
    story.refuses("hand.soft_total", "ACT03-9.2(a)").double(3)
    blackjack = on_cards("As Kh")
    blackjack.refuses("hand.natural", "ACT03-9.2(a)").double(3)


@pytest.mark.clause("ACT03-9.2(b)")
def test_below_12_cards_are_drawn_until_12() -> None:
    """5-6 with an ace is twelve. 2-3-4 is nine: nothing but drawing is left, and the card may come unasked."""
    story = on_cards("5s 6h").hit(3).cards("Ac").stand(3)
    assert story.hand(3).total == 12
    forced = on_cards("2s 3h").hit(3).cards("4c")
    assert forced.legal == ("hit",)
    forced.cards("2c")
    assert forced.hand(3).total == 11
    forced.refuses("stand.too_low", "ACT03-9.2(b)").stand(3)


@pytest.mark.clause("ACT03-9.2(b)", "ACT03-11.2-B02")
def test_a_doubled_hand_is_closed_at_any_total() -> None:
    """5-4 doubled by A alone with 2: eleven, for B too. It loses to 18: −40 and −50."""
    story = deal("ACT03").bet(3, "A", 20).bet(3, "B", 50).call().initial("Td", "5s 4h").double(3).cards("2c")
    assert (story.action, story.due.box) == ("card", 0)
    story.cards("8c").end()
    assert (story.net("A"), story.net("B")) == (-40, -50)


# --- splitting


@pytest.mark.clause("ACT03-10.1", "ACT03-11.1")
def test_what_the_caller_declines_nobody_does() -> None:
    """A decides. B can neither begin a split or a double nor make A's wager stay out of one."""
    story = deal("ACT03").bet(3, "A", 20).bet(3, "B", 50).call().initial("Td", "8s 8h")
    story.refuses("decision.other_player", "ACT03-10.1").do(engine.Decide(3, "split", by="B"))
    story.refuses("decision.other_player", "ACT03-11.1").do(engine.Decide(3, "double", by="B"))
    story.refuses("split.caller_matches", "ACT03-A-B18").split(3, A="hand1", B="split")
    story.refuses("double.caller_adds_nothing", "ACT03-A-B08").double(3, A=0, B=50)
    story.stand(3)
    story.refuses("hand.stood", "ACT03-10.1").do(engine.Decide(3, "split", by="B"))
    story.refuses("hand.stood", "ACT03-11.1").do(engine.Decide(3, "double", by="B"))


@pytest.mark.clause("ACT03-10.2(a)")
def test_the_others_may_split_with_the_caller() -> None:
    story = deal("ACT03").bet(3, "A", 20).bet(3, "B", 50).call().initial("Td", "8s 8h").split(3, B="split")
    for hand in story.state.box(3).hands:
        assert [(stake.player, stake.base) for stake in hand.stakes] == [("A", 20_00), ("B", 50_00)]


@pytest.mark.clause("ACT03-10.2(b)")
def test_a_player_who_does_not_split_rides_on_the_first_hand() -> None:
    """Hand 1, 8-3-10 = 21, wins, hand 2, 8-9 = 17, loses to 18: A 0, B +50."""
    story = deal("ACT03").bet(3, "A", 20).bet(3, "B", 50).call().initial("Td", "8s 8h").split(3)
    story.cards("3c").hit(3).cards("Tc").cards("9c").stand(3, 2).cards("8c").end()
    assert (story.net("A"), story.net("B")) == (0, 50)


@pytest.mark.clause("ACT03-10.2(a)", "ACT03-10.2(b)")
def test_when_the_first_hand_is_split_again_its_owners_are_asked_again() -> None:
    story = deal("ACT03").bet(3, "A", 20).bet(3, "B", 50).call().initial("Td", "8s 8h").split(3).cards("8c")
    story.split(3, B="split")
    assert [[stake.player for stake in hand.stakes] for hand in story.state.box(3).hands] == [
        ["A", "B"],
        ["A", "B"],
        ["A"],
    ]


@pytest.mark.clause("ACT03-10.3-B01")
def test_four_hands_at_most() -> None:
    story = on_cards("8s 8h").split(3).cards("8c").split(3).cards("8d").split(3).cards("8s")
    assert len(story.state.box(3).hands) == 4
    assert story.why_not("split") == "ACT03-10.3-B01"
    story.refuses("split.too_many_hands", "ACT03-10.3-B01").split(3)


@pytest.mark.clause("ACT03-10.3-B02", "ACT03-10.5", "ACT03-10.6")
def test_aces_are_split_once_and_take_one_card_each() -> None:
    """A-A = twelve and A-9 = twenty against 18: 0."""
    story = on_cards("As Ah").split(3).cards("Ac")
    assert (story.action, story.due.hand) == ("card", 2)
    story.refuses("hand.split_ace", "ACT03-10.3-B02").split(3)
    story.refuses("hand.split_ace", "ACT03-10.5").hit(3)
    story.refuses("hand.split_ace", "ACT03-10.6").double(3)
    assert story.cards("9c").cards("8c").end().net() == 0


@pytest.mark.clause("ACT03-10.5")
def test_one_card_each_is_enough_on_any_total() -> None:
    """A-5 and A-9: soft 16 and soft 20, both closed."""
    story = on_cards("As Ah").split(3).cards("5c 9c")
    assert [hand.total for hand in story.state.box(3).hands] == [16, 20]
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("ACT03-10.4")
def test_one_hand_after_another() -> None:
    story = on_cards("8s 8h").split(3).cards("9c")
    story.refuses("decision.other_hand_first", "ACT03-10.4").stand(3, 2)
    story.stand(3)
    assert (story.action, story.due.hand, story.due.clause) == ("card", 2, "ACT03-10.4")


@pytest.mark.clause("ACT03-10.6", "ACT03-11.3")
def test_split_hands_follow_rule_9_and_may_be_doubled() -> None:
    """8-3 must draw or double: 20 more. With 9 it is 20 for 40; 8-9 is 17 for 20; against 18: +20."""
    story = on_cards("8s 8h").split(3).cards("3c")
    assert story.legal == ("hit", "double")
    story.refuses("stand.too_low", "ACT03-9.2(b)").stand(3)
    story.double(3).cards("9c").cards("9d").stand(3, 2)
    assert story.recorded(Stood)[0].clause == "ACT03-10.6"
    assert story.cards("8c").end().net() == 20


@pytest.mark.clause("ACT03-10.7", "ACT03-A-B02")
@pytest.mark.parametrize(
    ("dealer", "cards", "net"), [("Td", "Tc", 40), ("Ad", "Jc", -40), ("7d", "7c 7h", 0)]
)
def test_a_split_ace_with_a_ten_is_plain_21(dealer: str, cards: str, net: float) -> None:
    """Two hands of A-K for 20: 20, a Blackjack, 7-7-7."""
    story = on_cards("As Ah", dealer)
    if story.action == "insurance":
        story.asked()
    assert story.split(3).cards("Kc Ks").cards(cards).end().net() == net


# --- doubling on a shared box


@pytest.mark.clause("ACT03-11.2-B01")
def test_the_others_may_double_their_own_wager_exactly() -> None:
    story = deal("ACT03").bet(3, "A", 20).bet(3, "B", 50).call().initial("Td", "6s 5h")
    story.refuses("double.not_equal", "ACT03-A-B08").double(3, B=30)
    story.double(3, B=50).cards("9c").cards("9d").end()
    assert (story.net("A"), story.net("B")) == (40, 100)


# --- the dealer's hand


@pytest.mark.clause("ACT03-12.1-B01")
def test_the_dealer_draws_last() -> None:
    story = deal("ACT03").bet(2, "A", 10).bet(5, "B", 10).call().initial("9d", "Ts 7h", "Ts 6h").stand(2)
    story.refuses("card.decision_first", "ACT03-9.1-B01").cards("8c")
    story.stand(5)
    assert (story.due.box, story.due.clause) == (0, "ACT03-12.1-B01")


@pytest.mark.clause("ACT03-12.1-B02")
@pytest.mark.parametrize(("dealer", "total"), [("Td 6c 5c", 21), ("Ad 5c Kc 4c", 20)])
def test_sixteen_is_drawn_to(dealer: str, total: int) -> None:
    """10-6, soft 16 and then hard 16: one more each time."""
    first, *others = dealer.split()
    story = on_cards("Ts 7h", first)
    if story.action == "insurance":
        story.asked()
    story.stand(3)
    for card in others:
        assert (story.action, story.due.box) == ("card", 0)
        story.cards(card)
    assert sum(1 for _ in story.state.dealer) == len(others) + 1
    assert story.end().net() == -20
    assert total > 17


@pytest.mark.clause("ACT03-12.1-B03")
@pytest.mark.parametrize("dealer", ["Ad 6c", "Ad 2c 4c", "Td 7c", "9d 9c", "Td Tc", "7d 7c 7h"])
def test_from_17_on_soft_or_hard_the_dealer_stands(dealer: str) -> None:
    first, *others = dealer.split()
    story = on_cards("Ts 8h", first)
    if story.action == "insurance":
        story.asked()
    story.stand(3).cards(" ".join(others))
    story.refuses_dealer("ACT03-12.1-B03").cards("2c")


@pytest.mark.clause("ACT03-12.2")
def test_no_card_is_dealt_that_changes_nothing() -> None:
    """All broke: none. Broke with insurance: the second alone. Only a Blackjack against a king: the second."""
    broke = on_cards("Ts 6h", "9d").hit(3).cards("9c").settle()
    broke.refuses("card.changes_nothing", "ACT03-12.2").cards("Tc")
    insured = on_cards("Ts 6h", "Ad").insure(3, "A", 10).hit(3).cards("9c").settle().cards("4c").settle()
    assert insured.action == "collect"
    insured.refuses("card.changes_nothing", "ACT03-12.2").cards("Tc")
    alive = on_cards("As Qh", "Kd").cards("5c")
    alive.refuses("card.changes_nothing", "ACT03-12.2").cards("Tc")
    assert alive.end().net() == 30


# --- settlement


@pytest.mark.clause("ACT03-13.1(a)", "ACT03-13.2(b)")
def test_the_dealer_breaks() -> None:
    story = played("Ts 3h", "Td 6c Kc")  # 13 against 26
    assert (story.net(), story.result(3).odds) == (20, "1:1")


@pytest.mark.clause("ACT03-13.1(b)", "ACT03-13.2(b)")
def test_the_higher_total_wins() -> None:
    assert played("Ts 9h", "Td 8c").net() == 20


@pytest.mark.clause("ACT03-13.1(c)", "ACT03-13.2(a)", "ACT03-A-B02")
def test_a_blackjack_beats_a_drawn_21() -> None:
    """B's 17 keeps the dealer drawing 10-5-6; A 3 to 2 on 20."""
    story = deal("ACT03").bet(3, "A", 20).bet(4, "B", 20).call().initial("Td", "As Kh", "Ts 7h").stand(4)
    story.cards("5c 6c").end()
    assert (story.net("A"), story.net("B")) == (30, -20)


@pytest.mark.clause("ACT03-13.1(d)")
def test_a_broken_hand_loses_even_if_the_dealer_breaks() -> None:
    """10-4-10 = 24 and later 26; taken at once, or at the end in the other reading."""
    for reading in ("True", "False"):
        story = deal("ACT03", read={"bust_taken_at_once": reading}).bet(3, "A", 20).bet(4, "B", 10).call()
        story.initial("Td", "Ts 4h", "Ts 2h").hit(3).cards("Tc")
        assert (story.action == "settle") is (reading == "True")
        if story.action == "settle":
            story.settle()
        story.stand(4).cards("6c Kc").end()
        assert (story.net("A"), story.net("B")) == (-20, 10)


@pytest.mark.clause("ACT03-13.1(e)")
def test_the_lower_total_loses() -> None:
    story = played("Ts 7h", "Td 9c")
    assert (story.net(), story.result(3).clause) == (-20, "ACT03-13.1(e)")


@pytest.mark.clause("ACT03-13.1(f)")
def test_a_blackjack_takes_doubles_and_splits_whole() -> None:
    """Two hands of 8, one doubled: 60 lost. 7-7-7 loses 20, or stands off in the other reading."""
    story = on_cards("8s 8h", "Kd").split(3).cards("3c").double(3).cards("9c").cards("9d").stand(3, 2)
    assert story.cards("Ac").end().net() == -60
    for reading, net in (("True", -20), ("False", 0)):
        sevens = (
            on_cards("7s 7h", "Kd", read={"blackjack_beats_21": reading}).hit(3).cards("7c").cards("Ac").end()
        )
        assert sevens.net() == net


@pytest.mark.clause("ACT03-13.1(g)", "ACT03-A-B19")
@pytest.mark.parametrize(("cards", "dealer"), [("Ts 8h", "Td 8c"), ("As Kh", "Ad Qc"), ("Ts Kh", "Jd Qc")])
def test_stand_offs(cards: str, dealer: str) -> None:
    story = played(cards, dealer)
    assert (story.net(), story.result(3).result, story.result(3).takes) == (0, "stand_off", 0)


@pytest.mark.clause("ACT03-A-B02")
@pytest.mark.parametrize("cards", ["As Kd", "Td Ac"])
def test_a_blackjack_in_either_order_on_either_side(cards: str) -> None:
    assert played(cards, "6d").net() == 30
    assert played("Ts 9h", "Tc Ad").net() == -20


@pytest.mark.clause("ACT03-13.2(a)")
@pytest.mark.parametrize(("wager", "pays"), [(15, 22.5), (25, 37.5), (20, 30)])
def test_a_blackjack_is_paid_exactly(wager: float, pays: float) -> None:
    """The book rounds nothing, whatever chips there are."""
    story = on_cards("As Kh", "6d", wager, chips=(1, 5, 25)).end()
    assert story.net() == pays


@pytest.mark.clause("ACT03-13.2(b)")
def test_a_doubled_hand_is_paid_on_all_of_it() -> None:
    story = on_cards("6s 5h").double(3).cards("9c").cards("9d").end()
    assert story.net() == 40


@pytest.mark.clause("ACT03-14.7")
def test_in_the_other_reading_an_absent_players_soft_hand_draws_on() -> None:
    """A-6 is soft 17. By its best total it takes no card; with the ace as one it draws: a king makes hard 17."""
    assert on_cards("As 6h").ask(3, reason="absent").direct(3).due.box == 0
    story = on_cards("As 6h", read={"absent_stands_soft": "21"}).ask(3, reason="absent").direct(3)
    assert (story.action, story.due.box) == ("card", 3)
    story.cards("Kc")
    assert (story.hand(3).total, story.due.box) == (17, 0)


@pytest.mark.clause("ACT03-14.7")
def test_cards_are_drawn_for_an_absent_player_until_the_total_is_above_11() -> None:
    """6-5 takes an ace: twelve."""
    story = on_cards("6s 5h").ask(3, reason="absent").direct(3).cards("Ac")
    assert (story.hand(3).total, story.due.box) == (12, 0)
