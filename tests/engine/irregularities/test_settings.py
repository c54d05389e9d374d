"""What the house settles where the books leave it open."""

import pytest

from tests.engine.story import deal


@pytest.mark.clause("ACT96-20.2(a)")
@pytest.mark.parametrize(
    ("read", "below", "enough"),
    [
        ({"operator_role": "game_supervisor"}, "dealer", "game_supervisor"),
        ({"operator_role": "operations_manager"}, "casino_supervisor", "operations_manager"),
        ({}, "game_supervisor", "casino_supervisor"),
    ],
)
def test_the_role_that_acts_for_the_operator(read: dict[str, str], below: str, enough: str) -> None:
    story = deal("ACT96", read=read).bet(1, "A", 20).call().initial("6d", "Ts 8h")
    story.wrong("void_wager", box=1, player="A", reason="late")
    story.refuses("role.too_low", "ACT96-20.2(a)").approve(below)
    assert story.approve(enough).state.phase == "void"


@pytest.mark.clause("NZ-16.5-S4")
@pytest.mark.parametrize(("read", "lost"), [({}, -5), ({"void_side_settled": "reversed"}, 0)])
def test_a_side_bet_that_was_decided_before_its_hand_is_void(read: dict[str, str], lost: float) -> None:
    story = deal("NZ", read=read, offer=["perfect_pairs 1"])
    story.bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").bet(2, "B", 20).call()
    story.initial("6d", "Ts 8h", "9s 9d").settle()
    story.wrong("cannot_rebuild", hands="1", reason="lost").approve("casino_supervisor")
    assert story.net("A") == lost


@pytest.mark.clause("VIC03-9.8")
def test_another_role_may_have_to_sign_what_no_clause_gives_to_anybody() -> None:
    story = deal("VIC03", read={"irregularity_role": "casino_supervisor"})
    story.bet(1, "A", 20).call().cards("Ts").wrong("wrong_cards")
    story.refuses("role.too_low", "VIC03-9.12.2").approve("game_supervisor")
    assert story.approve("casino_supervisor").state.phase == "void"
