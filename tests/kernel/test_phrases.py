"""The catalogues of texts that refuse nothing: every code is used and has words, in English that a dealer uses, and
every blank of every prompt of the written rounds is filled."""

import importlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import override_settings

from casino.translated import phrase
from casino.words import Phrase
from casino.words.filling import PHRASES, text_of
from casino.words.lines import EARLIER
from casino.words.refusals import REFUSALS
from rounds.engine import Due
from tests.kernel.test_refusal_words import CODE, NOTATION, outside_blanks, source, translated

ROOT = Path(__file__).parents[2]
NOUNS = tuple({code.partition(".")[0] + "." for code in PHRASES})


def codes_in_source() -> set[str]:
    return {
        text
        for path, texts in source().texts.items()
        if not path.startswith("casino/words/")
        for text in texts
        if text.startswith(NOUNS) and CODE.fullmatch(text) and not text.endswith(".html")
    }


def test_every_code_is_used_and_has_words() -> None:
    used = codes_in_source() - set(REFUSALS)
    assert used <= set(PHRASES)
    beginnings = tuple(source().beginnings & set(NOUNS))  # ``asks.`` of f"asks.{name}"
    assert {code for code in set(PHRASES) - used if not code.startswith(beginnings)} == EARLIER


def test_a_code_has_words_in_one_catalogue() -> None:
    assert not set(PHRASES) & set(REFUSALS)


def faults_of(code: str) -> Iterator[str]:
    """What is wrong with a text."""
    text = PHRASES[code]
    words = outside_blanks(text)
    if text != text.strip():
        yield f"blanks around {text!r}"
    if NOTATION.search(words):
        yield f"of programs: {words}"
    if not code.startswith("kept."):  # these stay as they were recorded first
        if text.endswith("."):
            yield "a full stop, which what to do alone has"
        yield from translated(words)


def test_the_words_are_plain() -> None:
    assert [f"{code}: {fault}" for code in sorted(PHRASES) for fault in faults_of(code)] == []


def test_every_prompt_of_the_written_rounds_has_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[Due] = []

    def keeping(words: Callable[..., Due]) -> Callable[..., Due]:
        def kept(*given: Any) -> Due:
            waits.append(words(*given))
            return waits[-1]

        return kept

    in_words = importlib.import_module("rounds.engine.due")._IN_WORDS
    for action, words in list(in_words.items()):
        monkeypatch.setitem(in_words, action, keeping(words))
    files = [str(path) for path in sorted((ROOT / "tests").rglob("*.round"))]
    with suppress(SystemExit):  # some of them are written to fail
        call_command("play", "--json", *files, stdout=StringIO())
    phrases = [
        text for due in waits for text in (due.prompt, due.announcement, *due.then) if text is not None
    ]
    assert len(phrases) > 1000
    for language in ("en-au", "en-gb"):
        with override_settings(LANGUAGE_CODE=language):
            assert all(map(phrase, phrases))


def test_what_a_row_keeps_of_a_phrase_is_rendered_the_same() -> None:
    held = Phrase.of("prompt.held", prompt=Phrase.of("prompt.card", place=(3, 2)), card="5d")
    assert held.english == "Card for box 3 hand 2; next comes 5♦, drawn in error"
    kept = ["prompt.held", {"prompt": ["prompt.card", {"place": [3, 2]}], "card": "5d"}]
    assert phrase(kept) == held.english
    assert phrase(None) == ""


def test_a_refusal_can_be_what_the_table_waits_for() -> None:
    assert text_of("call.no_wager") == REFUSALS["call.no_wager"].what
