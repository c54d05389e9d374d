"""Texts that people read are in the catalogues: no new English sentence in Python outside them.

`LEFT` has the files that still have some, each with their number. It only shrinks: who moves a text into `casino/words`
or marks it for translation takes it off the number here.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("casino", "sidebets", "tables", "rounds")

EXCUSED: Final[dict[str, str]] = {
    "casino/words/": "the catalogues",
    "casino/rulebooks/": "the books' own words: `tools.words` lists their titles and steps for translation",
    "sidebets/": "the books' own words of each side bet",
    "casino/ledger/": "what `verify_ledger` and the seals tell whoever keeps the record, in the record's language",
    "casino/postgres/": "what the program tells whoever starts it",
    "casino/staff/": "details of entries, and the set-up pages of the framework",
    "casino/asgi.py": "the name of a task",
    "casino/web/doctor.py": "what the check of an installation prints for whoever runs it",
    "casino/web/health.py": "what the health check answers to programs",
    "rounds/apps.py": "what `archive_ledger` tells whoever keeps the record, in the record's language",
    "rounds/notation/": "the `.round` format, which is English",
    "rounds/play/readers/check.py": "what `verify_ledger` finds, in the record's language",
    "rounds/read_model/replay_check.py": "what `verify_ledger` finds, in the record's language",
    "rounds/simulation/": "programs for those who run and measure the system",
    "rounds/surveillance/apps.py": "what `archive_ledger` tells whoever keeps the record, in the record's language",
    "rounds/surveillance/incidents/check.py": "what `verify_ledger` finds, in the record's language",
    "rounds/surveillance/lists/lists.py": "the lists that a house begins with and changes, and what it types",
    "rounds/surveillance/find/search.py": "what people type is read here",
    "rounds/surveillance/find/vocabulary.py": "what people type is read here",
    "tables/forms/when.py": "what people type is read here",
    "tables/admin.py": "the set-up pages of the framework",
    "tables/approved_rules/check.py": "what `verify_ledger` finds, in the record's language",
    "tables/demonstration/": "the made-up house of the demonstration",
    "tables/float/check.py": "what `verify_ledger` finds, in the record's language",
    "tables/float/policy.py": "what a house file that cannot be read tells whoever starts the house",
    "tables/signs/check.py": "what `verify_ledger` finds, in the record's language",
    "tables/tournaments/record.py": "what `verify_ledger` finds, in the record's language",
    "tables/tournaments/machine/draw.py": "what the digest of a draw is made of",
    "tables/tournaments/machine/words.py": "details of entries: the record keeps its English",
}
"""Where English is in place, with the reason."""

LEFT: Final[dict[str, int]] = {
    "casino/cards.py": 1,
    "casino/money.py": 1,
    "casino/serve.py": 1,
    "rounds/engine/edition.py": 2,
    "rounds/engine/reading.py": 1,
    "rounds/engine/settlement/settling.py": 1,
    "rounds/engine/shoe/roles.py": 1,
    "rounds/engine/waiting.py": 2,
    "rounds/pit/alerts/alerts.py": 1,
    "rounds/play/approval.py": 1,
    "rounds/play/projection/players.py": 3,
    "rounds/play/readers/views.py": 2,
    "rounds/play/recording.py": 3,
    "rounds/play/snapshot.py": 3,
    "rounds/read_model/felt/boxes.py": 1,
    "rounds/read_model/irregularities/plan.py": 2,
    "rounds/read_model/tournament_entries.py": 1,
    "tables/bets/equipment.py": 5,
    "tables/bets/forms.py": 1,
    "tables/bets/offering.py": 2,
    "tables/bets/offers.py": 5,
    "tables/bets/scales.py": 4,
    "tables/disputes/disputes.py": 14,
    "tables/float/cash.py": 1,
    "tables/float/counts.py": 1,
    "tables/floor/closing_notices.py": 3,
    "tables/floor/players.py": 6,
    "tables/floor/scheduled_changes.py": 1,
    "tables/floor/setup.py": 1,
    "tables/floor/supervisor_calls.py": 3,
    "tables/house/against_book.py": 1,
    "tables/house/facts.py": 4,
    "tables/house/house_file.py": 14,
    "tables/house/lists.py": 2,
    "tables/house/questions.py": 10,
    "tables/house/service.py": 3,
    "tables/models.py": 12,
    "tables/opening/packs.py": 1,
    "tables/opening/reading.py": 1,
    "tables/signs/limits_paid.py": 1,
    "tables/signs/signs.py": 2,
    "tables/tournaments/machine/plan.py": 1,
}
"""Files with texts that are still to be moved, and how many."""

TRANSLATED = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext"}
PROGRAMMERS = re.compile(r"(?:Error|Exception|Configured|Warning)$")
"""Exceptions that no person at a table is shown."""
LOGGING = {"debug", "info", "warning", "error", "exception", "critical"}
OF_THE_RECORD = {"detail", "details"}
"""Names under which the details of entries are put together: the record keeps its English."""
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
        case ast.keyword(arg=str(name)) if name in OF_THE_RECORD | OF_PROGRAMS:
            return
        case ast.Assign() | ast.AnnAssign() if names_of(node) & (OF_THE_RECORD | OF_PROGRAMS):
            return
    text = text_of(node)
    if text is not None and is_sentence(text):
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
    new = {place: texts for place, texts in texts_in_code().items() if len(texts) > LEFT.get(place, 0)}
    assert not new, "\n".join(text for texts in new.values() for text in texts)


def test_what_was_moved_is_taken_off_the_list() -> None:
    now = {place: len(texts) for place, texts in texts_in_code().items()}
    assert {place: now.get(place, 0) for place in LEFT if now.get(place, 0) < LEFT[place]} == {}


@pytest.mark.parametrize("place", sorted(EXCUSED))
def test_what_is_excused_is_there(place: str) -> None:
    assert (ROOT / place).exists()


def test_a_sentence_in_code_is_noticed() -> None:
    noticed = """
        x = "the wager is void"
        y = f"box {box} is closed"
        z = f"{card} too many"
        w = f'<i aria-label="a card face down">{card}</i>'
    """
    passed_over = '''
        """A docstring about a wager."""
        x = _("the wager is void")
        raise ValueError(f"box {box} is closed")
        log.warning("the wager is void")
        Draft(kind="opened", detail=f"{table} is opened")
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
