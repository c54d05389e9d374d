"""Texts that people read are in the catalogues: no new English sentence in Python outside them.

A text is in `casino/words` by a code, or marked for translation. What an entry says is a `Phrase` too.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from casino.words.terms import TERMS

ROOT = Path(__file__).parents[2]
PACKAGES = ("casino", "sidebets", "tables", "rounds")

EXCUSED: Final[dict[str, str]] = {
    "casino/words/": "the catalogues",
    "casino/rulebooks/": "the books' own words: `tools.words` lists their titles and steps for translation",
    "sidebets/": "the books' own words of each side bet",
    "casino/ledger/": "what `verify_ledger` and the seals tell whoever keeps the record, in the record's language",
    "casino/postgres/": "what the program tells whoever starts it",
    "casino/asgi.py": "the name of a task",
    "casino/watching/": "what figures are called for those who watch the system, in the words of Prometheus",
    "casino/web/health.py": "what the health check answers to programs",
    "casino/ledger/readiness.py": "the same, where it asks whether a tap can be recorded",
    "rounds/apps.py": "what `archive_ledger` tells whoever keeps the record, in the record's language",
    "rounds/notation/": "the `.round` format, which is English",
    "rounds/play/readers/check.py": "what `verify_ledger` finds, in the record's language",
    "rounds/read_model/replay_check.py": "what `verify_ledger` finds, in the record's language",
    "rounds/simulation/": "programs for those who run and measure the system",
    "rounds/surveillance/apps.py": "what `archive_ledger` tells whoever keeps the record, in the record's language",
    "rounds/surveillance/incidents/check.py": "what `verify_ledger` finds, in the record's language",
    "rounds/surveillance/desk_settings/lists.py": "the lists that a house begins with and changes, and what it types",
    "rounds/surveillance/find/search.py": "what people type is read here",
    "rounds/surveillance/find/vocabulary.py": "what people type is read here",
    "rounds/surveillance/when.py": "what people type is read here",
    "tables/admin.py": "the set-up pages of the framework",
    "tables/approved_rules/check.py": "what `verify_ledger` finds, in the record's language",
    "tables/demonstration/": "the made-up house of the demonstration",
    "tables/float/check.py": "what `verify_ledger` finds, in the record's language",
    "tables/float/policy.py": "what a house file that cannot be read tells whoever starts the house",
    "tables/signs/check.py": "what `verify_ledger` finds, in the record's language",
    "tables/tournaments/check.py": "what `verify_ledger` finds, in the record's language",
    "tables/tournaments/machine/draw.py": "what the digest of a draw is made of",
}
"""Where English is in place, with the reason."""

NOT_READ: Final[dict[str, dict[str, str]]] = {
    "casino/staff/backend.py": {"no address": "in place of an address"},
    "casino/staff/devices.py": dict.fromkeys(
        (
            *("tablet \x00", "device \x00", "address \x00", "number \x00 at tablet \x00"),
            *("number \x00 at device \x00", "number \x00 at devices of \x00", "number \x00"),
        ),
        "what tries are counted under",
    ),
    "casino/staff/pin.py": dict.fromkeys(
        ("guesses \x00", "number \x00", "number \x00 at ", "address \x00"), "what tries are counted under"
    ),
    "casino/staff/rights.py": {"\x00 has a \x00 that no entry gives": "what `verify_ledger` finds"},
    "casino/serve.py": {
        "Say on which port: python -m casino.serve -p 8000": "for whoever starts the program"
    },
    "casino/money.py": {"\x00 to \x00": "odds as the layout has them printed"},
    "rounds/engine/edition.py": {
        "\x00 judges side bets of a later version": "for whoever runs the workers",
        "an edition of the rules is of form \x00": "for whoever runs the workers",
    },
    "rounds/engine/reading.py": {"“\x00” is recorded by a later version": "for whoever runs the workers"},
    "rounds/engine/waiting.py": {
        "box \x00 hand \x00": "a place in the `.round` format",
        "box \x00": "a place in the `.round` format",
    },
    "rounds/pit/alerts/alerts.py": {"hours \x00": "the key of a line"},
    "rounds/play/snapshot.py": {
        "the table's row and its chain do not fit together": "what `verify_ledger` finds, in the record's language"
    },
    "rounds/surveillance/compare/like_cases.py": {"last \x00 days": "a time as it is typed, in an address"},
    "rounds/read_model/felt/boxes.py": {"box empty": "classes of an element"},
    "rounds/read_model/irregularities/plan.py": {"\x00 from": "looked for in the English of the record"},
    "rounds/read_model/tournament_entries.py": {"\x00/\x00 box \x00": "names a wager in the record"},
    "tables/tournaments/machine/commands.py": {
        "Object contains unknown field `\x00`": "the fault of a form, for programs"
    },
    "tables/tournaments/machine/plan.py": {
        "Heats \x00": "the name of a stage, which the conditions have in English"
    },
}
"""Texts that look like English and are for no screen, by file, with the reason."""

VIEW_ROOMS: Final = (
    "casino/forms",
    "casino/staff",
    "casino/web",
    "rounds/pages",
    "rounds/pit",
    "rounds/read_model",
    "rounds/surveillance",
    "rounds/tablet",
    "tables",
)
"""Where screens are made: a refusal is rendered through `casino.translated` there."""
IN_ENGLISH: Final[dict[str, tuple[str, ...]]] = {
    "the answer to a program, in JSON": (
        "casino/web/error_pages.py",
        "casino/web/server_errors.py",
        "rounds/tablet/views.py",
    ),
    "a line that the recorder of the house's cameras writes into its picture": (
        "rounds/surveillance/video/views.py",
    ),
    "a finding of `manage.py doctor`, which is no refusal": ("casino/web/doctor.py",),
    "what is wrong with a check of the cards, which is no refusal": ("tables/opening/packs.py",),
    "the message of a report, which is no refusal: a refusal of one is kept by its code": (
        "rounds/tablet/reader_panel.py",
    ),
}
"""Files in which the English of the record is in place, by the reason."""

TRANSLATED = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext"}
PROGRAMMERS = re.compile(r"(?:(?<!Validation)Error|Exception|Configured|Warning)$")
"""Exceptions that no person at a table is shown."""
LOGGING = {"debug", "info", "warning", "error", "exception", "critical"}
OF_PROGRAMS = {
    "verbose_name",
    "verbose_name_plural",
    "db_comment",
    "css",
    "condition",
    "sql",
    "content_type",
    "short_description",
    "description",
    "boundary",
}
"""Names of arguments and fields that no person at a table is shown."""
SQL = re.compile(
    r"\s*(?:SELECT|INSERT|UPDATE|DELETE|SET|DROP|CREATE|WITH|RETURN|OLD\.|NEW\.|\(\(|date_bin|to_char)\b"
)
OTHER_FORMS = re.compile(r"[a-z]+/[\w.+-]+; |attachment; |window\.|public, |class=\"")
"""Types of content, scripts, classes."""
READ_ALOUD = re.compile(r"(?:aria-label|title|placeholder|alt|data-why)=\"([^\"]*)\"")
WORD = re.compile(r"[A-Za-z][a-z’']+")
REFUSAL = re.compile(r"(?:\w+\.)*(?:refusal|refused|barred|why)")
"""What code calls a refusal."""


def text_of(node: ast.AST) -> str | None:
    """A text, or an f-string with a sign for each of its blanks."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            [str(part.value) if isinstance(part, ast.Constant) else "\x00" for part in node.values]
        )
    return None


def is_sentence(text: str) -> bool:
    """Whether somebody would read it as English: two words, or a word beside a blank."""
    if SQL.match(text) or OTHER_FORMS.match(text):
        return False
    read = " ".join([re.sub(r"<[^>]*>?", " ", text), *READ_ALOUD.findall(text)])
    if not re.search(r"\w \w|\x00[,;:]? ?\w|\w[,;:]? \x00", read) or re.fullmatch(r"[\w.-]*", read.strip()):
        return False
    words = WORD.findall(re.sub(r"[\w./-]*[/_=][\w./-]*|\{[^{}]*\}|[\w-]+\.[\w-]+", " ", read))
    return len(words) >= 2 or (bool(words) and bool(re.search(r"\x00,? [a-z]{2}|[a-z]{2}:? \x00", read)))


def refusal_in_english(node: ast.AST) -> bool:
    """Whether it is the message or the remedy of something in the record's English, or a refusal as one text."""
    match node:
        case ast.Attribute(attr="message" | "remedy", ctx=ast.Load(), value=ast.Name(id="translated")):
            return False
        case ast.Attribute(attr="message" | "remedy", ctx=ast.Load()):
            return True
        case ast.Call(func=ast.Name(id="str"), args=[thing]) | ast.FormattedValue(value=thing):
            return bool(REFUSAL.fullmatch(ast.unparse(thing)))
    return False


def refusals_in_english() -> Iterator[str]:
    """Each place of a view room that renders a refusal past `casino.translated`."""
    for room in VIEW_ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            if "/migrations/" in place or "/management/" in place:
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if refusal_in_english(node):
                    yield f"{place}:{node.lineno}: {ast.unparse(node)}"  # type: ignore[attr-defined]


def name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def names_of(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {str(getattr(target, "id", getattr(target, "attr", ""))) for target in targets}


def sentences(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The English texts of a module that people may be shown, with their lines."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Assert():
            return
        case ast.ClassDef(bases=[ast.Attribute(attr="TextChoices"), *_]):
            return  # `tools.words` lists the labels of choices
        case ast.FunctionDef(name="__str__"):
            return  # how a row calls itself in the shell and on the set-up pages
        case ast.Call() if name_of(node) == "compile":
            return  # a pattern
        case ast.Call() if name_of(node) in TRANSLATED or PROGRAMMERS.search(name_of(node)):
            return
        case ast.Call(func=ast.Attribute()) if name_of(node) in LOGGING:
            return
        case ast.keyword(arg=str(name)) if name in OF_PROGRAMS:
            return
        case ast.Assign() | ast.AnnAssign() if names_of(node) & OF_PROGRAMS:
            return
    text = text_of(node)
    if text is not None and text not in TERMS and is_sentence(text):
        yield node.lineno, text  # type: ignore[attr-defined]
    for child in ast.iter_child_nodes(node):
        if text is None or not isinstance(child, ast.Constant):
            yield from sentences(child)


@cache
def texts_in_code() -> dict[str, list[str]]:
    """Every English text outside the catalogues, by file."""
    files: dict[str, list[str]] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            if "/migrations/" in place or "/management/" in place or place.startswith(tuple(EXCUSED)):
                continue
            if texts := [f"{place}:{line}: {text}" for line, text in sentences(ast.parse(path.read_text()))]:
                files[place] = texts
    return files


def test_a_text_that_people_read_is_in_a_catalogue() -> None:
    """Put it into `casino/words` by a code, or into ``_("…")``: `casino/translated.py` says how."""
    new = {
        place: left
        for place, texts in texts_in_code().items()
        if (left := [text for text in texts if text.partition(": ")[2] not in NOT_READ.get(place, {})])
    }
    assert not new, "\n".join(text for texts in new.values() for text in texts)


@pytest.mark.parametrize("place", sorted(NOT_READ))
def test_what_is_not_read_is_there(place: str) -> None:
    texts = {text.partition(": ")[2] for text in texts_in_code()[place]}
    assert set(NOT_READ[place]) <= texts


@pytest.mark.parametrize("place", sorted(EXCUSED))
def test_what_is_excused_is_there(place: str) -> None:
    assert (ROOT / place).exists()


def test_a_sentence_in_code_is_noticed() -> None:
    noticed = """
        x = "the wager is void"
        y = f"box {box} is closed"
        z = f"{card} too many"
        Draft(kind="opened", detail=f"{table} is opened")
        w = f'<i aria-label="a card face down">{card}</i>'
    """
    passed_over = '''
        """A docstring about a wager."""
        x = _("the wager is void")
        raise ValueError(f"box {box} is closed")
        log.warning("the wager is void")
        cursor.execute("SELECT box FROM wagers")
        y = f"/table/{table}/play/"
        z = f'<i class="card face down">{card}</i>'
        w = "wager.below_minimum"
    '''

    def lines(source: str) -> list[str]:
        return [line.strip() for line in source.splitlines() if line.strip()]

    for line in lines(noticed):
        assert list(sentences(ast.parse(line))), line
    for line in lines(passed_over):
        assert not list(sentences(ast.parse(line))), line


def test_a_screen_says_a_refusal_in_the_house_s_words() -> None:
    """Call `message` and `remedy` of `casino.translated`, or give a form a `FieldRefused`."""
    excused = tuple(f"{place}:" for places in IN_ENGLISH.values() for place in places)
    lines = list(refusals_in_english())
    assert [line for line in lines if not line.startswith(excused)] == []
    assert [place for place in excused if not any(line.startswith(place) for line in lines)] == []


@pytest.mark.parametrize(
    ("source", "noticed"),
    [
        ("refusal.message", True),
        ("answer.refusal.remedy", True),
        ("str(refusal)", True),
        ('f"{refusal}"', True),
        ("translated.message(refusal)", False),
        ("message(refusal)", False),
        ("str(refusal.code)", False),
    ],
)
def test_a_refusal_in_english_is_noticed(source: str, noticed: bool) -> None:
    assert any(map(refusal_in_english, ast.walk(ast.parse(source)))) == noticed
