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


def refused(story: Story, command: engine.Command) -> Refusal:
    with pytest.raises(Refusal) as caught:
        engine.decide(story.rules, story.state, command)
    return caught.value


def two_winners() -> Story:
    """The dealer breaks: boxes 1 and 4 are owed 10 and 20."""
    story = deal().bet(1, "A", 10).bet(4, "B", 20).call().initial("6d", "Ts 9h", "Ts 8h").stand(1).stand(4)
    return story.cards("Tc 9c")


@pytest.mark.clause("VIC03-5.14.2")
def test_payments_out_of_order_are_named_with_their_amounts() -> None:
    story = two_winners()
    first, second = (item.ref for item in story.due.items)
    swapped = refused(story, Settle((second,)))
    assert swapped.code == "settlement.out_of_order"
    assert swapped.message == "Settle box 1, player A ($10) before box 4, player B ($20)"
    assert refused(story, Settle((first, second, first))).code == "settlement.twice"
    unknown = refused(story, Settle((first, "9.1.C.main")))
    assert (unknown.code, unknown.values) == ("settlement.not_due", {"ref": "9.1.C.main"})
    left = refused(story, Collect())
    assert (left.code, left.values) == ("collect.payment_first", {"payment": (1, "A", "", 10_00)})


@pytest.mark.clause("VIC03-7.5.1")
def test_a_decision_that_is_not_open_names_those_that_are() -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "Ts 9h")
    no = refused(story, Decide(1, "split"))
    assert (no.code, no.values) == ("split.not_a_pair", {"open": ("hit", "stand")})
    assert refused(deal().bet(1, "A", 10), Decide(1, "stand")).code == "decision.before_deal"


@pytest.mark.clause("VIC03-5.1")
def test_a_slip_of_the_finger_is_not_called_nothing() -> None:
    huge = refused(deal(), PlaceWager(1, "A", 100_000_000_01))
    assert (huge.code, huge.values) == ("wager.too_large", {"amount": 100_000_000_01})
    assert refused(deal(), PlaceWager(1, "A", 0)).code == "wager.not_above_zero"


@pytest.mark.clause("VIC03-5.13")
def test_a_wager_is_refused_for_its_amount_only_where_the_book_lets_the_dealer() -> None:
    assert refused(deal().bet(1, "A", 10), RefuseWager(1, "A")).code == "wager.payable"
    assert refused(deal("NZ").bet(1, "A", 10), RefuseWager(1, "A")).code == "wager.not_refusable"


@pytest.mark.clause("VIC03-5.11", "NZ-5.8")
@pytest.mark.parametrize(("book", "role"), [("VIC03", "operations_manager"), ("NZ", "casino_supervisor")])
def test_the_role_that_the_book_wants_is_named(book: str, role: str) -> None:
    story = deal(book)
    no = refused(story, RestrictPlayer("A", True, "dealer"))
    assert (no.code, no.values) == ("role.too_low", {"needed": role, "role": "dealer"})


@pytest.mark.clause("VIC03-10.9.1", "VIC03-10.9.5")
def test_a_surrender_that_is_not_open_says_why() -> None:
    low = deal(game="crown_pontoon").bet(1, "A", 10).call().initial("6d", "Js 5h")
    no = refused(low, Surrender(1))
    assert (no.code, no.values) == ("surrender.not_against", {"card": "6d"})
    shared = deal(game="crown_pontoon").shared(1, A=10, B=10).call().initial("Kd", "Js 5h")
    no = refused(shared, Surrender(1, ("A", "C")))
    assert (no.code, no.values) == ("surrender.no_wager", {"player": "C", "box": 1})
    shared.surrender(1, "A")
    assert refused(shared, Surrender(1, ("A",))).code == "surrender.taken"


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
    wanted = engine.questions.role_wanted(deal("ACT96").rules, command)
    assert wanted is not None
    assert wanted[2] == asked


@pytest.mark.clause("ACT96-22.5")
def test_three_wagers_of_one_player_are_one_player_on_the_box() -> None:
    story = deal("ACT96", game="triple_play", boxes=6).hands(2, "A", 10, 10, 10)
    story.do(LimitPlayers(2, 1, "game_supervisor"))


@pytest.mark.clause("VIC03-6.2.1", "VIC03-8.1-T03")
def test_a_wager_of_which_nothing_is_in_play_is_not_insured() -> None:
    carry, late = engine.values.Carry(warned=("A",)), {"under_minimum_returned": "after_result"}
    story = (
        deal(minimum=10, carry=carry, read=late)
        .bet(1, "A", 5)
        .bet(2, "B", 10)
        .call()
        .initial("Ah", "Ts 9h", "Ts 9h")
    )
    no = refused(story, Insure(1, "A", 1_00))
    assert (no.code, no.clause) == ("insurance.nothing_in_play", story.rules.insurance_most.clause)


@pytest.mark.clause("NZ-14.2-S1")
def test_a_full_box_offers_nothing() -> None:
    story = deal("NZ", maximum=100).bet(1, "A", 100)
    assert refused(story, PlaceWager(1, "B", 5_00)).code == "wager.maximum_used_up"


@pytest.mark.clause("ACT96-22.12-S1", "ACT96-22.9-S1")
@pytest.mark.parametrize(
    ("hand", "free", "named"),
    [
        ("6s 5h", Decide(2, "double", free=("A",)), Decide(2, "double", adds=(("A", 10_00),))),
        ("8s 8h", Decide(2, "split", free=("A",)), Decide(2, "split", matches=(("A", "split"),))),
    ],
)
def test_several_wagers_on_a_hand_go_together_and_for_money(
    hand: str, free: engine.Command, named: engine.Command
) -> None:
    story = deal("ACT96", game="triple_play", boxes=6).hands(2, "A", 10, 10).call().initial("6d", hand)
    assert refused(story, free).code.endswith(".not_free")
    assert refused(story, named).code.endswith(".covers_every_wager")
