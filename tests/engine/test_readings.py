"""Ambiguous clauses: every other reading of a rule is a setting and does what it says."""

import pytest

from casino.rulebooks import RuleBookError, rules_for
from rounds import engine
from rounds.engine.settlement.events import Settled
from tests.engine.story import Story, deal
from tests.refusing import code_and_clause


def test_the_default_is_the_registers_reading() -> None:
    for name, rule in rules_for("VIC03").rules().items():
        if rule.readings:
            assert rule.value == rule.readings[0], name
            assert rule.reading, name


def test_a_reading_is_named_and_permitted() -> None:
    with pytest.raises(RuleBookError) as refused:
        deal(read={"split_loss": "none"})
    assert code_and_clause(refused.value) == ("rule_book.no_such_reading", "")
    with pytest.raises(RuleBookError) as refused:
        deal(read={"decks": "2"})
    assert code_and_clause(refused.value) == ("rule_book.one_reading", "")
    with pytest.raises(RuleBookError) as refused:
        deal(read={"nonsense": "2"})
    assert code_and_clause(refused.value) == ("rule_book.one_reading", "")


def test_a_reading_keeps_the_clause() -> None:
    rules = rules_for("VIC03", readings=(("double_counts", "aces_low"),))
    assert (rules.double_counts.value, rules.double_counts.clause) == ("aces_low", "VIC03-7.5.4(a)")
    assert rules_for("VIC03").double_counts.value == "hard"


@pytest.mark.clause("VIC03-6.5")
def test_limits_on_player() -> None:
    story = deal(maximum=500, read={"limits_on": "player"}).shared(1, A=400, B=300).call()
    assert [wager.effective for wager in story.state.box(1).wagers] == [400_00, 300_00]


@pytest.mark.clause("VIC03-6.2.3")
def test_unpayable_next_multiple() -> None:
    """Minimum 10 in steps of 10, chips from 5: a Blackjack on 15 (22.50) is paid as one on 20: 30."""
    story = deal(minimum=10, multiple=10, chips=(5, 25), read={"unpayable": "next_multiple"}).bet(1, "A", 15)
    assert story.call().initial("6d", "As Kh").end().net() == 30
    default = deal(minimum=10, multiple=10, chips=(5, 25)).bet(1, "A", 15)
    assert default.call().initial("6d", "As Kh").end().net() == 25


@pytest.mark.clause("VIC03-6.2.3")
def test_unpayable_next_multiple_without_steps_on_the_sign_goes_by_chips() -> None:
    story = deal(minimum=10, chips=(5, 25), read={"unpayable": "next_multiple"}).bet(1, "A", 15)
    assert story.call().initial("6d", "As Kh").end().net() == 25


@pytest.mark.clause("VIC03-6.2.3")
def test_unpayable_next_multiple_treats_the_wager_as_the_next_multiple() -> None:
    """The other reading: 15 in steps of 10 is treated as 20, also where 15 could be paid: a win pays 20."""
    story = deal(minimum=10, multiple=10, chips=(5, 25), read={"unpayable": "next_multiple"}).bet(1, "A", 15)
    assert story.call().initial("6d", "Ts 9h").stand(1).cards("Td Kc").end().net() == 20


@pytest.mark.clause("VIC03-5.2")
def test_withdraw_until_the_call() -> None:
    story = deal(read={"withdraw_until": "call"}).bet(1, "A", 10).bet(2, "B", 10).unbet(2, "B").call()
    story.refuses("wager.locked_by_call", "VIC03-5.2").unbet(1, "A")


@pytest.mark.clause("VIC03-5.11.1")
def test_restriction_notice_one_box() -> None:
    story = deal(minimum=10, read={"restriction_notice": "one_box"})
    story.refuses("restriction.not_notified", "VIC03-5.11.1").restrict("A", one_box=True, notified="")
    story.bet(2, "B", 10).call().initial("Td", "Ts 7h").stand(2).cards("7c").end()
    story.next_round().restrict("A", one_box=False, notified="")


@pytest.mark.clause("VIC03-7.4.1(a)")
@pytest.mark.parametrize("dealer", ["Kd", "Ad"])
def test_blackjack_paid_at_once_always(dealer: str) -> None:
    story = deal(read={"blackjack_paid_at_once": "always"}).bet(1, "A", 20).call().initial(dealer, "As Kh")
    if story.action == "insurance":
        story.asked()
    assert story.items == [("pay", 1, "A", 30)]
    assert story.settle().action == "collect"


@pytest.mark.clause("VIC03-7.4.1(a)", "VIC03-7.4.1(b)")
@pytest.mark.parametrize("game", ["blackjack", "vegas_blackjack"])
def test_what_is_paid_three_to_two_is_not_offered_even_money(game: str) -> None:
    story = deal(game=game, decks=4, read={"blackjack_paid_at_once": "always"})
    story.bet(1, "A", 20).bet(2, "B", 20).call().initial("Ad", "As Kh", "9s 8h").asked()
    assert story.items == [("pay", 1, "A", 30)]
    story.settle()
    story.refuses("even_money.paid", "VIC03-7.4.1(b)").even_money(1, "A")


@pytest.mark.clause("VIC03-7.4.1(b)")
def test_even_money_without_insurance() -> None:
    read = {"even_money_with_insurance": "either"}
    story = deal(read=read).bet(1, "A", 20).bet(2, "B", 20).call().initial("Ad", "As Kh", "As Qh")
    story.even_money(1, "A").refuses("insurance.with_even_money", "VIC03-7.3.2").insure(1, "A", 10)
    story.insure(2, "B", 10).refuses("even_money.with_insurance", "VIC03-7.4.1(b)").even_money(2, "B")


@pytest.mark.clause("VIC03-5.6.4")
def test_a_dealers_blackjack_beats_21() -> None:
    def played(**read: str) -> Story:
        story = deal(read=read).bet(1, "A", 20).call().initial("Kd", "7s 7h").hit(1).cards("7c")
        return story.cards("Ac").end()

    assert played(blackjack_beats_21="True").net() == -20
    assert played().net() == 0


@pytest.mark.clause("VIC03-5.6.4", "VIC03-7.5.4(b)")
def test_where_a_dealers_blackjack_beats_21_a_doubled_21_loses_the_original_wager() -> None:
    story = deal(read={"blackjack_beats_21": "True"}).bet(1, "A", 20).call().initial("Kd", "6s 5h")
    assert story.double(1).cards("Tc Ac").end().net() == -20


@pytest.mark.clause("VIC03-5.6.4", "VIC03-7.5.5(i)")
def test_where_a_dealers_blackjack_beats_21_split_21s_lose_one_original_wager_together() -> None:
    story = deal(read={"blackjack_beats_21": "True"}).bet(1, "A", 20).call().initial("Kd", "As Ah").split(1)
    assert story.cards("Kc Qc").cards("Ac").end().net() == -20


@pytest.mark.clause("VIC03-5.6.4")
def test_where_a_dealers_blackjack_beats_21_two_blackjacks_stay_void() -> None:
    story = deal(read={"blackjack_beats_21": "True"}).bet(1, "A", 20).call().initial("Kd", "As Kh")
    assert story.cards("Ac").end().net() == 0


@pytest.mark.clause("VIC03-7.5.4(a)")
@pytest.mark.parametrize("hand", ["As 8h", "As 9h"])
def test_double_counts_aces_low(hand: str) -> None:
    """With the ace as one these are 9 and 10."""
    deal(read={"double_counts": "aces_low"}).bet(1, "A", 20).call().initial("6d", hand).double(1)


@pytest.mark.clause("VIC03-7.5.4(a)", "VIC03-7.5.4(c)")
def test_double_counts_aces_low_stops_at_eight_and_at_a_blackjack() -> None:
    story = deal(read={"double_counts": "aces_low"}).bet(1, "A", 20).bet(2, "B", 20).call()
    story.initial("Kd", "As Kh", "As 7h").refuses("hand.natural", "VIC03-7.5.4(c)").double(1)
    story.refuses("double.soft_total", "VIC03-7.5.4(a)").double(2)


@pytest.mark.clause("VIC03-7.5.4(a)(i)")
def test_double_shared_by_all() -> None:
    story = deal(read={"double_shared": "all"}).shared(1, A=20, B=50).call().initial("6d", "6s 5h")
    story.refuses("double.others_must", "VIC03-7.5.4(a)(i)").double(1)
    story.double(1, B=10)


@pytest.mark.clause("VIC03-7.5.4(a)")
def test_no_double_after_split() -> None:
    story = deal(read={"double_after_split": "False"}).bet(1, "A", 20).call().initial("6d", "6s 6h").split(1)
    story.cards("5c")
    assert "double" not in story.legal
    story.refuses("double.after_split", "VIC03-7.5.4(a)").double(1)


@pytest.mark.clause("VIC03-7.5.5(c)(iii)")
def test_split_again_on_the_first_hand_only() -> None:
    read = {"split_again_on": "first"}
    story = deal(read=read).bet(1, "A", 20).call().initial("6d", "8s 8h").split(1).cards("5c").stand(1)
    story.cards("8c").refuses("split.first_hand_only", "VIC03-7.5.5(c)(iii)").split(1, hand=2)
    first = deal(read=read).bet(1, "A", 20).call().initial("6d", "8s 8h").split(1).cards("8c").split(1)
    assert len(first.state.box(1).hands) == 3


@pytest.mark.clause("VIC03-7.5.5(d)")
def test_split_hands_counted_over_all_boxes_of_a_player() -> None:
    """Three hands split on box 1: his pair on box 2 may not be split; B's on box 3 may."""
    story = deal(read={"split_counted_per": "player"}).several("A")
    story.bet(1, "A", 10).bet(2, "A", 10).bet(3, "B", 10).call().initial("6d", "8s 8h", "9s 9h", "9d 9c")
    story.split(1).cards("8c").split(1)
    for hand in (1, 2, 3):
        story.cards("Tc").stand(1, hand=hand)
    story.refuses("split.too_many_hands", "VIC03-7.5.5(d)").split(2)
    story.stand(2).split(3)


@pytest.mark.clause("VIC03-7.5.5(d)")
def test_two_split_hands_on_one_box_leave_a_player_no_second_split() -> None:
    """The other reading counts all hands a player splits into: two on box 1, two more would make four."""
    story = deal(read={"split_counted_per": "player"}).several("A")
    story.bet(1, "A", 10).bet(2, "A", 10).call().initial("6d", "8s 8h", "9s 9h").split(1)
    for hand in (1, 2):
        story.cards("Tc").stand(1, hand=hand)
    story.refuses("split.too_many_hands", "VIC03-7.5.5(d)").split(2)


@pytest.mark.clause("VIC03-7.5.5(e)")
def test_a_declined_split_binds_all_boxes_of_a_player() -> None:
    story = deal(read={"split_declined": "player"}).several("A").bet(1, "A", 10).bet(2, "A", 10)
    story.bet(3, "B", 10).call().initial("6d", "8s 8h", "8d 8c", "8s 8h").stand(1)
    story.refuses("split.declined_before", "VIC03-7.5.5(e)").split(2)
    story.stand(2).split(3)


@pytest.mark.clause("VIC03-7.5.5(a)(i)")
def test_an_unmatched_wager_blocks_the_split() -> None:
    story = deal(read={"split_unmatched": "blocks"}).shared(1, A=20, B=50).call().initial("6d", "8s 8h")
    story.refuses("split.others_must", "VIC03-7.5.5(a)(i)").split(1)
    story.split(1, B="split")


@pytest.mark.clause("VIC03-5.6.5")
def test_broken_hands_taken_at_the_end() -> None:
    story = deal(read={"bust_taken_at_once": "False"}).bet(1, "A", 20).bet(2, "B", 10).call()
    story.initial("Td", "Ts 6h", "Ts 9h").hit(1).cards("9c")
    assert (story.action, story.due.box) == ("decision", 2)
    story.stand(2).cards("8c")
    assert story.items == [("take", 1, "A", 20), ("pay", 2, "B", 10)]


# --- split_loss: three eights split for 10 each against a dealer's Blackjack


LOSES = "Tc"  # 8 + 10
BREAKS = "6c Tc"  # 8 + 6 + 10
TIES = "5c 8c"  # 8 + 5 + 8 = 21


def three(reading: str, *hands: str, late: bool = False) -> float:
    read = {"split_loss": reading} | ({"bust_taken_at_once": "False"} if late else {})
    story = deal(read=read).bet(1, "A", 10).call().initial("Kd", "8s 8h").split(1).cards("8c").split(1)
    for number, cards in enumerate(hands, start=1):
        first, *more = cards.split()
        story.cards(first)
        for card in more:
            story.hit(1, hand=number).cards(card)
        if story.action == "settle":
            story.settle()
        elif story.hand(1, number).total < 21:
            story.stand(1, hand=number)
    return story.cards("Ac").end().net()


@pytest.mark.clause("VIC03-7.5.5(i)", "VIC03-7.5.5(h)")
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("hands", "busted_or_original", "original", "busted_and_original"),
    [
        # none broke: one original in every reading
        ((LOSES, LOSES, LOSES), -10, -10, -10),
        # one broke: 10 and no more; 10 in all; 10 and one original
        ((BREAKS, LOSES, LOSES), -10, -10, -20),
        ((LOSES, LOSES, BREAKS), -10, -10, -20),
        # two broke: 20 stay lost; 10 in all, so 10 goes back; 20 and one original
        ((BREAKS, BREAKS, LOSES), -20, -10, -30),
        ((LOSES, BREAKS, BREAKS), -20, -10, -30),
        # a 21 is not a loss
        ((TIES, LOSES, LOSES), -10, -10, -10),
        ((TIES, BREAKS, LOSES), -10, -10, -20),
        ((TIES, TIES, BREAKS), -10, -10, -10),
        # two broke and the third ties: still no more than one original in the second reading
        ((BREAKS, BREAKS, TIES), -20, -10, -20),
        ((TIES, BREAKS, BREAKS), -20, -10, -20),
    ],
)
def test_split_loss(
    hands: tuple[str, ...],
    busted_or_original: int,
    original: int,
    busted_and_original: int,
    late: bool,
) -> None:
    assert three("busted_or_original", *hands, late=late) == busted_or_original
    assert three("original", *hands, late=late) == original
    assert three("busted_and_original", *hands, late=late) == busted_and_original


@pytest.mark.clause("VIC03-7.5.5(i)")
def test_what_goes_back_of_broken_hands_is_a_settlement_of_its_own() -> None:
    """Two eights broke and were taken; by the reading of one original in all, 10 goes back at the end."""
    story = deal(read={"split_loss": "original"}).bet(1, "A", 10).call().initial("Kd", "8s 8h")
    story.split(1).cards("8c").split(1)
    for number in (1, 2):
        story.cards("6c").hit(1, hand=number).cards("Tc").settle()
    story.cards("Tc").stand(1, hand=3).cards("Ac")
    assert story.items == [("return", 1, "A", 10)]
    story.settle()
    assert [event.result.takes for event in story.recorded(Settled)] == [-10_00]


@pytest.mark.clause("VIC03-7.4.1(a)", "VIC03-7.1.2")
@pytest.mark.parametrize(("reading", "net"), [("dealer_cannot_tie", 0), ("always", 30)])
def test_a_blackjack_shown_last_is_paid_as_it_would_have_been_at_once(reading: str, net: int) -> None:
    """20 on cards that lie face down, against K and A: two Blackjacks stand off, unless a player's is always paid."""
    story = deal(face_down=True, read={"blackjack_paid_at_once": reading}).bet(1, "A", 20).call()
    for card in ("??", "Kd", "??"):
        story.do(engine.DealCard(card))
    story.stand(1).cards("Ac").show(1, "As Kh").end()
    assert story.net() == net
