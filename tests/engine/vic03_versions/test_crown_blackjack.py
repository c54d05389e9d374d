"""Crown Blackjack, rule 14: Blackjack whose dealer draws to a soft 17."""

import pytest

from casino.cards import score
from casino.rulebooks import rules_for
from tests.engine.vic03_versions.tables import crown_hand

BASE = rules_for("VIC03").rules()
CROWN = rules_for("VIC03", "crown_blackjack").rules()


@pytest.mark.clause("VIC03-14.1")
def test_the_dealers_soft_17_is_all_that_differs() -> None:
    assert {name for name, rule in CROWN.items() if rule.value != BASE[name].value} == {"dealer_stands_soft"}
    assert CROWN["dealer_stands_soft"].clause == "VIC03-14.2.1(a)"


@pytest.mark.clause("VIC03-14.1")
@pytest.mark.parametrize("hand", ["Ac 7d", "5c 3d", "Kc 2d"])
def test_doubling_is_that_of_blackjack(hand: str) -> None:
    """Soft 18, hard 8, hard 12: only hard 9, 10 and 11 are doubled."""
    code = "double.soft_not_hard" if "A" in hand else "double.hard_total_only"
    crown_hand(hand).refuses(code, "VIC03-7.5.4(a)").double(1)
    assert "double" in crown_hand("5c 4d").legal


@pytest.mark.clause("VIC03-14.1")
def test_odds_and_surrender_are_those_of_blackjack() -> None:
    assert crown_hand("As Kd", "9h").settle().net() == 30
    assert crown_hand("9c 7d", "Kh").action == "decision"  # no surrender is offered
    insured = crown_hand("9c 7d", "Ah").insure(1, "A", 10).stand(1).cards("Kd").end()
    assert insured.net() == 0  # 10 x 2 - 20


@pytest.mark.clause("VIC03-14.2.1(a)")
@pytest.mark.parametrize(
    ("first", "then", "total"),
    [
        ("Ah", "6c Td", 17),  # soft 17 drawn to, 1+6+10 = hard 17
        ("Ah", "7c", 18),
        ("Ah", "8c", 19),
        ("Ah", "9c", 20),
        ("Ah", "2c 4d 4s", 21),  # 11+2+4 = soft 17, +4 = 21
        ("6h", "Ac Ad", 18),  # soft 17, then 6+11+1 = soft 18
        ("Th", "7c", 17),
        ("6h", "Tc Ad", 17),  # hard 17
        ("Th", "6c 9d", 25),
    ],
)
def test_the_dealer_draws_to_hard_17_or_soft_18(first: str, then: str, total: int) -> None:
    story = crown_hand("9c 9d", first)
    if first[0] == "A":
        story.asked()
    story.stand(1)
    for card in then.split():
        assert (story.action, story.due.box, story.due.clause) == ("card", 0, "VIC03-14.2.1(a)")
        story.cards(card)
    assert (story.state.phase, score(story.state.dealer)[0]) == ("final_settlement", total)
    story.refuses_dealer("VIC03-14.2.1(a)").cards("2h")


@pytest.mark.clause("VIC03-14.2.1(a)")
def test_a_soft_17_that_can_change_nothing_is_not_drawn_to() -> None:
    """The one hand broke, its insurance waits: the dealer takes one card (7.5.6(c))."""
    story = crown_hand("9c 7d", "Ah").insure(1, "A", 10).hit(1).cards("Kd").settle().cards("6c")
    story.settle()  # the insurance
    assert story.action == "collect"
    story.refuses("card.changes_nothing", "VIC03-7.5.6(c)").cards("2h")
