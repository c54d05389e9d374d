"""Section 11: doubling, and what the operator may make of it."""

import pytest

from casino.rulebooks import RuleBookError, rules_for
from tests.engine.nz.telling import nz, one_hand
from tests.engine.story import Story
from tests.refusing import code_and_clause


@pytest.mark.clause("NZ-11.1")
@pytest.mark.parametrize("hand", ["Ks Qh", "5s 4h", "6s 2h", "Ts 2h", "2s 2h", "9s 9h"])
def test_any_two_cards_without_an_ace_are_doubled(hand: str) -> None:
    one_hand(hand).double(1)


@pytest.mark.clause("NZ-11.1")
@pytest.mark.parametrize("hand", ["As 7h", "As Ah", "As 2h", "9s Ah"])
def test_an_ace_is_never_doubled(hand: str) -> None:
    story = one_hand(hand)
    assert story.why_not("double") == "NZ-11.1"
    story.refuses("double.with_ace", "NZ-11.1").double(1)


@pytest.mark.clause("NZ-11.1")
def test_only_two_cards_without_an_ace_are_doubled_on_split_hands_too() -> None:
    one_hand("5s 4h").hit(1).cards("2c").refuses("double.first_cards_only", "NZ-11.1").double(1)
    story = one_hand("8s 8h").split(1).cards("3c").double(1).cards("Kc")
    story.cards("Ac").refuses("double.with_ace", "NZ-11.1").double(1, hand=2)


@pytest.mark.clause("NZ-11.2(a)")
def test_a_double_adds_the_original_wager_or_less() -> None:
    story = one_hand("6s 5h")
    story.refuses("double.above_wager", "NZ-11.2(a)").double(1, A=21)
    assert story.double(1, A=15).hand(1).stakes[0].whole == 35_00
    assert one_hand("6s 5h").double(1).hand(1).stakes[0].whole == 40_00


@pytest.mark.clause("NZ-11.2(b)")
def test_a_double_adds_at_least_the_increment_on_the_sign() -> None:
    def story() -> Story:
        return nz(minimum=5, multiple=5).bet(1, "A", 20).call().initial("6d", "6s 5h")

    story().refuses("double.below_step", "NZ-11.2(b)").double(1, A=3)
    for amount in (5, 7, 20):  # any amount from the increment up
        story().double(1, A=amount)
    one_hand("6s 5h").double(1, A="0.01")  # no increment on the sign


@pytest.mark.clause("NZ-11.3", "NZ-13.1(b)")
def test_a_double_takes_one_card_and_one_only() -> None:
    story = one_hand("6s 5h").double(1)
    assert story.due.clause == "NZ-11.3"
    story.refuses("decision.card_first", "NZ-13.1(b)").stand(1)
    story.cards("2c").refuses("hand.doubled", "NZ-13.1(b)").hit(1)
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("NZ-11.4")
@pytest.mark.parametrize(("dealer", "net"), [("9d", 35), ("Td", 0), ("5h 6d", -35)])
def test_both_wagers_come_out_alike(dealer: str, net: float) -> None:
    """$20 and $15 on 6-5-9, twenty, against 19, 20 and a 21 of three cards."""
    story = one_hand("6s 5h", "Tc").double(1, A=15).cards("9c").cards(dealer).end()
    assert story.net() == net


@pytest.mark.clause("NZ-11.5", "NZ-5.1(d)")
def test_a_dealers_blackjack_takes_the_original_alone() -> None:
    story = one_hand("6s 5h", "Ah").double(1).cards("Kc").cards("Kh").end()  # 21 against Blackjack
    assert (story.result(1).takes, story.net()) == (20_00, -20)
    assert one_hand("6s 5h", "Ah").double(1, A=15).cards("2c").cards("Kh").end().net() == -20


@pytest.mark.clause("NZ-11.5")
def test_of_a_broken_hand_nothing_comes_back_unless_read_otherwise() -> None:
    """K-4-9 is 23: $40 are collected at once; a second box makes the dealer draw."""
    for reading, net in (("False", -40), ("True", -20)):
        story = nz(read={"double_bust_protected": reading}).bet(1, "A", 20).bet(2, "B", 20).call()
        story.initial("Ah", "Ks 4h", "Ts 9h").asked().double(1).cards("9c")
        story = story.settle() if story.action == "settle" else story
        assert story.stand(2).cards("Kd").end().net() == net


@pytest.mark.clause("NZ-11.7", "NZ-11.8")
def test_by_election_a_dealers_blackjack_takes_both() -> None:
    story = one_hand("6s 5h", "Ah", double_all_lose="yes").double(1, A=15).cards("Kc").cards("Kh").end()
    assert story.net() == -35
    # Splitting wagers are another election's: of two hands, one doubled, $20 and the $20 doubled are lost.
    story = (
        one_hand("8s 8h", "Ah", double_all_lose="yes").split(1).cards("3c").double(1).cards("Kc").cards("Tc")
    )
    assert story.stand(1, hand=2).cards("Kh").end().net() == -40


# --- 11.6: restrictions


@pytest.mark.clause("NZ-11.6-S1", "NZ-11.6(a)", "NZ-11.6(b)")
@pytest.mark.parametrize(
    ("value", "code", "clause", "allowed"),
    [
        ("9-11", "double.hard_total", "NZ-11.6(a)", {9, 10, 11}),
        ("10-11", "double.hard_total", "NZ-11.6(b)", {10, 11}),
        ("none", "double.not_at_table", "NZ-11.6-S1", set()),
    ],
)
def test_only_on_some_totals_or_not_at_all(value: str, code: str, clause: str, allowed: set[int]) -> None:
    hands = {8: "5s 3h", 9: "5s 4h", 10: "6s 4h", 11: "6s 5h", 12: "Ts 2h", 20: "Ts Kh"}
    for total, hand in hands.items():
        story = one_hand(hand, double_on=value)
        story.double(1) if total in allowed else story.refuses(code, clause).double(1)


@pytest.mark.clause("NZ-11.6(a)")
def test_a_split_hand_is_limited_too_in_the_other_reading() -> None:
    """Eight and five make 13: open on a split hand, since 11.6 speaks of the initial one; eight and three are 11."""
    assert "double" in one_hand("8s 8h", double_on="9-11").split(1).cards("5c").legal
    limited = one_hand("8s 8h", read={"double_limit_covers": "every"}, double_on="9-11").split(1).cards("5c")
    limited.refuses("double.hard_total", "NZ-11.6(a)").double(1)
    assert "double" in limited.stand(1).cards("3c").legal


@pytest.mark.clause("NZ-11.6-S2")
@pytest.mark.parametrize("hand", ["As 8h", "As 9h"])
def test_an_ace_stays_excluded(hand: str) -> None:
    story = one_hand(hand, double_on="9-11")
    assert story.why_not("double") == "NZ-11.1"
    story.refuses("double.with_ace", "NZ-11.1").double(1)
    assert "NZ-11.6-S2" in rules_for("NZ").double_with_ace.clauses


@pytest.mark.clause("NZ-11.6-S3")
def test_no_doubling_on_split_hands() -> None:
    story = one_hand("8s 8h", double_after_split="no").split(1).cards("3c")
    story.refuses("double.after_split", "NZ-11.6-S3").double(1)
    one_hand("6s 5h", double_after_split="no").double(1)


@pytest.mark.clause("NZ-11.8", "NZ-12.10", "NZ-17.3", "NZ-14.2-S2")
@pytest.mark.parametrize(
    ("name", "value", "text", "clause"),
    [
        ("double_on", "9-11", "Doubling only on 9, 10 and 11", "NZ-11.8"),
        ("double_on", "10-11", "Doubling only on 10 and 11", "NZ-11.8"),
        ("double_on", "none", "No doubling", "NZ-11.8"),
        ("double_after_split", "no", "No doubling on split hands", "NZ-11.8"),
        ("double_all_lose", "yes", "A dealer's Blackjack takes doubling wagers too", "NZ-11.8"),
        ("split_all_lose", "yes", "A dealer's Blackjack takes splitting wagers too", "NZ-12.10"),
        ("split", "none", "No splitting", "NZ-12.10"),
        ("split", "no_aces", "No splitting of aces", "NZ-12.10"),
        ("max_hands", "2", "Pairs are split once only", "NZ-12.10"),
        ("style_a", "yes", "Blackjack Style A: the dealer draws on soft 17", "NZ-17.3"),
        ("limits", "player", "The maximum is for each player on a box", "NZ-14.2-S2"),
    ],
)
def test_a_notice_says_what_is_in_force_and_only_while_it_is(
    name: str, value: str, text: str, clause: str
) -> None:
    plain = set(rules_for("NZ").notices)
    elected = set(rules_for("NZ", "blackjack", ((name, value),)).notices)
    assert elected - plain == {(text, clause)}
    assert plain == {("The maximum is for all wagers on a box together", "NZ-14.2-S2")}


@pytest.mark.clause("NZ-11.8", "NZ-12.10")
def test_a_change_holds_from_the_next_round_on() -> None:
    """A round is dealt under the elections with which it was opened."""
    story = one_hand("5s 3h")
    assert story.state.setup.elections == ()
    story.double(1)
    with pytest.raises(RuleBookError) as refused:
        rules_for("NZ", "blackjack", (("double_on", "8-11"),))
    assert code_and_clause(refused.value) == ("rule_book.no_such_choice", "NZ-11.6-S1")
    assert refused.value.values["known"] == ("any", "9-11", "10-11", "none")


@pytest.mark.clause("NZ-10.1A")
def test_three_pay_scales_and_no_other() -> None:
    for value in ("3:2", "6:5", "1:1"):
        assert str(rules_for("NZ", "blackjack", (("blackjack_pays", value),)).blackjack_odds.value) == value
    with pytest.raises(RuleBookError):
        rules_for("NZ", "blackjack", (("blackjack_pays", "2:1"),))
