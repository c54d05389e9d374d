"""Section 21: two minima, and odds and rights for each wager by its own amount."""

from typing import Any

import pytest

from rounds import engine
from tests.engine.nz.telling import by, money, nz
from tests.engine.story import Story
from tests.refusing import refused_as


def select(
    hand: str = "5s 4h", dealer: str = "6d", wagers: dict[str, int] | None = None, **elect: Any
) -> Story:
    """Box 2 of a table with minima of $10 and $50; the first player named is seated there."""
    story = nz("player_select", minimum=10, upper_min="50", **elect)
    story.shared(2, **(wagers or {"A": 10})).call()
    story.initial(dealer, hand)
    return story.asked() if story.action == "insurance" and "A" not in hand else story


RESTRICTED: dict[str, Any] = {"lower_double_on": "10-11", "lower_split": "none"}


@pytest.mark.clause("NZ-21.2")
def test_two_minima() -> None:
    story = nz("player_select", minimum=10, upper_min="50", **RESTRICTED)
    story.refuses("wager.below_minimum", "NZ-14.6").bet(1, "A", 9)
    for box, (amount, allowed) in enumerate(((10, False), (49, False), (50, True)), start=1):
        story = select("5s 4h", wagers={"A": amount}, **RESTRICTED)
        assert ("double" in story.legal) is allowed, box
    assert ("Upper minimum $50", "NZ-21.2") in story.rules.notices
    with refused_as("rule_book.election_missing"):
        nz("player_select")


# --- odds


@pytest.mark.clause("NZ-21.3-S2", "NZ-10.1A")
def test_a_blackjack_is_paid_by_each_wagers_own_scale() -> None:
    """Upper 3:2, lower 6:5: $50 gets 75 and $10 twelve, on one box."""
    story = select("As Kh", "8d", {"A": 50, "B": 10}, lower_blackjack_pays="6:5")
    assert story.items == [("pay", 2, "A", 75), ("pay", 2, "B", 12)]
    late = select("As Kh", "Td", {"A": 50, "B": 10}, lower_blackjack_pays="6:5")
    assert money(late.cards("9c"), "A", "B") == [75, 12]


@pytest.mark.clause("NZ-21.3-S2", "NZ-10.3")
def test_even_money_is_for_the_wager_that_is_paid_three_to_two() -> None:
    story = select("As Kh", "Ad", {"A": 50, "B": 10}, lower_blackjack_pays="6:5")
    assert [o.player for o in story.due.offers if o.kind == "even_money"] == ["A"]
    story.refuses("even_money.not_offered", "NZ-10.3").even_money(2, "B")
    story.even_money(2, "A")
    # The other way round as well.
    story = select("As Kh", "Ad", {"A": 50, "B": 10}, blackjack_pays="6:5", lower_blackjack_pays="3:2")
    assert [o.player for o in story.due.offers if o.kind == "even_money"] == ["B"]


@pytest.mark.clause("NZ-21.3-S1", "NZ-21.4", "NZ-21.6")
def test_scales_and_rights_are_displayed_from_the_rules_themselves() -> None:
    notices = dict(select(lower_blackjack_pays="6:5", **RESTRICTED).rules.notices)
    assert notices["Blackjack pays 3 to 2 on wagers of $50 or more, 6 to 5 on others"] == "NZ-21.3-S1"
    assert (
        notices["Wagers of $50 or more: doubling on any two cards without an ace; splitting to 3 hands"]
        == "NZ-21.6"
    )
    assert notices["Wagers under $50: doubling on 10 to 11 without an ace; no splitting"] == "NZ-21.6"
    same_odds = select(blackjack_pays="6:5").rules.notices
    assert ("Blackjack pays 6 to 5", "NZ-21.3-S1") in same_odds
    assert not [clause for _, clause in same_odds if clause == "NZ-21.6"]


# --- rights


@pytest.mark.clause("NZ-21.5")
def test_each_level_has_its_own_doubling_and_splitting() -> None:
    assert "double" not in select("5s 4h", wagers={"A": 10}, **RESTRICTED).legal
    assert select("5s 4h", wagers={"A": 10}, **RESTRICTED).why_not("double") == "NZ-11.6(b)"
    assert "double" in select("5s 4h", wagers={"A": 50}, **RESTRICTED).legal
    assert "double" in select("6s 4h", wagers={"A": 10}, **RESTRICTED).legal
    select("8s 8h", wagers={"A": 10}, **RESTRICTED).refuses("split.not_at_table", "NZ-12.7(a)").split(2)
    select("8s 8h", wagers={"A": 50}, **RESTRICTED).split(2)


@pytest.mark.clause("NZ-21.5")
def test_what_the_upper_level_restricts_the_lower_may_have() -> None:
    elect: dict[str, Any] = {"double_on": "none", "lower_double_on": "any"}
    select("5s 4h", wagers={"A": 10}, **elect).double(2)
    select("5s 4h", wagers={"A": 50}, **elect).refuses("double.not_at_table", "NZ-11.6-S1").double(2)
    # A wager of the upper level does not share that right.
    both = select("5s 4h", wagers={"A": 10, "B": 50}, **elect)
    both.refuses("decision.player_barred", "NZ-11.6-S1").double(2, A=10, B=50)
    both.double(2, A=10)


@pytest.mark.clause("NZ-21.5", "NZ-11.7", "NZ-12.9")
def test_what_a_dealers_blackjack_takes_may_differ_too() -> None:
    """6-5 doubled to twenty-one: A's $50 alone, and B's $10 with the $10 added."""
    story = select("6s 5h", "Kd", {"A": 50, "B": 10}, lower_double_all_lose="yes").double(2, A=50, B=10)
    assert money(story.cards("Tc").cards("Ac"), "A", "B") == [-50, -20]
    split = select("8s 8h", "Kd", {"A": 50, "B": 10}, lower_split_all_lose="yes").split(2, B="split")
    split.cards("Tc").stand(2).cards("9c").stand(2, hand=2)
    assert money(split.cards("Ac"), "A", "B") == [-50, -20]


@pytest.mark.clause("NZ-21.5")
def test_the_level_is_that_of_the_initial_wager_alone() -> None:
    """$30 doubled to 60 stays a lower wager: no split of the second pair."""
    story = select("8s 8h", wagers={"A": 30}, lower_max_hands="2").split(2).cards("8c")
    story.refuses("split.too_many_hands", "NZ-12.8").split(2)
    select("8s 8h", wagers={"A": 50}, lower_max_hands="2").split(2).cards("8c").split(2)


# --- 21.7


@pytest.mark.clause("NZ-21.7")
def test_a_lower_wager_follows_an_upper_one_on_the_box_that_does_the_same() -> None:
    story = select("5s 4h", wagers={"A": 10, "B": 50}, **RESTRICTED)
    assert "double" in story.legal
    story.refuses("double.lower_level", "NZ-21.7").double(2, A=10, B=0)
    story.refuses("double.above_wager", "NZ-11.2(a)").double(2, A=11, B=50)
    story.double(2, A=10, B=50)
    assert [stake.added for stake in story.hand(2).stakes] == [10_00, 50_00]


@pytest.mark.clause("NZ-21.7")
def test_the_upper_wager_need_not_be_the_controllers_nor_double_fully() -> None:
    select("5s 4h", wagers={"A": 10, "B": 50}, **RESTRICTED).double(2, A=5, B=20)
    select("5s 4h", wagers={"A": 50, "B": 10}, **RESTRICTED).double(2, A=50, B=10)
    select("5s 4h", wagers={"A": 50, "B": 10}, **RESTRICTED).double(2)  # B does not


@pytest.mark.clause("NZ-21.7")
def test_splitting_likewise() -> None:
    story = select("8s 8h", wagers={"A": 10, "B": 50, "C": 10}, **RESTRICTED)
    story.refuses("split.lower_level", "NZ-21.7").split(2, B="hand1")
    story.split(2, B="split", C="hand2")
    assert [[s.player for s in hand.stakes] for hand in story.state.box(2).hands] == [
        ["A", "B"],
        ["A", "B", "C"],
    ]
    again = story.cards("8c")
    # B is on that hand too and may take it to three; A follows again.
    again.refuses("split.lower_level", "NZ-21.7").split(2, B="hand1")
    again.split(2, B="split")


@pytest.mark.clause("NZ-21.7")
def test_an_upper_wager_on_another_box_does_not_count() -> None:
    story = (
        nz("player_select", minimum=10, upper_min="50", **RESTRICTED).bet(2, "A", 10).bet(3, "B", 50).call()
    )
    story.initial("6d", "5s 4h", "5c 4c").refuses("double.hard_total", "NZ-11.6(b)").double(2)


@pytest.mark.clause("NZ-21.7")
def test_where_the_lower_level_may_do_it_nobody_is_needed() -> None:
    select("6s 4h", wagers={"A": 10, "B": 50}, **RESTRICTED).double(2, A=10, B=0)


@pytest.mark.clause("NZ-21.8")
@pytest.mark.parametrize(("hand", "decision"), [("6s 5h", "double"), ("8s 8h", "split")])
def test_nobody_doubles_or_splits_against_the_controller(hand: str, decision: str) -> None:
    story = select(hand, wagers={"A": 10, "B": 50}, **RESTRICTED)
    by(story.refuses("decision.other_player", "NZ-21.8"), "B", decision, box=2)
    if decision == "double":
        story.refuses("double.caller_adds_nothing", "NZ-11.2(a)").double(2, A=0, B=50)
    else:
        story.refuses("split.caller_matches", "NZ-12.2").split(2, A="hand1", B="split")
    by(story.refuses("decision.other_player", "NZ-21.8"), "B", decision, box=2)
    if decision == "double":
        story.hit(2).cards("9c")
    story.stand(2)
    by(story.refuses("hand.stood", "NZ-21.8"), "B", decision, box=2)


@pytest.mark.clause("NZ-21.1")
def test_the_rest_is_the_base_game_for_both_levels() -> None:
    story = select("Ts 9h", "Td", {"A": 50, "B": 10}, lower_blackjack_pays="1:1", **RESTRICTED)
    assert money(story.stand(2).cards("8c"), "A", "B") == [50, 10]
    assert isinstance(story.result(2, "B"), engine.values.Result)


@pytest.mark.clause("NZ-21.2")
@pytest.mark.parametrize(
    ("lower", "upper", "allowed"),
    [(10, "50", True), (10, "10", False), (50, "10", False), (10, "500", True), (10, "500.01", False)],
)
def test_the_upper_minimum_is_above_the_lower_and_within_the_maximum(
    lower: int, upper: str, allowed: bool
) -> None:
    if allowed:
        nz("player_select", minimum=lower, maximum=500, upper_min=upper)
        return
    with refused_as("sign.upper_minimum", "NZ-21.2"):
        nz("player_select", minimum=lower, maximum=500, upper_min=upper)
