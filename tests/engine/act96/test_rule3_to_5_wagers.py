"""Canberra 1996, rules 3 to 7: cards, limits on the sign, wagers until the first card."""

import pytest

from casino.rulebooks import rules_for
from rounds.engine.wagers.events import OralWagerRejected, PlayerWarned
from tests.engine.story import Story, deal
from tests.refusing import refused_as


def at_table(**table: object) -> Story:
    return deal("ACT96", **table)  # type: ignore[arg-type]


def round_without(player: str, *others: str, **table: object) -> Story:
    """The table after one round of the shoe on which the others wagered and ``player`` did not."""
    story = at_table(**table)
    for box, other in enumerate(others, start=2):
        story.bet(box, other, 10)
    story.call().initial("Td", *["Ts 7h"] * len(others))
    for box in range(2, 2 + len(others)):
        story.stand(box)
    story.cards("7c").end()
    assert not story.state.boxes_of(player)
    return story.next_round()


# --- cards


@pytest.mark.clause("ACT96-3.1")
def test_six_or_eight_packs() -> None:
    assert rules_for("ACT96").decks.value == (6, 8)
    for packs in (4, 5, 7):
        with refused_as("setup.decks", "ACT96-3.1"):
            at_table(decks=packs)
    # Six packs hold six of each card and no seventh.
    story = at_table(decks=6).several("A").bet(1, "B", 10)
    for box in range(2, 8):
        story.bet(box, "A", 10)
    story.call().cards("9s 9s 9s 9s 9s 9s")
    story.refuses("packs.used_up_in_round", "ACT96-3.1").cards("9s")


@pytest.mark.clause("ACT96-3.5(b)", "ACT96-3.5(c)")
@pytest.mark.parametrize(
    ("cards", "total"), [("9h 5d", 14), ("Kh Qd", 20), ("2c 3d", 5), ("Jc 4s", 14), ("Th 6c", 16)]
)
def test_number_cards_count_their_number_and_court_cards_ten(cards: str, total: int) -> None:
    story = at_table().bet(1, "A", 10).call().initial("6d", cards)
    assert story.hand(1).total == total


@pytest.mark.clause("ACT96-3.5(a)-S1")
def test_the_first_ace_is_eleven_unless_that_breaks_the_hand() -> None:
    """A-6 is 17; with a 9 the ace counts 1: 1 + 6 + 9 = 16; A-A is 11 + 1 = 12."""
    story = at_table().bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "As 6h", "Ac Ad")
    assert (story.hand(1).total, story.hand(1).soft) == (17, True)
    assert (story.hand(2).total, story.hand(2).soft) == (12, True)
    story.hit(1).cards("9c")
    assert (story.hand(1).total, story.hand(1).soft) == (16, False)


@pytest.mark.clause("ACT96-3.5(a)-S1")
def test_each_split_hand_has_a_first_ace_of_its_own() -> None:
    """8-A and 8-A: 8 + 11 = 19 on both hands."""
    story = at_table().bet(1, "A", 10).call().initial("6d", "8h 8d").split(1).cards("Ac").stand(1)
    story.cards("As")
    assert [hand.total for hand in story.state.box(1).hands] == [19, 19]


@pytest.mark.clause("ACT96-3.5(a)-S2", "ACT96-3.5(a)-S3")
def test_both_totals_are_called_while_both_are_open() -> None:
    """A-6: seven or seventeen; + 5 is 12 or 22, so twelve; + 4 is sixteen, alone."""
    story = at_table().bet(1, "A", 10).call().initial("6d", "As 6h")
    assert story.due.announce == "seven or seventeen"
    story.hit(1).cards("5c")
    assert story.due.announce == "twelve"
    story.hit(1).cards("4c")
    assert story.due.announce == "sixteen"


@pytest.mark.clause("ACT96-3.5(a)-S4", "ACT96-16(a)-S3")
@pytest.mark.parametrize("cards", ["Ad 6c", "5d Ac As", "Ad 2c 4h", "Ad 7c", "Ad 9h"])
def test_the_dealers_ace_is_eleven_from_17_and_the_dealer_stands(cards: str) -> None:
    """A-6, 5-A-A (5 + 11 + 1), A-2-4: 17; A-7: 18; A-9: 20. A further card is refused."""
    first, *others = cards.split()
    story = at_table().bet(1, "A", 10).call().initial(first, "Ts 9h")
    if first[0] == "A":
        story.asked()
    story.stand(1).cards(" ".join(others))
    assert story.state.phase == "final_settlement"
    story.refuses("card.dealer_complete_soft", "ACT96-3.5(a)-S4").cards("2h")


@pytest.mark.clause("ACT96-3.5(d)-S1")
@pytest.mark.parametrize("ten", ["Td", "Jd", "Qd", "Kd"])
def test_ace_and_ten_or_court_card_are_a_blackjack(ten: str) -> None:
    """20 on A-10 against 9-8: 30. A-5-5 is 21 and no Blackjack: 20 against 17 pays 20."""
    story = at_table().bet(1, "A", 20).bet(2, "B", 20).call().initial("9c", f"Ah {ten}", "As 5c")
    story.settle()
    story.hit(2).cards("5d").cards("8c").end()
    assert (story.net("A"), story.net("B")) == (30, 20)


# --- limits on the sign


@pytest.mark.clause("ACT96-4.1(a)", "ACT96-4.1(c)-S1")
def test_a_wager_under_the_minimum_plays_this_once() -> None:
    """5 at a minimum of 10: 20 against 18 wins 5."""
    story = at_table(minimum=10).bet(1, "A", 5)
    text, clause = story.notice()
    assert (text.startswith("under the minimum of $10"), clause) == (True, "ACT96-4.1(c)-S1")
    story.call().initial("Td", "Ts Kh").stand(1).cards("8c").end()
    assert story.net() == 5
    assert story.state.carry.warned == ("A",)


@pytest.mark.clause("ACT96-4.1(c)-S1")
def test_the_minimum_is_for_each_players_wager() -> None:
    """6 and 6 on one box make 12, and both are under the minimum of 10."""
    story = at_table(minimum=10).bet(1, "A", 6).bet(1, "B", 6)
    assert story.notice()[1] == "ACT96-4.1(c)-S1"
    story.call()
    assert {event.player for event in story.recorded(PlayerWarned)} == {"A", "B"}


@pytest.mark.clause("ACT96-4.1(c)-S2")
@pytest.mark.parametrize(("cards", "dealer"), [("As Kd", "6d"), ("Ts 2d", "Td")])
def test_the_next_one_goes_back_whatever_the_result(cards: str, dealer: str) -> None:
    """Warned in the round before: a Blackjack against a six pays nothing, 12 against 19 takes nothing."""
    story = (
        at_table(minimum=10, read={"under_minimum_returned": "after_result"})
        .bet(1, "A", 5)
        .bet(2, "B", 10)
        .call()
        .initial("Td", "Ts Kh", "Ts 7d")
    )
    story.stand(1).stand(2).cards("9c").end()
    story = story.next_round().bet(1, "A", 5)
    assert story.notice()[0].endswith("again: return it")
    story.bet(2, "B", 10).call().initial(dealer, cards, "Tc 7d")
    while story.action == "decision":
        story.stand(story.due.box)
    story.cards("9c" if dealer == "Td" else "Tc 5c").end()
    assert story.net("A") == 0
    assert story.result(1).result == "void"


@pytest.mark.clause("ACT96-4.1(c)-S2")
def test_the_next_one_goes_back_before_the_call() -> None:
    """Warned in the round before: without A's $5 box 1 has nothing, and the first card is box 2's."""
    story = at_table(minimum=10).bet(1, "A", 5).bet(2, "B", 10).call().initial("Td", "Ts Kh", "Ts 7d")
    story = story.stand(1).stand(2).cards("9c").end().next_round().bet(1, "A", 5).bet(2, "B", 10)
    story.refuses("call.wager_returned", "ACT96-4.1(c)-S2").call().hand_back(1, "A").call()
    assert story.due.box == 2


@pytest.mark.clause("ACT96-4.1(d)")
@pytest.mark.parametrize(
    ("cards", "net"),
    [("Ts Kh", 100), ("Ts 7h", -100), ("As Kh", 150)],
    ids=["20 wins", "17 loses", "Blackjack"],
)
def test_a_wager_over_the_maximum_counts_up_to_it(cards: str, net: float) -> None:
    """150 at a maximum of 100 against 10-8: 20 wins 100, 17 loses 100, a Blackjack wins 150."""
    story = at_table(maximum=100).bet(1, "A", 150)
    assert story.notice()[1] == "ACT96-4.1(d)"
    story.call().initial("Td", cards)
    if story.action == "decision":
        story.stand(1)
    story.cards("8c").end()
    assert story.net() == net


@pytest.mark.clause("ACT96-4.1(d)")
def test_insurance_and_doubles_go_by_what_counts_of_it() -> None:
    """150 counts 100: insurance up to 50, a double of exactly 100. 11 + 9 = 20 against A-5-K-3 = 19: 200 − 50."""
    story = at_table(maximum=100).bet(1, "A", 150).call().initial("Ad", "6s 5h")
    story.refuses("insurance.wrong_amount", "ACT96-9-S1").insure(1, "A", 51)
    story.insure(1, "A", 50)
    story.refuses("double.above_wager", "ACT96-13.1-S1").double(1, A=150)
    story.double(1).cards("9h").cards("5c").settle().cards("Kc 3c").end()
    assert story.net() == 150


@pytest.mark.clause("ACT96-4.1(b)")
def test_with_the_notice_a_wager_off_the_unit_is_pointed_out() -> None:
    """Units of the minimum of 5: 15 is one and 7 is not."""
    story = at_table(minimum=5, elect={"multiples_notice": "yes"}).bet(1, "A", 7)
    assert story.notice() == ("not in steps of $5 above the minimum", "ACT96-4.1(b)")
    story.unbet(1, "A").bet(1, "A", 15)
    assert story.notice()[0] == ""
    assert at_table(minimum=5).bet(1, "A", 7).notice()[0] == ""


@pytest.mark.clause("ACT96-4.2")
def test_another_minimum_begins_with_a_round() -> None:
    """The sign is fixed when a round is opened: a new minimum of 10 touches the next round alone."""
    story = at_table(minimum=5).bet(1, "A", 5)
    assert story.notice()[0] == ""
    assert story.state.setup.main_sign.minimum == 5_00
    assert rules_for("ACT96").limits_role.value == "casino_supervisor"
    assert at_table(minimum=10).bet(1, "A", 5).notice()[1] == "ACT96-4.1(c)-S1"


# --- placing and the lock


@pytest.mark.clause("ACT96-5.1", "ACT96-8(a)")
def test_who_wagers_before_the_first_card_is_in_the_round() -> None:
    story = at_table().bet(2, "A", 10).bet(5, "B", 10).call().cards("Ts")
    story.refuses("wager.after_first_card", "ACT96-5.1").bet(3, "C", 10)
    story.cards("9h 6d 2c 3c")
    assert story.targets == [2, 5, 0, 2, 5]


@pytest.mark.clause("ACT96-5.2")
def test_from_the_first_card_a_wager_is_not_touched() -> None:
    story = at_table().bet(1, "A", 10).call().cards("6s")
    story.refuses("wager.after_first_card", "ACT96-5.2").bet(1, "A", 10)
    story.refuses("wager.locked_by_first_card", "ACT96-5.2").unbet(1, "A")
    story.cards("6d 5h").refuses("wager.after_first_card", "ACT96-5.2").bet(1, "A", 10)
    story.double(1)  # rule 13 is an exception


@pytest.mark.clause("ACT96-5.2")
def test_a_wager_may_be_taken_back_until_the_first_card() -> None:
    at_table().bet(1, "A", 10).bet(2, "B", 10).call().unbet(1, "A").cards("6s 6d 5h")


@pytest.mark.clause("ACT96-5.3-S1")
def test_a_wager_is_made_in_chips() -> None:
    story = at_table()
    story.refuses("wager.not_in_chips", "ACT96-5.3-S1").bet(1, "A", 50, medium="cash")
    story.bet(1, "A", 50)


@pytest.mark.clause("ACT96-5.3-S2")
def test_a_spoken_wager_counts_once_its_chips_lie_there() -> None:
    story = at_table().bet(1, "A", 10)
    story.refuses("wager.spoken_without_money", "ACT96-5.3-S2").say(2, "B", 50, "nothing")
    story.say(2, "B", 50, "cash").say(3, "C", 20, "chips").bet(3, "C", 20).call()
    (rejected,) = story.recorded(OralWagerRejected)
    assert (rejected.player, rejected.clause) == ("B", "ACT96-5.3-S2")
    assert [box.number for box in story.state.in_play()] == [1, 3]


@pytest.mark.clause("ACT96-5.4")
def test_a_confirmed_insurance_stays_as_it_is() -> None:
    story = at_table().bet(1, "A", 20).call().initial("Ad", "Ts 9h").insure(1, "A", 10)
    story.refuses("insurance.placed", "ACT96-5.2").insure(1, "A", 5)
    story.stand(1).cards("Kd").end()
    assert story.net() == 20 - 20  # 10 at 2 to 1, beside 20 lost to the Blackjack


@pytest.mark.clause("ACT96-5.4")
def test_a_double_and_a_split_stay_until_their_result() -> None:
    """5+4 doubled, +3 = 12: nobody may take the double back, and against 6+K+2 = 18 all 40 are lost. Eights split for
    20: neither wager is withdrawn while its hand is played."""
    story = at_table().bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "5s 4h", "8s 8h").double(1)
    story.cards("3c")
    assert (story.action, story.due.box) == ("decision", 2)
    story.refuses("rescue.not_in_game", "ACT96-5.4").rescue(1, "A")
    story.split(2).cards("Tc")
    story.refuses("wager.locked_by_first_card", "ACT96-5.2").unbet(2, "B")
    story.stand(2).cards("9c").stand(2, 2)
    story.refuses("rescue.not_in_game", "ACT96-5.4").rescue(1, "A")
    story.cards("Kd 2c").end()
    assert (story.net("A"), story.net("B")) == (-40, -20)  # 18 stands off, 17 loses


# --- several boxes, several players


@pytest.mark.clause("ACT96-5.5-S1")
def test_the_operator_may_let_a_player_have_more_boxes() -> None:
    story = at_table().bet(1, "B", 10).bet(2, "A", 10)
    story.refuses("player.one_box_only", "ACT96-5.5-S1").bet(3, "A", 10)
    story.refuses("role.too_low", "ACT96-5.5-S1").several("A", role="dealer")
    story.several("A").bet(3, "A", 10).call()


@pytest.mark.clause("ACT96-5.5-S2")
def test_when_seats_are_short_the_boxes_are_given_up_before_the_next_round() -> None:
    story = at_table().several("A").bet(1, "B", 10).bet(2, "A", 10).bet(3, "A", 10).call()
    story.several("A", revoke=True).initial("Td", "Ts 7h", "Ts 7d", "Ts 7c")  # this round is finished
    story.stand(1).stand(2).stand(3).cards("7c").end()
    story = story.next_round().bet(1, "B", 10).bet(2, "A", 10)
    story.refuses("player.one_box_only", "ACT96-5.5-S1").bet(3, "A", 10)
    story.bet(3, "C", 10).call()


@pytest.mark.clause("ACT96-5.6-S1", "ACT96-15.1-S1")
def test_three_players_on_a_box_and_no_fourth() -> None:
    story = at_table().bet(4, "A", 10).bet(4, "B", 10).bet(4, "C", 10)
    story.refuses("box.full", "ACT96-5.6-S1").bet(4, "D", 10)


@pytest.mark.clause("ACT96-5.6-S2")
def test_together_they_keep_to_the_maximum_of_the_box() -> None:
    """60 + 30 leave 10 of 100."""
    story = at_table(maximum=100).bet(1, "A", 60).bet(1, "B", 30)
    story.refuses("wager.above_maximum", "ACT96-5.6-S2").bet(1, "C", 20)
    story.bet(1, "C", 10)
    story.refuses("wager.above_maximum", "ACT96-5.6-S2").bet(1, "A", 1)


@pytest.mark.clause("ACT96-5.6-S2")
def test_the_maximum_is_for_the_initial_wagers_alone() -> None:
    """100 at a maximum of 100 is split and one hand doubled: 300 in play. 18, 21 and a dealer of 20: −100 + 200."""
    story = at_table(maximum=100).bet(1, "A", 100).call().initial("Td", "8s 8h").split(1)
    story.cards("Tc").stand(1).cards("3c").double(1, 2).cards("Th").cards("Kd").end()
    assert story.net() == 100


@pytest.mark.clause("ACT96-5.6-S2")
def test_the_sign_may_be_for_each_player() -> None:
    story = at_table(maximum=100, elect={"limits": "player"}).bet(1, "A", 100).bet(1, "B", 100)
    assert story.notice()[0] == ""


@pytest.mark.clause("ACT96-5.7")
def test_a_player_alone_has_one_box() -> None:
    """Who is there is counted at the call: A's second box waits for another player's wager."""
    story = at_table().several("A").bet(1, "A", 10).bet(2, "A", 10)
    assert [(blocker.kind, blocker.clause) for blocker in story.due.blockers] == [
        ("several_boxes", "ACT96-5.7")
    ]
    story.refuses("call.alone_at_table", "ACT96-5.7").call()
    story.bet(3, "B", 10).unbet(3, "B").refuses("call.alone_at_table", "ACT96-5.7").call()
    story.unbet(2, "A").call()
    at_table().several("A").bet(1, "A", 10).bet(2, "A", 10).bet(3, "B", 10).call()


@pytest.mark.clause("ACT96-5.7")
def test_a_player_alone_has_several_boxes_in_the_other_reading() -> None:
    at_table(read={"several_boxes_alone": "True"}).several("A").bet(1, "A", 10).bet(2, "A", 10).call()


@pytest.mark.clause("ACT96-5.8")
def test_a_higher_maximum_needs_a_role_and_its_marker() -> None:
    """A maximum of 500 at a table of 100: 300 counts in full. 20 against 18 wins 300."""
    story = at_table(maximum=100)
    story.refuses("role.too_low", "ACT96-5.8").limit(3, "A", 500, role="game_supervisor")
    story.limit(3, "A", 500).bet(3, "A", 300)
    story.refuses("call.marker_missing", "ACT96-5.8").call()
    story.marker(3, "A").call().initial("Td", "Ts Kh").stand(3).cards("8c").end()
    assert story.net() == 300


@pytest.mark.clause("ACT96-5.9")
def test_nobody_else_wagers_on_a_marked_box() -> None:
    story = at_table(maximum=100).limit(3, "A", 500).marker(3, "A").bet(3, "A", 300)
    story.refuses("box.marker_alone", "ACT96-5.9").bet(3, "B", 10)
    story.bet(4, "B", 10)


@pytest.mark.clause("ACT96-5.9")
def test_a_box_that_others_are_on_is_not_given_a_marker() -> None:
    story = at_table(maximum=100).bet(3, "A", 10).bet(3, "B", 10)
    story.refuses("limit.box_taken", "ACT96-5.9").limit(3, "A", 500)
    story.unbet(3, "B").limit(3, "A", 500)
    story.refuses("limit.box_taken", "ACT96-5.9").limit(3, "C", 800)


# --- held to the minimum or to one box


@pytest.mark.clause("ACT96-5.10(a)")
def test_who_was_not_in_the_first_round_may_be_held_to_the_minimum() -> None:
    story = round_without("A", "B", minimum=5)
    story.refuses("role.too_low", "ACT96-5.10(a)").restrict("A", one_box=False, role="game_supervisor")
    story.restrict("A", one_box=False, notified="", role="casino_supervisor")  # nobody need be told first
    story.refuses("wager.restricted_to_minimum", "ACT96-5.10(a)").bet(1, "A", 10)
    story.bet(1, "A", 5).bet(2, "B", 10).several("A").bet(4, "A", 5)
    # B played every round
    story.refuses("restriction.no_round_missed_of_shoe", "ACT96-5.10(b)").restrict("B", one_box=False)


@pytest.mark.clause("ACT96-5.10(b)")
def test_a_player_who_played_and_then_sat_out_may_be_held_to_the_minimum() -> None:
    story = at_table(minimum=5).bet(1, "A", 50).bet(2, "B", 10).call().initial("Td", "Ts 7h", "Ts 7d")
    story.stand(1).stand(2).cards("7c").end()
    story = story.next_round()
    story.refuses("restriction.no_round_missed_of_shoe", "ACT96-5.10(b)").restrict("A", one_box=False)
    story.bet(2, "B", 10).call().initial("Td", "Ts 7h").stand(2).cards("7c").end()
    story = story.next_round().restrict("A", one_box=False)
    story.refuses("wager.restricted_to_minimum", "ACT96-5.10(b)").bet(1, "A", 50)


@pytest.mark.clause("ACT96-5.10-S1")
def test_a_player_is_held_to_the_minimum_and_to_one_box() -> None:
    """The first box is the first that the player takes, whichever it is."""
    story = round_without("A", "B", minimum=5).restrict("A", one_box=True).several("A").bet(2, "B", 10)
    story.refuses("wager.restricted_to_minimum", "ACT96-5.10-S1").bet(4, "A", 10)
    story.bet(4, "A", 5)
    story.refuses("player.restricted_to_one_box", "ACT96-5.10-S1").bet(1, "A", 5)


@pytest.mark.clause("ACT96-5.10-S1")
def test_a_player_is_held_to_one_box_alone() -> None:
    story = round_without("A", "B", minimum=5).several("A").bet(2, "B", 10)
    story.restrict("A", one_box=True, minimum=False).bet(4, "A", 50)
    story.refuses("player.restricted_to_one_box", "ACT96-5.10-S1").bet(1, "A", 5)
    story.call()


@pytest.mark.clause("ACT96-5.10-S2")
def test_a_new_shoe_ends_the_hold() -> None:
    story = round_without("A", "B", minimum=5).restrict("A", one_box=True).restrict("A", one_box=False)
    story.shuffle().several("A").bet(2, "B", 10).bet(1, "A", 50).bet(4, "A", 50).call()


# --- the cutting card


@pytest.mark.clause("ACT96-6.2(a)")
def test_the_cutting_card_first_of_a_round_calls_for_a_shuffle() -> None:
    story = at_table().bet(1, "A", 10).call().cut_card()
    assert story.action == "shuffle"
    story.refuses("card.shuffle_first", "ACT96-6.2(a)").cards("Ts")
    story.shuffle().cards("Ts")


@pytest.mark.clause("ACT96-6.2(b)")
def test_within_a_round_the_round_is_finished_first() -> None:
    story = at_table().bet(1, "A", 10).call().cards("Ts").cut_card().cards("Td 7h").stand(1).cards("7c").end()
    story = story.next_round().bet(1, "A", 10)
    story.refuses("call.shuffle_first", "ACT96-6.2(b)").call()
    story.shuffle().call()


# --- the deal


@pytest.mark.clause("ACT96-7.1-S2")
def test_every_card_is_dealt_face_up() -> None:
    story = at_table().bet(1, "A", 10).call()
    story.refuses("card.dealt_face_up", "ACT96-7.1-S2").cards("??")
    with refused_as("setup.face_up", "ACT96-7.1-S2"):
        at_table(face_down=True)


@pytest.mark.clause("ACT96-8-S1")
def test_no_card_before_the_call_and_no_wager_after_it() -> None:
    story = at_table().bet(1, "A", 10)
    story.refuses("card.before_call", "ACT96-8-S1").cards("Ts")
    story.call().refuses("wager.after_call", "ACT96-8-S1").bet(2, "B", 10)
    story.refuses("call.made", "ACT96-8-S1").call()


@pytest.mark.clause("ACT96-8-S2", "ACT96-8(a)", "ACT96-8(b)", "ACT96-8(c)")
def test_from_the_left_round_the_table_twice_with_one_card_to_the_dealer_between() -> None:
    story = at_table().bet(7, "C", 10).bet(2, "A", 10).bet(5, "B", 10).call()
    story.cards("2s 3s 4s").cards("5d")
    assert story.due.clause == "ACT96-8(c)"
    story.cards("6h 7h 8h")
    assert story.targets == [2, 5, 7, 0, 2, 5, 7]
    assert story.state.dealer == ("5d",)
    assert (story.action, story.due.box) == ("decision", 2)
    # no second card for the dealer before the players have acted
    story.refuses("card.decision_first", "ACT96-8(c)").cards("9c")
