"""What is added on further hands while money of a side bet lies in action, and once it does not any more."""

import pytest

from tests.engine.nz.telling import free
from tests.engine.sides.answers import ride
from tests.engine.story import Story, deal


def split_pair(game: str = "blackjack", cards: str = "8h 8s") -> Story:
    """A wagers $20 and $5 on House Money, whose pair pays $15; $20 of those stay in action."""
    table = deal("NZ", game=game, offer=["house_money"]).bet(1, "A", 20).bet(1, "A", 5, "house_money")
    return ride(table.call().initial("6d", cards), 20)


@pytest.mark.clause("NZ-15D.8", "NZ-12.2")
def test_a_further_split_adds_no_more_than_the_wager_once_nothing_lies_in_action() -> None:
    # The first hand breaks and takes $20 and $20 with it; what then "still remains" is nothing.
    story = split_pair().split(1).cards("5c").hit(1).cards("Kd")
    assert sorted(story.items) == [("take", 1, "A", 20.0), ("take", 1, "A", 20.0)]
    story.settle().cards("8d").split(1, 2)
    assert [hand.stakes[0].base for hand in story.state.box(1).hands] == [20_00, 40_00, 20_00]


@pytest.mark.clause("NZ-15D.7", "NZ-11.2(a)")
def test_a_double_on_the_second_hand_adds_up_to_the_wager_once_nothing_lies_in_action() -> None:
    story = split_pair().split(1).cards("5c").hit(1).cards("Kd").settle().cards("3d")
    story.refuses("double.above_wager", "NZ-11.2(a)").double(1, 2, A=21)
    story.double(1, 2, A=20)


@pytest.mark.clause("NZ-15D.7")
def test_while_it_lies_there_it_raises_a_double_on_any_hand() -> None:
    story = split_pair().split(1).cards("5c").hit(1).cards("7d").stand(1).cards("3d")
    story.refuses("double.above_wager", "NZ-11.2(a)").double(1, 2, A=41)
    story.double(1, 2, A=40)


@pytest.mark.clause("NZ-20.8-S1", "NZ-20.4-S1")
def test_a_lammer_is_worth_the_original_wager_on_a_hand_that_holds_more() -> None:
    story = split_pair("free_bet", "2h 2s").split(1).cards("9c")
    # 11 on the first hand: free, and worth $20.
    free(story, "double", "A").cards("7c")
    assert story.hand(1, 1).stakes[0].free_added == 20_00
    # The second hand holds $40; what a lammer stands for in splitting it is $20.
    free(story.cards("2d"), "split", "A", hand=2)
    third = story.hand(1, 3).stakes[0]
    assert (third.base, third.free_base) == (20_00, True)
    free(story.cards("9h"), "double", "A", hand=2)
    assert story.hand(1, 2).stakes[0].free_added == 20_00


@pytest.mark.clause("NZ-15D.8", "NZ-20.5")
def test_a_lammers_hand_is_split_for_money_by_wager_and_what_lies_in_action() -> None:
    story = free(split_pair("free_bet", "2h 2s"), "split", "A").cards("Kc").stand(1).cards("2d").split(1, 2)
    assert [hand.stakes[0].base for hand in story.state.box(1).hands] == [20_00, 20_00, 40_00]


def marked() -> Story:
    """Box 1, at most 100 together: A wagers 85; B, whose marker lets him have 50 by himself, wagers 20. Each has $5 of
    House Money on a pair, which pays $15."""
    table = deal("NZ", maximum=100, offer=["house_money"]).limit(1, "B", 50).shared(1, A=85, B=20)
    table.marker(1, "B").bet(1, "A", 5, "house_money").bet(1, "B", 5, "house_money")
    return table.call().initial("6d", "8c 8s")


def may_leave(story: Story, player: str) -> float:
    return next(offer.most for offer in story.due.offers if offer.player == player) / 100


@pytest.mark.clause("NZ-15D.6(b)-S3", "NZ-14.2-S1")
def test_what_a_player_with_a_marker_leaves_is_not_counted_to_the_others() -> None:
    # B's 20 and what he leaves are B's own limit's: A has 100 - 85 = 15 before and after.
    story = marked()
    assert may_leave(story, "A") == 15
    assert may_leave(ride(story, 10, player="B"), "A") == 15


@pytest.mark.clause("NZ-15D.6(b)-S3", "NZ-14.2-S1")
def test_what_the_others_leave_is_not_counted_to_a_player_with_a_marker() -> None:
    # B may have 50 - 20 = 30 more, and $20 of them lie there; A's 15 take nothing from it.
    story = marked()
    assert may_leave(story, "B") == 20
    assert may_leave(ride(story, 15), "B") == 20
    tight = (
        deal("NZ", maximum=100, offer=["house_money"]).limit(1, "B", 30).shared(1, A=85, B=20).marker(1, "B")
    )
    tight.bet(1, "A", 5, "house_money").bet(1, "B", 5, "house_money").call().initial("6d", "8c 8s")
    assert may_leave(ride(tight, 15), "B") == 10  # 30 - 20
