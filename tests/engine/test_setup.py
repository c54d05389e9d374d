"""What a round may start from, and the cutting card between rounds (rules 2, 3.1, 4.1.1)."""

import pytest

from casino.rulebooks import RuleBookError
from rounds import engine
from tests.engine.story import Story, deal
from tests.refusing import code_and_clause, refused_as


@pytest.mark.clause("VIC03-2.2.1")
@pytest.mark.parametrize("boxes", [0, -1, 10])
def test_one_to_nine_boxes(boxes: int) -> None:
    deal(boxes=1)
    deal(boxes=9)
    with refused_as("setup.boxes", "VIC03-2.2.1"):
        deal(boxes=boxes)


def test_a_book_a_game_and_an_election_that_do_not_exist() -> None:
    with pytest.raises(RuleBookError) as refused:
        deal("QLD03")
    assert code_and_clause(refused.value) == ("rule_book.unknown", "")
    with pytest.raises(RuleBookError) as refused:
        deal(game="baccarat")
    assert code_and_clause(refused.value) == ("rule_book.no_game", "")
    with pytest.raises(RuleBookError) as refused:
        deal(elect={"colour": "green"})
    assert code_and_clause(refused.value) == ("rule_book.no_election", "")
    with pytest.raises(RuleBookError) as refused:
        deal(elect={"limits": "table"})
    assert code_and_clause(refused.value) == ("rule_book.no_such_choice", "VIC03-6.5")


@pytest.mark.parametrize("chips", [(), (0,), (-5,)])
def test_a_float_that_can_pay_nothing_opens_no_round(chips: tuple[int, ...]) -> None:
    """Found at the opening, not by the first wager."""
    with refused_as("setup.chips", "VIC03-6.2.3"):
        deal(chips=chips)


def ended(story: Story) -> Story:
    return story.bet(1, "A", 10).call().initial("Td", "Ts 7h").stand(1).cards("7c").end()


@pytest.mark.clause("VIC03-4.1.1(c)")
def test_the_cutting_card_in_a_round_calls_for_a_shuffle_after_it() -> None:
    story = deal().bet(1, "A", 10).call().cards("Ts Td").cut_card().cards("7h").stand(1).cards("7c").end()
    story = story.next_round().bet(1, "A", 10)
    assert [(blocker.kind, blocker.clause) for blocker in story.due.blockers] == [
        ("shuffle", "VIC03-4.1.1(c)")
    ]
    story.refuses("call.shuffle_first", "VIC03-4.1.1(c)").call()
    story.shuffle().call().cards("Ts")


@pytest.mark.clause("VIC03-4.1.1(b)")
def test_the_cutting_card_as_first_of_a_round_calls_for_a_shuffle_at_once() -> None:
    story = deal().bet(1, "A", 10).call().cut_card()
    assert (story.action, story.due.clause) == ("shuffle", "VIC03-4.1.1(b)")
    story.refuses("card.shuffle_first", "VIC03-4.1.1(b)").cards("Ts")
    story.shuffle().cards("Ts")


@pytest.mark.clause("VIC03-4.1.1(c)")
def test_no_shuffle_in_the_middle_of_a_round() -> None:
    deal().bet(1, "A", 10).call().cards("Ts").refuses("shuffle.round_in_progress", "VIC03-4.1.1(c)").shuffle()


@pytest.mark.clause("VIC03-4.1.1(f)")
def test_a_continuous_shoe_counts_no_cards() -> None:
    assert engine.carry(ended(deal()).state).shoe_drawn == 4
    assert engine.carry(ended(deal(elect={"auto_shuffler": "yes"})).state).shoe_drawn == 0


def test_what_the_next_round_inherits() -> None:
    story = (
        deal(minimum=20, maximum=500)
        .seat(1, "A")
        .several("B")
        .limit(2, "B", 900)
        .marker(2, "B")
        .at_most(3, 1)
    )
    following = ended(story).next_round()
    carried = engine.carry(following.state)
    assert dict(carried.callers)[1] == "A"
    assert carried.warned == ("A",)  # 10 was under the minimum of 20
    assert carried.several_boxes == ("B",)
    assert [(limit.box, limit.player, limit.marker) for limit in carried.limits] == [(2, "B", True)]
    assert carried.most_players == ((3, 1),)
    assert (carried.shoe_rounds, carried.played, carried.shoe_drawn) == (1, (("A", 1),), 4)
    assert following.state.round_no == 2
    assert not following.state.in_play()
