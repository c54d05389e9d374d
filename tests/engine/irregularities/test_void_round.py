"""A round that has no result: whatever was taken goes back and whatever was paid is recovered."""

import pytest

from rounds.engine.irregularities.events import RoundVoided, Voided
from tests.engine.story import Story, deal


def back(story: Story) -> dict[tuple[int, str, str], float]:
    """What moves, in dollars, by box, player and bet: given back, or below zero recovered."""
    return {
        (voided.result.box, voided.result.player, voided.result.bet): voided.back / 100
        for voided in story.recorded(Voided)
        if voided.back
    }


def nothing_won(story: Story) -> None:
    assert story.state.phase == "void"
    assert all(
        result.result == "void" and not result.pays and not result.takes for result in story.state.results
    )


@pytest.mark.clause("VIC03-9.10")
def test_the_automatic_shoe_fails() -> None:
    # Box 1 bust and lost 10, box 2 a Blackjack of 20 paid 30, box 3 open with 15.
    story = deal("VIC03", elect={"auto_shuffler": "yes"}).bet(1, "A", 10).bet(2, "B", 20).bet(3, "C", 15)
    story.call().initial("6d", "Ts 6h", "As Kd", "9c 4c").settle().hit(1).cards("Kc").settle()
    assert story.net("B") == 30
    assert story.net("A") == -10
    story.wrong("shoe_failure").approve("game_supervisor")
    assert back(story) == {(1, "A", "main"): 10, (2, "B", "main"): -30}
    nothing_won(story)
    assert [story.result(box, player).stake for box, player in ((1, "A"), (2, "B"), (3, "C"))] == [
        1000,
        2000,
        1500,
    ]


@pytest.mark.clause("VIC03-9.10")
def test_by_the_other_reading_settled_wagers_stay_settled() -> None:
    story = deal("VIC03", elect={"auto_shuffler": "yes"}, read={"void_reverses": "open"})
    story.bet(1, "A", 10).bet(2, "B", 20).bet(3, "C", 15).call()
    story.initial("6d", "Ts 6h", "As Kd", "9c 4c").settle().hit(1).cards("Kc").settle()
    story.wrong("shoe_failure").approve("game_supervisor")
    assert (story.net("A"), story.net("B"), story.net("C")) == (-10, 30, 0)
    assert story.state.phase == "void"


@pytest.mark.clause("VIC03-9.11")
def test_two_cards_at_once_in_no_known_order() -> None:
    story = deal("VIC03", elect={"auto_shuffler": "yes"}).bet(1, "A", 10).call().cards("9s")
    story.wrong("cards_at_once").approve("game_supervisor")
    nothing_won(story)


@pytest.mark.clause("VIC03-9.10", "VIC03-9.11")
def test_an_ordinary_shoe_has_no_such_failure() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().cards("9s")
    story.refuses("irregularity.unknown", "").wrong("shoe_failure")
    story.refuses("irregularity.unknown", "").wrong("cards_at_once")


@pytest.mark.clause("VIC03-9.12.1", "VIC03-9.12.2", "VIC03-9.12.3")
def test_wrong_cards_in_the_packs() -> None:
    # Round 9: 10 bust and collected, 20 and 15 open: all 45 goes back; rounds before it are locked.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 20).bet(3, "C", 15).call()
    story.initial("6d", "Ts 6h", "9s Kd", "9c 4c").hit(1).cards("Kc").settle()
    story.wrong("wrong_cards", note="two_of_the_same_ace").approve("game_supervisor")
    nothing_won(story)
    assert sum(result.stake for result in story.state.results) == 4500
    after = story.next_round()
    after.bet(1, "A", 10)
    assert after.due.blockers[0].clause == "VIC03-9.12.3"  # other cards first
    assert after.shuffle().call().state.called


@pytest.mark.clause("VIC03-17.3.1", "VIC03-17.4")
def test_a_disrupted_game_is_refunded() -> None:
    # Box 1 bust 10 collected, box 2 20 and a double of 20 open, box 3 a Blackjack of 20 paid 30.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 20).bet(3, "C", 20).call()
    story.initial("6d", "Ts 6h", "6s 5d", "Ac Kc").settle().hit(1).cards("Kh").settle().double(2)
    story.wrong("outcome_disrupted", cause="fire").approve("casino_supervisor")
    assert back(story) == {(1, "A", "main"): 10, (3, "C", "main"): -30}
    assert story.result(2, "B").stake == 4000
    nothing_won(story)


@pytest.mark.clause("VIC03-17.3.2", "VIC03-17.4")
def test_fraud_with_who_and_how() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().initial("6d", "Ts 8h").stand(1)
    story.refuses("report.value_missing", "VIC03-17.3.2").wrong("fraud", by="A")
    story.wrong("fraud", by="A", note="marked_card").approve("casino_supervisor")
    (voided,) = story.recorded(RoundVoided)
    assert voided.cause == "A marked card"
    assert voided.clause == "VIC03-17.3.2"
    nothing_won(story)


@pytest.mark.clause("ACT96-20.3(a)", "ACT96-20.4")
def test_canberra_asks_whether_the_outcome_is_affected() -> None:
    # A 50 live, B 20 bust and collected, C insures with 10: 50, 20, 10 and C's own wager go back.
    story = deal("ACT96").bet(1, "A", 50).bet(2, "B", 20).bet(3, "C", 20).call()
    story.initial("Ad", "Ts 8h", "6s 8d", "9c 9d").insure(3, "C", 10).asked().stand(1)
    story.hit(2).cards("Kh").settle()
    story.refuses("report.outcome_not_affected", "ACT96-20.3(a)").wrong(
        "outcome_disrupted", cause="fire", affects="no"
    )
    story.wrong("outcome_disrupted", cause="fire", affects="yes")
    assert story.due.role == "casino_supervisor"
    story.approve("casino_supervisor")
    nothing_won(story)
    assert back(story) == {(2, "B", "main"): 20}
    assert sorted(result.stake for result in story.state.results) == [1000, 2000, 2000, 5000]


@pytest.mark.clause("ACT96-20.3(b)")
def test_canberra_cancels_a_round_for_fraud() -> None:
    story = deal("ACT96").bet(1, "A", 50).call().initial("9d", "Ts 8h")
    story.wrong("fraud", by="A_and_the_dealer", affects="yes").approve("operations_manager")
    (voided,) = story.recorded(RoundVoided)
    assert (voided.clause, voided.cause) == ("ACT96-20.3(b)", "A and the dealer")
    nothing_won(story)


@pytest.mark.clause("ACT03-16.1", "ACT03-16.5", "ACT03-A-B22")
def test_canberra_2003_gives_the_wagers_back_or_not() -> None:
    story = deal("ACT03").bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "Ts 8h", "9s 8d")
    story.wrong("outcome_disrupted", cause="fire")
    assert story.due.legal == ("refund", "no_refund")
    story.approve("casino_supervisor")  # the refund is preselected
    nothing_won(story)


@pytest.mark.clause("ACT03-16.1", "ACT03-16.5")
def test_no_refund() -> None:
    story = deal("ACT03").bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "Ts 8h", "9s 8d")
    story.wrong("outcome_disrupted", cause="fire").approve("casino_supervisor", "no_refund")
    assert (story.net("A"), story.net("B")) == (-20, -20)
    assert all(result.result == "void" for result in story.state.results)


@pytest.mark.clause("ACT03-16.4", "ACT03-16.5")
def test_a_refund_to_all_but_the_cheat() -> None:
    story = deal("ACT03").bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "Ts 8h", "9s 8d")
    story.wrong("round_invalid", cause="fraud", by="A", not_to="A").approve("casino_supervisor", "refund")
    assert (story.net("A"), story.net("B")) == (-20, 0)
    assert story.state.phase == "void"


@pytest.mark.clause("ACT03-A-B22")
def test_what_a_player_lost_and_what_another_won_goes_back() -> None:
    # A lost 20, B won 30 on 20: A gets 20 back, B returns 30 and keeps the stake of 20.
    story = deal("ACT03").bet(1, "A", 20).bet(2, "B", 20).call()
    story.initial("6d", "Ts 6h", "As Kd").settle().hit(1).cards("Kh").settle()
    story.wrong("round_invalid", cause="impractical").approve("casino_supervisor")
    assert back(story) == {(1, "A", "main"): 20, (2, "B", "main"): -30}
    nothing_won(story)


@pytest.mark.clause("NZ-16.13-S1")
def test_the_continuous_shuffler_fails_and_the_round_is_void() -> None:
    # 20 bust and collected, 50, 10, 100: 180 goes back and the house's result is nothing.
    story = deal("NZ", elect={"auto_shuffler": "yes"})
    for box, (player, amount) in enumerate((("A", 20), ("B", 50), ("C", 10), ("D", 100)), start=1):
        story.bet(box, player, amount)
    story.call().initial("6d", "Ts 6h", "9s Kd", "9c 4c", "Th 8s").hit(1).cards("Kc").settle()
    story.wrong("shuffler_failure", reason="jam")
    story.refuses("role.too_low", "NZ-16.13-S1").approve("game_supervisor", "round_void")
    story.approve("casino_supervisor", "round_void")
    nothing_won(story)
    assert sum(result.stake for result in story.state.results) == 18000


@pytest.mark.clause("NZ-16.13-S1")
def test_an_ante_is_a_fee_that_a_void_round_does_not_give_back() -> None:
    story = deal("NZ", game="ante_up", elect={"auto_shuffler": "yes", "ante": "1"}, minimum=10)
    story.bet(1, "A", 20).bet(1, "A", 1, "ante").call().cards("9s")
    story.wrong("shuffler_failure", reason="jam").approve("casino_supervisor", "round_void")
    assert story.net("A") == -1
    assert story.result(1, "A").result == "void"


@pytest.mark.clause("UK-A01")
def test_a_silent_book_leaves_it_to_the_supervisor() -> None:
    story = deal("UK").bet(1, "A", 20).call().initial("6d", "Ts 8h")
    story.wrong("void_round", reason="cards_fell").approve("casino_supervisor")
    nothing_won(story)


def test_a_void_round_is_over() -> None:
    story = deal("UK").bet(1, "A", 20).call().cards("9s")
    story.wrong("void_round", reason="cards_fell").approve("casino_supervisor")
    assert story.action == ""
    assert story.next_round().bet(1, "A", 10).action == "wagers"


@pytest.mark.clause("NZ-16.13-S1")
def test_side_bets_go_back_too() -> None:
    # Perfect Pair of 5 on a pair of one suit is won and paid, then the round is void.
    story = deal(
        "NZ", elect={"auto_shuffler": "yes"}, offer=["perfect_pairs 1"], sign={"perfect_pairs": (1, 100)}
    )
    story.bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").call().initial("6d", "8h 8h").settle()
    paid = story.net("A")
    assert paid > 0
    story.wrong("shuffler_failure", reason="jam").approve("casino_supervisor", "round_void")
    assert back(story) == {(1, "A", "perfect_pairs"): -paid}
    nothing_won(story)
