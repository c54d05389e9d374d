"""A house that says some texts in words of its own, or every text with a mark by which it is told from English."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.test import override_settings


@contextmanager
def house_says(folder: Path, texts: Mapping[str, str], currency: str = "£") -> Iterator[None]:
    """Screens show other words for these English texts, and write amounts with another sign."""
    catalogue = Catalog(locale="de", charset="utf-8")
    for english, own in texts.items():
        catalogue.add(english, own)
    with _house_of(folder, catalogue, currency):
        yield


@contextmanager
def house_marks(folder: Path, texts: Catalog) -> Iterator[None]:
    """Screens show each of these texts between marks, and the values of its blanks between others."""
    catalogue = Catalog(locale="de", charset="utf-8")
    for entry in texts:
        if entry.id:
            forms = [entry.id] if isinstance(entry.id, str) else entry.id
            own = tuple([marked(str(form)) for form in forms])
            catalogue.add(entry.id, own if len(own) > 1 else own[0], context=entry.context)
    with _house_of(folder, catalogue, "$"):
        yield


@contextmanager
def _house_of(folder: Path, catalogue: Catalog, currency: str) -> Iterator[None]:
    place = folder / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    out = BytesIO()
    write_mo(out, catalogue)
    (place / "django.mo").write_bytes(out.getvalue())
    with override_settings(LANGUAGE_CODE="de", LOCALE_PATHS=[folder], CURRENCY=currency):
        yield


OWN, END = "⟦", "⟧"
VALUE, END_OF_VALUE = "⟨", "⟩"
BLANK = re.compile(r"\{\w+(?::[^{}]*)?\}|%\(\w+\)s")


def marked(english: str) -> str:
    """A text as a house that marks every text says it: ``⟦Box ⟨{box}⟩ is closed⟧``."""
    return f"{OWN}{BLANK.sub(_blank, english)}{END}"


def _blank(blank: re.Match[str]) -> str:
    """A number with its noun (``{n:wager|wagers}``) has the catalogue's own words in it."""
    return blank[0] if "|" in blank[0] else f"{VALUE}{blank[0]}{END_OF_VALUE}"


def unmarked(shown: str) -> str:
    """What is outside every mark, or a value in it."""
    inside: list[str] = []
    left = ""
    for sign in shown:
        if sign in (OWN, VALUE):
            inside.append(sign)
            left += "\n"
        elif sign in (END, END_OF_VALUE):
            del inside[-1:]
            left += "\n"
        elif not inside or inside[-1] == VALUE:
            left += sign
    return left


READ_ALOUD = {
    *("aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt", "data-title"),
    *("data-key-words", "data-why", "data-brief", "data-does", "data-say"),
}
"""Attributes that people read or hear, or that scripts show."""
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "br",
    "cite",
    "code",
    "em",
    "i",
    "kbd",
    "small",
    "span",
    "strong",
    "time",
    "wbr",
}


class _Texts(HTMLParser):
    """The texts of a page: of each element with the words beside it, and of the attributes that people read."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = [""]
        self.aside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self.aside = tag
        if tag not in INLINE:
            self.texts.append("")
        else:
            self.texts[-1] += "\n"
        self.attributes(tag, dict(attrs))

    def attributes(self, tag: str, given: dict[str, str | None]) -> None:
        button = tag == "input" and given.get("type") in ("submit", "button")
        read = [value for name, value in given.items() if name in READ_ALOUD or (button and name == "value")]
        self.texts[-1:-1] = [value for value in read if value]

    def handle_endtag(self, tag: str) -> None:
        self.aside = ""
        if tag not in INLINE:
            self.texts.append("")
        else:
            self.texts[-1] += "\n"

    def handle_data(self, data: str) -> None:
        if not self.aside:
            self.texts[-1] += data


WORDS = re.compile(r"[A-Za-z][A-Za-z’' ,;:-]*[A-Za-z]")
READ = re.compile(r"(?<![\w./=-])[A-Za-z][a-z’']+(?![\w/=-]|\.\w)")


def english_of(page: str) -> list[str]:
    """The texts of a page that are in no catalogue."""
    reader = _Texts()
    reader.feed(page)
    left = [line.strip() for text in reader.texts for line in unmarked(text).splitlines()]
    return [line for line in left if READ.search(line)]
