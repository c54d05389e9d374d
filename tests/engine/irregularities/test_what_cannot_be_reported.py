"""Reports that say what cannot be: each is refused with its clause, and with what to do."""

from typing import Any

import pytest

from rounds import notation
from tests.engine.story import Story, deal


def two(book: str, **setup: Any) -> Story:
    """Boxes 1 and 4 with 19 and 17 against a 7: in the order of the cards box 1, box 4, the dealer, box 1, box 4."""
    return deal(book, **setup).bet(1, "A", 10).bet(4, "B", 10).call().cards("9s 9h 7c Td 8d")


@pytest.mark.clause("VIC03-9.4", "ACT03-14.4", "ACT96-18(d)", "NZ-16.5-S1")
@pytest.mark.parametrize(
    ("book", "kind", "clause"),
    [
        ("VIC03", "misplaced", "VIC03-9.4"),
        ("ACT03", "misplaced", "ACT03-14.4"),
        ("NZ", "misplaced", "NZ-16.5-S1"),
        ("ACT96", "misplaced_subsequent_deal", "ACT96-18(e)"),
    ],
)
def test_a_card_lies_in_one_place_which_is_there_and_wrong(book: str, kind: str, clause: str) -> None:
    story = two(book)
    for places, code in (
        ("5:1,5:dealer", "report.card_in_two_places"),
        ("5:4", "report.all_in_place"),
        ("4:1,5:4", "report.all_in_place"),
        ("5:1.2", "report.no_hand_there"),
        ("5:2.2", "report.no_hand_there"),
        ("5:1.x", "report.not_a_place"),
        ("5:1.", "report.not_a_place"),
    ):
        story.refuses(code, clause).wrong(kind, lies=places)
    story.wrong(kind, lies="5:2")  # a box without a wager


@pytest.mark.clause("VIC03-9.8(a)")
def test_an_earlier_round_is_one_before_this() -> None:
    for number in ("99", "zz", "0"):
        two("VIC03").refuses("report.no_such_round", "VIC03-9.8(a)").wrong(
            "error_of_earlier_round", round=number
        )
    two("VIC03").refuses("report.this_round", "VIC03-9.8(a)").wrong("error_of_earlier_round", round="1")


@pytest.mark.clause("VIC03-9.8(a)", "ACT03-14.5")
@pytest.mark.parametrize(
    ("book", "kind"), [("VIC03", "error_of_earlier_round"), ("ACT03", "misplaced_earlier")]
)
def test_a_round_in_which_an_earlier_one_was_named_is_written_with_its_number(book: str, kind: str) -> None:
    story = two(book).stand(1).stand(4).cards("Tc").end().next_round().bet(1, "A", 10).call().cards("9s")
    story.wrong(kind, round=1)
    if story.state.irregular is not None:
        story.approve("casino_supervisor")
    text = notation.write_round(story.state.setup, story.events)
    assert "round 2" in text.splitlines()
    assert notation.play(text).ok


@pytest.mark.clause("VIC03-9.5")
@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("1,1", "report.card_twice"),
        ("1,2,3,4,5", "report.two_cards_without_wager"),
        ("1,2,3", "report.two_cards_without_wager"),
    ],
)
def test_a_hand_without_a_wager_has_two_cards(cards: str, code: str) -> None:
    two("VIC03").refuses(code, "VIC03-9.5").wrong("cards_without_wager", cards=cards, extra="5c,6c")


@pytest.mark.clause("VIC03-9.9", "ACT96-18(f)", "ACT03-14.6", "NZ-16.7-S1")
@pytest.mark.parametrize(
    ("book", "clause", "decks", "most"),
    [
        ("VIC03", "VIC03-9.9", 4, 203),
        ("ACT96", "ACT96-18(f)", 6, 307),
        ("ACT03", "ACT03-14.6", 8, 411),
        ("NZ", "NZ-16.7-S1", 4, 203),
    ],
)
def test_the_rack_holds_no_more_than_the_packs_less_what_lies_on_the_table(
    book: str, clause: str, decks: int, most: int
) -> None:
    for count in (0, most + 1, 500):
        two(book, decks=decks).refuses("report.rack_count", clause).wrong("shoe_empty", count=count)
    two(book, decks=decks).wrong("shoe_empty", count=most).approve("casino_supervisor")


@pytest.mark.clause("ACT03-16.4")
def test_a_fraud_is_somebodys() -> None:
    two("ACT03").refuses("report.fraud_by_nobody", "ACT03-16.4").wrong("round_invalid", cause="fraud")
    two("ACT03").wrong("round_invalid", cause="fraud", by="A").approve("casino_supervisor")
