"""When side bets are settled and what each comes to: hand-worked rounds."""

import pytest

from rounds import engine
from tests.engine.story import Story, deal
from tests.refusing import refused_as


def nz(*offer: str, **setup: object) -> Story:
    return deal("NZ", offer=offer, **setup)  # type: ignore[arg-type]


def due(story: Story) -> list[tuple[str, int, str, float]]:
    """What is to be settled: action, box, bet, dollars."""
    return [
        (
            item.action,
            item.result.box,
            item.result.bet,
            (item.result.pays or item.result.takes) / 100,
        )
        for item in story.due.items
    ]


# --- in the interim settlement, before any Blackjack is paid


@pytest.mark.clause("VIC03-15.6.2", "VIC03-15.6.1-T1-L01", "VIC03-15.5.1(a)")
def test_perfect_pairs_are_settled_before_a_blackjack_is_paid() -> None:
    # Box 1 has a Blackjack against a six; the perfect pair on box 2 is paid 25 x $5 first.
    story = deal(offer=["perfect_pairs"]).bet(1, "A", 20).bet(2, "B", 20).bet(2, "B", 5, "perfect_pairs")
    story.bet(1, "A", 5, "perfect_pairs").call().initial("6d", "As Kd", "8h 8h")
    assert due(story) == [
        ("take", 1, "perfect_pairs", 5),
        ("pay", 2, "perfect_pairs", 125),
        ("pay", 1, "main", 30),
    ]
    assert story.due.clause == "VIC03-15.6.2"
    story.refuses("decision.taking_first", "VIC03-15.6.2").hit(2)
    story.refuses("card.taking_first", "VIC03-15.6.2").cards("5d")
    story.settle().stand(2).cards("Td Th").end()
    assert story.net("A") == 25
    assert story.net("B") == 145  # the dealer breaks


@pytest.mark.clause("VIC03-15.5.1(b)")
def test_ten_valued_cards_of_two_ranks_are_not_a_pair_though_they_split() -> None:
    story = deal(offer=["perfect_pairs"]).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs")
    story.call().initial("6d", "Kh Qh").settle()
    assert story.side(1, "A", "perfect_pairs") == ("lose", -5)
    assert "split" in story.legal


@pytest.mark.clause("VIC03-15.6.1-T1-L02")
@pytest.mark.parametrize(("decks", "pays"), [(4, 75), (5, 70), (6, 65), (7, 60), (8, 60)])
def test_a_coloured_pair_pays_by_the_packs(decks: int, pays: int) -> None:
    story = deal(offer=["perfect_pairs"], decks=decks).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs")
    story.call().initial("6d", "8h 8d").settle()
    assert story.side(1, "A", "perfect_pairs") == ("win", pays)


@pytest.mark.clause("VIC03-15.6.2", "VIC03-7.1.2")
def test_cards_that_lie_face_down_decide_it_when_they_are_shown() -> None:
    story = deal(offer=["perfect_pairs"], face_down=True).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs")
    story.call().initial("6d", "?? ??").show(1, "8h 8c")
    assert due(story) == [("pay", 1, "perfect_pairs", 30)]
    story.settle().stand(1).cards("Td Th").end()
    assert story.net() == 50


@pytest.mark.clause("VIC03-7.1.2")
def test_cards_shown_at_the_end_decide_it_then() -> None:
    story = deal(offer=["perfect_pairs"], face_down=True).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs")
    story.call().initial("6d", "?? ??").stand(1).cards("Td Tc").show(1, "8h 9c")
    assert due(story) == [("pay", 1, "main", 20), ("take", 1, "perfect_pairs", 5)]
    assert story.end().net() == 15


@pytest.mark.clause("ACT96-21.7", "ACT96-21.5(a)", "ACT96-21.6(b)")
def test_over_and_under_are_settled_on_two_cards_before_the_further_deal() -> None:
    story = deal("ACT96", offer=["over_13"]).bet(1, "A", 20).bet(1, "A", 10, "over_13")
    story.bet(1, "A", 5, "under_13").call().initial("6d", "Th 8h")
    assert due(story) == [("pay", 1, "over_13", 10), ("take", 1, "under_13", 5)]
    story.refuses("decision.payment_first", "ACT96-21.7").stand(1)
    story.settle().stand(1)


@pytest.mark.clause("ACT96-21.2(a)", "ACT96-21.6(a)")
def test_an_ace_counts_one_for_over_and_under() -> None:
    story = deal("ACT96", offer=["over_13"]).bet(1, "A", 20).bet(1, "A", 5, "under_13")
    story.bet(1, "A", 5, "over_13").call().initial("6d", "As Kd").settle()
    assert story.side(1, "A", "under_13") == ("win", 5)
    assert story.side(1, "A", "over_13") == ("lose", -5)
    assert story.result(1).odds == "3:2"  # the Blackjack is one all the same


@pytest.mark.clause("ACT03-18.12(a)", "ACT03-18.12(b)", "ACT03-18.13(a)")
def test_canberra_takes_the_losing_pairs_before_it_pays_the_others() -> None:
    story = deal("ACT03", offer=["perfect_pairs"]).bet(1, "A", 20).bet(2, "B", 20)
    story.bet(1, "A", 10, "perfect_pairs").bet(2, "B", 10, "perfect_pairs")
    story.call().initial("6d", "8h 8s", "8h 9s")
    assert due(story) == [("take", 2, "perfect_pairs", 10), ("pay", 1, "perfect_pairs", 60)]


@pytest.mark.clause("UK-PP03", "UK-T21-03", "UK-TOP03")
def test_several_bets_are_settled_one_after_another_in_the_books_order() -> None:
    story = deal("UK", offer=["top_3", "21_plus_3", "perfect_pairs"]).bet(1, "A", 20)
    for bet in ("perfect_pairs", "21_plus_3", "top_3"):
        story.bet(1, "A", 5, bet)
    # Three sevens of one suit: perfect pair 25, three of a kind 9, suited three of a kind 270 to one.
    story.call().initial("7h", "7h 7h")
    assert due(story) == [
        ("pay", 1, "perfect_pairs", 125),
        ("pay", 1, "21_plus_3", 45),
        ("pay", 1, "top_3", 1350),
    ]


# --- on completion of the initial deal


@pytest.mark.clause("NZ-15G.7", "NZ-15G.8-T6")
def test_lucky_lucky_is_settled_before_insurance_is_offered() -> None:
    # Dealer's ace with 9 and A: 21 of mixed suits pays 3 to 1; the ace with K and A makes 12 and loses.
    story = nz("lucky_lucky").bet(1, "A", 20).bet(2, "B", 20)
    story.bet(1, "A", 5, "lucky_lucky").bet(2, "B", 5, "lucky_lucky").call()
    story.initial("Ad", "As 9c", "Ks Ah")
    assert story.state.phase == "initial_deal"
    assert due(story) == [("take", 2, "lucky_lucky", 5), ("pay", 1, "lucky_lucky", 15)]
    story.refuses("decision.taking_first", "NZ-15G.7").hit(1).refuses("card.taking_first", "NZ-15G.7").cards(
        "5d"
    )
    story.settle()
    assert story.action == "insurance"


@pytest.mark.clause("NZ-15B.6", "NZ-15B.7-T3")
def test_three_bets_on_one_box_are_paid_on_its_cards() -> None:
    # Scale One pays a perfect pair 30 to 1, whosever box it is.
    story = nz("perfect_pairs 1").bet(1, "A", 20).bet(2, "B", 20).bet(3, "C", 20)
    for player in "ABC":
        story.bet(2, player, 5, "perfect_pairs")
    story.call().initial("6d", "2h 3h", "9h 9h", "Th Tc")
    assert due(story) == [("pay", 2, "perfect_pairs", 150)] * 3
    story.settle()
    assert story.side(2, "A", "perfect_pairs") == ("win", 150)


@pytest.mark.clause("NZ-15F.8", "NZ-15F.9-T1", "NZ-15F.7")
def test_lucky_match_takes_losers_then_pays_winners() -> None:
    story = nz("lucky_match").bet(1, "A", 20).bet(2, "B", 20)
    story.bet(1, "A", 5, "lucky_match").bet(2, "B", 5, "lucky_match").call()
    story.initial("8h", "8h 8c", "9s 4d")
    assert due(story) == [("take", 2, "lucky_match", 5), ("pay", 1, "lucky_match", 25)]


@pytest.mark.clause("NZ-15F.12-S1")
def test_the_most_paid_caps_the_winnings_of_each_wager() -> None:
    # Scale 2 pays the triple 500 to 1: $5,000 on $10; the limit leaves $2,500.
    story = Story.of(engine.Setup("NZ", offers=(engine.values.SideBetConfig("lucky_match", "2", 2_500_00),)))
    story.bet(1, "A", 10).bet(1, "A", 10, "lucky_match").call().initial("8h", "8h 8h").settle()
    assert story.side(1, "A", "lucky_match") == ("win", 2500)
    assert story.result(1, "A", 0, "lucky_match").odds == "500:1"


# --- on the dealer's hand


@pytest.mark.clause("NZ-13.5", "NZ-15H.5", "NZ-15H.10a-T6", "NZ-15H.7")
def test_buster_makes_the_dealer_draw_after_the_only_player_broke() -> None:
    story = nz("buster A").bet(2, "A", 20).bet(2, "A", 5, "buster").call().initial("Th", "Ts 6c")
    story.hit(2).cards("9d")
    assert "tuck the cards under the Buster Blackjack wager" in story.due.text
    story.settle()
    assert (story.action, story.due.clause) == ("card", "NZ-13.5")
    story.cards("6c Kd")  # 26 with three cards: 2 to 1 on scale A
    assert due(story) == [("pay", 2, "buster", 10)]
    assert story.end().net() == -10


@pytest.mark.clause("NZ-15H.6(a)", "NZ-15H.6(b)")
@pytest.mark.parametrize(("card", "clause"), [("Ac", "NZ-15H.6(a)"), ("7c", "NZ-15H.6(b)")])
def test_buster_loses_to_a_hand_that_does_not_break(card: str, clause: str) -> None:
    story = nz("buster A").bet(1, "A", 20).bet(1, "A", 5, "buster").call().initial("Th", "Ts 8c")
    story.stand(1).cards(card).end()
    assert story.result(1, "A", 0, "buster").clause == clause
    assert story.side(1, "A", "buster") == ("lose", -5)


@pytest.mark.clause("NZ-15H.8")
def test_buster_is_paid_from_the_dealers_right_to_the_left() -> None:
    story = nz("buster A")
    for box, player in ((1, "A"), (4, "B"), (7, "C")):
        story.bet(box, player, 20).bet(box, player, 5, "buster")
    story.call().initial("Th", "Ts 8c", "Ts 8c", "Ts 8c")
    story.stand(1).stand(4).stand(7).cards("6c Kd")
    assert [item[1] for item in due(story) if item[2] == "buster"] == [7, 4, 1]
    story.end()


@pytest.mark.clause("NZ-15H.9-S2", "NZ-15H.9(a)", "NZ-15H.9(b)", "NZ-15H.9(c)", "NZ-15H.10b-T2")
def test_the_free_bonus_is_paid_on_a_blackjack_that_was_paid_long_ago() -> None:
    # Seven cards: 2,2,2,3,3,4,7 = 23. Buster pays 50 x $5, and each player with it on a Blackjack $1,000.
    story = nz("buster A", elect={"free_bonus": "B1"}).shared(1, A=20, B=20).bet(2, "C", 20)
    for box, player in ((1, "A"), (1, "B"), (2, "C")):
        story.bet(box, player, 5, "buster")
    story.call().initial("2h", "As Kd", "Ts 9c").settle()
    assert story.result(1, "A").odds == "3:2"
    story.stand(2).cards("2c 2d 3c 3d 4c 7c")
    story.end()
    assert story.side(1, "A", "buster") == ("win", 250)
    assert story.side(1, "A", "free_bonus") == ("win", 1000)
    assert story.result(1, "B", 0, "free_bonus").clause == "NZ-15H.10b-T2"
    assert story.net("C") == 270  # no Blackjack, no bonus


@pytest.mark.clause("NZ-15H.9(c)", "NZ-15H.9(a)")
def test_no_free_bonus_with_six_cards_or_without_buster() -> None:
    # 2,2,3,4,4,9 = 24 in six cards: 15 to 1 on scale A.
    story = (
        nz("buster A", elect={"free_bonus": "B1"}).bet(1, "A", 20).bet(1, "A", 5, "buster").bet(2, "B", 20)
    )
    story.call().initial("2h", "As Kd", "Ah Ks").settle().cards("2c 3c 4d 4c 9c").end()
    assert story.net("A") == 30 + 75
    assert story.net("B") == 30


@pytest.mark.clause("NZ-15H.10b-T1")
@pytest.mark.parametrize(("scale", "pays"), [("B1", 8000), ("B3", 5000)])
def test_the_free_bonus_with_eight_cards(scale: str, pays: int) -> None:
    # 2,2,2,2,2,3,3,8 = 24; the bonus is the same whatever the stake.
    story = nz("buster A", elect={"free_bonus": scale}).bet(1, "A", 20).bet(1, "A", 50, "buster")
    story.call().initial("2h", "As Kd").settle().cards("2c 2d 2s 2h 3c 3d 8c").end()
    assert story.net() == 30 + 250 * 50 + pays


@pytest.mark.clause("NZ-15H.9(b)")
def test_a_split_hand_is_not_a_blackjack_for_the_bonus() -> None:
    story = nz("buster A", elect={"free_bonus": "B1"}).bet(1, "A", 20).bet(1, "A", 5, "buster")
    story.call().initial("2h", "As Ad").split(1).cards("Kd 9d").cards("2c 2d 3c 3d 4c 7c").end()
    assert story.net() == 40 + 250


@pytest.mark.clause("NZ-20A.4", "NZ-20A.6-T3")
def test_push_22_survives_a_break_and_makes_the_dealer_draw() -> None:
    story = nz("push_22 1").bet(1, "A", 20).bet(1, "A", 5, "push_22").call().initial("Th", "Ts 6c")
    story.hit(1).cards("9d").settle()
    assert story.due.clause == "NZ-20A.4"
    story.cards("5c 7d").end()  # 22: 8 to 1 on scale 1
    assert story.net() == 20


@pytest.mark.clause("NZ-20A.4")
def test_push_22_under_the_reading_that_a_break_takes_it() -> None:
    story = nz("push_22 1", read={"push_22.survives_bust": "False"}).bet(1, "A", 20).bet(1, "A", 5, "push_22")
    story.call().initial("Th", "Ts 6c").hit(1).cards("9d")
    assert due(story) == [("take", 1, "main", 20), ("take", 1, "push_22", 5)]
    story.settle()
    assert story.action == "collect"


@pytest.mark.clause("NZ-20A.4")
def test_push_22_under_the_reading_that_no_card_is_drawn_for_it() -> None:
    story = nz("push_22 1", read={"push_22.draws_dealer": "False"}).bet(1, "A", 20).bet(1, "A", 5, "push_22")
    story.call().initial("Th", "Ts 6c").hit(1).cards("9d").settle()
    assert due(story) == [("take", 1, "push_22", 5)]
    assert story.end().net() == -25


@pytest.mark.clause("NZ-15H.5", "NZ-20A.5")
def test_a_22_that_stands_off_breaks_the_hand_for_buster() -> None:
    story = deal("NZ", game="blackjack_plus", offer=["buster A", "push_22 2"]).bet(1, "A", 20)
    story.bet(1, "A", 5, "buster").bet(1, "A", 5, "push_22").call().initial("Th", "Ts 9c")
    story.stand(1).cards("2c Kc").end()  # 22 in three cards: 2 to 1, and 7 to 1 on scale 2
    assert story.result(1).result == "stand_off"
    assert story.net() == 10 + 35


@pytest.mark.clause("NZ-13.4")
def test_without_a_live_side_wager_the_dealer_draws_nothing() -> None:
    story = nz("buster A").bet(1, "A", 20).call().initial("Th", "Ts 6c").hit(1).cards("9d").settle()
    assert story.action == "collect"


def test_chips_that_moved_are_not_undone() -> None:
    story = deal(offer=["perfect_pairs"]).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs")
    story.call().initial("6d", "8h 8d").undo().cards("8d").settle()
    with refused_as("undo.chips_moved", "VIC03-5.14.2"):
        story.undo()
    assert story.side(1, "A", "perfect_pairs")[0] == "win"
