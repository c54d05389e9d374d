"""``make words``: list every text that people read and compile the catalogues of the house's words.

Writes ``casino/locale/words.pot`` (every text, for a house that makes its own catalogue; not committed) and
``django.mo`` beside each ``django.po`` of ``casino/locale``. It names entries of a catalogue whose English no longer
exists.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize
from jinja2.ext import babel_extract
from msgspec import Struct

from casino.rulebooks import BOOKS
from casino.rulebooks.house import house_of
from casino.rulebooks.in_words import plain, value_words
from casino.rulebooks.irregularities import irregularities
from casino.rulebooks.irregularities.cases import CASES
from casino.words import Words
from sidebets import EVERY
from tables.tournaments.machine import commands as tournament_commands
from tables.tournaments.machine import conditions as tournament_conditions
from tables.tournaments.machine.state import Phase

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
"""Functions that take the kind of an entry by keyword."""
KIND_AT = {"Draft": 0, "draft": 0, "record": 1}
"""Where functions of other modules take it otherwise."""
TOURNAMENT_TAGS = "tables/tournaments/machine/events.py"
"""Their entries are called by the tag with “tournament” before it."""
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


def of_books() -> Iterator[Text]:
    """What the books name by data: rules and their values, elections, notices, what a layout has printed on it, what
    is reported of an irregularity and chosen after it."""
    for book in BOOKS.values():
        for game, rules in book.games.items():
            for name, rule in rules.rules().items():
                yield name.replace("_", " ").capitalize(), None
                yield from ((text, None) for text in (*_values(plain(rule.value)), rule.reading) if text)
            for election in book.elections[game]:
                yield election.name.replace("_", " ").capitalize(), None
                yield from ((value.replace("_", " "), None) for value in election.values if value.isalpha())
                notices = (election.notice, *(text for _, text in election.notices))
                yield from ((text, None) for text in notices if text)
            yield from ((text, None) for text, _ in rules.notices)
            yield from ((text, None) for text in house_of(rules).safer_gambling)
            for kind in irregularities(rules).values():
                listed = (value for _, values in kind.values for value in values if value not in CASES)
                yield from ((word.replace("_", " "), None) for word in (*kind.choices, *listed))
            yield rules.natural, None


def _values(value: Any) -> Iterator[str]:
    """The words in a rule's value."""
    if isinstance(value, str | bool):
        yield value_words(value).replace("_", " ")
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _values(part)


def of_tournaments() -> Iterator[Text]:
    """What refusals of a tournament name by data: its conditions, what is entered of its steps, how far it is."""
    for module in (tournament_conditions, tournament_commands):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Struct):
                yield from ((name.replace("_", " "), None) for name in kind.__struct_fields__)
    yield from ((phase, None) for phase in get_args(Phase))


def of_side_bets() -> Iterator[Text]:
    """What side bets name by data: themselves in a sentence, the lines of their scales, what is on the layout and at
    the table."""
    for bet in EVERY:
        lines = [line.name for scale in bet.scales for line in scale.lines]
        yield from ((name.replace("_", " "), None) for name in (bet.key, *lines))
        printed = (bet.cloth.diagram[0], *(text for text, _ in bet.inscriptions))
        yield from ((text, None) for text in printed if text)
        for piece in bet.equipment:
            yield from ((text, None) for text in (piece.item, *(of for of, _ in piece.certified)))


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


def of_entries(source: str, before: str = "") -> Iterator[Text]:
    """The kinds of the entries and events that a module records, as screens show them; `before` goes before the tag of
    an event."""
    tree = ast.parse(source)
    constants = dict(_constants(tree))
    taking = _taking_kinds(tree)
    for node in ast.walk(tree):
        kinds: list[ast.expr] = []
        if isinstance(node, ast.ClassDef):
            tags = [keyword.value for keyword in node.keywords if keyword.arg == "tag"]
            yield from ((before + text, None) for tag in tags for text in _kinds(tag, constants))
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in taking:
                kinds = node.args[taking[name] : taking[name] + 1]
            if name in taking or name in RECORDS:
                kinds += [keyword.value for keyword in node.keywords if keyword.arg == "kind"]
        elif isinstance(node, ast.Tuple) and len(node.elts) == 3:  # kind, details and amount of an event
            kinds = [kind for kind in node.elts[:1] if isinstance(kind, ast.Constant)]
        yield from ((text, None) for kind in kinds for text in _kinds(kind, constants))


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The values of a module's own names, such as ``GIVEN: Final = "rules_given"``."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        for target in targets:
            if isinstance(target, ast.Name) and node.value is not None:  # type: ignore[attr-defined]
                yield target.id, node.value  # type: ignore[attr-defined]


def _taking_kinds(tree: ast.Module) -> dict[str, int]:
    """The functions to which a module gives the kind of an entry, with its place among the arguments."""
    taking = dict(KIND_AT)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [given.arg for given in node.args.args if given.arg not in ("self", "cls")]
            if "kind" in names:
                taking[node.name] = names.index("kind")
    return taking


def _kinds(given: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    """The kinds that an argument may be: itself, what a name of the module has, either of two, any of a table."""
    match given:
        case ast.Constant(value=str(kind)) if KIND.fullmatch(kind):
            yield kind.replace("_", " ")
        case ast.Name(id=name) if name in constants:
            yield from _kinds(constants[name], {})
        case ast.IfExp():
            yield from (*_kinds(given.body, constants), *_kinds(given.orelse, constants))
        case ast.Subscript(value=table):
            yield from _kinds(table, constants)
        case ast.Dict(values=values):
            yield from (kind for value in values for kind in _kinds(value, constants))


def of_python(source: str) -> Iterator[Text]:
    """The texts of ``_("…")`` and similar calls, including those in the placeholders of an f-string."""
    yield from _texts(extract_python(BytesIO(source.encode()), KEYWORDS, [], {"encoding": "utf-8"}))
    if not re.search(r"\{(?:_|gettext)\(", source):
        return
    for node in ast.walk(ast.parse(source)):
        for call in ast.walk(node) if isinstance(node, ast.JoinedStr) else ():
            match call:
                case ast.Call(func=ast.Name(id="_" | "gettext"), args=[ast.Constant(value=str(text))]):
                    yield text, None


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
            texts_here += of_entries(source, "tournament " if place == TOURNAMENT_TAGS else "")
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
    for place, texts_of_data in (
        ("casino/rulebooks", of_books()),
        ("sidebets", of_side_bets()),
        ("tables/tournaments", of_tournaments()),
    ):
        for text, context in texts_of_data:
            texts.add(text, locations=[(place, 0)], context=context)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        reader = of_fragment if path.is_relative_to(LIVE) else of_template
        for text, context in reader(path.read_text()):
            texts.add(text, locations=[(str(path.relative_to(ROOT)), 0)], context=context)
    return texts


def catalogues() -> list[Path]:
    """The catalogues of the project, one for each language."""
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
    """The texts of a catalogue that nothing uses any more."""
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
