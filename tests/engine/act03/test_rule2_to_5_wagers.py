"""Canberra 2003, rules 2 to 5 and 19: cards, limits, shared boxes, restrictions, the cutting card."""

import pytest

from casino.rulebooks import rules_for
from rounds.engine.wagers.events import PlayerWarned
from tests.engine.story import Story, deal
from tests.refusing import refused_as


def at_table(**table: object) -> Story:
    return deal("ACT03", **table)  # type: ignore[arg-type]


def round_of(story: Story, *players: str) -> Story:
    """The next round, after one in which these players wagered 10 each on boxes from 2 on."""
    for box, player in enumerate(players, start=2):
        story.bet(box, player, 10)
    story.call().initial("Td", *["Ts 7h"] * len(players))
    for box in range(2, 2 + len(players)):
        story.stand(box)
    return story.cards("7c").end().next_round()


# --- cards


@pytest.mark.clause("ACT03-2.1")
def test_four_to_eight_packs() -> None:
    assert rules_for("ACT03").decks.value == (4, 5, 6, 7, 8)
    for packs in (3, 9):
        with refused_as("setup.decks", "ACT03-2.1"):
            at_table(decks=packs)


@pytest.mark.clause("ACT03-2.3-B01")
def test_the_number_of_packs_is_part_of_every_round() -> None:
    """The tablet shows what the round was opened with, so the dealer can answer."""
    story = at_table(decks=6)
    assert story.state.setup.decks == 6
    assert story.rules.shoe_cards(6) == 312


@pytest.mark.clause("ACT03-2.5(a)", "ACT03-2.5(b)", "ACT03-2.5(c)", "ACT03-A-B17", "ACT03-A-B10")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("As Kh", 21, True),
        ("2s 9h", 11, False),
        ("Js Qh", 20, False),
        ("As 2h", 13, True),
        ("As Ah", 12, True),
        ("5s 6h", 11, False),
        ("As 6h Kc", 17, False),
        ("As Ah Kc", 12, False),
        ("As Ah 9c", 21, True),
        ("As 5h Kc 5d", 21, False),
    ],
)
def test_hard_and_soft_totals(cards: str, total: int, soft: bool) -> None:
    first, second, *more = cards.split()
    story = at_table().bet(1, "A", 10).call().initial("6d", f"{first} {second}")
    for card in more:
        story.hit(1).cards(card)
    assert (story.hand(1).total, story.hand(1).soft) == (total, soft)


@pytest.mark.clause("ACT03-A-B17")
def test_both_figures_of_a_soft_hand_are_called() -> None:
    assert at_table().bet(1, "A", 10).call().initial("6d", "As 6h").due.announce == "seven or seventeen"


@pytest.mark.clause("ACT03-A-B15")
def test_a_round_runs_from_the_first_card_until_the_cards_are_collected() -> None:
    story = at_table().bet(1, "A", 10).call().unbet(1, "A").bet(1, "A", 20).call()  # no card yet
    story.initial("Td", "Ts 9h").stand(1).cards("8c").settle()
    assert story.action == "collect"
    story.refuses("wager.after_first_card", "ACT03-4.3").bet(1, "A", 10)
    story.collect()
    story.refuses("round.over", "ACT03-A-B15").collect()


# --- limits


@pytest.mark.clause("ACT03-3.1-B01")
def test_the_maximum_is_for_the_box_and_the_minimum_for_each_wager() -> None:
    """120 and 100 on a box of 200: 20 are over. 8 is under 10 though the box holds 128."""
    story = at_table(minimum=10, maximum=200).bet(1, "A", 120).bet(1, "B", 100)
    assert story.notice() == ("$20 over the maximum: only the maximum plays", "ACT03-3.5")
    story = at_table(minimum=10, maximum=200).bet(1, "A", 120).bet(1, "B", 8)
    assert story.notice()[1] == "ACT03-3.4-B01"


@pytest.mark.clause("ACT03-3.1-B01")
def test_the_maximum_does_not_count_doubles_and_splits() -> None:
    """200 at a maximum of 200 doubled with a ten: 20 against 19 wins 400."""
    story = (
        at_table(maximum=200).bet(1, "A", 200).call().initial("Td", "6s 4h").double(1).cards("Kc").cards("9c")
    )
    assert story.end().net() == 400


@pytest.mark.clause("ACT03-3.1-B01")
def test_the_maximum_is_for_each_player_where_the_sign_says_so() -> None:
    story = at_table(maximum=200, elect={"limits": "player"}).bet(1, "A", 120).bet(1, "B", 100)
    assert story.notice()[0] == ""


@pytest.mark.clause("ACT03-3.1-B02")
def test_other_limits_never_reach_a_round_that_is_open() -> None:
    story = at_table(minimum=10).bet(1, "A", 10)
    assert story.state.setup.main_sign.minimum == 10_00
    assert rules_for("ACT03").limits_role.clause == "ACT03-3.1-B02"
    assert at_table(minimum=25).bet(1, "A", 10).notice()[1] == "ACT03-3.4-B01"


@pytest.mark.clause("ACT03-3.2")
def test_more_than_the_maximum_with_a_marker() -> None:
    """Maximum 200, marker 1,000: 600 counts in full and wins 600."""
    story = at_table(maximum=200)
    story.refuses("role.too_low", "ACT03-3.2").limit(3, "A", 1000, role="game_supervisor")
    story.limit(3, "A", 1000).bet(3, "A", 600).refuses("call.marker_missing", "ACT03-3.2").call()
    story.marker(3, "A").call().initial("Td", "Ts Kh").stand(3).cards("8c").end()
    assert story.net() == 600


@pytest.mark.clause("ACT03-3.2", "ACT03-3.5")
def test_without_a_marker_the_displayed_maximum_counts() -> None:
    story = at_table(maximum=200).bet(3, "A", 600).call().initial("Td", "Ts Kh").stand(3).cards("8c").end()
    assert story.net() == 200


@pytest.mark.clause("ACT03-4.6")
def test_others_join_a_marked_box_up_to_the_marker() -> None:
    """1,000 on the marker and 700 there: 400 is refused, 300 is not. A fourth player never is let in."""
    story = at_table(maximum=200).limit(3, "A", 1000).marker(3, "A").bet(3, "A", 700)
    story.refuses("wager.above_marker", "ACT03-4.6").bet(3, "B", 400)
    story.bet(3, "B", 200).bet(3, "C", 100)
    story.refuses("box.full", "ACT03-4.5-B01").bet(3, "D", 1)
    story.refuses("wager.above_marker", "ACT03-4.6").bet(3, "A", 1)
    story.call()
    assert [wager.effective for wager in story.state.box(3).wagers] == [700_00, 200_00, 100_00]


@pytest.mark.clause("ACT03-4.6", "ACT03-3.5")
def test_a_marker_raises_nothing_for_others_while_its_player_is_not_there() -> None:
    story = at_table(maximum=200).limit(3, "A", 1000).marker(3, "A").bet(3, "B", 600)
    assert story.notice()[1] == "ACT03-3.5"
    story.call().initial("Td", "Ts Kh").stand(3).cards("8c").end()
    assert story.net("B") == 200


@pytest.mark.clause("ACT03-4.6", "ACT03-3.5")
def test_the_marker_is_the_maximum_of_who_is_alone_there() -> None:
    """1,200 on a marker of 1,000: 1,000 is paid."""
    story = at_table(maximum=200).limit(3, "A", 1000).marker(3, "A").bet(3, "A", 1200).call()
    story.initial("Td", "Ts Kh").stand(3).cards("8c").end()
    assert story.net() == 1000


@pytest.mark.clause("ACT03-3.3")
def test_a_wager_off_the_multiple_is_pointed_out_and_paid_in_full() -> None:
    """12 in multiples of 5 from 10 on wins 12."""
    story = at_table(minimum=10, multiple=5).bet(1, "A", 12)
    assert story.notice() == ("not in steps of $5 above the minimum", "ACT03-3.3")
    story.call().initial("Td", "Ts Kh").stand(1).cards("8c").end()
    assert story.net() == 12


@pytest.mark.clause("ACT03-3.4-B01")
@pytest.mark.parametrize(("dealer", "net"), [("8c", 5), ("Kc", -5)])
def test_a_wager_under_the_minimum_is_settled_at_first(dealer: str, net: float) -> None:
    """5 at a minimum of 10: 19 against 18 and against 20."""
    story = at_table(minimum=10).bet(1, "A", 5).call().initial("Td", "Ts 9h").stand(1).cards(dealer).end()
    assert story.net() == net


@pytest.mark.clause("ACT03-3.4-B02")
def test_the_owner_of_a_wager_under_the_minimum_is_warned_and_the_next_goes_back() -> None:
    story = at_table(minimum=10).bet(1, "A", 5).bet(2, "B", 10).call()
    assert [(warning.player, warning.clause) for warning in story.recorded(PlayerWarned)] == [
        ("A", "ACT03-3.4-B01")
    ]
    story.initial("Td", "Ts Kh", "Ts 7h").stand(1).stand(2).cards("8c").end()
    story = story.next_round().bet(1, "A", 5)
    assert story.notice()[0] == "under the minimum of $10 again: return it"
    story.bet(2, "B", 10).refuses("call.wager_returned", "ACT03-3.4-B02").call().hand_back(1, "A").call()
    story.initial("Td", "Ts 7h").stand(2).cards("8c").end()
    assert (story.net("A"), story.net("B")) == (0, -10)


@pytest.mark.clause("ACT03-3.5")
@pytest.mark.parametrize(("cards", "net"), [("Ts Kh", 200), ("Ts 7h", -200), ("As Kh", 300)])
def test_over_the_maximum_only_that_is_paid_or_taken(cards: str, net: float) -> None:
    """250 at 200 against 10-8: 20, 17, Blackjack."""
    story = at_table(maximum=200).bet(1, "A", 250).call().initial("Td", cards)
    if story.action == "decision":
        story.stand(1)
    assert story.cards("8c").end().net() == net


@pytest.mark.clause("ACT03-3.5")
def test_a_double_follows_what_counts_and_the_last_wager_is_cut_first() -> None:
    """A 120, B 100 of 200: 120 and 80. B doubles 80, not 100. 20 against 19: +240 and +160."""
    story = at_table(maximum=200).bet(1, "A", 120).bet(1, "B", 100).call().initial("Td", "6s 4h")
    story.refuses("double.above_wager", "ACT03-A-B08").double(1, B=100)
    story.double(1, B=80).cards("Kc").cards("9c").end()
    assert (story.net("A"), story.net("B")) == (240, 160)


# --- wagers


@pytest.mark.clause("ACT03-4.1", "ACT03-6.2-B01")
def test_wagers_are_taken_until_no_more_bets_is_called() -> None:
    story = at_table()
    assert story.due.clause == "ACT03-4.1"
    story.bet(1, "A", 10).refuses("card.before_call", "ACT03-6.2-B01").cards("Ts")
    story.call().refuses("wager.after_call", "ACT03-4.1").bet(2, "B", 10)


@pytest.mark.clause("ACT03-4.2")
def test_a_wager_is_chips_in_the_box() -> None:
    story = at_table()
    story.refuses("wager.not_in_chips", "ACT03-4.2").bet(3, "A", 25, medium="cash")
    story.refuses("wager.spoken_without_money", "ACT03-4.2").say(3, "A", 25, "nothing")
    story.bet(3, "A", 25)


@pytest.mark.clause("ACT03-4.3")
def test_a_wager_is_locked_from_the_first_card() -> None:
    story = at_table().bet(1, "A", 20).call().cards("6s")
    story.refuses("wager.after_first_card", "ACT03-4.3").bet(1, "A", 20)
    story.refuses("wager.locked_by_first_card", "ACT03-4.3").unbet(1, "A")
    story.cards("Ad 5h").insure(1, "A", 10).double(1)


@pytest.mark.clause("ACT03-4.4-B01")
def test_a_player_may_be_let_play_several_boxes() -> None:
    story = at_table().bet(2, "A", 10)
    story.refuses("player.one_box_only", "ACT03-4.4-B01").bet(3, "A", 10)
    story.several("A").bet(3, "A", 10).call().initial("6d", "Ts 4h", "Ts 5h")
    story.stand(2, by="A").stand(3, by="A")


@pytest.mark.clause("ACT03-4.4-B02")
def test_several_boxes_are_given_up_from_the_next_round_when_boxes_run_short() -> None:
    story = at_table().several("A").bet(2, "A", 10).bet(3, "A", 10).call().several("A", revoke=True)
    story.initial("Td", "Ts 7h", "Ts 7d").stand(2).stand(3).cards("7c").end()
    story = story.next_round().bet(2, "A", 10)
    story.refuses("player.one_box_only", "ACT03-4.4-B02").bet(3, "A", 10)
    story.bet(3, "B", 10).call()


@pytest.mark.clause("ACT03-4.5-B01")
def test_three_players_on_a_box() -> None:
    story = at_table().bet(4, "A", 10).bet(4, "B", 10).bet(4, "C", 10)
    story.refuses("box.full", "ACT03-4.5-B01").bet(4, "D", 10)
    story.bet(4, "A", 5)


@pytest.mark.clause("ACT03-4.5(a)")
def test_the_player_seated_there_decides() -> None:
    story = at_table().bet(5, "B", 50).bet(5, "A", 10).seat(5, "A").call().initial("6d", "Ts 4h")
    story.refuses("decision.other_player", "ACT03-4.5(a)").stand(5, by="B")
    story.stand(5, by="A")


@pytest.mark.clause("ACT03-4.5(b)", "ACT03-4.5(a)")
def test_without_a_seated_players_wager_the_player_nearest_the_dealer_decides() -> None:
    """10 nearest, 100 behind; C sits there without a wager."""
    story = at_table().seat(5, "C").bet(5, "A", 10).bet(5, "B", 100).call().initial("6d", "Ts 4h")
    story.refuses("decision.other_player", "ACT03-4.5(b)").stand(5, by="B")
    assert story.due.player == "A"


# --- held to the minimum


@pytest.mark.clause("ACT03-4.7(a)")
def test_who_was_not_in_the_first_round_may_be_held_to_the_minimum() -> None:
    story = round_of(at_table(minimum=10), "B")
    story.refuses("role.too_low", "ACT03-4.7(a)").restrict("A", one_box=False, role="game_supervisor")
    story.restrict("A", one_box=False, notified="", role="casino_supervisor")
    story.refuses("wager.restricted_to_minimum", "ACT03-4.7(a)").bet(1, "A", 20)
    story.bet(1, "A", 10)
    story.refuses("restriction.no_round_missed_of_shoe", "ACT03-4.7(b)").restrict("B", one_box=False)


@pytest.mark.clause("ACT03-4.7(a)", "ACT03-4.7(b)")
def test_the_book_holds_nobody_to_one_box() -> None:
    round_of(at_table(minimum=10), "B").refuses("restriction.not_in_rules", "ACT03-4.7(a)").restrict(
        "A", one_box=True
    )


@pytest.mark.clause("ACT03-4.7(b)")
def test_a_player_who_sat_a_round_out_may_be_held_to_the_minimum_until_a_new_shoe() -> None:
    story = round_of(at_table(minimum=10), "A", "B")
    story.refuses("restriction.no_round_missed_of_shoe", "ACT03-4.7(b)").restrict("A", one_box=False)
    story = round_of(story, "B").restrict("A", one_box=False)
    story.refuses("wager.restricted_to_minimum", "ACT03-4.7(b)").bet(1, "A", 50)
    story.shuffle().bet(1, "A", 50)


@pytest.mark.clause("ACT03-19.1-B02")
def test_an_automated_shoe_restricts_nobody_for_missed_rounds() -> None:
    story = round_of(at_table(minimum=10, elect={"auto_shuffler": "yes"}), "B")
    story.refuses("restriction.no_shuffle_to_count_from", "ACT03-19.1-B02").restrict("A", one_box=False)
    story.bet(1, "A", 200)


@pytest.mark.clause("ACT03-19.1-B01", "ACT03-19.1-B02")
def test_an_automated_shoe_has_no_cutting_card() -> None:
    story = at_table(elect={"auto_shuffler": "yes"}).bet(1, "A", 10).call().cards("Ts")
    story.refuses("cutting_card.not_used", "ACT03-19.1-B01").cut_card()
    assert story.rules.cutting_card.also == ("ACT03-19.1-B02",)


# --- the cutting card


@pytest.mark.clause("ACT03-5.5(a)")
def test_the_cutting_card_first_of_a_round() -> None:
    story = at_table().bet(1, "A", 10).call().cut_card()
    story.refuses("card.shuffle_first", "ACT03-5.5(a)").cards("Ts")
    story.shuffle().cards("Ts")


@pytest.mark.clause("ACT03-5.5(b)")
def test_a_cutting_card_within_a_round() -> None:
    story = at_table().bet(1, "A", 10).call().cards("Ts").cut_card().cards("Td 7h").stand(1).cards("7c").end()
    story = story.next_round().bet(1, "A", 10)
    story.refuses("call.shuffle_first", "ACT03-5.5(b)").call()
    story.shuffle().call()


# --- the deal


@pytest.mark.clause("ACT03-6.1")
def test_every_card_is_face_up() -> None:
    story = at_table().bet(1, "A", 10).call()
    story.refuses("card.dealt_face_up", "ACT03-6.1").cards("??")


@pytest.mark.clause("ACT03-6.2(a)", "ACT03-6.2(b)", "ACT03-6.2(c)")
def test_the_order_of_the_deal() -> None:
    story = at_table().bet(5, "B", 10).bet(2, "A", 10).call()
    assert story.due.clause == "ACT03-6.2(a)"
    story.cards("2s 3s")
    assert story.due.clause == "ACT03-6.2(b)"
    story.cards("4d")
    assert story.due.clause == "ACT03-6.2(c)"
    story.cards("6s 7s")
    assert story.targets == [2, 5, 0, 2, 5]
    story.refuses("card.decision_first", "ACT03-6.2(c)").cards("8s")
    assert (story.action, story.due.box) == ("decision", 2)
