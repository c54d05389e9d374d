"""Canberra 1996, rule 15: who decides on a shared box, the line of wagers, and each player's own choices."""

import pytest

from rounds.engine.wagers.events import BetsCalled
from tests.engine.story import Story, deal


def shared(*wagers: tuple[str, float], seat: str = "") -> Story:
    """Wagers on box 3, the first placed nearest the dealer."""
    story = deal("ACT96")
    for player, amount in wagers:
        story.bet(3, player, amount)
    return story.seat(3, seat) if seat else story


def decides(story: Story) -> str:
    """Who decides once the wagers lie in line and the cards are dealt."""
    for blocker in story.due.blockers:
        story.line(3, *blocker.players)
    return story.call().initial("6d", "Ts 4h").due.player


@pytest.mark.clause("ACT96-15.1(a)")
def test_the_seated_player_decides_whatever_the_amounts() -> None:
    """B is seated there with 10; A is not seated and has 100."""
    assert decides(shared(("A", 100), ("B", 10), seat="B")) == "B"


@pytest.mark.clause("ACT96-15.1(a)", "ACT96-15.1(b)")
def test_who_sits_there_without_a_wager_decides_nothing() -> None:
    assert decides(shared(("A", 20), ("B", 50), seat="C")) == "B"


@pytest.mark.clause("ACT96-15.1(b)")
def test_with_nobody_seated_the_highest_wager_decides() -> None:
    assert decides(shared(("A", 20), ("B", 50), ("C", 20))) == "B"


@pytest.mark.clause("ACT96-15.1(b)", "ACT96-15.1(c)")
def test_of_two_highest_the_one_nearer_the_dealer() -> None:
    assert decides(shared(("C", 10), ("A", 20), ("B", 20))) == "A"


@pytest.mark.clause("ACT96-15.1(b)")
def test_the_highest_counts_as_it_lies_at_the_call() -> None:
    story = shared(("A", 20), ("B", 50)).bet(3, "A", 40)
    assert decides(story) == "A"


@pytest.mark.clause("ACT96-15.1(c)")
def test_with_equal_wagers_the_one_nearest_the_dealer() -> None:
    assert decides(shared(("A", 10), ("B", 10))) == "A"


@pytest.mark.clause("ACT96-15.2-S1", "ACT96-15.2(a)")
def test_before_the_round_it_is_found_out_and_the_callers_wager_lies_nearest() -> None:
    """B is to decide and lies second: the call waits until the line is B, A, C."""
    story = shared(("A", 20), ("B", 50), ("C", 20))
    (blocker,) = story.due.blockers
    assert (blocker.kind, blocker.players, blocker.clause) == ("arrange", ("B", "A", "C"), "ACT96-15.2(a)")
    story.refuses("call.caller_not_nearest", "ACT96-15.2(a)").call()
    story.refuses("line.caller_first", "ACT96-15.2(a)").line(3, "A", "B", "C")
    story.line(3, "B", "A", "C").call()
    (called,) = story.recorded(BetsCalled)
    assert called.callers == ((3, "B"),)


@pytest.mark.clause("ACT96-15.2-S1")
def test_a_seat_taken_after_the_call_changes_nothing() -> None:
    story = shared(("A", 20), ("B", 10)).call()
    story.refuses("caller.after_call", "ACT96-15.2-S1").seat(3, "B")


@pytest.mark.clause("ACT96-15.2(b)")
def test_the_other_wagers_lie_in_one_line_behind() -> None:
    story = shared(("A", 20), ("B", 50), ("C", 20))
    story.refuses("line.players_differ", "ACT96-15.2(b)").line(3, "B", "A")
    story.line(3, "B", "C", "A")
    assert story.state.box(3).players == ("B", "C", "A")


@pytest.mark.clause("ACT96-15.1(a)", "ACT96-15.1(b)")
def test_nobody_else_calls_a_decision() -> None:
    story = shared(("A", 50), ("B", 20)).call().initial("6d", "Ts 4h")
    story.refuses("decision.other_player", "ACT96-15.1(a)").stand(3, by="B")
    story.refuses("decision.other_player", "ACT96-15.1(b)").hit(3, by="B")
    story.stand(3, by="A")


@pytest.mark.clause("ACT96-15.3(a)")
def test_each_player_insures_for_himself() -> None:
    """B insures 5 of 10, A nothing of 50. 17 loses to A-K: A −50; B −10 + 10 = 0."""
    story = shared(("A", 50), ("B", 10)).call().initial("Ad", "Ts 7h")
    story.refuses("insurance.wrong_amount", "ACT96-15.3(a)").insure(3, "B", 10)
    story.insure(3, "B", 5).asked().stand(3).cards("Kc").end()
    assert (story.net("A"), story.net("B")) == (-50, 0)


@pytest.mark.clause("ACT96-15.3(b)-S1", "ACT96-10(a)(ii)")
@pytest.mark.parametrize(("cards", "b"), [("Kc", 0), ("6c", 15)])
def test_each_player_takes_even_money_for_himself(cards: str, b: float) -> None:
    """A takes 50 on 50. B waits with 10: a stand-off against A-K, 15 against A-6."""
    story = shared(("A", 50), ("B", 10)).call().initial("Ad", "As Qh").even_money(3, "A").asked()
    assert story.items == [("pay", 3, "A", 50)]
    story.settle().cards(cards).end()
    assert (story.net("A"), story.net("B")) == (50, b)
    assert story.result(3, "A").clause == "ACT96-10(a)(ii)"


@pytest.mark.clause("ACT96-15.3(b)-S2")
def test_a_player_paid_even_money_leaves_the_box_for_the_round() -> None:
    story = shared(("A", 50), ("B", 10)).call().initial("Ad", "As Qh").even_money(3, "A").asked()
    assert story.due.text == "Pay $50: box 3, player A; the wager and its winnings leave the box"
    story.settle()
    assert [stake.settled for stake in story.hand(3).stakes] == [True, False]
    story.refuses("wager.after_first_card", "ACT96-5.2").bet(3, "A", 10)
    story.refuses("even_money.too_late", "ACT96-10(a)(ii)").even_money(3, "A")


@pytest.mark.clause("ACT96-12.1-S3")
@pytest.mark.parametrize(
    ("joins", "b"),
    [({}, 10), ({"B": "hand1"}, 10), ({"B": "split"}, 0)],
    ids=["by default", "stays on the first", "joins"],
)
def test_who_does_not_match_a_split_rides_on_the_first_hand(joins: dict[str, str], b: float) -> None:
    """A 50, B 10 on 8-8 against 10-8 = 18: the first hand, 8-3-10 = 21, wins; the second, 8-9 = 17, loses.
    A: +50 − 50 = 0. B on the first alone: +10; on both: 0."""
    story = shared(("A", 50), ("B", 10)).call().initial("Td", "8s 8h").split(3, **joins)
    story.cards("3c").hit(3).cards("Tc").cards("9c").stand(3, 2).cards("8c").end()
    assert (story.net("A"), story.net("B")) == (0, b)


@pytest.mark.clause("ACT96-12.1-S3")
def test_nobody_follows_with_more_than_his_own_first_wager() -> None:
    story = shared(("A", 50), ("B", 10)).call().initial("Td", "8s 8h").split(3, B="split")
    assert [(stake.player, stake.base) for stake in story.hand(3, 2).stakes] == [("A", 50_00), ("B", 10_00)]


@pytest.mark.clause("ACT96-13.1-S2", "ACT96-13.1-S3")
def test_the_others_may_double_and_all_take_the_one_card() -> None:
    """A doubles 50, B doubles 10, C keeps 20. 7-4-2 = 13 loses to 18: −100, −20, −20."""
    story = shared(("A", 50), ("B", 10), ("C", 20)).call().initial("Td", "7s 4h")
    story.refuses("double.not_equal", "ACT96-13.1-S1").double(3, B=5)
    story.double(3, B=10).cards("2c")
    assert story.action == "card"
    assert story.due.box == 0
    story.refuses("hand.doubled", "ACT96-13.1-S3").hit(3)
    story.cards("8c").end()
    assert (story.net("A"), story.net("B"), story.net("C")) == (-100, -20, -20)


@pytest.mark.clause("ACT96-4.1(d)", "ACT96-15.2(b)")
def test_the_wager_nearest_the_dealer_has_the_first_claim_on_the_maximum() -> None:
    """80 of 100 leave 20 for B behind; more is handed back before the deal, so nothing is over when it comes."""
    story = deal("ACT96", maximum=100).bet(3, "A", 80)
    story.refuses("wager.above_maximum", "ACT96-5.6-S2").bet(3, "B", 60)
    story.bet(3, "B", 20).call()
    assert [wager.effective for wager in story.state.box(3).wagers] == [80_00, 20_00]
