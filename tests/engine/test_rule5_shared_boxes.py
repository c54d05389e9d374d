"""Rule 5.8 to 5.12: several players on a box, several boxes for a player, and players held to the minimum."""

import pytest

from rounds import engine
from rounds.engine.decisions.events import Stood
from rounds.engine.permits.events import PlayerRestricted, SeveralBoxesAllowed
from tests.engine.story import Story, deal


@pytest.mark.clause("VIC03-5.8")
def test_up_to_three_players_on_a_box() -> None:
    story = deal().bet(2, "A", 10).bet(2, "B", 10).bet(2, "C", 10)
    story.refuses("box.full", "VIC03-5.8").bet(2, "D", 10)
    story.bet(2, "C", 5)  # who is there already may add
    story.unbet(2, "A").bet(2, "D", 10)


@pytest.mark.clause("VIC03-5.8")
def test_a_game_supervisor_may_allow_fewer() -> None:
    story = deal().at_most(2, 2).bet(2, "A", 10).bet(2, "B", 10)
    story.refuses("box.full", "VIC03-5.8").bet(2, "C", 10)
    story.bet(3, "C", 10)  # that box only


@pytest.mark.clause("VIC03-5.8")
def test_the_restriction_holds_in_the_next_round() -> None:
    story = deal().at_most(2, 1).bet(2, "A", 10).call().initial("Td", "Ts 7h").stand(2).cards("7c").end()
    story.next_round().bet(2, "A", 10).refuses("box.full", "VIC03-5.8").bet(2, "B", 10)


@pytest.mark.clause("VIC03-5.8")
def test_a_dealer_may_not_allow_fewer_nor_anyone_more() -> None:
    story = deal()
    story.refuses("role.too_low", "VIC03-5.8").at_most(2, 2, role="dealer")
    story.refuses("players.out_of_range", "VIC03-5.8").at_most(2, 4)
    story.refuses("players.out_of_range", "VIC03-5.8").at_most(2, 0)
    command = engine.LimitPlayers(2, 2, "game_supervisor")
    expected = engine.questions.required_role(story.rules, command)
    assert expected is not None
    assert expected[:2] == ("game_supervisor", "VIC03-5.8")


@pytest.mark.clause("VIC03-5.9")
def test_the_player_nearest_the_dealer_decides() -> None:
    """A lies nearest with 10, B behind with 50: A stands, B's wish to draw does not count."""
    story = deal().shared(3, A=10, B=50).call().initial("6d", "Ts 4h")
    assert story.due.player == "A"
    for refused in (
        story.refuses("decision.other_player", "VIC03-5.9").hit,
        story.refuses("decision.other_player", "VIC03-5.9").stand,
    ):
        refused(3, by="B")
    story.stand(3, by="A")
    assert story.recorded(Stood)[0].by == "A"


@pytest.mark.clause("VIC03-5.9.1(a)")
def test_before_the_call_it_is_known_who_decides_on_a_shared_box() -> None:
    story = deal().bet(3, "A", 10).bet(3, "B", 50)
    assert [(blocker.kind, blocker.box) for blocker in story.due.blockers] == [("caller", 3)]
    assert story.due.clause == "VIC03-5.9.1(a)"
    story.refuses("call.caller_unnamed", "VIC03-5.9.1(a)").call()
    story.seat(3, "A").call()


@pytest.mark.clause("VIC03-5.9.1(a)")
def test_alone_on_a_box_a_player_decides_without_being_asked() -> None:
    story = deal().bet(3, "A", 10).call().initial("6d", "Ts 4h")
    assert story.due.player == "A"


@pytest.mark.clause("VIC03-5.9.1(a)")
def test_who_decides_is_settled_before_the_call() -> None:
    story = deal().shared(3, A=10, B=50).call()
    story.refuses("caller.after_call", "VIC03-5.9.1(a)").seat(3, "B")
    story.cards("Ts").refuses("caller.after_call", "VIC03-5.9.1(a)").seat(3, "B")


@pytest.mark.clause("VIC03-5.9.1(b)")
def test_the_callers_wager_lies_nearest_the_dealer() -> None:
    """A placed first and so lies nearest; B is to call: the wagers change places before the call."""
    story = deal().bet(3, "A", 10).bet(3, "B", 50).seat(3, "B")
    (blocker,) = story.due.blockers
    assert (blocker.kind, blocker.players) == ("arrange", ("B", "A"))
    story.refuses("call.caller_not_nearest", "VIC03-5.9.1(b)").call()
    story.refuses("line.caller_first", "VIC03-5.9.1(b)").line(3, "A", "B")
    story.line(3, "B", "A").call().initial("6d", "Ts 4h")
    assert story.due.player == "B"


@pytest.mark.clause("VIC03-5.9.1(c)")
def test_the_other_wagers_lie_in_one_line_behind() -> None:
    story = deal().bet(3, "A", 10).bet(3, "B", 50).bet(3, "C", 20).seat(3, "B")
    story.refuses("line.players_differ", "VIC03-5.9.1(c)").line(3, "B", "A")
    story.refuses("line.players_differ", "VIC03-5.9.1(c)").line(3, "B", "A", "A", "C")
    story.refuses("line.players_differ", "VIC03-5.9.1(c)").line(3, "B", "C", "D")
    story.line(3, "B", "C", "A")
    assert story.state.box(3).players == ("B", "C", "A")
    story.call().refuses("line.after_call", "VIC03-5.9.1(c)").line(3, "B", "A", "C")


@pytest.mark.clause("VIC03-5.10")
def test_a_game_supervisor_may_let_a_player_wager_on_several_boxes() -> None:
    story = deal().bet(1, "A", 10)
    story.refuses("player.one_box_only", "VIC03-5.10").bet(2, "A", 10)
    story.refuses("role.too_low", "VIC03-5.10").several("A", role="dealer")
    story.several("A").bet(2, "A", 10).bet(5, "A", 10)
    assert story.state.boxes_of("A") == (1, 2, 5)
    (event,) = [event for event in story.events if isinstance(event, SeveralBoxesAllowed)]
    assert (event.player, event.role, event.clause) == ("A", "game_supervisor", "VIC03-5.10")


@pytest.mark.clause("VIC03-5.10")
def test_the_permission_is_the_supervisors_to_end() -> None:
    story = deal().several("A").bet(1, "A", 10).bet(2, "A", 10).several("A", revoke=True)
    story.refuses("call.one_box_only", "VIC03-5.10").call()
    story.unbet(2, "A").refuses("player.one_box_only", "VIC03-5.10").bet(2, "A", 10)
    story.call()


@pytest.mark.clause("VIC03-5.10")
def test_a_casino_supervisor_may_let_a_player_on_several_boxes_too_and_nobody_else_with_him() -> None:
    story = deal().several("A", role="casino_supervisor").bet(1, "B", 10)
    story.refuses("player.one_box_only", "VIC03-5.10").bet(2, "B", 10)
    expected = engine.questions.required_role(story.rules, engine.AllowSeveralBoxes("B", "game_supervisor"))
    assert expected is not None
    assert expected[:2] == ("game_supervisor", "VIC03-5.10")


@pytest.mark.clause("VIC03-5.10.1")
def test_on_another_players_box_he_decides_nothing() -> None:
    """A sits at 2 and wagers behind C on 5: he decides on 2 alone."""
    story = deal().several("A").bet(2, "A", 10).shared(5, C=10, A=20).call()
    story.initial("6d", "Ts 2h", "9s 3h")
    story.stand(2, by="A").refuses("decision.other_player", "VIC03-5.10.1").stand(5, by="A")
    story.stand(5, by="C")


@pytest.mark.clause("VIC03-5.11")
def test_an_operations_manager_may_hold_a_player_to_one_box_and_the_minimum() -> None:
    story = deal(minimum=10).restrict("A", one_box=True)
    story.refuses("wager.restricted_to_minimum", "VIC03-5.11").bet(1, "A", 20)
    story.refuses("wager.restricted_to_minimum", "VIC03-5.11").bet(1, "A", 5)
    story.bet(1, "A", 10)
    story.refuses("wager.restricted_to_minimum", "VIC03-5.11").bet(1, "A", 10)  # together 20
    story.several("A").refuses("player.restricted_to_one_box", "VIC03-5.11").bet(2, "A", 10)
    story.bet(2, "B", 20)  # nobody else is held


@pytest.mark.clause("VIC03-5.11")
def test_wagers_that_lie_there_already_are_put_right_before_the_call() -> None:
    story = deal(minimum=10).several("A").bet(1, "A", 20).bet(2, "A", 10).restrict("A", one_box=True)
    story.refuses("call.restricted_to_minimum", "VIC03-5.11").call()
    story.unbet(1, "A").call()


@pytest.mark.clause("VIC03-5.11")
@pytest.mark.parametrize("role", ["dealer", "game_supervisor", "casino_supervisor", ""])
def test_nobody_below_an_operations_manager_holds_a_player(role: str) -> None:
    deal().refuses("role.too_low", "VIC03-5.11").restrict("A", one_box=True, role=role)


@pytest.mark.clause("VIC03-5.11")
def test_the_hold_lasts_in_later_rounds_and_over_a_shuffle_until_it_is_lifted() -> None:
    story = deal(minimum=10).restrict("A", one_box=True).bet(1, "A", 10).call()
    story.initial("Td", "Ts 7h").stand(1).cards("7c").end()
    story = story.next_round().shuffle()
    story.refuses("wager.restricted_to_minimum", "VIC03-5.11").bet(1, "A", 20)
    story.refuses("role.too_low", "VIC03-5.11").restrict(
        "A", one_box=True, role="casino_supervisor", lift=True
    )
    story.restrict("A", one_box=True, lift=True).bet(1, "A", 20)


@pytest.mark.clause("VIC03-5.11.1")
@pytest.mark.parametrize("notified", ["", "  "])
def test_the_director_is_told_first(notified: str) -> None:
    story = deal(minimum=10)
    story.refuses("restriction.not_notified", "VIC03-5.11.1").restrict("A", one_box=True, notified=notified)
    story.restrict("A", one_box=True, notified="delegate, 14:00")
    assert story.recorded(PlayerRestricted)[0].notified == "delegate, 14:00"


def played_without_a(rounds: int = 1, *, auto: str = "no") -> Story:
    """A table after that many rounds of one shoe in which B played and A did not."""
    story = deal(minimum=10, elect={"auto_shuffler": auto})
    for _ in range(rounds):
        story.bet(2, "B", 10).call().initial("Td", "Ts 7h").stand(2).cards("7c").end()
        story = story.next_round()
    return story


@pytest.mark.clause("VIC03-5.12")
def test_who_missed_a_round_of_the_shoe_may_be_held_to_the_minimum_until_the_shuffle() -> None:
    story = played_without_a(1).restrict("A", one_box=False)
    story.refuses("wager.restricted_to_minimum", "VIC03-5.12").bet(1, "A", 50)
    story.bet(1, "A", 10).several("A").bet(3, "A", 10)  # 5.12 says nothing of the number of boxes
    story.call().initial("Td", "Ts 7h", "Ts 7h").stand(1).stand(3).cards("7c").end()
    after = story.next_round()
    after.refuses("wager.restricted_to_minimum", "VIC03-5.12").bet(1, "A", 50)
    after.shuffle().bet(1, "A", 50)


@pytest.mark.clause("VIC03-5.12")
def test_who_played_every_round_of_the_shoe_may_not_be_held() -> None:
    played_without_a(2).refuses("restriction.no_round_missed_of_shoe", "VIC03-5.12").restrict(
        "B", one_box=False
    )
    # no round has been dealt from this shoe
    deal().refuses("restriction.no_round_missed_of_shoe", "VIC03-5.12").restrict("A", one_box=False)


@pytest.mark.clause("VIC03-5.12")
def test_the_hold_ends_with_the_shuffle_which_begins_a_new_shoe() -> None:
    played_without_a(2).shuffle().refuses("restriction.no_round_missed_of_shoe", "VIC03-5.12").restrict(
        "A", one_box=False
    )


@pytest.mark.clause("VIC03-5.12")
def test_the_hold_is_for_an_operations_manager() -> None:
    story = played_without_a(1)
    story.refuses("role.too_low", "VIC03-5.12").restrict("A", one_box=False, role="casino_supervisor")
    expected = engine.questions.required_role(story.rules, engine.RestrictPlayer("A", False, ""))
    assert expected is not None
    assert expected[:2] == ("operations_manager", "VIC03-5.12")


@pytest.mark.clause("VIC03-5.12")
def test_a_continuous_shoe_has_no_beginning_to_count_from() -> None:
    played_without_a(1, auto="yes").refuses("restriction.no_shuffle_to_count_from", "VIC03-5.12").restrict(
        "A", one_box=False
    )


@pytest.mark.clause("VIC03-5.12", "VIC03-5.11")
def test_a_hold_for_the_shoe_does_not_end_the_hold_to_one_box() -> None:
    """Both may rest on one player; the shuffle ends the one of 5.12 alone."""
    story = played_without_a(1).restrict("A", one_box=True).restrict("A", one_box=False).shuffle()
    story.refuses("wager.restricted_to_minimum", "VIC03-5.11").bet(1, "A", 50)


@pytest.mark.clause("VIC03-5.11.1", "VIC03-5.12")
def test_the_director_is_told_before_either_restriction() -> None:
    played_without_a(1).refuses("restriction.not_notified", "VIC03-5.11.1").restrict(
        "A", one_box=False, notified=""
    )
