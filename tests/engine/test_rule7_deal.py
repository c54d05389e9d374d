"""Rule 7.1 to 7.4: how cards are dealt, the initial deal, and the interim settlement."""

import pytest

from rounds import engine
from rounds.engine.settlement.events import Settled
from tests.engine.story import deal

# --- 7.1 face up, or the first two face down


@pytest.mark.clause("VIC03-7.1.1")
@pytest.mark.parametrize(
    ("card", "code"),
    [("??", "card.dealt_face_up"), *[(text, "card.not_a_card") for text in ("", "T", "1s", "Xs", "Ts7h")]],
)
def test_a_card_dealt_face_up_has_rank_and_suit(card: str, code: str) -> None:
    deal().bet(1, "A", 10).call().refuses(code, "VIC03-7.1.1").do(engine.DealCard(card))


@pytest.mark.clause("VIC03-7.1.2")
def test_the_first_two_cards_of_a_player_may_lie_face_down() -> None:
    story = deal(face_down=True).bet(1, "A", 10).call()
    # the dealer's card is dealt face up
    story.cards("??").refuses("card.dealt_face_up", "VIC03-7.1.2").cards("??")
    story.cards("6d ??")
    assert story.hand(1).hidden
    assert story.due.announce == ""  # no total is called of hidden cards


@pytest.mark.clause("VIC03-7.1.2", "VIC03-7.5.2")
def test_further_cards_are_dealt_face_up() -> None:
    story = deal(face_down=True).bet(1, "A", 10).call().cards("?? 6d ??").hit(1)
    story.refuses("card.dealt_face_up", "VIC03-7.1.1").cards("??")
    story.cards("2c")


@pytest.mark.clause("VIC03-7.1.2")
def test_a_hidden_hand_draws_and_stands_but_is_shown_to_double_or_split() -> None:
    story = deal(face_down=True).bet(1, "A", 10).call().cards("?? 6d ??")
    assert set(story.legal) == {"hit", "stand"}
    story.refuses("double.cards_not_shown", "VIC03-7.1.2").double(1)
    story.refuses("split.cards_not_shown", "VIC03-7.1.2").split(1)
    story.show(1, "5s 5h")
    assert story.legal == ("hit", "stand", "double", "split")
    assert story.due.announce == "ten"


@pytest.mark.clause("VIC03-7.1.2")
def test_a_blackjack_shown_before_the_further_deal_is_paid_early() -> None:
    story = deal(face_down=True).bet(1, "A", 20).bet(2, "B", 20).call().cards("?? ?? 6d ?? ??")
    story.show(1, "As Kh")
    assert story.items == [("pay", 1, "A", 30)]  # 20 × 3/2


@pytest.mark.clause("VIC03-7.1.2")
def test_cards_that_still_lie_face_down_are_shown_before_the_settlement() -> None:
    story = deal(face_down=True).bet(1, "A", 10).call().cards("?? 6d ??").stand(1).cards("Td Kc")
    assert story.action == "show_cards"
    story.refuses("collect.hand_not_shown", "VIC03-7.1.2").collect()
    story.show(1, "2s 3h").end()
    assert story.net() == 10  # the dealer broke with 26


@pytest.mark.clause("VIC03-7.1.2")
def test_a_hidden_hand_that_turns_out_broken_has_lost() -> None:
    story = deal(face_down=True).bet(1, "A", 10).call().cards("?? 6d ??").hit(1).cards("9c").stand(1)
    story.cards("Td Kc").show(1, "Ts 8h").end()  # 10 + 8 + 9 = 27
    assert story.net() == -10


@pytest.mark.clause("VIC03-7.1.2")
def test_what_is_shown_is_as_many_cards_as_lie_face_down() -> None:
    story = (
        deal(face_down=True)
        .bet(1, "A", 10)
        .call()
        .cards("??")
        .refuses("show.before_second_cards", "VIC03-7.1.2")
        .show(1, "5s")
    )
    story.cards("6d ??")
    story.refuses("show.other_number", "VIC03-7.1.2").show(1, "5s")
    story.refuses("show.other_number", "VIC03-7.1.2").show(1, "5s ??")
    story.refuses("show.no_such_hand", "VIC03-7.1.2").show(2, "5s 5h")
    story.refuses("show.no_such_hand", "VIC03-7.1.2").show(1, "5s 5h", hand=2)
    story.show(1, "5s 5h").refuses("show.nothing_hidden", "VIC03-7.1.2").show(1, "5s 5h")


@pytest.mark.clause("VIC03-7.1.2")
def test_when_only_the_second_card_lies_face_down_it_is_the_one_shown() -> None:
    story = deal(face_down=True).bet(1, "A", 10).call().cards("Ts 6d ??").show(1, "9h")
    assert story.hand(1).cards == ("Ts", "9h")


@pytest.mark.clause("VIC03-7.1.2", "VIC03-3.1")
def test_what_is_shown_is_in_the_shoe() -> None:
    """Of four packs' four aces of spades three lie face up: one may still be shown, two may not."""
    story = deal(decks=4, face_down=True).bet(1, "A", 10).bet(2, "B", 10).bet(3, "C", 10).call()
    story.cards("As As ?? 6d As 2h ??")
    story.refuses("packs.used_up_in_round", "VIC03-3.1").show(3, "As As")
    story.show(3, "As 9h")


@pytest.mark.clause("VIC03-7.1.2", "VIC03-3.1")
def test_cards_that_other_players_showed_count_too() -> None:
    story = deal(decks=4, face_down=True).bet(1, "A", 10).bet(2, "B", 10).bet(3, "C", 10).call()
    story.cards("?? ?? ?? 6d ?? ?? ??").show(1, "As As").show(2, "As As")
    story.refuses("packs.used_up_in_round", "VIC03-3.1").show(3, "As 9h")


@pytest.mark.clause("VIC03-7.1.1")
def test_the_style_is_the_tables() -> None:
    deal().bet(1, "A", 10).call().refuses("card.dealt_face_up", "VIC03-7.1.1").cards("??")


# --- 7.3.1 the call and the initial deal


@pytest.mark.clause("VIC03-7.3.1(a)")
def test_no_card_before_no_more_bets() -> None:
    story = deal().bet(1, "A", 10)
    assert story.due.announce == "no more bets"
    story.refuses("card.before_call", "VIC03-7.3.1(a)").cards("Ts")
    story.call().refuses("call.made", "VIC03-7.3.1(a)").call()
    story.cards("Ts")


@pytest.mark.clause("VIC03-7.3.1(a)")
def test_no_call_without_a_wager() -> None:
    deal().refuses("call.no_wager", "VIC03-7.3.1(a)").call()


@pytest.mark.clause("VIC03-7.3.1(b)", "VIC03-7.3.1(c)", "VIC03-7.3.1(d)")
def test_cards_go_from_the_left_then_to_the_dealer_then_from_the_left_again() -> None:
    story = deal().bet(7, "C", 10).bet(2, "A", 10).bet(5, "B", 10).call()
    expected = []
    for card in "Ts 9s 8s 6d 7h 8h 9h".split():
        expected.append((story.due.box, story.due.clause))
        story.cards(card)
    assert expected == [
        *[(box, "VIC03-7.3.1(b)") for box in (2, 5, 7)],
        (0, "VIC03-7.3.1(c)"),
        *[(box, "VIC03-7.3.1(d)") for box in (2, 5, 7)],
    ]
    assert story.targets == [2, 5, 7, 0, 2, 5, 7]
    assert story.hand(5).cards == ("9s", "8h")


@pytest.mark.clause("VIC03-7.3.1(b)")
def test_a_shared_box_gets_one_hand() -> None:
    story = deal().shared(2, A=10, B=20).call().initial("6d", "Ts 7h")
    assert story.targets == [2, 0, 2]


@pytest.mark.clause("VIC03-7.3.1(c)", "VIC03-7.3.1(d)")
def test_the_dealer_has_one_card_until_the_hands_are_decided() -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "Ts 7h")
    story.refuses("card.decision_first", "VIC03-7.5.1").cards("9c")
    assert story.state.dealer == ("6d",)


# --- 7.4.1 interim settlement


@pytest.mark.clause("VIC03-7.4.1(a)", "VIC03-8.1-T01")
@pytest.mark.parametrize("first", ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"])
def test_a_blackjack_is_paid_at_once_against_two_to_nine(first: str) -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 10).call().initial(first, "As Kh", "Ts 5h")
    assert story.state.phase == "interim_settlement"
    assert story.items == [("pay", 1, "A", 30)]  # 20 × 3/2
    story.settle()
    assert story.recorded(Settled)[0].clause == "VIC03-7.4.1(a)"
    assert (story.action, story.due.box) == ("decision", 2)


@pytest.mark.clause("VIC03-7.4.1(a)")
def test_the_further_deal_waits_for_that_payment() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 10).call().initial("6d", "As Kh", "Ts 5h")
    assert story.due.clause == "VIC03-7.4.1(a)"
    story.refuses("decision.payment_first", "VIC03-7.4.1(a)").stand(2)
    story.refuses("card.payment_first", "VIC03-7.4.1(a)").cards("9c")


@pytest.mark.clause("VIC03-7.4.1(a)")
def test_every_player_on_the_box_is_paid() -> None:
    story = deal().shared(1, A=20, B=50).call().initial("6d", "As Kh")
    assert story.items == [("pay", 1, "A", 30), ("pay", 1, "B", 75)]


@pytest.mark.clause("VIC03-7.4.1(a)", "VIC03-5.6.4")
@pytest.mark.parametrize(("second", "net"), [("7c", 30), ("Ac", 0)])
def test_against_a_ten_it_waits_for_the_dealers_second_card(second: str, net: int) -> None:
    story = deal().bet(1, "A", 20).call().initial("Kd", "As Kh")
    assert (story.action, story.due.box) == ("card", 0)
    assert story.cards(second).end().net() == net


@pytest.mark.clause("VIC03-7.4.1(a)")
def test_against_an_ace_it_waits_too() -> None:
    story = deal().bet(1, "A", 20).call().initial("Ad", "As Kh").asked()
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("VIC03-7.4.1(b)")
@pytest.mark.parametrize("rest", ["Qc", "9c"])
def test_even_money_against_an_ace_is_final(rest: str) -> None:
    """20 paid at 1 to 1, whether or not the dealer gets a Blackjack later."""
    story = deal().bet(1, "A", 20).bet(2, "B", 10).call().initial("Ad", "As Kh", "Ts 9h").even_money(1, "A")
    story.asked()
    assert story.items == [("pay", 1, "A", 20)]
    story.settle().stand(2).cards(rest).end()
    assert story.net() == 20
    assert story.result(1).clause == "VIC03-7.4.1(b)"
    assert story.result(1).odds == "1:1"


@pytest.mark.clause("VIC03-7.4.1(b)")
@pytest.mark.parametrize(("rest", "net"), [("Qc", 0), ("9c", 30)])
def test_who_does_not_ask_takes_his_chance(rest: str, net: int) -> None:
    story = deal().bet(1, "A", 20).call().initial("Ad", "As Kh").asked().cards(rest).end()
    assert story.net() == net


@pytest.mark.clause("VIC03-7.4.1(b)")
def test_each_player_on_a_shared_box_asks_for_himself() -> None:
    story = deal().shared(1, A=20, B=50).call().initial("Ad", "As Kh").even_money(1, "B").asked()
    assert story.items == [("pay", 1, "B", 50)]
    story.settle().cards("9c").end()
    assert (story.net("A"), story.net("B")) == (30, 50)


@pytest.mark.clause("VIC03-7.4.1(b)")
def test_no_even_money_without_a_blackjack_or_without_an_ace() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ad", "Ts 9h", "As Kh")
    story.refuses("even_money.no_natural", "VIC03-7.4.1(b)").even_money(1, "A")
    story.refuses("even_money.no_wager", "VIC03-7.4.1(b)").even_money(2, "A")
    story.even_money(2, "B").refuses("even_money.taken", "VIC03-7.4.1(b)").even_money(2, "B")
    other = deal().bet(1, "A", 20).call().initial("Kd", "As Kh")
    other.refuses("even_money.no_ace", "VIC03-7.4.1(b)").even_money(1, "A")


@pytest.mark.clause("VIC03-7.4.1(b)")
def test_no_even_money_before_the_initial_deal_is_complete_or_once_the_further_deal_began() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().cards("Ts As Ad 2h")
    story.refuses("even_money.before_deal", "VIC03-7.4.1(b)").even_money(2, "B")
    story.cards("Kh").asked().stand(1)
    story.refuses("even_money.too_late", "VIC03-7.4.1(b)").even_money(2, "B")


@pytest.mark.clause("VIC03-7.4.1(b)", "VIC03-7.3.2")
def test_even_money_and_insurance_run_separately() -> None:
    """A: 20 even money and 10 insurance at 2 to 1 against a Blackjack: 20 + 20."""
    story = deal().bet(1, "A", 20).call().initial("Ad", "As Kh").even_money(1, "A").insure(1, "A", 10)
    story.settle().cards("Qc").end()
    assert story.net() == 40
