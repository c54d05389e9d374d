"""What entries say: code and values beside the English of the record, and the same from the English alone."""

from string import Formatter
from typing import Any

import pytest

from casino.words import Phrase, fill
from casino.words.entries import ENTRIES
from casino.words.filling import text_of
from casino.words.read_back import TOO_GENERAL, read_back_detail
from casino.words.tournament_events import TOURNAMENT_EVENTS

TEXTS = {**ENTRIES, **TOURNAMENT_EVENTS}

VALUES: dict[str, Any] = {
    "money": 2_500,
    "chips": [(2_500, 40), (50_000, 2)],
    ",": 12_345,
    "term": "dealer",
    "role": "dealer",
    "and": ["D-114", "S-07"],
    "list": ["one", "two"],
    "list:term": ["one", "two"],
    "phrase": ["signed.cards", {}],
    "list:phrase": [["signed.cards", {}], ["signed.disputes", {}]],
    "semicolons:phrase": [["signed.cards", {}], ["signed.disputes", {}]],
    "": "17",
}
"""A value for each kind of blank."""
OF_ITS_OWN: dict[tuple[str, str], Any] = {
    ("entry.slip", "kind"): "fill",
    ("entry.slip_number", "kind"): "credit",
    ("entry.answered", "state"): "approved",
    ("entry.answered_because", "state"): "refused",
}
"""By code and blank, where few values are possible."""


def sample(code: str) -> Phrase:
    blanks = [(name, kind or "") for _, name, kind, _ in Formatter().parse(TEXTS[code]) if name]
    return Phrase(code, {name: OF_ITS_OWN.get((code, name), VALUES[kind]) for name, kind in blanks})


@pytest.mark.parametrize("code", sorted(set(TEXTS) - TOO_GENERAL))
def test_an_entry_that_has_only_its_english_is_read_back(code: str) -> None:
    english = sample(code).english
    reading = read_back_detail(english)
    assert reading is not None
    assert reading[0] == code
    assert fill(text_of(reading[0]), reading[1]) == english


@pytest.mark.parametrize(
    "typed", ["", "I see: it is mine; $5 (maybe)", "C", "x" * 900, "a: b: c", "nobody – and nobody else"]
)
def test_what_people_typed_is_shown_as_they_typed_it(typed: str) -> None:
    reading = read_back_detail(typed)
    assert reading is None or fill(text_of(reading[0]), reading[1]) == typed


@pytest.mark.parametrize(
    "typed",
    [
        "the player",
        "chips half-hidden",
        "the dealer saw box-3",
        "a note: he was loud",
        "the pit: not answered (busy)",
        "a friend of the player (dealer)",
        "stand 3, stand 4: late",
        "the player leaves the table",
        "the dealer deals at another table",
        "the second shoe closed",
        "the player leaves: he is tired",
    ],
)
def test_what_people_typed_is_not_taken_for_a_text_of_few_letters(typed: str) -> None:
    assert read_back_detail(typed) is None


@pytest.mark.parametrize("slip", ["fill P1-000017", "credit S-4"])
def test_a_slip_of_an_old_entry_is_read_back_as_it_is_printed(slip: str) -> None:
    reading = read_back_detail(slip)
    assert reading is not None
    assert fill(text_of(reading[0]), reading[1]) == slip
