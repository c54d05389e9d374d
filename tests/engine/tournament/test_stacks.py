"""Stacks: what a player has is what the session began with and what every result added or took; nobody lays more."""

import pytest

from rounds import engine
from rounds.engine.tournament.stacks import before_player
from tests.engine.story import Story, cents
from tests.engine.tournament.tables import next_hand, stacks, tournament


def before(story: Story, player: str) -> float:
    """What a player has before him, in units."""
    return before_player(story.state)[player] / 100


def won_by_all(story: Story) -> Story:
    """A stands on 19; B splits eights, doubles the first on 11 and stands on 18; the dealer breaks with 23."""
    story.bet(1, "A", 100).bet(3, "B", 200).call().initial("6d", "Ts 9d", "8h 8c").stand(1)
    story.split(3).cards("3c").double(3).cards("9h").cards("Tc").stand(3, 2)
    return story.cards("Th 7c")


@pytest.mark.clause("VIC03-16.2.1(b)")
def test_a_stack_moves_with_every_chip() -> None:
    story = tournament()
    story.bet(1, "A", 100).bet(3, "B", 200).call().initial("6d", "Ts 9d", "8h 8c").stand(1)
    assert before(story, "B") == 800
    story.split(3)
    assert before(story, "B") == 600
    story.cards("3c").double(3)
    assert before(story, "B") == 400
    story.cards("9h").cards("Tc").stand(3, 2).cards("Th 7c")
    # Before the chips are paid everybody has what the session began with: it lies at stake.
    assert stacks(story) == {"A": 1000, "B": 1000, "C": 1000}
    story.end()
    # A wins 100; B wins 400 on the doubled hand and 200 on the other.
    assert stacks(story) == {"A": 1100, "B": 1600, "C": 1000}
    after = next_hand(story)
    assert dict(after.stacks) == {"A": 110_000, "B": 160_000, "C": 100_000}
    assert (after.hands, after.house) == (1, -70_000)


def test_the_next_hand_begins_with_them() -> None:
    story = won_by_all(tournament()).end().next_round()
    assert stacks(story) == {"A": 1100, "B": 1600, "C": 1000}
    story.bet(1, "A", 200).bet(5, "C", 500).call().initial("Ts", "Ah Kd", "9c 8c").stand(5).cards("9d")
    story.end()
    # A's Blackjack pays 3 to 2; C's 17 loses to 19.
    assert stacks(story) == {"A": 1400, "B": 1600, "C": 500}
    # The house paid 700 on the first hand and 300 on this, and took 500.
    assert next_hand(story).house == -50_000


@pytest.mark.clause("VIC03-16.2.1(b)")
def test_nobody_wagers_more_than_his_chips() -> None:
    story = tournament(stacks={"A": 150})
    story.refuses("stack.too_small", "VIC03-16.2.1(b)").bet(1, "A", 151)
    story.bet(1, "A", 100)
    story.refuses("stack.too_small", "VIC03-16.2.1(b)").bet(1, "A", 51)
    story.bet(1, "A", 50)
    assert before(story, "A") == 0
    story.unbet(1, "A").bet(1, "A", 150)


def test_a_double_is_made_with_what_is_left() -> None:
    story = tournament(stacks={"A": 150}).bet(1, "A", 100).call().initial("6d", "7s 4d")
    assert "double" in story.legal
    story.refuses("stack.too_small", "VIC03-16.2.1(b)").double(1)
    story.double(1, A=50).cards("Th").cards("Th 7c").end()
    assert stacks(story)["A"] == 300  # 150 on the hand wins 150


def test_where_a_double_is_the_whole_wager_it_is_not_open() -> None:
    story = tournament("ACT96", stacks={"A": 150}).bet(1, "A", 100).call().initial("6d", "7s 4d")
    assert "double" not in story.legal
    assert story.why_not("double") == "ACT96-24.2"
    story.refuses("decision.stack_too_small", "ACT96-24.2").double(1)


def test_a_split_takes_the_whole_wager() -> None:
    story = tournament(stacks={"A": 199}).bet(1, "A", 100).call().initial("6d", "8s 8d")
    assert "split" not in story.legal
    story.refuses("decision.stack_too_small", "VIC03-16.2.1(b)").split(1)
    enough = tournament(stacks={"A": 200}).bet(1, "A", 100).call().initial("6d", "8s 8d").split(1)
    assert before(enough, "A") == 0


def test_insurance_is_offered_as_far_as_the_chips_reach() -> None:
    story = tournament(stacks={"A": 120}).bet(1, "A", 100).bet(3, "B", 100).call()
    story.initial("As", "Ts 9d", "Th 9h")
    most = {offer.player: offer.most for offer in story.due.offers if offer.kind == "insure"}
    assert most == {"A": 2000, "B": 5000}
    story.refuses("stack.too_small", "VIC03-16.2.1(b)").insure(1, "A", 50)
    story.insure(1, "A", 20).asked().stand(1).stand(3).cards("Kd").end()
    # The dealer's Blackjack takes both wagers, and the insurance is paid 2 to 1.
    assert stacks(story) == {"A": 60, "B": 900, "C": 1000}


def test_who_has_nothing_before_him_is_not_asked_for_insurance() -> None:
    story = tournament(stacks={"A": 100}).bet(1, "A", 100).bet(3, "B", 100).call()
    story.initial("As", "Ts 9d", "Th 9h")
    assert [offer.player for offer in story.due.offers if offer.kind == "insure"] == ["B"]


def test_a_player_without_chips_is_out() -> None:
    story = tournament(stacks={"A": 100}).bet(1, "A", 100).bet(3, "B", 50).call()
    story.initial("Td", "Ts 8d", "Th 9h").stand(1).stand(3).cards("9c").end()
    after = next_hand(story)
    assert dict(after.stacks)["A"] == 0
    assert after.out == (("A", 1),)
    again = story.next_round()
    again.refuses("stack.empty", "VIC03-16.2.1(b)").bet(1, "A", 50)


def test_a_correction_of_the_record_moves_the_stacks() -> None:
    story = tournament().bet(1, "A", 100).call().initial("Td", "Ts 8d").stand(1).cards("9c")
    story.end()
    assert stacks(story)["A"] == 900  # 18 loses to 19
    story.do(engine.CorrectCard(number=3, card="Tc", role="dealer")).approve()
    # It was a twenty, which beats 19.
    assert stacks(story)["A"] == 1100
    assert dict(next_hand(story).stacks)["A"] == 110_000


def test_a_payment_of_an_earlier_hand_put_right_moves_the_stacks_of_this_one() -> None:
    first = tournament().bet(1, "A", 100).call().initial("6d", "Ts 9d").stand(1).cards("Th 7c").end()
    assert stacks(first)["A"] == 1100
    second = first.next_round().bet(1, "A", 500)
    wrong = engine.CorrectPayment(box=1, hand=1, player="A", paid=cents(200), round_no=1, role="dealer")
    waits, _ = engine.apply(second.rules, second.state, wrong, lambda number: first.state)
    signed, _ = engine.apply(
        second.rules, waits, engine.Approve("casino_supervisor"), lambda number: first.state
    )
    # 200 were paid for 100, and the hundred too much came back: he has what was due.
    assert engine.questions.stacks_of(signed)["A"] == 110_000
    left = engine.CorrectPayment(
        box=1, player="A", paid=cents(200), unrecovered=None, why="left", round_no=1, role="dealer"
    )
    waits, _ = engine.apply(second.rules, second.state, left, lambda number: first.state)
    signed, _ = engine.apply(
        second.rules, waits, engine.Approve("casino_supervisor"), lambda number: first.state
    )
    # He kept it: the stack has it, and the house has paid it.
    assert engine.questions.stacks_of(signed)["A"] == 120_000
    assert signed.carry.tournament is not None
    assert signed.carry.tournament.house == -20_000


def test_a_void_hand_gives_everything_back_and_is_dealt_again() -> None:
    story = tournament("ACT96", hands=2).bet(1, "A", 100).call().cards("Ts")
    story.wrong("outcome_disrupted", cause="fire", affects="yes").approve("casino_supervisor")
    assert story.state.phase == "void"
    assert stacks(story) == {"A": 1000, "B": 1000, "C": 1000}
    after = next_hand(story)
    # It does not count: everybody has the same number of hands.
    assert (after.hands, after.button, after.house) == (0, 1, 0)
