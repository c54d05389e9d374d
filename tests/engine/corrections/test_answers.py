"""What players answered when they could give up half, or take a double back, and the record has otherwise."""

import pytest

from rounds import engine, notation
from rounds.engine.events import RecordCorrected
from rounds.notation.correct_lines import correction_line
from rounds.notation.parse import parse
from rounds.notation.statements import Say
from tests.engine.story import Story, deal
from tests.refusing import refused_as

pytestmark = pytest.mark.clause("VIC03-10.7.5(a)")
DOUBLED = """book VIC03
game crown_pontoon
bet 1 A main 10
bet 2 B main 10
no-more-bets
deal 5s 9h 6c 6d 8c
1 double
deal 2c
"""


def doubled() -> Story:
    """Box 1 doubled and holds 13, box 2 holds 17, the dealer 6."""
    story = deal("VIC03", game="crown_pontoon").bet(1, "A", 10).bet(2, "B", 10).call()
    return story.initial("6c", "5s 6d", "9h 8c").double(1).cards("2c")


def answer(story: Story, word: str, *, taken: bool, box: int = 1, player: str = "A") -> Story:
    return story.do(engine.CorrectAnswer(box, player, word, taken))  # type: ignore[arg-type]


def corrected(story: Story) -> RecordCorrected:
    (correction,) = story.recorded(RecordCorrected)
    return correction


@pytest.mark.clause("VIC03-10.7.5")
def test_a_double_that_nobody_took_back() -> None:
    story = doubled().rescue(1, "A").settle().stand(2)
    answer(story, "rescue", taken=False).approve()
    assert corrected(story).money == (
        "give back $10: box 1, player A",
        "put back $10 of the double: box 1, player A",
    )
    assert story.state.results == ()
    story.cards("Kd 9d").end()  # 25
    assert (story.net("A"), story.net("B")) == (20, 10)


@pytest.mark.clause("VIC03-10.7.5")
def test_a_double_that_was_taken_back() -> None:
    story = doubled().play_on(1).stand(2)
    answer(story, "rescue", taken=True).approve()
    assert corrected(story).money == (
        "take $10: box 1, player A",
        "return $10 of the double: box 1, player A",
    )
    story.cards("Kd 9d").end()
    assert (story.net("A"), story.net("B")) == (-10, 10)


@pytest.mark.parametrize(
    ("dealer", "taken", "money", "net"),
    [
        ("Kd 9d", True, ("take $10: box 1, player A", "recover $20: box 1, player A"), -10),
        ("Kd 3d", True, ("give back $10: box 1, player A",), -10),
        ("Kd 9d", False, ("give back $10: box 1, player A", "pay $20: box 1, player A"), 20),
        ("Kd 3d", False, ("take $10: box 1, player A",), -20),
    ],
)
def test_a_double_is_corrected_once_the_round_is_over(
    dealer: str, taken: bool, money: tuple[str, ...], net: int
) -> None:
    story = doubled()
    story = story.play_on(1) if taken else story.rescue(1, "A").settle()
    story.stand(2).cards(dealer).end()
    answer(story, "rescue", taken=taken).approve()
    assert corrected(story).money == money
    assert story.net("A") == net


def offered() -> Story:
    """Boxes 1 and 2 with 16 and 17 against a jack: half may be given up."""
    story = deal("VIC03", game="crown_pontoon").bet(1, "A", 10).bet(2, "B", 10).call()
    return story.initial("Jc", "9s 7d", "9h 8c")


@pytest.mark.clause("VIC03-10.9.2")
def test_half_was_given_up_where_the_record_has_a_stand() -> None:
    story = offered().kept().stand(1).stand(2)
    answer(story, "surrender", taken=True).approve()
    assert (story.hand(1).stakes[0].surrendered, story.due.action) == (True, "card")
    story.cards("8d").end()
    assert (story.net("A"), story.net("B")) == (-5, -10)


@pytest.mark.clause("VIC03-10.9.1")
def test_nothing_was_given_up() -> None:
    story = offered().surrender(1, "A").kept().stand(2)
    correction = engine.CorrectAnswer(1, "A", "surrender", taken=False, then=("stand",))
    story.do(correction).approve()
    assert story.hand(1).stood
    assert not story.hand(1).stakes[0].surrendered
    story.cards("8d").end()
    assert (story.net("A"), story.net("B")) == (-10, -10)


@pytest.mark.clause("VIC03-7.5.1")
@pytest.mark.parametrize(
    ("word", "taken", "code"),
    [
        ("rescue", True, "correction.still_asked"),
        ("rescue", False, "correction.as_recorded"),
        ("surrender", True, "correction.no_such_offer"),
    ],
)
def test_corrections_that_cannot_be(word: str, taken: bool, code: str) -> None:
    with refused_as(code, "VIC03-7.5.1") as refused:
        answer(doubled(), word, taken=taken)
    assert refused.value.remedy


def test_an_answer_corrected_as_a_line() -> None:
    for line in ("correct decision 1 A rescue no", "correct decision 1.2 A surrender yes then stand"):
        spoken = parse(line)
        assert isinstance(spoken, Say)
        (command,) = spoken.commands
        assert correction_line(command) == line  # type: ignore[arg-type]
    text = DOUBLED + "1 rescue A\n2 stand\ncorrect decision 1 A rescue no by game_supervisor\ndeal Kd 9d\n"
    played = notation.play(text)
    assert played.ok, played.error
    assert notation.document("x", played)["net"] == {"A": "20.00", "B": "10.00"}
    assert not notation.play(DOUBLED + "correct decision 1 A rescue maybe").ok
