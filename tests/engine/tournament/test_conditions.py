"""Conditions beside the rules: where they prevail (ACT96-24.3), and where the rules do (VIC03-16.2.1(k))."""

from typing import Any

import pytest

from rounds.engine.tournament.stacks import before_player
from tests.engine.tournament.tables import stacks, tournament
from tests.refusing import refused_as


@pytest.mark.clause("ACT96-24.3")
@pytest.mark.clause("ACT96-24.1")
def test_insurance_is_refused_where_the_conditions_have_none() -> None:
    story = tournament("ACT96", overrides=(("insurance", "no"),))
    story.bet(1, "A", 100).call().initial("As", "Ts 9d")
    assert story.action == "decision"
    story.refuses("insurance.nothing_in_play", "ACT96-24.3").insure(1, "A", 50)
    # Everything else is as the rules have it: even money is a right of its own.
    plain = tournament("ACT96").bet(1, "A", 100).call().initial("As", "Ts 9d")
    assert plain.action == "insurance"
    plain.insure(1, "A", 50)


@pytest.mark.clause("ACT96-24.3")
@pytest.mark.parametrize(
    ("override", "hand", "decision"),
    [
        (("double", "no"), "6s 5d", "double"),
        (("split", "no"), "8s 8d", "split"),
    ],
)
def test_a_right_that_the_conditions_take(override: tuple[str, str], hand: str, decision: str) -> None:
    story = tournament("ACT96", overrides=(override,)).bet(1, "A", 100).call().initial("6s", hand)
    assert story.why_not(decision) == "ACT96-24.3"
    plain = tournament("ACT96").bet(1, "A", 100).call().initial("6s", hand)
    assert decision in plain.legal


@pytest.mark.clause("ACT96-24.3")
def test_a_double_for_less_that_the_conditions_give() -> None:
    story = tournament("ACT96", overrides=(("double", "up_to"),), stacks={"A": 150})
    story.bet(1, "A", 100).call().initial("6s", "6d 5d").double(1, A=50).cards("Tc").cards("Th 9c").end()
    assert stacks(story)["A"] == 300


@pytest.mark.clause("ACT96-24.3")
def test_a_wager_under_the_minimum_goes_as_the_conditions_have_it() -> None:
    refused = tournament("ACT96", below="refused")
    refused.refuses("wager.below_minimum", "ACT96-24.3").bet(1, "A", 40)
    returned = tournament("ACT96", below="returned").bet(1, "A", 40).bet(3, "B", 50)
    returned.refuses("call.wager_returned", "ACT96-24.3").call()
    returned.hand_back(1, "A").call()
    made_up = tournament("ACT96", below="made_up").bet(1, "A", 40)
    made_up.refuses("call.wager_made_up", "ACT96-24.3").call()
    made_up.bet(1, "A", 10).call()
    assert made_up.state.carry.warned == ()
    # All that somebody has plays, though it is less.
    whole = tournament("ACT96", below="made_up", stacks={"A": 40}).bet(1, "A", 40).call()
    assert whole.state.box(1).wagers[0].effective == 4000


@pytest.mark.clause("ACT96-24.3")
def test_a_wager_over_the_maximum_goes_as_the_conditions_have_it() -> None:
    tournament("ACT96", above="refused").refuses("wager.above_maximum", "ACT96-24.3").bet(1, "A", 600)
    reduced = tournament("ACT96", above="reduced").bet(1, "A", 600).call()
    assert reduced.state.box(1).wagers[0].effective == 50_000
    assert before_player(reduced.state)["A"] == 50_000
    returned = tournament("ACT96", above="returned").bet(1, "A", 600).bet(3, "B", 50)
    returned.refuses("call.wager_returned", "ACT96-24.3").call()
    returned.hand_back(1, "A").call()


@pytest.mark.clause("VIC03-16.2.1(k)")
@pytest.mark.parametrize(
    "condition",
    [{"overrides": (("insurance", "no"),)}, {"below": "refused"}, {"above": "returned"}],
)
def test_where_the_rules_prevail_no_condition_changes_them(condition: dict[str, Any]) -> None:
    with refused_as("tournament_table.rules_prevail", "VIC03-16.2.1(k)"):
        tournament("VIC03", **condition)
    # A wager under the minimum is valid once there, and what is over the maximum does not play.
    story = tournament("VIC03").bet(1, "A", 40).bet(3, "B", 600).call()
    assert [wager.effective for box in story.state.in_play() for wager in box.wagers] == [4000, 50_000]


def test_a_condition_that_nobody_knows_is_refused() -> None:
    with refused_as("tournament_table.no_override", "ACT96-24.3"):
        tournament("ACT96", overrides=(("dealer", "drunk"),))
