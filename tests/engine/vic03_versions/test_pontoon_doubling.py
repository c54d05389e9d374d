"""Crown Pontoon, rule 10.7: doubling on any number of cards, low aces, a dealer's Pontoon, rescue."""

import pytest

from rounds.engine.decisions.events import Doubled, PlayedOn, Rescued
from tests.engine.story import Story
from tests.engine.vic03_versions.tables import drawn, pontoon, pontoon_hand
from tests.refusing import refused_as


def doubled(hand: str, card: str, dealer: str = "6d", wager: int = 20, **adds: int) -> Story:
    """A's hand doubled, with its one card."""
    story = pontoon_hand(hand, dealer, wager)
    if dealer[0] == "A":
        story.asked()
    if dealer[0] in "AJQK":
        story.kept()
    return story.double(1, **adds).cards(card)


# --- on what


@pytest.mark.clause("VIC03-10.7.1(a)")
@pytest.mark.parametrize("hand", ["Kc 6d", "2c 2d", "Kc Qd", "Ac 6d", "Ac Ad", "5c 4d", "9c Ad"])
def test_any_first_two_cards_may_be_doubled(hand: str) -> None:
    assert "double" in pontoon_hand(hand).legal


@pytest.mark.clause("VIC03-10.7.1(a)")
def test_a_pontoon_may_not_be_doubled() -> None:
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "Ac Kd", "9c 8d").settle()
    story.refuses("hand.settled", "VIC03-10.7.1(a)").double(1)


@pytest.mark.clause("VIC03-10.7.1")
def test_a_double_adds_up_to_the_original_wager() -> None:
    """20 lie there: 25 is refused, 15 and 20 are taken. K+6+4 = 20 against 6+10+2 = 18."""
    story = pontoon_hand("Kc 6d")
    story.refuses("double.above_wager", "VIC03-10.7.1").double(1, A=25)
    story.refuses("double.caller_adds_nothing", "VIC03-10.7.1").double(1, A=0)
    story.double(1, A=15).cards("4d").play_on(1).cards("Kh 2c").end()
    assert story.net() == 35
    assert doubled("Kc 6d", "4d").play_on(1).cards("Kh 2c").end().net() == 40


@pytest.mark.clause("VIC03-10.7.1")
def test_a_double_takes_one_card_only() -> None:
    """K+2+3 = 15 takes nothing more, not even a second double."""
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "Kc 2d", "Kh 9c")
    story.double(1)
    assert (story.action, story.due.clause) == ("card", "VIC03-10.7.1")
    assert story.recorded(Doubled)[0].clause == "VIC03-10.7.1"
    story.cards("3d").play_on(1)
    assert (story.action, story.due.box) == ("decision", 2)
    story.refuses("hand.doubled", "VIC03-10.7.1").hit(1)
    story.refuses("hand.doubled", "VIC03-10.7.1").double(1)


@pytest.mark.clause("VIC03-10.7.1(b)")
def test_a_split_hand_may_be_doubled() -> None:
    """8-8 split, 8+3 = 11 doubled, +9 = 20: 40; 8+K = 18 draws level with 6+10+2 = 18: 0."""
    story = pontoon_hand("8c 8d").split(1).cards("3d")
    story.refuses("double.above_wager", "VIC03-10.7.1").double(1, A=25)
    story.double(1).cards("9h").play_on(1).cards("Kc").stand(1, hand=2).cards("Kh 2c").end()
    assert story.net() == 40


@pytest.mark.clause("VIC03-10.7.1(b)")
def test_split_aces_and_a_split_hand_of_21_are_not_doubled() -> None:
    story = pontoon_hand("Ac Ad").split(1).cards("9d")
    assert (story.action, story.due.hand) == ("card", 2)
    story.refuses("hand.split_ace", "VIC03-10.7.1(b)").double(1)
    story = pontoon_hand("Kc Qd").split(1).cards("Ad")
    story.refuses("hand.soft_total", "VIC03-10.7.1(b)").double(1)


@pytest.mark.clause("VIC03-10.7.1(c)")
def test_after_every_card_while_below_21() -> None:
    """2+3+4 = 9, doubled, +K = 19, against 6+10+2 = 18: 40."""
    story = drawn(pontoon_hand("2c 3d"), 1, "4s")
    assert "double" in story.legal
    assert story.double(1).cards("Kh").play_on(1).cards("Kd 2h").end().net() == 40
    four = drawn(pontoon_hand("2c 3d"), 1, "4s Ad")  # soft 20
    assert "double" in four.legal
    split = drawn(pontoon_hand("8c 8d").split(1).cards("2d"), 1, "3d")  # 13 of three cards on a split hand
    assert "double" in split.legal


# --- aces


@pytest.mark.clause("VIC03-10.7.2")
@pytest.mark.parametrize(
    ("hand", "card", "total"),
    [
        ("Ad 6s", "Kc", 17),  # 1+6+10
        ("Ad 5s", "2c", 8),  # 1+5+2, not 18
        ("Ad Ah", "9c", 11),  # 1+1+9
        ("Ad 2h", "8c", 11),  # 1+2+8, not 21
        ("8s 2h", "Ac", 21),  # the third ace keeps its choice: 8+2+11
        ("9s 3h", "Ac", 13),
        ("Ad 8h", "Ac", 20),  # 1+8+11
    ],
)
def test_an_ace_of_the_first_two_cards_counts_one(hand: str, card: str, total: int) -> None:
    story = doubled(hand, card)
    assert story.hand(1).total == total


@pytest.mark.clause("VIC03-10.7.2", "VIC03-10.7.4")
def test_a_low_ace_and_a_high_one_make_21() -> None:
    """A+9 doubled, +A: 1+9+11 = 21, paid 40 at once."""
    story = doubled("Ad 9s", "Ac")
    assert (story.items, story.due.clause) == ([("pay", 1, "A", 40)], "VIC03-10.6.1(b)")
    assert story.settle().result(1).clause == "VIC03-10.7.4"


@pytest.mark.clause("VIC03-10.7.2")
def test_an_ace_drawn_before_the_double_keeps_its_choice() -> None:
    """2+3+A = soft 16, doubled, +4: 2+3+11+4 = 20."""
    story = drawn(pontoon_hand("2c 3d"), 1, "Ah").double(1)
    assert story.due.text == "Card for box 1, one card only"
    assert story.cards("4s").hand(1).total == 20


@pytest.mark.clause("VIC03-10.7.2")
def test_the_count_that_the_double_starts_from_is_shown() -> None:
    """A+6 is soft 17 until it is doubled, then 7."""
    story = pontoon_hand("Ad 6s").double(1)
    assert story.due.text == "Card for box 1, one card only; with low aces it counts 7"
    story.cards("Kc")
    assert (story.action, story.due.announce) == ("rescue", "seventeen")


# --- what it wins and loses


@pytest.mark.clause("VIC03-10.7.4", "VIC03-10.11.1-T1-L11")
@pytest.mark.parametrize(
    ("hand", "draw", "last"),
    [("7s 7d", "", "7h"), ("6s 7s", "", "8s"), ("2c 3d", "4s 5h", "7c"), ("2c 2d", "2s 3h 3c 4d", "5s")],
)
def test_doubled_hands_have_no_special_odds(hand: str, draw: str, last: str) -> None:
    """21 by 7-7-7, 6-7-8 of spades, five and seven cards: 20 + 20 win 40, at once."""
    story = drawn(pontoon_hand(hand), 1, draw).double(1).cards(last)
    assert story.items == [("pay", 1, "A", 40)]
    assert (story.settle().result(1).odds, story.result(1).clause) == ("1:1", "VIC03-10.7.4")


@pytest.mark.clause("VIC03-10.7.4")
def test_a_doubled_hand_below_21_wins_one_to_one_at_the_end() -> None:
    story = doubled("5c 6d", "9h").play_on(1).cards("Kd 2c").end()  # 20 against 18
    assert (story.net(), story.result(1).clause) == (40, "VIC03-10.7.4")


@pytest.mark.clause("VIC03-10.7.4(a)")
def test_who_stays_out_of_the_double_wins_one_to_one() -> None:
    """7-7 doubled by A (20 + 20), not by B (20): +7 = 21 pays 40 and 20, not 30."""
    story = pontoon().shared(1, A=20, B=20).call().initial("6d", "7h 7d").double(1).cards("7c")
    assert story.items == [("pay", 1, "A", 40), ("pay", 1, "B", 20)]
    story.settle()
    assert (story.result(1, "A").clause, story.result(1, "B").clause) == ("VIC03-10.7.4", "VIC03-10.7.4(a)")


@pytest.mark.clause("VIC03-10.7.4(a)")
def test_a_player_who_stays_out_of_the_double_wins_one_to_one_at_the_end_too() -> None:
    """5+6+8 = 19 against 18: 40 and 20."""
    story = pontoon().shared(1, A=20, B=20).call().initial("6d", "5h 6d").double(1).cards("8c").play_on(1)
    story.cards("Kd 2c").end()
    assert (story.net("A"), story.net("B"), story.result(1, "B").clause) == (40, 20, "VIC03-10.7.4(a)")


@pytest.mark.clause("VIC03-10.7.3")
def test_a_dealers_pontoon_takes_the_original_wager_alone() -> None:
    """5+6+8 = 19, 20 + 20, against A-K: 20 lost, 20 back. B, who did not double, loses the 20."""
    story = pontoon().shared(1, A=20, B=20).call().initial("Ah", "5h 6d").asked().kept()
    story.double(1).cards("8c").play_on(1).cards("Kd").end()
    assert (story.net("A"), story.net("B")) == (-20, -20)
    assert (story.result(1, "A").clause, story.result(1, "A").stake) == ("VIC03-10.7.3", 40_00)


@pytest.mark.clause("VIC03-10.7.3", "VIC03-10.5.1(d)")
def test_a_doubled_21_has_been_paid_and_is_kept() -> None:
    """5+6+K = 21: 40 paid before the dealer draws his king."""
    story = doubled("5c 6d", "Kh", "Ah").settle().end()
    assert (story.net(), story.state.dealer) == (40, ("Ah",))


@pytest.mark.clause("VIC03-10.7.3")
def test_against_any_other_hand_of_the_dealer_both_parts_are_lost() -> None:
    story = doubled("5c 6d", "8h", "Kd").play_on(1).cards("3c 8d").end()  # 19 against 21 of three cards
    assert story.net() == -40


@pytest.mark.clause("VIC03-10.7.3")
@pytest.mark.parametrize("first", ["Ah", "Jd", "Qd", "Kd"])
def test_a_broken_doubled_hand_waits_for_the_dealers_second_card(first: str) -> None:
    """K+6+9 = 25. The dealer's Pontoon takes the original 20 alone; the part added goes back."""
    second = "Kc" if first[0] == "A" else "Ac"
    story = doubled("Kc 6d", "9h", first)
    assert (story.state.phase, story.action, story.due.box) == ("dealer_draw", "card", 0)
    story.cards(second).end()
    assert (story.net(), story.result(1).clause) == (-20, "VIC03-10.7.3")


@pytest.mark.clause("VIC03-10.7.3", "VIC03-10.5.1(f)", "VIC03-10.10.1")
def test_without_a_pontoon_it_is_lost_whole_and_the_dealer_stops() -> None:
    """Dealer K+2 = 12 draws no more: the hand broke, nothing can change (7.5.6(c))."""
    story = doubled("Kc 6d", "9h", "Kd").cards("2c")
    assert story.items == [("take", 1, "A", 40)]
    assert story.end().net() == -40


@pytest.mark.clause("VIC03-10.7.3", "VIC03-10.5.1(f)")
@pytest.mark.parametrize("first", ["2d", "9d"])
def test_where_no_pontoon_can_come_it_is_taken_at_once(first: str) -> None:
    story = doubled("Kc 6d", "9h", first)
    assert story.items == [("take", 1, "A", 40)]
    assert story.end().state.dealer == (first,)


@pytest.mark.clause("VIC03-10.7.3")
def test_who_did_not_double_a_broken_hand_pays_at_once() -> None:
    """K+6+9 = 25: B's 20 go; A's 40 wait, and 20 of them come back on A-K."""
    story = pontoon().shared(1, A=20, B=20).call().initial("Ah", "Kc 6d").asked().kept().double(1).cards("9h")
    assert story.items == [("take", 1, "B", 20)]
    story.settle().cards("Kd").end()
    assert (story.net("A"), story.net("B")) == (-20, -20)


@pytest.mark.clause("VIC03-10.7.3")
def test_read_the_other_way_a_broken_double_is_lost_at_once() -> None:
    story = pontoon_hand("Kc 6d", "Kh", read={"double_bust_protected": "False"}).kept().double(1).cards("9h")
    assert story.items == [("take", 1, "A", 40)]
    assert story.end().state.dealer == ("Kh",)


@pytest.mark.clause("VIC03-10.7.3")
def test_doubled_split_hands_against_a_pontoon_lose_one_original() -> None:
    """8+3 doubled to 19 (20 + 20) and 8+K = 18 (20) against K-A: 20 of the 60."""
    story = pontoon_hand("8c 8d", "Kd").kept().split(1).cards("3d").double(1).cards("8h").play_on(1)
    story.cards("Kc").stand(1, hand=2).cards("Ad").end()
    assert story.net() == -20


# --- rescue


@pytest.mark.clause("VIC03-10.7.5")
def test_the_doubled_part_may_be_taken_back_for_the_original() -> None:
    """5+4+3 = 12: 20 come back, 20 are lost, at once and whatever the dealer shows."""
    story = doubled("5c 4d", "3h")
    assert (story.action, story.due.clause) == ("rescue", "VIC03-10.7.5")
    assert [(offer.player, offer.most) for offer in story.due.offers] == [("A", 20_00)]
    story.refuses("card.rescue_first", "VIC03-10.7.5").cards("2h")
    story.rescue(1, "A")
    assert story.recorded(Rescued)[0].back == 20_00
    assert (story.items, story.due.clause) == ([("take", 1, "A", 20)], "VIC03-10.7.5")
    assert story.end().net() == -20
    assert story.state.dealer == ("6d",)


@pytest.mark.clause("VIC03-10.7.5")
def test_with_a_smaller_double_the_original_is_lost_all_the_same() -> None:
    """20 + 5: 5 back, 20 lost."""
    story = doubled("5c 4d", "3h", A=5).rescue(1, "A")
    assert story.recorded(Rescued)[0].back == 5_00
    assert story.end().net() == -20


@pytest.mark.clause("VIC03-10.7.5")
def test_there_is_no_rescue_above_21_or_on_21() -> None:
    story = doubled("Kc 6d", "6h", "Kd")  # 22, waiting for the dealer's second card
    story.refuses("rescue.broke", "VIC03-10.7.5").rescue(1, "A")
    story = doubled("5c 6d", "Kh")  # 21, to be paid
    assert story.action == "settle"
    story.refuses("rescue.not_asked", "VIC03-10.7.5").rescue(1, "A")


@pytest.mark.clause("VIC03-10.7.5")
def test_the_rescue_is_asked_before_play_moves_on() -> None:
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "5c 4d", "Kc 8d")
    story.double(1).cards("3h").refuses("decision.other_hand_first", "VIC03-7.5.1").stand(2)
    story.play_on(1)
    assert story.recorded(PlayedOn)[0].players == ("A",)
    story.refuses("rescue.not_asked", "VIC03-10.7.5").rescue(1, "A")
    story.stand(2)


@pytest.mark.clause("VIC03-10.7.5")
def test_nobody_is_asked_about_a_hand_that_was_not_doubled() -> None:
    story = drawn(pontoon_hand("5c 4d"), 1, "3h")
    story.refuses("rescue.not_asked", "VIC03-10.7.5").rescue(1, "A")


@pytest.mark.clause("VIC03-10.7.5(a)")
def test_each_player_decides_alone() -> None:
    """5+4+4 = 13, 20 + 20 each: A, who calls, takes it back (-20); B plays on and the dealer breaks (40)."""
    story = pontoon().shared(1, A=20, B=20).call().initial("6d", "5c 4d").double(1, A=20, B=20).cards("4h")
    assert [offer.player for offer in story.due.offers] == ["A", "B"]
    story.rescue(1, "A").settle()
    assert [offer.player for offer in story.due.offers] == ["B"]
    story.play_on(1)
    assert story.recorded(PlayedOn)[0].players == ("B",)
    story.cards("Kd Qd").end()  # 26
    assert (story.net("A"), story.net("B")) == (-20, 40)


@pytest.mark.clause("VIC03-10.7.5(a)")
def test_a_player_other_than_the_caller_may_take_it_back_alone() -> None:
    story = pontoon().shared(1, A=20, B=20).call().initial("6d", "5c 4d").double(1, A=20, B=20).cards("4h")
    story.rescue(1, "B").settle().play_on(1).cards("Kd Qd").end()
    assert (story.net("A"), story.net("B")) == (40, -20)


@pytest.mark.clause("VIC03-10.7.5(a)")
def test_who_has_doubled_nothing_is_not_asked() -> None:
    story = pontoon().shared(1, A=20, B=20).call().initial("6d", "5c 4d").double(1).cards("4h")
    assert [offer.player for offer in story.due.offers] == ["A"]
    story.refuses("rescue.nothing_to_take_back", "VIC03-10.7.5").rescue(1, "B")
    story.rescue(1, "A")
    story.refuses("rescue.not_asked", "VIC03-10.7.5").rescue(1, "A")
    story.settle().cards("Kd Qd").end()
    assert (story.net("A"), story.net("B")) == (-20, 20)


@pytest.mark.clause("VIC03-10.7.5")
def test_a_double_on_a_split_hand_is_taken_back_too() -> None:
    """8+3+2 = 13 taken back (-20); 8+K = 18 wins 20 against 6+10+10 = 26."""
    story = pontoon_hand("8c 8d").split(1).cards("3d").double(1).cards("2d").rescue(1, "A").settle()
    story.cards("Kc").stand(1, hand=2).cards("Kd Qd").end()
    assert story.net() == 0


def test_a_rescue_can_be_undone_until_chips_move() -> None:
    story = doubled("5c 4d", "3h").rescue(1, "A").undo()
    assert story.action == "rescue"
    story.rescue(1, "A").settle()
    with refused_as("undo.chips_moved", "VIC03-5.14.2"):
        story.undo()
