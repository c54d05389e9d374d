"""``make words``: list every text that people read and compile the catalogues of the house's words.

Writes ``casino/locale/words.pot`` (every text, for a house that makes its own catalogue; not committed) and
``django.mo`` beside each ``django.po`` of ``casino/locale``. It names entries of a catalogue whose English no longer
exists.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize
from jinja2.ext import babel_extract

from casino.words import Words

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "casino" / "locale"
LIVE = ROOT / "templates" / "live"
PACKAGES = ("casino", "sidebets", "tables", "rounds")
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
CATALOGUES = (
    *(
        "WORDS",
        "PROMPTS",
        "ANNOUNCEMENTS",
        "EVENTS",
        "LINES",
        "BARS",
        "REPORTS",
        "TASKS",
        "FAULTS",
        "CHANGES",
        "RESTRICTIONS",
    ),
    *("ENTRIES", "TOURNAMENT_EVENTS", "CAUSES", "SCRIPTS", "TERMS", "CASES"),
)
"""The names under which modules keep their texts."""
KEEPING_TEXTS = ("casino/words/", "casino/rulebooks/irregularities/cases.py")
"""Where these modules are."""
BOOK_TEXTS = {"Step": (2, 3), "Ordered": (2,), "Change": (3,), "Prepared": (2,), "Kind": (1,), "Mark": (2,)}
"""Which arguments in a book's data are texts for people."""
READ_BY_KEYWORD = ("words", "done", "title", "consults", "reviewer", "cards_checked_how")
KIND = re.compile(r"[a-z]+(_[a-z]+)*")
RECORDS = ("Draft", "draft", "append", "write", "record", "note")
Text = tuple[str | tuple[str, ...], str | None]
"""A text (or singular and plural) with its context."""


def of_catalogue(module: ModuleType) -> Iterator[Text]:
    """The texts of a module that keeps them by code."""
    for name, texts in vars(module).items():
        if name not in CATALOGUES:
            continue
        if isinstance(texts, dict):
            for words in texts.values():
                yield from ((text, None) for text in (words if isinstance(words, Words) else [words]) if text)
        elif isinstance(texts, tuple):
            yield from ((text, None) for text in texts)


def of_rule_book(source: str) -> Iterator[Text]:
    """The texts of a book's shoe and irregularities: what a step asks for, what an irregularity is called."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = [node.args[at] for at in BOOK_TEXTS.get(node.func.id, ()) if at < len(node.args)]
            given += [keyword.value for keyword in node.keywords if keyword.arg in READ_BY_KEYWORD]
            for value in given:
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                    yield value.value, None


def of_choices(source: str) -> Iterator[Text]:
    """The labels of a model's choices, such as the roles and the states of a table."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and any(
            getattr(base, "attr", "") == "TextChoices" for base in node.bases
        ):
            for line in node.body:
                if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
                    value = ast.literal_eval(line.value)
                    # A choice without a label is shown by its name.
                    yield (
                        value[1]
                        if isinstance(value, tuple)
                        else line.targets[0].id.replace("_", " ").title(),
                        None,
                    )


def of_entries(source: str) -> Iterator[Text]:
    """The kinds of the entries and events that a module records, as screens show them."""
    for node in ast.walk(ast.parse(source)):
        kinds: list[ast.expr] = []
        if isinstance(node, ast.ClassDef):
            kinds = [keyword.value for keyword in node.keywords if keyword.arg == "tag"]
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            kinds = [keyword.value for keyword in node.keywords if keyword.arg == "kind" and name in RECORDS]
            kinds += (
                node.args[:1] if name == "draft" else node.args[1:3] if name in ("record", "_record") else []
            )
        elif isinstance(node, ast.Tuple) and len(node.elts) == 3:  # kind, details and amount of an event
            kinds = node.elts[:1]
        for kind in kinds:
            if isinstance(kind, ast.Constant) and KIND.fullmatch(str(kind.value)):
                yield str(kind.value).replace("_", " "), None


def of_python(source: str) -> Iterator[Text]:
    """The texts of ``_("…")`` and its kin."""
    yield from _texts(extract_python(BytesIO(source.encode()), KEYWORDS, [], {"encoding": "utf-8"}))


def of_template(source: str) -> Iterator[Text]:
    """The texts of ``{% translate %}`` and ``{% blocktranslate %}``."""
    # Django blanks out everything else, and leaves what a JavaScript lexer reads as names and calls.
    calls = templatize(source)
    yield from _texts(extract_javascript(BytesIO(calls.encode()), KEYWORDS, [], {"encoding": "utf-8"}))


def of_fragment(source: str) -> Iterator[Text]:
    """The texts of ``{{ _("…") }}`` and ``{% trans %}`` in a live fragment."""
    trimmed = {"trimmed": "true", "newstyle_gettext": "true", "trim_blocks": "true", "lstrip_blocks": "true"}
    yield from _texts(babel_extract(BytesIO(source.encode()), tuple(KEYWORDS), (), trimmed))


def _texts(calls: Iterable[tuple[Any, ...]]) -> Iterator[Text]:
    for _, name, given, _ in calls:
        parts = list(given) if isinstance(given, tuple | list) else [given]
        context = parts.pop(0) if name.startswith(("pgettext", "npgettext")) else None
        texts = tuple(part for part in parts if isinstance(part, str) and part)
        if texts:
            yield (texts if len(texts) > 1 else texts[0]), context


def catalogue() -> Catalog:
    """Every text that people read, with the files that contain it."""
    texts = Catalog(project="casino", fuzzy=False, charset="utf-8")
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text()
            place = str(path.relative_to(ROOT))
            texts_here = [*of_python(source)] if "gettext" in source else []
            texts_here += of_entries(source)
            if "TextChoices" in source:
                texts_here += of_choices(source)
            if path.is_relative_to(ROOT / "casino" / "rulebooks"):
                texts_here += of_rule_book(source)
            if place.startswith(KEEPING_TEXTS):
                texts_here += of_catalogue(
                    import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
                )
            for text, context in texts_here:
                texts.add(text, locations=[(place, 0)], context=context)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        reader = of_fragment if path.is_relative_to(LIVE) else of_template
        for text, context in reader(path.read_text()):
            texts.add(text, locations=[(str(path.relative_to(ROOT)), 0)], context=context)
    return texts


def catalogues() -> list[Path]:
    """The catalogues of the project, one a language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))


def read(path: Path) -> Catalog:
    """A catalogue in its written form."""
    return read_po(StringIO(path.read_text()), locale=path.parts[-3])


def compiled(path: Path) -> bytes:
    """A catalogue in the form that Django reads."""
    out = BytesIO()
    write_mo(out, read(path))
    return out.getvalue()


def gone(path: Path, texts: Catalog) -> list[str]:
    """The texts of a catalogue that nothing in the house uses any more."""
    return [
        str(entry.id)
        for entry in read(path)
        if entry.id
        and texts.get(entry.id if isinstance(entry.id, str) else entry.id[0], entry.context) is None
    ]


def main() -> int:
    """Write the list and the compiled catalogues; returns 1 if a catalogue has texts that are gone."""
    texts = catalogue()
    with (LOCALE / "words.pot").open("wb") as out:
        write_po(out, texts, width=110, sort_output=True, include_lineno=False, omit_header=False)
    lost = 0
    for path in catalogues():
        path.with_suffix(".mo").write_bytes(compiled(path))
        for text in gone(path, texts):
            lost += 1
            print(f"{path.relative_to(ROOT)}: nothing says this any more: {text}", file=sys.stderr)  # noqa: T201
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
