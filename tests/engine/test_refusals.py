"""What a refusal or a question to a supervisor names: who, how much, where, and what is open instead."""

import pytest

from casino.refusals import Refusal
from rounds import engine
from rounds.engine.decisions.commands import Decide, Surrender
from rounds.engine.insurance.commands import Insure
from rounds.engine.permits.commands import AllowLimit, AllowSeveralBoxes, LimitPlayers, RestrictPlayer
from rounds.engine.settlement.commands import Collect, Settle
from rounds.engine.wagers.commands import PlaceWager, RefuseWager
from tests.engine.story import Story, deal
from tests.refusing import refusal_of


def refused(story: Story, command: engine.Command, code: str, clause: str = "") -> Refusal:
    return refusal_of(code, clause, engine.decide, story.rules, story.state, command)


def two_winners() -> Story:
    """The dealer breaks: boxes 1 and 4 are owed 10 and 20."""
    story = deal().bet(1, "A", 10).bet(4, "B", 20).call().initial("6d", "Ts 9h", "Ts 8h").stand(1).stand(4)
    return story.cards("Tc 9c")


@pytest.mark.clause("VIC03-5.14.2")
def test_payments_out_of_order_are_named_with_their_amounts() -> None:
    story = two_winners()
    first, second = (item.ref for item in story.due.items)
    swapped = refused(story, Settle((second,)), "settlement.out_of_order", "VIC03-5.14.2")
    assert swapped.message == "Settle box 1, player A ($10) before box 4, player B ($20)"
    refused(story, Settle((first, second, first)), "settlement.twice", "VIC03-5.14.2")
    unknown = refused(story, Settle((first, "9.1.C.main")), "settlement.not_due", "VIC03-5.14.2")
    assert unknown.values == {"ref": "9.1.C.main"}
    left = refused(story, Collect(), "collect.payment_first", "VIC03-5.14.2")
    assert left.values == {"payment": (1, "A", "", 10_00)}


@pytest.mark.clause("VIC03-7.5.1")
def test_a_decision_that_is_not_open_names_those_that_are() -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "Ts 9h")
    refusal = refused(story, Decide(1, "split"), "split.not_a_pair", "VIC03-7.5.5(a)")
    assert refusal.values == {"open": ("hit", "stand")}
    refused(deal().bet(1, "A", 10), Decide(1, "stand"), "decision.before_deal", "VIC03-7.5.1")


@pytest.mark.clause("VIC03-5.1")
def test_a_slip_of_the_finger_is_not_called_nothing() -> None:
    huge = refused(deal(), PlaceWager(1, "A", 100_000_000_01), "wager.too_large", "VIC03-5.1")
    assert huge.values == {"amount": 100_000_000_01}
    refused(deal(), PlaceWager(1, "A", 0), "wager.not_above_zero", "VIC03-5.1")


@pytest.mark.clause("VIC03-5.13")
def test_a_wager_is_refused_for_its_amount_only_where_the_book_lets_the_dealer() -> None:
    refused(deal().bet(1, "A", 10), RefuseWager(1, "A"), "wager.payable", "VIC03-5.13")
    refused(deal("NZ").bet(1, "A", 10), RefuseWager(1, "A"), "wager.not_refusable", "NZ-5.4-S1")


@pytest.mark.clause("VIC03-5.11", "NZ-5.8")
@pytest.mark.parametrize(
    ("book", "role", "clause"),
    [("VIC03", "operations_manager", "VIC03-5.11"), ("NZ", "casino_supervisor", "NZ-5.8")],
)
def test_the_role_that_the_book_requires_is_named(book: str, role: str, clause: str) -> None:
    story = deal(book)
    refusal = refused(story, RestrictPlayer("A", True, "dealer"), "role.too_low", clause)
    assert refusal.values == {"needed": role, "role": "dealer"}


@pytest.mark.clause("VIC03-10.9.1", "VIC03-10.9.5")
def test_a_surrender_that_is_not_open_says_why() -> None:
    low = deal(game="crown_pontoon").bet(1, "A", 10).call().initial("6d", "Js 5h")
    refusal = refused(low, Surrender(1), "surrender.not_against", "VIC03-10.9.1")
    assert refusal.values == {"card": "6d"}
    shared = deal(game="crown_pontoon").shared(1, A=10, B=10).call().initial("Kd", "Js 5h")
    refusal = refused(shared, Surrender(1, ("A", "C")), "surrender.no_wager", "VIC03-10.9.1")
    assert refusal.values == {"player": "C", "box": 1}
    shared.surrender(1, "A")
    refused(shared, Surrender(1, ("A",)), "surrender.taken", "VIC03-10.9.1")


@pytest.mark.clause("VIC03-6.3", "VIC03-5.10", "VIC03-5.8", "ACT96-5.10-S1")
@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (AllowLimit(3, "A", 5_000_00, "dealer"), "personal limit of $5,000 for player A on box 3"),
        (AllowLimit(3, "A", 0, "dealer"), "no personal limit any more for player A on box 3"),
        (AllowSeveralBoxes("A", "dealer"), "player A on more than one box"),
        (AllowSeveralBoxes("A", "dealer", revoke=True), "player A no longer on more than one box"),
        (LimitPlayers(3, 1, "dealer"), "at most 1 player on box 3"),
        (RestrictPlayer("A", False, "dealer"), "player A held to the minimum"),
        (RestrictPlayer("A", True, "dealer"), "player A held to the minimum on one box"),
        (RestrictPlayer("A", True, "dealer", minimum=False), "player A held to one box"),
        (RestrictPlayer("A", True, "dealer", lift=True), "player A released"),
    ],
)
def test_a_supervisor_is_asked_for_exactly_what_would_happen(command: engine.Command, asked: str) -> None:
    expected = engine.questions.required_role(deal("ACT96").rules, command)
    assert expected is not None
    assert expected[2] == asked


@pytest.mark.clause("ACT96-22.5")
def test_three_wagers_of_one_player_are_one_player_on_the_box() -> None:
    story = deal("ACT96", game="triple_play", boxes=6).hands(2, "A", 10, 10, 10)
    story.do(LimitPlayers(2, 1, "game_supervisor"))


@pytest.mark.clause("VIC03-6.2.1", "VIC03-8.1-T03")
def test_a_wager_with_nothing_in_play_is_not_insured() -> None:
    carry, late = engine.values.Carry(warned=("A",)), {"under_minimum_returned": "after_result"}
    story = (
        deal(minimum=10, carry=carry, read=late)
        .bet(1, "A", 5)
        .bet(2, "B", 10)
        .call()
        .initial("Ah", "Ts 9h", "Ts 9h")
    )
    refused(story, Insure(1, "A", 1_00), "insurance.nothing_in_play", story.rules.insurance_most.clause)


@pytest.mark.clause("NZ-14.2-S1")
def test_a_full_box_offers_nothing() -> None:
    story = deal("NZ", maximum=100).bet(1, "A", 100)
    refused(story, PlaceWager(1, "B", 5_00), "wager.maximum_used_up", "NZ-14.2-S1")


@pytest.mark.clause("ACT96-22.12-S2", "ACT96-22.9-S2")
@pytest.mark.parametrize(
    ("hand", "decision", "clause", "free", "named"),
    [
        (
            "6s 5h",
            "double",
            "ACT96-22.12-S2",
            Decide(2, "double", free=("A",)),
            Decide(2, "double", adds=(("A", 10_00),)),
        ),
        (
            "8s 8h",
            "split",
            "ACT96-22.9-S2",
            Decide(2, "split", free=("A",)),
            Decide(2, "split", matches=(("A", "split"),)),
        ),
    ],
)
def test_several_wagers_on_a_hand_go_together_and_for_money(
    hand: str, decision: str, clause: str, free: engine.Command, named: engine.Command
) -> None:
    story = deal("ACT96", game="triple_play", boxes=6).hands(2, "A", 10, 10).call().initial("6d", hand)
    refused(story, free, f"{decision}.not_free", clause)
    refused(story, named, f"{decision}.covers_every_wager", clause)
