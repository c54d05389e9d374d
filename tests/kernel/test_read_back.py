"""The texts that events keep in English are read back into their codes and values: those of every kept record too."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.test import override_settings

from casino.rulebooks import BOOKS
from casino.rulebooks.house import confirmed_before_play
from casino.rulebooks.layout import inscriptions
from casino.translated import recorded
from casino.words import Phrase
from casino.words.lines import LINES
from casino.words.read_back import read_back
from tests.records import corpus

OF_A_KIND: Final[dict[str, Any]] = {
    "money": 123_450,
    "card": "Ts",
    "place": (3, 2),
    "name": "perfect pairs",
    "phrase": Phrase.of("kept.place", place=(4, 0)),
    "list:phrase": [Phrase.of("kept.amount", amount=500)],
    "semicolons:phrase": [Phrase.of("kept.place", place=(4, 0)), Phrase.of("kept.amount", amount=500)],
    "term": "areas for Any Pair wagers",
    "odds": "3:2",
}
OF_A_NAME: Final = {"player": "A", "reason": "a card was marked: twice", "decision": "stand"}
OF_A_CODE: Final[dict[str, dict[str, Any]]] = {
    "kept.reader_fault_noted": {"fault": Phrase.of("kept.reader_fault_door"), "note": "front flap: loose"}
}
GENERAL: Final = tuple(LINES)[tuple(LINES).index("kept.open_because") :]
"""What a sample is read as may be another of these."""
KEPT_AS_TEXT: Final = {"moves", "money", "lapsed", "said", "was", "notice", "warning"}
"""Fields of events that have texts of the house, and never what somebody typed."""


def sample(code: str) -> Phrase:
    """A text of the code with values that fit its blanks."""
    values = {
        name: OF_A_KIND[kind] if kind in OF_A_KIND and name != "decision" else OF_A_NAME.get(name, 2)
        for _, name, kind, _ in Formatter().parse(LINES[code])
        if name
    }
    return Phrase(code, values | OF_A_CODE.get(code, {}))


def english(text: str) -> str:
    """What a text is once it was read back."""
    reading = read_back(text)
    assert reading is not None, text
    return Phrase(*reading).english


@pytest.mark.parametrize("code", sorted(LINES))
def test_a_text_is_read_back_as_what_it_was(code: str) -> None:
    text = sample(code).english
    reading = read_back(text)
    assert reading is not None
    assert reading[0] == code or code in GENERAL
    assert english(text) == text


def kept_texts(values: object, field: str = "") -> Iterator[str]:
    """The texts of an event, at any depth."""
    if isinstance(values, dict):
        for name, value in values.items():
            yield from kept_texts(value, name)
    elif isinstance(values, list):
        for value in values:
            yield from kept_texts(value, field)
    elif isinstance(values, str) and values and field in KEPT_AS_TEXT:
        yield values


def test_the_texts_of_every_kept_record_are_read_back() -> None:
    texts = {
        text for kept in corpus.rounds() for body in kept.bodies for text in kept_texts(json.loads(body))
    }
    assert len(texts) > 20
    for text in texts:
        assert english(text) == text


def test_what_is_printed_on_every_layout_is_read_back() -> None:
    """And the line of the opening list that has all of it, which the dealer confirms."""
    for book in BOOKS.values():
        for rules in book.games.values():
            lines = inscriptions(rules)
            for line in lines:
                assert english(line.text) == line.text
            marks = {mark.item: mark.words for mark in confirmed_before_play(rules, 8, 7)}
            code, values = read_back(marks["inscriptions"]) or ("", {})
            assert code == "kept.layout_reads"
            assert [Phrase(*reading).english for reading in values["text"]] == [line.text for line in lines]


def test_a_line_of_the_opening_list_is_not_taken_for_a_decision() -> None:
    for text in (
        "the sign with minimum and maximum is displayed",
        "the shoe stands on the table",
        "the player shouted",
        "asleep on box 3",
        "the friend of box 3",
    ):
        assert read_back(text) is None


def test_two_texts_beside_a_colon_are_no_fault_of_a_reader_with_a_note() -> None:
    text = sample("kept.open_because").english
    assert text == "box 4: box 4"
    reading = read_back(text)
    assert reading is not None
    assert reading[0] == "kept.open_because"


@pytest.mark.parametrize(
    "text", ["", "the player asked twice", "$5", "box 3 was tapped", "x" * 500 + " on box 3"]
)
def test_words_of_people_stay_as_they_are(text: str) -> None:
    assert recorded(text) == text


def test_what_an_old_record_says_is_shown_in_the_house_s_words(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    texts = Catalog(locale="de", charset="utf-8")
    own = {
        "recover {amount:money}: {wager:phrase}": "{amount:money} zurück: {wager:phrase}",
        "{place:place}, player {player}": "{place:place}, Spieler {player}",
        "box {box} hand {hand}": "Feld {box}, Hand {hand}",
    }
    for text, german in own.items():
        texts.add(text, german)
    output = BytesIO()
    write_mo(output, texts)
    (folder / "django.mo").write_bytes(output.getvalue())
    with override_settings(LANGUAGE_CODE="de", LOCALE_PATHS=[tmp_path], CURRENCY="€"):
        shown = recorded("recover $1,250: box 3 hand 2, player A")
    assert re.sub(r"\s", " ", shown) == "€1,250 zurück: Feld 3, Hand 2, Spieler A"
