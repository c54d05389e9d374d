"""A card drawn in error and shown left the shoe where its report names it: it is placed by itself where it comes
next, and ``deal`` goes on with those that leave the shoe after it."""

import pytest

from rounds import engine, notation
from rounds.engine.irregularities.events import CardHeld
from tests.engine.irregularities.injecting import played_wrongly
from tests.engine.story import Story, deal

REFUSED = """book NZ
bet 4 B main 10
bet 5 C main 10
no-more-bets
deal Th 9d 6d 6s 9s
irregularity excess_card seen=yes card=Tc
irregularity card_refused hand=4
5 stand
"""
TAKEN = """book VIC03
bet 2 A main 25
bet 3 B main 25
no-more-bets
deal Ts Tc 9d 8h 5c
2 stand
irregularity excess_card seen=yes card=Td
3 hit
"""


def played(text: str) -> engine.State:
    result = notation.play(text)
    assert result.ok, result.error
    assert result.state is not None
    return result.state


@pytest.mark.clause("NZ-16.4-S3")
def test_a_card_of_the_same_face_is_another_card() -> None:
    state = played(REFUSED + "deal Tc")
    assert state.dealer == ("6d", "Tc", "Tc")
    assert state.phase == "collected"


@pytest.mark.clause("NZ-16.4-S3", "VIC03-9.3")
def test_the_round_ends_with_it_by_itself() -> None:
    # The dealer has 7 and the ten, refused by both: 17.
    state = played(REFUSED.replace("6d 6s", "7d 6s"))
    assert (state.dealer, state.phase) == (("7d", "Tc"), "collected")


@pytest.mark.clause("VIC03-9.3")
@pytest.mark.parametrize("cards", ["9h", "Td 9h", "held 9h"])
def test_it_may_be_written_once_more(cards: str) -> None:
    state = played(TAKEN + f"deal {cards}")
    assert state.box(3).hands[0].cards == ("Tc", "5c", "Td")
    assert state.dealer == ("9d", "9h")


@pytest.mark.clause("VIC03-9.3")
def test_it_is_placed_before_a_decision() -> None:
    state = played(TAKEN.replace("card=Td", "card=2d") + "3 hit\ndeal 3s\n3 stand\ndeal 9h")
    assert state.box(3).hands[0].cards == ("Tc", "5c", "2d", "3s")


def test_it_is_refused_without_a_card_drawn_in_error() -> None:
    assert not notation.play(
        TAKEN.replace("irregularity excess_card seen=yes card=Td\n", "") + "deal held"
    ).ok


def written(story: Story) -> str:
    return notation.write_round(story.state.setup, story.events)


@pytest.mark.clause("VIC03-9.3", "NZ-16.4-S1")
@pytest.mark.parametrize("book", ["VIC03", "NZ"])
def test_how_a_card_drawn_in_error_is_written(book: str) -> None:
    story = deal(book).bet(2, "A", 10).bet(3, "B", 10).call().initial("6d", "Ts 8h", "Tc 5c").stand(2)
    story.wrong("excess_card", seen="yes", card="2d").hit(3).cards("2d")
    story.wrong("excess_card", seen="yes", card="2d").hit(3).cards("2d").stand(3).cards("Tc 2d").end()
    text = written(story)
    assert "deal held" in text
    assert "deal 2d" not in text
    again = played(text)
    assert [box.hands for box in again.boxes] == [box.hands for box in story.state.boxes]
    assert again.dealer == story.state.dealer


@pytest.mark.clause("VIC03-9.3", "ACT96-18(h)-S1", "NZ-16.4-S1")
@pytest.mark.parametrize("book", ["VIC03", "ACT96", "NZ"])
def test_a_random_round_with_cards_drawn_in_error_comes_to_the_same_from_its_text(book: str) -> None:
    drawn = 0
    for seed in range(8):
        ways = ("hold", "rewind", "turn_down", "exclude", "one_card")
        _, state, events, _ = played_wrongly(book, "blackjack", seed, only=ways, often=0.3)
        drawn += any(isinstance(event, CardHeld) for event in events)
        again = played(notation.write_round(state.setup, events))
        assert (again.results, again.dealer, again.phase) == (state.results, state.dealer, state.phase)
    assert drawn > 1


@pytest.mark.clause("VIC03-9.3")
def test_two_that_were_placed_before_a_report_are_both_written() -> None:
    """The first goes to the doubled hand and the second to the dealer, before the wager is void: a text that named one
    would have that reported with the other still to come."""
    story = deal("VIC03").bet(1, "B", 10).bet(2, "A", 10).call().initial("6d", "Ts 9h", "6s 5h").stand(1)
    story.wrong("excess_card", seen="yes", card="4c").wrong("excess_card", seen="yes", card="Kd")
    story.double(2).cards("4c Kd")
    story.wrong("void_wager", box=1, player="B", reason="late").approve("casino_supervisor")
    text = written(story.cards("9s").end())
    assert "deal held held" in text
    again = played(text)
    assert again.dealer == story.state.dealer
    assert again.results == story.state.results
