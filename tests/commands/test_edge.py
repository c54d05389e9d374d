"""``manage.py edge``: exact figures of a side bet as people and programs ask for them."""

import json
from typing import Any

import pytest

from tests.commands.running import manage, manage_from_the_start


def document(*words: str) -> dict[str, Any]:
    result = manage("edge", *words, "--json")
    assert (result.status, result.err) == (0, "")
    report: dict[str, Any] = json.loads(result.out)
    return report


def test_the_document_has_the_promised_shape() -> None:
    report = document("perfect_pairs", "--book", "VIC03", "--decks", "8")
    assert list(report) == [
        "bet", "scale", "book", "decks", "assumption", "house_edge", "house_edge_exact", "outcomes",
    ]  # fmt: skip
    assert (report["bet"], report["scale"], report["book"], report["decks"]) == (
        "perfect_pairs",
        "1",
        "VIC03",
        8,
    )
    assert "full shoe of 8 packs" in report["assumption"]
    assert report["house_edge"] == pytest.approx(17 / 415, abs=1e-15)
    assert report["house_edge_exact"] == "17/415"
    # 415 cards are left after the first: 7 are the same again, 8 of its colour, 16 of the other.
    assert [(outcome["name"], outcome["odds"], outcome["prob_exact"]) for outcome in report["outcomes"]] == [
        ("perfect_pair", "25:1", "7/415"),
        ("coloured_pair", "12:1", "8/415"),
        ("mixed_pair", "6:1", "16/415"),
        ("lose", None, "384/415"),
    ]
    assert report["outcomes"][3]["prob"] == pytest.approx(384 / 415, abs=1e-15)


def test_packs_are_the_most_that_the_book_allows_unless_said() -> None:
    assert document("perfect_pairs", "--book", "VIC03")["decks"] == 8
    four = document("Perfect_Pairs", "1", "--book", "vic03", "--decks", "4")
    # 207 left: 3, 4 at 15 to 1, 8; 75 + 60 + 48 = 183 won, 192 lost: 9 of 207.
    assert (four["decks"], four["house_edge_exact"]) == (4, "1/23")


def test_the_output_for_people() -> None:
    result = manage_from_the_start("edge", "perfect_pairs", "--book", "VIC03")
    assert result.status == 0
    for words in ("Perfect Pairs", "8 packs", "25:1", "7/415", "17/415", "full shoe"):
        assert words in result.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["perfect_pairs", "9", "--book", "VIC03"], "scale 9"),
        (["roulette", "--book", "VIC03"], "perfect_pairs"),
        (["perfect_pairs", "--book", "VIC03", "--game", "vegas_blackjack"], "vegas_blackjack"),
        (["perfect_pairs", "--book", "VIC03", "--game", "poker"], "poker"),
        (["perfect_pairs", "--book", "VIC03", "--decks", "3"], "4, 5, 6, 7 or 8"),
        (["perfect_pairs", "--book", "VIC03", "--elect", "limits"], "NAME=VALUE"),
        (["perfect_pairs", "--book", "FR1"], "VIC03"),
        (["perfect_pairs"], "--book"),
        (["perfect_pairs", "1", "2", "--book", "VIC03"], "usage"),
    ],
)
def test_wrong_usage_is_status_2_and_says_what_there_is(words: list[str], expected: str) -> None:
    result = manage("edge", *words, "--json")
    assert (result.status, result.out) == (2, "")
    assert expected in result.err
