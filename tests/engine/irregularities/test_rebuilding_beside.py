"""Rounds with side bets, and with several dealer hands, that are dealt again: what was chosen, pressed and laid beside
the hands is kept while what it was for still wins, and money follows."""

import pytest

from rounds import engine
from rounds.engine.events import Reconstructed
from rounds.engine.sides.events import Rode
from tests.engine.sides.answers import press, ride
from tests.engine.story import Story, cents, deal


def rebuilt(story: Story) -> Reconstructed:
    (reconstruction,) = story.recorded(Reconstructed)
    return reconstruction


def settled(story: Story) -> Story:
    """Everything that is due is taken and paid."""
    while story.action == "settle":
        story.settle()
    return story


def house_money() -> Story:
    """A has 20 and 5 on House Money, whose pair of eights pays 15 (3 to 1); B has 10 on box 2."""
    table = deal("NZ", offer=["house_money"]).bet(1, "A", 20).bet(1, "A", 5, "house_money").bet(2, "B", 10)
    return table.call().initial("6d", "8h 8s", "Tc 2c")


@pytest.mark.clause("NZ-16.5-S1", "NZ-15D.6")
def test_what_stays_in_action_stays_while_its_hand_does() -> None:
    # Box 1 leaves 20 of wager and payout in action and stands; box 2's card lay on box 1: box 1 is as it was.
    story = ride(house_money(), 20).stand(1).hit(2).cards("7d")
    story.wrong("misplaced", lies="6:1").approve("game_supervisor")
    assert rebuilt(story).money == ()
    assert story.state.box(1).sides[0].riding == 20_00
    assert (story.due.box, story.hand(2).cards) == (2, ("Tc", "2c", "7d"))


@pytest.mark.clause("NZ-16.14-S1")
def test_what_was_taken_down_because_the_hand_was_decided_first_stays_down() -> None:
    story = ride(house_money(), 0, decided_first=True).stand(1).hit(2).cards("7d")
    story.wrong("misplaced", lies="6:1").approve("game_supervisor")
    assert rebuilt(story).lapsed == ()
    assert story.net("A") == 15
    assert any(isinstance(event, Rode) and event.decided_first for event in rebuilt(story).events)


@pytest.mark.clause("NZ-16.5-S1", "NZ-15A.6-S1")
def test_a_prize_that_the_button_selected_is_kept() -> None:
    table = deal("NZ", offer=["madness_21"]).bet(1, "A", 20).bet(1, "A", 5, "madness_21").bet(2, "B", 10)
    story = press(table.call().initial("6d", "As Kd", "Tc 2c"), 25, drawn=True)
    settled(story)
    before = story.net("A")
    story.hit(2).cards("7d")
    story.wrong("misplaced", lies="6:1").approve("game_supervisor")
    assert rebuilt(story).money == ()
    assert (story.net("A"), story.state.presses) == (before, 1)
    assert before == 5 * 25 + 30


@pytest.mark.clause("VIC03-11.7.1")
def test_the_answer_to_a_button_that_was_set_off_is_kept() -> None:
    table = deal("VIC03", game="crown_pontoon", offer=["pontoon_pandemonium 1"])
    table.bet(1, "A", 50).bet(1, "A", 5, "pontoon_pandemonium").bet(2, "B", 20).call()
    story = table.initial("6d", "As Kd", "Jc 2c")
    story.do(engine.Misfire(1, "A", "pontoon_pandemonium", cents(10)))
    story.do(engine.AnswerMisfire(1, "A", "pontoon_pandemonium", accept=True))
    settled(story)
    before = story.net("A")
    story.stand(2)
    story.wrong("decision_not_carried_out", hand="2").approve("game_supervisor")
    assert story.net("A") == before
    assert (story.action, story.due.box) == ("decision", 2)


@pytest.mark.clause("NZ-16.12-S3")
def test_who_was_paid_for_a_failure_keeps_that() -> None:
    table = deal("NZ", offer=["madness_21"]).bet(1, "A", 20).bet(1, "A", 5, "madness_21").bet(2, "B", 10)
    story = table.call().initial("6d", "As Kd", "Tc 2c")
    story.do(engine.EquipmentFailed("madness_21", "the button", "game_supervisor"))
    settled(story)
    before = story.net("A")
    story.hit(2).cards("7d").wrong("misplaced", lies="6:1").approve("game_supervisor")
    assert rebuilt(story).money == ()
    assert story.net("A") == before == 25 + 30
    assert story.state.failed == ("madness_21",)


@pytest.mark.clause("NZ-16.5-S1", "NZ-15B.9")
def test_a_wager_on_a_split_hand_is_laid_again() -> None:
    table = deal("NZ", offer=["perfect_pairs 2"], elect={"pairs_on_split": "yes"})
    table.bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").bet(2, "B", 10).call()
    story = table.initial("6d", "8h 8s", "Tc 2c").settle().split(1)
    story.do(engine.PlaceWager(1, "A", cents(5), "perfect_pairs", hand=2))
    story.cards("5c").stand(1).cards("8c").settle().stand(1, 2).hit(2).cards("7d")
    before = story.net("A")
    story.wrong("misplaced", lies="8:1").approve("game_supervisor")
    assert rebuilt(story).money == ()
    assert story.net("A") == before
    assert [side.hand for side in story.state.box(1).sides] == [0, 2]


@pytest.mark.clause("ACT96-18(e)", "ACT96-22.13(b)")
def test_triple_play_is_dealt_again_up_to_the_dealer_hand_in_play() -> None:
    # Box 2 has two wagers, the dealer's first hand is settled; box 4's card had gone to box 2.
    story = deal("ACT96", game="triple_play", boxes=6).hands(2, "A", 10, 10).hands(4, "B", 10, 10).call()
    story.initial("9d", "Ts 8h", "Tc 2c").stand(2).hit(4).cards("7d").stand(4).cards("Kh")
    settled(story)
    before = story.net("A"), story.net("B")
    assert len(story.state.dealers) == 1
    story.wrong("misplaced_subsequent_deal", lies="6:2").approve("game_supervisor")
    assert rebuilt(story).lapsed == ("box 4, drew",) or rebuilt(story).lapsed == ("box 4, stood",)
    assert (story.net("A"), story.net("B")) == (0, 0) != before
    assert len(story.state.dealers) == 0


def test_cards_that_lay_face_down_are_dealt_again_as_they_were_shown() -> None:
    story = deal("VIC03", face_down=True).bet(1, "A", 10).bet(2, "B", 10).call()
    story.cards("?? ?? 6d ?? ??").show(1, "Ts 5h").hit(1).cards("4c").stand(1).hit(2).cards("2c")
    story.wrong("decision_not_carried_out", hand="1").approve("game_supervisor")
    assert story.hand(1).cards == ("Ts", "5h", "4c")
    assert (story.due.box, story.due.held) == (1, "2c")


@pytest.mark.clause("NZ-16.7-S1", "NZ-16.5-S1")
def test_a_round_completed_from_the_rack_can_be_dealt_again() -> None:
    story = deal("NZ").bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "Ts 2h", "Tc 2c")
    story.wrong("shoe_empty", count=160).approve("game_supervisor").hit(1).cards("7d").stand(1).hit(2)
    story.cards("5d").wrong("misplaced", lies="7:1").approve("game_supervisor")
    assert story.state.reshuffled == 5
    assert story.hand(2).cards == ("Tc", "2c", "5d")


@pytest.mark.clause("NZ-15D.8", "NZ-16.5-S4")
def test_what_stays_in_action_goes_back_with_the_hand_of_the_original_wager() -> None:
    # Box 1 left 20 in action and split; its first hand, which holds the original wager, is void, the second is not.
    story = ride(house_money(), 20).split(1)
    story.wrong("cannot_rebuild", hands="1.1", reason="mixed_up").approve("casino_supervisor")
    results = [result for result in story.state.results if result.wager == "in_action"]
    assert [(result.result, result.stake) for result in results] == [("void", 20_00)]
    assert story.state.box(1).sides[0].riding == 0
    assert not story.hand(1, 2).void
