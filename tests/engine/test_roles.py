"""Who may do what a clause gives to somebody: the book's role; the one that the house has act for the operator where
the book says "operator"; and another where the house requires more, or less, than a book that names nobody."""

from collections.abc import Callable
from typing import Final

import pytest

from rounds import engine
from rounds.engine.setup import Carry
from tests.engine.story import Story, deal

NEXT_ABOVE: Final = {
    "game_supervisor": "dealer",
    "casino_supervisor": "game_supervisor",
    "operations_manager": "casino_supervisor",
}
"""The role right below each."""


def _absent(story: Story) -> Story:
    return (
        story.bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "5s 3h", "Ts 9d").ask(1, reason="absent")
    )


def _before_the_call(story: Story) -> Story:
    return story.bet(2, "B", 10)


def _newcomer(story: Story) -> Story:
    """A has not wagered in the first round of the shoe, and B has."""
    story.bet(2, "B", 10).call().initial("6d", "Ts 9d").stand(2).cards("Kc 2c").end()
    return story.next_round()


ACTS: Final[dict[str, tuple[Callable[[Story], Story], Callable[[str], engine.Command]]]] = {
    "absent_role": (_absent, lambda role: engine.DirectHand(1, 1, role)),
    "several_boxes_role": (_before_the_call, lambda role: engine.AllowSeveralBoxes("A", role)),
    "personal_limit_role": (_before_the_call, lambda role: engine.AllowLimit(1, "A", 2_000_000, role)),
    "players_per_box_role": (_before_the_call, lambda role: engine.LimitPlayers(1, 1, role)),
    "restriction_role": (_newcomer, lambda role: engine.RestrictPlayer("A", False, role)),
}
"""How each power is used: what comes before, and the command in a role."""

BOOKS: Final = [
    # what the book says, or the house has as a matter of course
    ("ACT96", "absent_role", "ACT96-18(g)", {}, "dealer"),
    ("ACT03", "absent_role", "ACT03-14.7", {}, "dealer"),
    ("VIC03", "absent_role", "VIC03-7.5.3", {}, "game_supervisor"),
    ("NZ", "absent_role", "NZ-16.6", {}, "casino_supervisor"),
    ("ACT96", "restriction_role", "ACT96-5.10(a)", {}, "casino_supervisor"),
    ("ACT03", "restriction_role", "ACT03-4.7(a)", {}, "casino_supervisor"),
    ("NZ", "restriction_role", "NZ-5.8", {}, "casino_supervisor"),
    ("ACT96", "personal_limit_role", "ACT96-5.8", {}, "casino_supervisor"),
    ("ACT03", "personal_limit_role", "ACT03-3.2", {}, "casino_supervisor"),
    # whoever acts for the operator
    ("NZ", "absent_role", "NZ-16.6", {"operator_role": "game_supervisor"}, "game_supervisor"),
    ("NZ", "absent_role", "NZ-16.6", {"operator_role": "operations_manager"}, "operations_manager"),
    ("ACT96", "restriction_role", "ACT96-5.10(a)", {"operator_role": "game_supervisor"}, "game_supervisor"),
    (
        "ACT03",
        "restriction_role",
        "ACT03-4.7(a)",
        {"operator_role": "operations_manager"},
        "operations_manager",
    ),
    (
        "ACT96",
        "personal_limit_role",
        "ACT96-5.8",
        {"operator_role": "operations_manager"},
        "operations_manager",
    ),
    # what the house requires beyond the book
    ("ACT96", "absent_role", "ACT96-18(g)", {"absent_role": "game_supervisor"}, "game_supervisor"),
    ("ACT03", "absent_role", "ACT03-14.7", {"absent_role": "casino_supervisor"}, "casino_supervisor"),
    (
        "NZ",
        "several_boxes_role",
        "NZ-14.4-S1",
        {"several_boxes_role": "casino_supervisor"},
        "casino_supervisor",
    ),
    (
        "ACT96",
        "several_boxes_role",
        "ACT96-5.5-S1",
        {"several_boxes_role": "operations_manager"},
        "operations_manager",
    ),
    (
        "NZ",
        "players_per_box_role",
        "NZ-14.1",
        {"players_per_box_role": "casino_supervisor"},
        "casino_supervisor",
    ),
    (
        "NZ",
        "players_per_box_role",
        "NZ-14.1",
        {"players_per_box_role": "operations_manager"},
        "operations_manager",
    ),
    (
        "VIC03",
        "personal_limit_role",
        "VIC03-6.3",
        {"personal_limit_role": "game_supervisor"},
        "game_supervisor",
    ),
    (
        "VIC03",
        "personal_limit_role",
        "VIC03-6.3",
        {"personal_limit_role": "operations_manager"},
        "operations_manager",
    ),
]


@pytest.mark.clause(
    "ACT96-18(g)",
    "ACT03-14.7",
    "NZ-16.6",
    "ACT96-5.10(a)",
    "ACT03-4.7(a)",
    "NZ-5.8",
    "ACT96-5.8",
    "ACT03-3.2",
    "NZ-14.1",
    "NZ-14.4-S1",
    "VIC03-6.3",
)
@pytest.mark.parametrize(("book", "power", "clause", "read", "role"), BOOKS)
def test_the_role_and_every_one_above_it_may_and_the_one_below_may_not(
    book: str, power: str, clause: str, read: dict[str, str], role: str
) -> None:
    before, command = ACTS[power]
    if below := NEXT_ABOVE.get(role, ""):
        before(deal(book, minimum=5, read=read)).refuses("role.too_low", clause).do(command(below))
    before(deal(book, minimum=5, read=read)).do(command(role))
    before(deal(book, minimum=5, read=read)).do(command("operations_manager"))


@pytest.mark.clause("ACT96-18(g)", "ACT03-14.7")
@pytest.mark.parametrize("book", ["ACT96", "ACT03"])
def test_the_dealer_completes_the_hand_of_an_absent_player_without_a_signature(book: str) -> None:
    story = _absent(deal(book))
    assert engine.questions.required_role(story.rules, engine.DirectHand(1, 1, "dealer"), story.state) is None
    story.direct(1, role="dealer").cards("2c 4d")
    assert story.hand(1).total == 14


@pytest.mark.parametrize(("book", "role"), [("ACT96", "game_supervisor"), ("VIC03", "game_supervisor")])
def test_a_player_who_is_there_and_silent_is_a_supervisors_case(book: str, role: str) -> None:
    """Only absence is the dealer's own to deal for (ACT96-18(g)); silence no clause of that book names."""
    story = deal(book).bet(1, "A", 10).call().initial("6d", "5s 3h").ask(1, reason="no_action")
    assert story.due.role == role
    story.refuses("role.too_low", {"ACT96": "ACT96-18(g)", "VIC03": "VIC03-7.5.3"}[book]).direct(
        1, role="dealer"
    )
    story.direct(1, role=role)


@pytest.mark.clause("ACT96-5.10(a)", "ACT96-5.10(b)")
def test_each_case_of_a_restriction_has_its_own_clause() -> None:
    """A has made no wager on the first round of the shoe, C one on it and none since."""
    carry = Carry(shoe_rounds=2, played=(("B", 2), ("C", 1)))
    story = deal("ACT96", minimum=5, carry=carry).restrict("A", one_box=False, role="casino_supervisor")
    story.restrict("C", one_box=False, role="casino_supervisor")
    story.refuses("wager.restricted_to_minimum", "ACT96-5.10(a)").bet(1, "A", 10)
    story.refuses("wager.restricted_to_minimum", "ACT96-5.10(b)").bet(2, "C", 10)
