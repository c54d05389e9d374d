"""A card drawn in error was entered as another: wherever it lies now, it was the other one from the start."""

import pytest

from casino.cards import UNKNOWN
from rounds import engine, notation
from rounds.tablet.corrections.fields import fields
from tests.engine.story import Story, deal
from tests.refusing import refused_as

pytestmark = pytest.mark.clause("ACT96-18(h)-S1")


def drawn(*more: tuple[str, str]) -> Story:
    """Box 1 stands; a four was entered, and it was a five. Box 2 has 11 against 7."""
    story = deal("ACT96").bet(1, "A", 10).bet(2, "B", 10).call().initial("7d", "Th 2d", "9s 2s").stand(1)
    return story.wrong("excess_card", seen="yes", card="4c")


def correct(story: Story, number: int, card: str) -> Story:
    return story.do(engine.CorrectCard(number, card))


def test_a_card_drawn_in_error_is_corrected_once_it_was_placed() -> None:
    story = correct(drawn().hit(2).cards("4c").stand(2), 6, "5c").approve()
    assert story.hand(2).cards == ("9s", "2s", "5c")
    assert story.state.drawn[5] == "5c"
    story.cards("Td").end()
    assert story.state.held == ()


@pytest.mark.parametrize("hit", [False, True])
def test_a_card_drawn_in_error_is_corrected_before_it_was_placed(hit: bool) -> None:
    story = drawn().hit(2) if hit else drawn()
    options = {
        field.name: [option.value for option in field.options]
        for field in fields(story.rules, story.state, "card")
    }
    assert "6" in options["what"]
    correct(story, 6, "5c")
    if hit:
        story.approve()
    assert [drawn.card for drawn in story.state.held] == ["5c"]
    story = story if hit else story.hit(2)
    assert story.due.held == "5c"
    story.refuses("card.held_first", "ACT96-18(h)-S1").cards("4c")


def test_the_second_of_two_cards_drawn_in_error() -> None:
    story = drawn().wrong("excess_card", seen="yes", card="3c").hit(2).cards("4c")
    correct(story, 7, "2c").approve()
    assert [drawn.card for drawn in story.state.held] == ["2c"]
    correct(story, 6, "5c").approve()
    assert (story.hand(2).total, [drawn.card for drawn in story.state.held]) == (16, ["2c"])


def test_a_card_that_nobody_has_seen_has_no_name() -> None:
    story = deal("ACT96").bet(1, "A", 10).call().initial("7d", "Th 2d").wrong("excess_card", seen="no")
    assert story.state.held[0].card == UNKNOWN
    with refused_as("correction.no_such_card", "ACT96-20.14") as refused:
        correct(story, 4, "5c")
    assert refused.value.values["card"] == 4
    story.hit(1).cards("5c")
    correct(story, 4, "6c")
    assert story.hand(1).total == 18


def test_a_correction_of_a_card_drawn_in_error_as_lines() -> None:
    played = notation.play(
        "book ACT96\nbet 1 A main 10\nbet 2 B main 10\nno-more-bets\ndeal Th 9s 7d 2d 5s\n1 stand\n"
        "irregularity excess_card seen=yes card=4c\n2 hit\ncorrect card 6 5c by game_supervisor\n"
        "2 stand\ndeal Td\n"
    )
    assert played.ok, played.error
    assert played.state is not None
    assert played.state.box(2).hands[0].cards == ("9s", "5s", "5c")
    assert played.state.phase == "collected"
