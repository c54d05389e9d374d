"""The layout as it is and as it must be, and what is to be done between them."""

import pytest

from rounds import engine
from rounds.read_model.irregularities.compared_felts import two_felts
from rounds.read_model.irregularities.plan import case_of_open, case_of_report
from tests.engine.story import Story, deal


def three() -> Story:
    """Boxes 1, 3 and 5; in the record 9♠ went to box 3 and 8♠ to box 5."""
    return deal().bet(1, "A", 50).bet(3, "B", 50).bet(5, "C", 50).call().cards("Ts 9s 8s 6d")


def report(kind: str, **values: str) -> engine.Irregularity:
    return engine.Irregularity(kind, tuple(values.items()), "dealer")


@pytest.mark.clause("VIC03-9.4")
def test_cards_that_lie_elsewhere_are_shown_there_and_moved_back_in_order() -> None:
    story = three()
    case = case_of_report(story.rules, story.state, report("misplaced", lies="2:5,3:3"))
    (plan,) = case.plans
    assert [plan.before.box(box).hands[0].cards for box in (1, 3, 5)] == [("Ts",), ("8s",), ("9s",)]
    assert [plan.after.box(box).hands[0].cards for box in (1, 3, 5)] == [("Ts",), ("9s",), ("8s",)]
    assert [(task.no, task.words, task.css) for task in plan.tasks] == [
        (1, "9♠ from box 5 to box 3", "moves"),
        (2, "8♠ from box 3 to box 5", "moves"),
    ]
    first, second = two_felts(story.rules, plan.before, plan.after)
    for felt in (first, second):
        assert [box.number for box in felt.boxes if " differs" in box.css] == [3, 5]
        assert felt.boxes[2].hands[0].cards.count("moved") == 1
        assert "moved" not in felt.boxes[0].hands[0].cards
    # The same once it is reported: whoever signs sees what the dealer saw.
    story.wrong("misplaced", lies="2:5,3:3")
    opened = case_of_open(story.rules, story.state)
    assert opened is not None
    assert (opened.role, opened.plans[0].tasks) == ("game_supervisor", plan.tasks)


def test_a_card_on_a_box_without_a_wager_is_told_in_words() -> None:
    story = three()
    case = case_of_report(story.rules, story.state, report("misplaced", lies="2:4"))
    assert case.astray == ("9♠ on box 4",)
    assert case.plans[0].before.box(3).hands[0].cards == ()


@pytest.mark.clause("UK-A01")
def test_each_choice_has_its_own_plan_and_a_silent_book_says_so() -> None:
    story = deal("UK").bet(1, "A", 50).call().initial("6d", "Ts 7h")
    case = case_of_report(story.rules, story.state, report("face_up_in_shoe", card="5c"))
    assert case.silent
    assert [(plan.choice, [task.words for task in plan.tasks]) for plan in case.plans] == [
        ("discard", ["5♣ to the discards"]),
        ("next_card", ["5♣ face up beside the shoe: it comes next"]),
    ]


@pytest.mark.clause("ACT03-16.5", "ACT03-A-B22")
def test_money_of_a_void_round_is_told_with_its_chips() -> None:
    story = (
        deal("ACT03", chips=(5, 25)).bet(1, "A", 50).bet(3, "B", 50).call().initial("6d", "Ts 6h", "9s 2h")
    )
    story.hit(1).cards("Kd").settle()
    case = case_of_report(story.rules, story.state, report("round_invalid", cause="impractical"))
    refund = case.plans[0]
    assert refund.choice == "refund"
    assert [(task.words, task.chips) for task in refund.tasks if task.css == "money"] == [
        ("Give back $50 that was taken: box 1, player A", "2 × $25"),
        ("Return the wager of $50: box 3, player B", ""),
    ]
    assert refund.after.phase == "void"
