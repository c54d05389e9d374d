"""A player who is not there, or does not act, when it is his turn."""

import pytest

from rounds import engine, notation
from rounds.engine.decisions.events import CallerPassed
from tests.engine.story import Story, deal

PASSES = [("ACT96", "ACT96-18(g)"), ("ACT03", "ACT03-14.7"), ("NZ", "NZ-16.6")]


def shared(book: str, read: dict[str, str] | None = None) -> Story:
    """A calls for box 1, on which B and C have wagers too; it has 5 and 3."""
    return deal(book, read=read or {}).shared(1, A=10, B=20, C=10).call().initial("6d", "5s 3h")


@pytest.mark.clause("ACT96-18(g)", "ACT03-14.7", "NZ-16.6")
@pytest.mark.parametrize(("book", "clause"), PASSES)
def test_on_a_shared_box_the_next_player_decides(book: str, clause: str) -> None:
    story = shared(book).ask(1, reason="absent")
    (passed,) = story.recorded(CallerPassed)
    assert (passed.absent, passed.player, passed.clause) == ("A", "B", clause)
    assert (story.action, story.due.player) == ("decision", "B")
    story.hit(1, by="B").cards("4c")
    # B has gone as well, then C: nobody is left, and the hand is drawn until it has more than 11.
    story.ask(1, reason="absent")
    assert story.due.player == "C"
    story.ask(1, reason="absent")
    assert story.action == "direction"
    story.direct(1, role="casino_supervisor")
    assert story.action in ("settle", "card")
    assert story.hand(1).total == 12


@pytest.mark.clause("ACT96-18(g)", "ACT03-14.7", "NZ-16.6")
@pytest.mark.parametrize(("book", "clause"), PASSES)
def test_in_the_other_reading_the_hand_is_drawn(book: str, clause: str) -> None:
    story = shared(book, {"absent_passes": "direction"}).ask(1, reason="absent")
    assert (story.action, story.due.clause) == ("direction", clause)
    story.direct(1, role="casino_supervisor").cards("2c")
    assert story.action == "card"  # it has 10
    story.cards("4c")
    assert story.hand(1).total == 14


@pytest.mark.parametrize("book", ["VIC03", "UK"])
def test_where_the_book_speaks_of_the_caller_it_is_directed_at_once(book: str) -> None:
    story = (
        deal(book).bet(1, "A", 10).bet(1, "B", 10).seat(1, "A")
        if book == "VIC03"
        else deal(book).bet(1, "A", 10)
    )
    story.call().initial("6d", "5s 3h").ask(1, reason="absent")
    assert story.action == "direction"


@pytest.mark.parametrize(("book", "clause"), PASSES)
def test_who_is_there_and_silent_keeps_the_decision_until_it_is_directed(book: str, clause: str) -> None:
    story = shared(book).ask(1, reason="no_action")
    assert (story.action, story.due.player) == ("direction", "A")


def test_it_is_written_and_played_again() -> None:
    story = (
        shared("NZ").ask(1, reason="absent").hit(1, by="B").cards("Tc").stand(1, by="B").cards("Td Kh").end()
    )
    text = notation.write_round(story.state.setup, story.events)
    assert "absent 1" in text.splitlines()
    again = notation.play(text)
    assert again.ok, again.error
    assert again.state is not None
    assert again.state.results == story.state.results


@pytest.mark.clause("NZ-16.5-S1")
def test_a_round_that_is_dealt_again_keeps_who_decides() -> None:
    story = deal("NZ").shared(1, A=10, B=20).bet(2, "C", 10).call().initial("6d", "5s 3h", "Tc 2c")
    story.ask(1, reason="absent").hit(1, by="B").cards("Ts").stand(1, by="B").hit(2).cards("7d")
    story.wrong("misplaced", lies="7:1").approve("game_supervisor")
    assert engine.values.caller_of(story.state.box(1)) == "B"
    assert story.hand(1).total == 18
