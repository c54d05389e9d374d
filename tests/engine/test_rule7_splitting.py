"""Rule 7.5.5: splitting."""

import pytest

from rounds import engine
from rounds.engine.decisions.events import Drew, Split, Stood
from tests.engine.story import Story, deal


def one_hand(hand: str, dealer: str = "6d", wager: int = 10) -> Story:
    return deal().bet(1, "A", wager).call().initial(dealer, hand)


def hands(story: Story, box: int = 1) -> list[str]:
    return [" ".join(hand.cards) for hand in story.state.box(box).hands]


@pytest.mark.clause("VIC03-7.5.5(a)")
@pytest.mark.parametrize("hand", ["8s 8h", "As Ad", "Ks Th", "Js Qh", "2s 2h"])
def test_two_cards_of_one_value_are_split(hand: str) -> None:
    story = one_hand(hand).split(1)
    assert hands(story) == hand.split()
    assert story.recorded(Split)[0].clause == "VIC03-7.5.5(a)"


@pytest.mark.clause("VIC03-7.5.5(a)")
@pytest.mark.parametrize("hand", ["9s 8h", "As 2h", "9s Th"])
def test_cards_of_two_values_are_not_split(hand: str) -> None:
    story = deal().bet(1, "A", 10).bet(2, "B", 10).call().initial("Kd", hand, "Ts 2h")
    story.refuses("split.not_a_pair", "VIC03-7.5.5(a)").split(1)


@pytest.mark.clause("VIC03-7.5.5(a)")
def test_only_the_first_two_cards_are_split() -> None:
    one_hand("4s 4h").hit(1).cards("8c").refuses("split.first_cards_only", "VIC03-7.5.5(a)").split(1)


@pytest.mark.clause("VIC03-7.5.5(a)(i)")
def test_each_split_hand_carries_the_original_wager() -> None:
    story = one_hand("8s 8h", wager=20)
    story.refuses("split.caller_matches", "VIC03-7.5.5(a)(i)").split(1, A="hand1")
    story.refuses("split.no_such_choice", "VIC03-7.5.5(a)(i)").split(1, A="15")
    story.refuses("decision.player_not_on_hand", "VIC03-7.5.5(a)(i)").split(1, B="split")
    story.refuses("decision.player_twice", "VIC03-7.5.5(a)(i)").do(
        engine.Decide(1, "split", matches=(("A", "split"), ("A", "split")))
    )
    story.split(1)
    assert [hand.stakes[0].base for hand in story.state.box(1).hands] == [20_00, 20_00]


@pytest.mark.clause("VIC03-7.5.5(a)(i)")
def test_a_player_who_does_not_match_rides_on_the_first_hand() -> None:
    """A 20 on each, B 50 on the first alone. First 8+T = 18, second 8+9 = 17, dealer 6+T+K breaks."""
    story = deal().shared(1, A=20, B=50).call().initial("6d", "8s 8h").split(1).cards("Tc").stand(1)
    story.cards("9c").stand(1, hand=2).cards("Td Kc").end()
    assert story.hand(1, 2).stake_of("B") is None
    assert (story.net("A"), story.net("B")) == (40, 50)


@pytest.mark.clause("VIC03-7.5.5(a)(i)")
def test_another_player_may_match() -> None:
    story = deal().shared(1, A=20, B=50).call().initial("6d", "8s 8h").split(1, B="split")
    assert [stake.base for stake in story.hand(1, 2).stakes] == [20_00, 50_00]


@pytest.mark.clause("VIC03-7.5.5(b)")
def test_the_first_hand_is_completed_before_the_second_gets_a_card() -> None:
    story = one_hand("8s 8h").split(1)
    assert (story.action, story.due.hand, story.due.clause) == ("card", 1, "VIC03-7.5.5(b)")
    story.cards("5c")
    story.refuses("decision.other_hand_first", "VIC03-7.5.5(b)").stand(1, hand=2)
    story.refuses("card.decision_first", "VIC03-7.5.1").cards("9c")  # no card for hand 2 while hand 1 is open
    story.hit(1).cards("7c")  # 20
    assert hands(story) == ["8s 5c 7c", "8h"]
    story.stand(1)
    assert (story.action, story.due.hand) == ("card", 2)
    story.cards("9c")
    assert hands(story) == ["8s 5c 7c", "8h 9c"]


@pytest.mark.clause("VIC03-7.5.5(b)", "VIC03-7.5.1")
def test_a_split_box_is_completed_before_the_next_box() -> None:
    story = deal().bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "8s 8h", "Ts 5h").split(1).cards("5c")
    story.stand(1).refuses("decision.other_hand_first", "VIC03-7.5.1").stand(2)
    story.cards("5d").stand(1, hand=2).stand(2)


@pytest.mark.clause("VIC03-7.5.5(c)")
def test_the_total_of_a_split_hand_is_called_and_the_player_decides() -> None:
    story = one_hand("6s 6h").split(1).cards("5c")
    assert (story.due.announce, story.due.clause) == ("eleven", "VIC03-7.5.5(c)")
    assert story.legal == ("hit", "stand", "double")
    story.stand(1).cards("4c")
    assert (story.due.hand, story.due.announce, story.legal) == (2, "ten", ("hit", "stand", "double"))


@pytest.mark.clause("VIC03-7.5.5(c)(i)")
def test_stand_on_a_split_hand() -> None:
    story = one_hand("8s 8h").split(1).cards("5c").stand(1)
    assert story.recorded(Stood)[0].clause == "VIC03-7.5.5(c)(i)"
    assert (story.action, story.due.hand) == ("card", 2)


@pytest.mark.clause("VIC03-7.5.5(c)(ii)")
def test_draw_on_a_split_hand() -> None:
    story = one_hand("8s 8h").split(1).cards("5c").hit(1)
    assert story.recorded(Drew)[0].clause == "VIC03-7.5.5(c)(ii)"
    story.cards("7c")
    assert story.hand(1).total == 20


@pytest.mark.clause("VIC03-7.5.5(c)(iii)")
def test_a_split_hand_is_split_again_to_a_third() -> None:
    story = one_hand("8s 8h").split(1).cards("8c")
    assert "split" in story.legal
    story.split(1)
    assert hands(story) == ["8s", "8c", "8h"]  # the new hand is the next to play, the later one moves up
    assert [hand.stakes[0].base for hand in story.state.box(1).hands] == [10_00] * 3


@pytest.mark.clause("VIC03-7.5.5(c)(iii)")
def test_the_second_split_hand_is_split_again_too() -> None:
    story = one_hand("8s 8h").split(1).cards("5c").stand(1).cards("8c").split(1, hand=2)
    assert hands(story) == ["8s 5c", "8h", "8c"]
    story.cards("2d").hit(1, hand=2).cards("Kd").stand(1, hand=2).cards("3d")
    assert hands(story) == ["8s 5c", "8h 2d Kd", "8c 3d"]
    assert (story.action, story.due.hand) == ("decision", 3)


@pytest.mark.clause("VIC03-7.5.5(c)(iii)")
def test_tens_are_split_again_by_value() -> None:
    story = one_hand("Ks Th").split(1).cards("Jc").split(1)
    assert hands(story) == ["Ks", "Jc", "Th"]


@pytest.mark.clause("VIC03-7.5.5(c)(iii)")
def test_split_aces_get_one_card_each_and_are_complete() -> None:
    story = one_hand("As Ah").split(1)
    assert story.due.clause == "VIC03-7.5.5(c)(iii)"
    story.cards("3c")
    for refused in (
        story.refuses("hand.split_ace", "VIC03-7.5.5(c)(iii)").hit,
        story.refuses("hand.split_ace", "VIC03-7.5.5(c)(iii)").stand,
        story.refuses("hand.split_ace", "VIC03-7.5.5(c)(iii)").double,
        story.refuses("hand.split_ace", "VIC03-7.5.5(c)(iii)").split,
    ):
        refused(1)
    assert (story.action, story.due.hand) == ("card", 2)
    story.cards("9c")
    assert (story.action, story.due.box) == ("card", 0)
    assert hands(story) == ["As 3c", "Ah 9c"]


@pytest.mark.clause("VIC03-7.5.5(c)(iii)")
def test_aces_are_split_only_once() -> None:
    story = one_hand("As Ah").split(1).cards("Ac")
    story.refuses("hand.split_ace", "VIC03-7.5.5(c)(iii)").split(1)
    assert story.hand(1).total == 12
    story.cards("Ad").refuses("hand.split_ace", "VIC03-7.5.5(c)(iii)").split(1, hand=2)


@pytest.mark.clause("VIC03-7.5.5(c)(iii)", "VIC03-7.5.4(a)")
def test_split_aces_are_not_doubled() -> None:
    story = one_hand("As Ah").split(1).cards("8c")
    story.refuses("hand.split_ace", "VIC03-7.5.5(c)(iii)").double(1)


@pytest.mark.clause("VIC03-7.5.5(d)")
def test_no_more_than_three_hands() -> None:
    story = one_hand("8s 8h").split(1).cards("8c").split(1).cards("8d")
    assert len(story.state.box(1).hands) == 3
    assert story.why_not("split") == "VIC03-7.5.5(d)"
    story.refuses("split.too_many_hands", "VIC03-7.5.5(d)").split(1)
    story.stand(1).cards("2c").stand(1, hand=2).cards("8d")
    story.refuses("split.too_many_hands", "VIC03-7.5.5(d)").split(1, hand=3)


@pytest.mark.clause("VIC03-7.5.5(d)")
def test_three_hands_a_box() -> None:
    story = deal().several("A").bet(1, "A", 10).bet(2, "A", 10).call().initial("6d", "8s 8h", "9s 9h")
    story.split(1).cards("8c").split(1)
    for hand in (1, 2, 3):
        story.cards("Tc").stand(1, hand=hand)
    story.split(2)


@pytest.mark.clause("VIC03-7.5.5(e)")
@pytest.mark.parametrize("instead", ["hit", "stand"])
def test_who_declines_to_split_a_value_does_not_split_it_later(instead: str) -> None:
    story = one_hand("8s 8h").split(1).cards("8c")
    if instead == "hit":
        story.hit(1).cards("2c")  # 18
    story.stand(1).cards("8d")
    assert story.why_not("split") == "VIC03-7.5.5(e)"
    story.refuses("split.declined_before", "VIC03-7.5.5(e)").split(1, hand=2)


@pytest.mark.clause("VIC03-7.5.5(e)")
def test_doubling_a_pair_declines_it_too() -> None:
    story = one_hand("5s 5h").split(1).cards("5c").double(1).cards("Tc").cards("5d")
    story.refuses("split.declined_before", "VIC03-7.5.5(e)").split(1, hand=2)


@pytest.mark.clause("VIC03-7.5.5(e)")
def test_a_declined_split_binds_that_box_alone() -> None:
    story = deal().several("A").bet(1, "A", 10).bet(4, "A", 10).call().initial("6d", "8s 8h", "8s 8h")
    story.stand(1).split(4)


@pytest.mark.clause("VIC03-7.5.5(e)")
def test_a_hand_that_was_no_pair_declines_nothing() -> None:
    story = one_hand("8s 8h").split(1).cards("5c").stand(1).cards("8c")
    story.split(1, hand=2)


@pytest.mark.clause("VIC03-7.5.5(g)")
@pytest.mark.parametrize(("hand", "card"), [("Ks Kh", "Ac"), ("Ts Jh", "Ac"), ("As Ah", "Kc")])
def test_split_aces_or_tens_make_no_blackjack(hand: str, card: str) -> None:
    """21 against 20 pays 10 for 10, not 15, and not before the end."""
    story = one_hand(hand, dealer="Td").split(1).cards(card)
    assert story.hand(1).total == 21
    aces = hand == "As Ah"
    story.refuses(
        *(("hand.split_ace", "VIC03-7.5.5(c)(iii)") if aces else ("hand.soft_total", "VIC03-7.5.1(d)"))
    ).hit(1)
    assert (story.action, story.due.hand) == ("card", 2)
    story.cards("9c")
    if not aces:
        story.stand(1, hand=2)
    story.cards("Qc").end()  # the dealer's 20
    assert (story.result(1).pays, story.result(1).odds) == (10_00, "1:1")


@pytest.mark.clause("VIC03-7.5.5(g)", "VIC03-5.6.4")
def test_a_21_of_split_aces_or_tens_and_a_dealers_21_are_void() -> None:
    story = one_hand("As Ah", dealer="Td").split(1).cards("Kc 9c").cards("6c 5c").end()
    assert story.result(1).result == "stand_off"


@pytest.mark.clause("VIC03-7.5.5(h)")
def test_a_broken_split_hand_loses_whatever_the_dealer_gets() -> None:
    """8+6+T = 24 loses 10; the dealer breaks and the second hand wins 10."""
    story = one_hand("8s 8h").split(1).cards("6c").hit(1).cards("Tc")
    assert story.items == [("take", 1, "A", 10)]
    assert story.due.clause == "VIC03-7.5.5(h)"
    story.refuses("hand.broke", "VIC03-7.5.5(h)").hit(1)
    story.settle().cards("9c").stand(1, hand=2).cards("Td Kc").end()
    assert story.result(1).clause == "VIC03-7.5.5(h)"
    assert story.net() == 0


def three(*totals: str, dealer: str = "Kd", also: str = "Ac") -> Story:
    """Three hands of eights for 10 each with those further cards, against a dealer's K and ace."""
    story = one_hand("8s 8h", dealer=dealer).split(1).cards("8c").split(1)
    for number, cards in enumerate(totals, start=1):
        first, *more = cards.split()
        story.cards(first)
        for card in more:
            story.hit(1, hand=number).cards(card)
        if story.hand(1, number).bust:
            story.settle()
        elif story.hand(1, number).total < 21:
            story.stand(1, hand=number)
    return story.cards(also).end()


@pytest.mark.clause("VIC03-7.5.5(i)")
def test_of_three_hands_a_dealers_blackjack_takes_one_original_wager() -> None:
    """18, 17 and 19 lose; 30 lies there, 10 is taken."""
    story = three("Tc", "9c", "Ad")
    assert story.net() == -10
    assert sum(result.stake for result in story.state.results) == 30_00


@pytest.mark.clause("VIC03-7.5.5(i)", "VIC03-7.5.5(h)")
@pytest.mark.parametrize(
    ("totals", "net"),
    [
        (("6c Tc", "9c", "Tc"), -10),  # one broke: it is the original wager
        (("6c Tc", "6d Td", "Tc"), -20),  # two broke: they stay lost, the third takes no more
        (("9c", "6d Td", "6c Tc"), -20),
        (("9c", "5d 8d", "5c 8c"), -10),  # 8+9 = 17, 8+5+8 = 21, 8+5+8 = 21: 21s are void
    ],
)
def test_broken_hands_stay_lost(totals: tuple[str, ...], net: int) -> None:
    assert three(*totals).net() == net


@pytest.mark.clause("VIC03-7.5.5(i)", "VIC03-7.5.6(c)")
def test_when_every_split_hand_broke_the_dealer_takes_no_card() -> None:
    story = one_hand("8s 8h", dealer="Kd").split(1).cards("6c").hit(1).cards("Tc").settle()
    story.cards("6c").hit(1, hand=2).cards("Td").settle()
    assert story.action == "collect"
    assert story.collect().net() == -20


@pytest.mark.clause("VIC03-7.5.5(i)")
def test_when_split_aces_broke_the_dealer_takes_no_card() -> None:
    story = one_hand("As Ah", dealer="Kd").split(1).cards("8c 9c").cards("Ac").end()
    assert story.net() == -10


@pytest.mark.clause("VIC03-7.5.5(i)", "VIC03-7.5.4(b)")
def test_doubled_split_hands_lose_one_original_wager_together() -> None:
    """6+5+2 = 13 doubled, 6+4+3 = 13 doubled: 40 lies there, 10 is taken."""
    story = one_hand("6s 6h", dealer="Kd").split(1).cards("5c").double(1).cards("2c")
    story.cards("4c").double(1, hand=2).cards("3c").cards("Ac").end()
    assert story.net() == -10


@pytest.mark.clause("VIC03-7.5.5(i)")
def test_each_player_on_the_box_has_his_own_original_wager() -> None:
    """A 20 split, B 50 riding on the first: A loses 20 of 40, B his 50."""
    story = deal().shared(1, A=20, B=50).call().initial("Kd", "8s 8h").split(1).cards("Tc").stand(1)
    story.cards("9c").stand(1, hand=2).cards("Ac").end()
    assert (story.net("A"), story.net("B")) == (-20, -50)


@pytest.mark.clause("VIC03-7.5.5(i)")
def test_against_any_other_dealers_hand_every_split_hand_counts() -> None:
    assert three("Tc", "9c", "Ad", also="Qc").net() == -30  # 18, 17 and 19 against 20
