"""What went wrong before the call is written with the call and with the wagers that came after it."""

from typing import Any

import pytest

from rounds import engine, notation
from rounds.engine.questions import nets
from tests.engine.story import Story, deal

CASES: tuple[tuple[str, dict[str, Any], tuple[str, dict[str, str]], str], ...] = (
    ("VIC03", {}, ("exclude_player", {"player": "B", "reason": "x"}), "casino_supervisor"),
    ("VIC03", {}, ("burn_forgotten", {}), ""),
    ("VIC03", {}, ("device_confiscated", {"player": "B", "item": "x"}), "casino_supervisor"),
    ("VIC03", {}, ("player_detained", {"player": "B", "reason": "x"}), "casino_supervisor"),
    (
        "VIC03",
        {"game": "crown_pontoon", "offer": ("pontoon_pandemonium",)},
        ("void_press", {"bet": "pontoon_pandemonium"}),
        "",
    ),
    (
        "VIC03",
        {"game": "crown_pontoon", "offer": ("pontoon_pandemonium",)},
        ("equipment_failure", {"bet": "pontoon_pandemonium", "device": "x"}),
        "operations_manager",
    ),
    (
        "NZ",
        {"offer": ("madness_21",)},
        ("equipment_failure", {"bet": "madness_21", "device": "x"}),
        "operations_manager",
    ),
    ("UK", {}, ("ruling", {"case": "burn_forgotten", "reason": "x"}), "casino_supervisor play_on"),
)


def _played_again(story: Story) -> str:
    text = notation.write_round(story.state.setup, story.events)
    again = notation.play(text)
    assert again.ok, (again.error, text)
    assert again.state is not None
    assert nets(again.state) == nets(story.state), text
    assert set(again.state.results) == set(story.state.results), text
    return text


@pytest.mark.clause("VIC03-17.2.2", "VIC03-9.1", "NZ-16.12-S2", "VIC03-11.7.3(a)")
@pytest.mark.parametrize(("book", "setup", "report", "role"), CASES)
@pytest.mark.parametrize("approved", [True, False])
def test_a_report_before_the_call_is_written_with_what_follows(
    book: str, setup: dict[str, Any], report: tuple[str, dict[str, str]], role: str, *, approved: bool
) -> None:
    kind, values = report
    story = deal(book, **setup).bet(1, "A", 10).bet(2, "B", 10)
    if "offer" in setup:
        story.bet(2, "B", 5, setup["offer"][0])
    story.wrong(kind, **values)
    if role and approved:
        story.approve(*role.split())
    elif role:
        story.refuse(role.split(maxsplit=1)[0])
    story.bet(3, "C", 10).call()
    text = _played_again(story)
    assert text.index(f"irregularity {kind}") < text.index("no-more-bets")
    assert "bet 3 C main 10" in text


@pytest.mark.clause("VIC03-17.2.2")
def test_the_round_goes_on_to_its_end_after_it() -> None:
    """A has 18, B 17 and C 14 against the dealer's 19."""
    story = deal().bet(1, "A", 10).bet(2, "B", 10).wrong("exclude_player", player="B", reason="x")
    story.approve("casino_supervisor").bet(3, "C", 10).call()
    story.initial("Td", "Ts 8h", "9s 8c", "5h 9c").stand(1).stand(2).stand(3).cards("9d").end()
    _played_again(story)
    assert (story.net("A"), story.net("B"), story.net("C")) == (-10, -10, -10)


def test_a_correction_before_the_call_leaves_the_wagers_as_they_lie() -> None:
    story = deal().bet(1, "A", 10).do(engine.CorrectWager(1, "A", "main", to_box=2))
    if story.state.irregular is not None:
        story.approve("casino_supervisor")
    story.bet(3, "C", 10).call()
    text = _played_again(story)
    assert "bet 2 A main 10" in text
    assert "no-more-bets" in text


@pytest.mark.clause("NZ-16.12-S1", "NZ-16.12-S2")
def test_a_bet_whose_equipment_was_put_right_before_the_call_is_written_as_usual() -> None:
    """B's first wager went back; A lays one once it works again."""
    story = deal("NZ", offer=("madness_21",)).bet(1, "A", 10).bet(2, "B", 10).bet(2, "B", 5, "madness_21")
    story.wrong("equipment_failure", bet="madness_21", device="x").approve("operations_manager")
    story.wrong("equipment_repaired", bet="madness_21").refuse("operations_manager")
    story.wrong("equipment_repaired", bet="madness_21").approve("operations_manager")
    text = _played_again(story.bet(1, "A", 5, "madness_21").call())
    assert "bet 1 A madness_21 5" in text
    assert "equipment" not in text


@pytest.mark.clause("NZ-16.12-S1")
def test_equipment_that_failed_in_an_earlier_round_works_again() -> None:
    story = deal("NZ", offer=("madness_21",), carry=engine.values.Carry(suspended=("madness_21",)))
    story.bet(1, "A", 10).wrong("equipment_repaired", bet="madness_21").approve("operations_manager")
    assert "equipment" not in _played_again(story.call())
