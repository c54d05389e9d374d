"""What the table waits for, in words: totals as they are shown and called, hands as they are named."""

import pytest

from casino.cards import score
from rounds import engine
from rounds.engine.due import total_in_words
from tests.engine.story import deal


@pytest.mark.clause("VIC03-3.2.1(a)", "VIC03-7.5.1")
@pytest.mark.parametrize(
    ("cards", "shown", "called"),
    [
        ("As 6h", "7/17", "seven or seventeen"),
        ("As Ah", "2/12", "two or twelve"),
        ("As 6h 9c", "16", "sixteen"),
        ("As Kh", "21", "twenty-one"),
        ("As 6h 4c", "21", "twenty-one"),
        ("Ts 2h", "12", "twelve"),
        ("Ts 6h 9c", "25", "twenty-five"),
    ],
)
def test_totals(cards: str, shown: str, called: str) -> None:
    points = score(tuple(cards.split()))
    assert engine.questions.total_in_figures(points) == shown
    assert total_in_words(points, both=True).english == called


def test_a_single_total_where_only_one_is_called() -> None:
    assert total_in_words(score(("As", "6h")), both=False).english == "seventeen"


def test_a_hand_is_named_by_its_number_once_there_are_several() -> None:
    story = deal().bet(2, "A", 10).bet(5, "B", 10).call().initial("6d", "8s 8h", "Ts 5h")
    assert story.due.text.startswith("Box 2 —")
    assert [after.english for after in story.due.then] == ["Box 5 (15)", "dealer"]
    story.split(2)
    assert (story.due.text, story.due.place) == ("Card for box 2 hand 1", "box 2 hand 1")
    story.cards("5c")
    assert story.due.text.startswith("Box 2 hand 1 —")
    assert [after.english for after in story.due.then] == ["Box 2 hand 2 (8)", "Box 5 (15)", "dealer"]


def test_what_kind_of_card_is_due() -> None:
    double = deal().bet(1, "A", 10).call().initial("6d", "6s 5h").double(1)
    assert double.due.text == "Card for box 1, one card only"
    aces = deal().bet(1, "A", 10).call().initial("6d", "As Ah").split(1)
    assert aces.due.text == "Card for box 1 hand 1, one card to each ace"
    eights = deal().bet(1, "A", 10).call().initial("6d", "8s 8h").split(1)
    assert eights.due.text == "Card for box 1 hand 1"
    directed = deal().bet(1, "A", 10).call().initial("6d", "6s 5h").ask(1).direct(1)
    assert directed.due.text == "Card for box 1, at the supervisor's direction"


@pytest.mark.clause("VIC03-7.5.2")
def test_the_dealers_own_total_is_called_before_each_of_his_cards() -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "Ts 9h").stand(1)
    assert (story.due.text, story.due.announce) == ("Card for the dealer", "six")
    assert (story.due.box, story.due.hand, story.due.place) == (0, 0, "dealer")
    story.cards("Ac")  # 6 + 11
    assert story.state.phase == "final_settlement"
