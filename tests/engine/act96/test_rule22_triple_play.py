"""Canberra 1996, rule 22: Triple Play. Two or three wagers on one hand, three dealer hands from one first card."""

from dataclasses import fields

import pytest

from casino.rulebooks import Rule, rules_for
from rounds.engine.settlement.events import DealerHandCleared
from tests.engine.story import Story, deal
from tests.refusing import refused_as


def triple(*amounts: float, **table: object) -> Story:
    """A on box 2 with wagers on hand 1, hand 2 …; the round is not called yet."""
    return deal("ACT96", game="triple_play", boxes=6, **table).hands(2, "A", *amounts)  # type: ignore[arg-type]


def won(story: Story, hand: int = 1) -> list[tuple[str, str, float]]:
    """Bet, result and gain of each wager on a hand of box 2, in dollars."""
    return [
        (result.bet, result.result, (result.pays - result.takes) / 100)
        for result in sorted(story.state.results, key=lambda result: result.bet)
        if result.hand == hand
    ]


# --- wagers


@pytest.mark.clause("ACT96-22.1(a)")
def test_six_boxes() -> None:
    with refused_as("setup.boxes", "ACT96-22.1(a)"):
        deal("ACT96", game="triple_play", boxes=7)


@pytest.mark.clause("ACT96-22.2-S1", "ACT96-22.4")
def test_three_wagers_of_any_amounts_in_every_round() -> None:
    story = triple(10, 20, 30).call().initial("Td", "Ts 7h").stand(2)
    assert [wager.amount for wager in story.state.box(2).wagers] == [10_00, 20_00, 30_00]
    story.cards("8c").settle().cards("8d").settle().cards("8h").end()
    assert story.net() == -60
    story.next_round().hands(2, "A", 10, 50).call()


@pytest.mark.clause("ACT96-22.2-S1")
def test_the_bets_of_the_base_game_are_not_offered() -> None:
    triple().refuses("side_bet.not_offered", "ACT96-22.2-S1").bet(2, "A", 10)


@pytest.mark.clause("ACT96-22.2-S1")
def test_they_are_placed_before_the_first_card() -> None:
    story = triple(10, 10)
    story.call().cards("Ts").refuses("wager.after_first_card", "ACT96-5.1").bet(2, "A", 10, "hand_3")


@pytest.mark.clause("ACT96-22.3")
def test_one_wager_is_not_enough() -> None:
    story = triple(10)
    assert [(blocker.kind, blocker.clause) for blocker in story.due.blockers] == [("wagers", "ACT96-22.3")]
    story.refuses("call.wagers_too_few", "ACT96-22.3").call()
    story.bet(2, "A", 10, "hand_2").call()


@pytest.mark.clause("ACT96-22.4")
@pytest.mark.parametrize("amounts", [(10, 0, 10), (0, 10, 10)])
def test_hands_1_and_2_come_before_hand_3(amounts: tuple[float, ...]) -> None:
    story = triple(*amounts)
    story.refuses("call.wager_missing", "ACT96-22.4").call()
    story.bet(2, "A", 10, "hand_2" if amounts[0] else "hand_1").call()


@pytest.mark.clause("ACT96-22.3")
def test_the_minimum_is_for_each_and_the_maximum_for_all() -> None:
    """Minimum 5, maximum 100: 4 is under it; 40 + 40 + 30 count 40, 40 and 20."""
    story = triple(40, 4, minimum=5, maximum=100)
    assert story.notice()[1] == "ACT96-4.1(c)-S1"
    story = triple(40, 40, 30, minimum=5, maximum=100)
    assert story.notice()[1] == "ACT96-4.1(d)"
    story.call()
    assert [wager.effective for wager in story.state.box(2).wagers] == [40_00, 40_00, 20_00]


@pytest.mark.clause("ACT96-22.5")
def test_a_box_is_for_one_player() -> None:
    story = triple(10, 10)
    story.refuses("box.full", "ACT96-22.5").bet(2, "B", 10, "hand_1")
    story.bet(3, "B", 10, "hand_1")


# --- three dealer hands


@pytest.mark.clause(
    "ACT96-22.2-S2",
    "ACT96-22.13-S1",
    "ACT96-22.13(a)",
    "ACT96-22.13(b)",
    "ACT96-22.13(c)",
    "ACT96-22.13(d)",
    "ACT96-22.13(e)",
    "ACT96-22.13(f)",
    "ACT96-22.13(g)",
    "ACT96-22.15",
)
def test_one_first_card_three_hands_settled_one_after_another() -> None:
    """18 for 10, 20 and 30 against 9-K = 19 (lost), 9-7-K = 26 (won), 9-9 = 18 (void): −10 + 20."""
    story = triple(10, 20, 30).call().initial("9d", "Ts 8h").stand(2)
    assert (story.due.clause, story.due.text) == ("ACT96-22.13-S1", "Card for the dealer's hand 1")
    story.cards("Kc")
    assert (story.items, story.due.clause) == ([("take", 2, "A", 10)], "ACT96-22.13(a)")
    story.refuses("card.taking_first", "ACT96-22.13(a)").cards("7c")
    story.settle()
    (cleared,) = story.recorded(DealerHandCleared)
    assert (cleared.number, cleared.clause) == (1, "ACT96-22.13(b)")
    assert story.state.dealer == ("9d",)
    assert (story.due.clause, story.due.text) == (
        "ACT96-22.13(c)",
        "Remove the dealer's cards but the first, move that to square 2; then a card for it",
    )
    story.cards("7c")
    assert (story.action, story.due.text) == ("card", "Card for the dealer's hand 2")
    story.cards("Kd")
    assert (story.items, story.due.clause) == ([("pay", 2, "A", 20)], "ACT96-22.13(d)")
    story.settle()
    assert (story.recorded(DealerHandCleared)[0].clause, story.due.clause) == (
        "ACT96-22.13(e)",
        "ACT96-22.13(f)",
    )
    story.cards("9h")
    assert (story.action, story.due.clause) == ("collect", "ACT96-22.15")
    assert story.result(2, bet="hand_3").result == "stand_off"
    story.collect()
    assert won(story) == [("hand_1", "lose", -10), ("hand_2", "win", 20), ("hand_3", "stand_off", 0)]
    assert story.net() == 10
    assert [list(cards) for cards in (*story.state.dealers, story.state.dealer)] == [
        ["9d", "Kc"],
        ["9d", "7c", "Kd"],
        ["9d", "9h"],
    ]


@pytest.mark.clause("ACT96-22.13(g)", "ACT96-22.13(a)")
def test_the_third_hand_is_settled_under_its_own_clause() -> None:
    story = (
        triple(10, 20, 30).call().initial("9d", "Ts 8h").stand(2).cards("Kc").settle().cards("Kd").settle()
    )
    story.cards("Kh")
    assert (story.items, story.due.clause) == ([("take", 2, "A", 30)], "ACT96-22.13(g)")


@pytest.mark.clause("ACT96-22.3", "ACT96-22.13(c)")
def test_with_two_wagers_the_dealer_plays_two_hands() -> None:
    """18 for 10 and 20 against 10-7 and 10-9: +10 − 20."""
    story = triple(10, 20).call().initial("Td", "Ts 8h").stand(2).cards("7c").settle().cards("9c").end()
    assert story.net() == -10
    assert len(story.state.dealers) == 1


@pytest.mark.clause("ACT96-22.13-S1")
def test_a_hand_on_which_nobody_has_anything_left_is_skipped() -> None:
    """Both boxes broke: no dealer card at all."""
    story = triple(10, 20, 30).hands(4, "B", 5, 5).call().initial("9d", "Ts 6h", "Ts 6d")
    story.hit(2).cards("9c").settle().hit(4).cards("9s").settle()
    assert story.action == "collect"
    assert story.collect().net() == -60


@pytest.mark.clause("ACT96-22.13-S1", "ACT96-22.13(f)")
def test_hand_3_is_played_for_players_who_have_it() -> None:
    """A has two wagers, B three: the third hand settles B's alone. Dealer 10-7, 10-8, 10-9; A 18, B 19."""
    story = triple(10, 10).hands(4, "B", 10, 10, 10).call().initial("Td", "Ts 8h", "Ts 9h").stand(2).stand(4)
    story.cards("7c").settle().cards("8c").settle().cards("9c").end()
    assert (story.net("A"), story.net("B")) == (10, 20)


@pytest.mark.clause("ACT96-22.14")
def test_each_hand_is_settled_as_in_the_base_game() -> None:
    """A-K kept against a ten: 10-A is void on hand 1, 10-8 pays 3 to 2 on 20, 10-5 does on 30 (no third card).
    0 + 30 + 45."""
    story = triple(10, 20, 30).call().initial("Td", "As Kh").cards("Ac")
    assert (len(story.state.dealers), story.state.dealer) == (1, ("Td",))  # void moves no chips
    story.cards("8c").settle().cards("5c").end()
    assert won(story) == [("hand_1", "stand_off", 0), ("hand_2", "win", 30), ("hand_3", "win", 45)]


@pytest.mark.clause("ACT96-22.14")
def test_a_dealer_blackjack_takes_that_hands_wagers_alone() -> None:
    """20 doubled from 6-5-9 for 10 and 20: 10-A takes 20, 10-9 pays 40."""
    story = triple(10, 20).call().initial("Td", "6s 5h").double(2).cards("9c").cards("Ac").settle()
    story.cards("9d").end()
    assert won(story) == [("hand_1", "lose", -20), ("hand_2", "win", 40)]


# --- insurance and early settlement


@pytest.mark.clause("ACT96-22.6")
def test_each_wager_has_an_insurance_of_its_own() -> None:
    """20 and 40 on 19: insured with 10 and 20. A-K on hand 1: −20 + 20. A-5-2 on hand 2: +40 − 20."""
    story = triple(20, 40).call().initial("Ad", "Ts 9h")
    assert [(offer.wager, offer.most) for offer in story.due.offers] == [("hand_1", 10_00), ("hand_2", 20_00)]
    story.refuses("insurance.wrong_amount", "ACT96-22.6").insure(2, "A", 11, "hand_1")
    story.insure(2, "A", 10, "hand_1").insure(2, "A", 20, "hand_2").stand(2)
    story.cards("Kc")
    assert story.items == [("pay", 2, "A", 20)]
    story.settle().settle()
    assert story.state.dealer == ("Ad",)
    story.cards("5c")
    assert story.items == [("take", 2, "A", 20)]
    story.settle().cards("2c").end()
    assert story.result(2, bet="insurance", wager="hand_1").pays == 20_00
    assert story.result(2, bet="insurance", wager="hand_2").takes == 20_00
    assert story.net() == 20


@pytest.mark.clause("ACT96-22.6", "ACT96-22.8")
def test_insurance_outlives_a_broken_hand() -> None:
    """10-6-9 loses 30 at once; insurance of 5 on hand 2 needs that hand's second card: a queen pays 10."""
    story = triple(10, 20).call().initial("Ad", "Ts 6h").insure(2, "A", 5, "hand_2").asked()
    story.hit(2).cards("9c").settle()
    assert (len(story.state.dealers), story.action, story.due.box) == (1, "card", 0)
    story.cards("Qc").end()
    assert story.net() == -20


@pytest.mark.clause("ACT96-22.7")
def test_a_blackjack_is_paid_on_every_wager_at_once() -> None:
    """10, 20 and 30 at 3 to 2 against an eight: 15, 30 and 45."""
    story = triple(10, 20, 30).call().initial("8d", "As Kh")
    assert story.items == [("pay", 2, "A", 15), ("pay", 2, "A", 30), ("pay", 2, "A", 45)]
    assert story.end().net() == 90


@pytest.mark.clause("ACT96-22.7")
def test_even_money_is_asked_for_wager_by_wager() -> None:
    """30 at evens on hand 3; hands 1 and 2 wait: A-K is void, A-9 pays 30 on 20."""
    story = triple(10, 20, 30).call().initial("Ad", "As Kh").even_money(2, "A", "hand_3").asked()
    assert story.items == [("pay", 2, "A", 30)]
    story.settle().cards("Kc").cards("9c").end()
    assert won(story) == [("hand_1", "stand_off", 0), ("hand_2", "win", 30), ("hand_3", "win", 30)]
    assert len(story.state.dealers) == 1  # nothing is left for a third hand


# --- the further deal


@pytest.mark.clause("ACT96-22.8")
def test_a_broken_hand_loses_all_three_wagers() -> None:
    story = triple(10, 20, 30).call().initial("9d", "Ts 6h").hit(2).cards("9c")
    assert story.items == [("take", 2, "A", 10), ("take", 2, "A", 20), ("take", 2, "A", 30)]
    story.refuses("card.taking_first", "ACT96-11.1(b)").cards("Kc")


@pytest.mark.clause("ACT96-22.8")
def test_of_a_split_only_the_wagers_on_the_broken_hand() -> None:
    story = triple(10, 20).call().initial("9d", "8s 8h").split(2).cards("7c").hit(2).cards("Tc")
    assert story.items == [("take", 2, "A", 10), ("take", 2, "A", 20)]
    story.settle().cards("3c").hit(2, 2).cards("Td").cards("Kc").settle().cards("Kd").end()  # 21 against 19
    assert story.net() == 0


@pytest.mark.clause("ACT96-22.9-S1")
@pytest.mark.parametrize("pair", ["Js Th", "4s 4h"])
def test_a_pair_or_two_tens_may_be_split(pair: str) -> None:
    assert "split" in triple(10, 20).call().initial("9d", pair).legal


@pytest.mark.clause("ACT96-22.9-S2")
def test_each_wager_is_matched_by_its_own_amount() -> None:
    story = triple(10, 20, 30).call().initial("9d", "8s 8h")
    story.refuses("split.covers_every_wager", "ACT96-22.9-S2").split(2, A="split")
    story.split(2)
    for hand in story.state.box(2).hands:
        assert [(stake.bet, stake.base) for stake in hand.stakes] == [
            ("hand_1", 10_00),
            ("hand_2", 20_00),
            ("hand_3", 30_00),
        ]
    assert story.rules.split_on.also == ("ACT96-22.9-S2",)


@pytest.mark.clause("ACT96-22.9-S2", "ACT96-22.13(a)")
def test_split_hands_are_settled_dealer_hand_by_dealer_hand() -> None:
    """10 and 20 on 8-K = 18 and on 8-9 = 17: hand 1 is 10-8 (void and lost), hand 2 is 10-6-K (both won)."""
    story = triple(10, 20).call().initial("Td", "8s 8h").split(2).cards("Kc").stand(2).cards("9c").stand(2, 2)
    story.cards("8c").settle().cards("6c Kd").end()
    assert won(story, 1) == [("hand_1", "stand_off", 0), ("hand_2", "win", 20)]
    assert won(story, 2) == [("hand_1", "lose", -10), ("hand_2", "win", 20)]


@pytest.mark.clause("ACT96-22.10")
def test_a_split_hand_is_not_doubled() -> None:
    story = triple(10, 20).call().initial("9d", "8s 8h").split(2).cards("3c")
    assert story.why_not("double") == "ACT96-22.10"
    story.refuses("double.after_split", "ACT96-22.10").double(2)


@pytest.mark.clause("ACT96-22.11")
def test_a_split_hand_is_not_split_again() -> None:
    story = triple(10, 20).call().initial("9d", "8s 8h").split(2).cards("8c")
    assert story.why_not("split") == "ACT96-22.11"
    story.refuses("split.too_many_hands", "ACT96-22.11").split(2)
    story.stand(2)


@pytest.mark.clause("ACT96-22.11", "ACT96-12.3")
def test_split_aces_take_one_card_each() -> None:
    story = triple(10, 20).call().initial("9d", "As Ah").split(2).cards("Ac Kc")
    assert (story.action, story.due.box) == ("card", 0)
    assert story.hand(2, 2).total == 21


@pytest.mark.clause("ACT96-22.12-S1")
def test_a_double_takes_one_card() -> None:
    story = triple(10, 20, 30).call().initial("9d", "6s 5h").double(2).cards("2c")
    story.refuses("hand.doubled", "ACT96-13.1-S3").hit(2)
    assert "double" not in triple(10, 20).call().initial("9d", "5s 2h").hit(2).cards("2c").legal


@pytest.mark.clause("ACT96-22.12-S2")
def test_a_double_adds_to_every_wager_its_own_amount() -> None:
    """10, 20 and 30 doubled: 20, 40 and 60 on 6-5-9 = 20 against 9-K, 9-K and 9-2-10 = 21: 20 + 40 − 60."""
    story = triple(10, 20, 30).call().initial("9d", "6s 5h")
    story.refuses("double.covers_every_wager", "ACT96-22.12-S2").double(2, A=30)
    story.double(2).cards("9c").cards("Kc").settle().cards("Kd").settle().cards("2d Td").end()
    assert won(story) == [("hand_1", "win", 20), ("hand_2", "win", 40), ("hand_3", "lose", -60)]


@pytest.mark.clause("ACT96-22.1(a)")
def test_it_says_only_what_it_changes() -> None:
    base, triple_play = rules_for("ACT96").rules(), rules_for("ACT96", "triple_play").rules()
    assert {name for name in base if base[name] != triple_play.get(name)} == {
        "boxes_most",
        "players_per_box",
        "wagers_on_hand",
        "wagers_least",
        "limits_on",
        "minimum_on",
        "insurance_most",
        "even_money",
        "double_amount",
        "double_free",
        "double_after_split",
        "split_hands",
        "split_on",
        "split_free",
        "bust_taken_at_once",
        "bust_takes",
        "caller_tied",
        "split_aces_double",
        "split_match",
        "split_aces_hands",
        "dealer_hands",
    }


@pytest.mark.clause("ACT96-22.1-S1")
def test_the_rules_of_blackjack_hold_where_rule_22_says_nothing_else() -> None:
    base, triple_rules = rules_for("ACT96"), rules_for("ACT96", "triple_play")
    differ = {
        name: value
        for name in (field.name for field in fields(triple_rules))
        if isinstance(value := getattr(triple_rules, name), Rule) and value != getattr(base, name)
    }
    own = {
        clause.split("-")[1].split(".")[0].split("(")[0]
        for value in differ.values()
        for clause in (value.clause, *value.also)[: 1 if value.clause else 0]
    }
    # What the book lets differ: rule 22, and what it keeps of limits (4, 5) and split aces (12.3).
    assert own <= {"22", "4", "5", "12"}
    assert {"boxes_most", "insurance_most", "split_hands", "split_on", "double_after_split"} <= differ.keys()
    assert (base.insurance_odds, base.blackjack_odds) == (
        triple_rules.insurance_odds,
        triple_rules.blackjack_odds,
    )
    # Twice split in Blackjack, once here.
    pair = deal("ACT96").bet(2, "A", 10).call().initial("9d", "8s 8h").split(2).cards("8c")
    assert "split" not in {refused.decision for refused in pair.due.refused}
    story = triple(10, 20).call().initial("9d", "8s 8h").split(2).cards("8c")
    assert story.why_not("split") == "ACT96-22.11"
