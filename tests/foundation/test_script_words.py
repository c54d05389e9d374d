"""The words that scripts write: in one catalogue, in the house's language, and none left in a script."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.test import Client, override_settings

from casino.web.script_words import script_words
from casino.words.filling import PHRASES
from casino.words.refusals import REFUSALS
from casino.words.scripts import SCRIPTS
from tests.foundation.catalogue import every_text
from tools import words

FILES = sorted((words.ROOT / "static" / "js").rglob("*.js"))
CODE = re.compile(r"\"([a-z]+\.[a-z_]+)\"")
LITERAL = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`")
OF_THE_PROGRAM = re.compile(
    r"(?:\$|querySelector(?:All)?|closest|matches|NoAnswer|Error|includes|attempt|getElementById|split|matchMedia)\($"
)
"""What a literal after it names is a part of the page, or goes to the people who look after the system."""
SENTENCE = re.compile(r"[A-Za-z]{2,}[,:;]? [a-z]{2,}")


NOT_READ = {"use strict", "key around", "no answer in  ms"}
"""Names of classes, and what a fault is called where it is thrown."""


def code_of(path: Path) -> str:
    return re.sub(r"(^|\s)//[^\n]*", r"\1", path.read_text())


def literals(source: str) -> Iterator[str]:
    for match in LITERAL.finditer(source):
        if not OF_THE_PROGRAM.search(source[max(0, match.start() - 20) : match.start()].rstrip()):
            yield re.sub(r"\$\{.*?(?:\}|$)", "", match[0][1:-1])


def used() -> set[str]:
    nouns = {code.partition(".")[0] for code in SCRIPTS}
    return {
        code
        for path in FILES
        for code in CODE.findall(code_of(path))
        if code.partition(".")[0] in nouns and not code.endswith(".csv")
    }


def test_every_code_of_a_script_has_words_and_every_word_is_used() -> None:
    assert used() == set(SCRIPTS)
    assert not set(SCRIPTS) & (set(REFUSALS) | set(PHRASES))


def test_every_word_can_be_translated() -> None:
    for text in SCRIPTS.values():
        assert every_text().get(text) is not None
        assert [name for _, name, _, _ in Formatter().parse(text) if name == ""] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_sentence_is_left_in_a_script(path: Path) -> None:
    left = [text for text in literals(code_of(path)) if SENTENCE.search(text) and not text.startswith("<")]
    selectors = ("#", ".", "[", "input", "form", "main", "dialog", "tr", "button", "aside", "meta", "a[")
    assert [text for text in left if not text.lstrip().startswith(selectors) and text not in NOT_READ] == []


def test_the_page_gets_them_in_the_language_of_the_house(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    texts = Catalog(locale="de", charset="utf-8")
    texts.add("Your tap was not sent.", "Ihre Eingabe wurde nicht gesendet.")
    output = BytesIO()
    write_mo(output, texts)
    (folder / "django.mo").write_bytes(output.getvalue())
    with override_settings(LANGUAGE_CODE="de", LOCALE_PATHS=[tmp_path]):
        answer = Client().get("/words.js")
    script = answer.content.decode()
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    own = json.loads(script.removeprefix("window.houseWords = ").removesuffix(";\n"))
    assert own.keys() == SCRIPTS.keys()
    assert own["sent.not_sent"] == "Ihre Eingabe wurde nicht gesendet."
    assert own["sent.repeat"] == "Send it again"


def test_every_page_loads_them_before_any_script() -> None:
    page = Client().get("/nowhere/").content.decode()
    assert page.index(script_words()) < page.index("js/house.js")
    assert re.fullmatch(r"/words\.js\?[0-9a-f]{16}", script_words())
