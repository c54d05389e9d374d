"""Names and sentences that a casino worker or a programmer would use: no vague locals, no stiff English."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ("casino", "sidebets", "tables", "rounds", "tools", "tests")
VAGUE: Final = frozenset(
    {"told", "said", "one", "ones", "made", "found", "thing", "things", "stuff", "wanted"}
)
"""As the name of a variable they say nothing of what it holds: take the noun. So too of a function: take the verb, or
the noun of what it returns."""
SPEECH: Final = frozenset({"told", "said", "untold", "unsaid"})
"""With them no name of a function ends either: what is recorded, shown or written is called so."""
BOUND: Final = re.compile(
    rf"\b(?:{'|'.join(VAGUE)})\b\s*(?:[^\s\w=]{{0,3}}=(?!=)|[:,)\]]|in\b)|\bdef\s+\w*(?:{'|'.join(VAGUE | SPEECH)})_*\("
)
"""In every module with such a name, and in some without: to look for it takes a fiftieth of what parsing takes."""
RECORDED: Final = {
    "rounds/engine/corrections/": "a field of an event",
    "rounds/engine/events.py": "a field of an event",
    "tables/bets/": "a field of a form, and what becomes of it",
    "tables/signs/": "a field of a form, and what becomes of it",
}
"""Where such a name is that of something recorded or sent: it stays."""
STIFF: Final = re.compile(
    r"\b(?:knows no\b|(?:is|are) none\b|there is none\b|(?<!--)anew\b|[Ii]n earnest\b|[Ff]or want of\b"
    r"|seen to it\b|sees to it\b|[Bb]y turns\b|there no more\b|whereof\b|thereof\b"
    r"|(?<!some )(?<!each )(?<!none )(?<!first )(?<!entries )of which\b"
    r"|what (?:stands|stood)\b|as (?:it|they) (?:then )?(?:stands?|stood)\b|record (?:stands|stood)\b"
    r"|st(?:ands?|ood) (?:in|at|under|beside|between|there|here|best|open)\b"
    r"|(?:to|by|for|than|as|beside) who\b(?! in )|that there (?:is|are) not\b|has made sure\b|such as is\b"
    r"|la(?:ys?|id) down\b|books? wants?\b)"
)
"""Put as a person would say it: "has no …", "nobody is …", "again", "because … is missing", "makes sure", "is on …",
"for a person who …", "an unknown …", "the book requires …", "sets" or "prescribes"."""

LEANING: Final = re.compile(r"(?:and|but|else|nor|or|so) ")
"""A test whose name begins so can only be read after the one above it, and a report shows it alone."""
TEST_NAME: Final = re.compile(r"\bdef test_(\w+)\(")


def vague(source: str) -> Iterator[tuple[int, str]]:
    """The vague names of variables, parameters and functions; a field of a class is not one."""
    for node in ast.walk(ast.parse(source)) if BOUND.search(source) else ():
        match node:
            case ast.ClassDef():
                fields = {id(line.target) for line in node.body if isinstance(line, ast.AnnAssign)}
                fields |= {
                    id(goal) for line in node.body if isinstance(line, ast.Assign) for goal in line.targets
                }
                for child in ast.walk(node):
                    if id(child) in fields:
                        child.ctx = ast.Load()  # type: ignore[attr-defined]
            case ast.Name(id=name, ctx=ast.Store()) if name in VAGUE:
                yield node.lineno, name
            case ast.arg(arg=name) if name in VAGUE:
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if not name.startswith("test_") and (
                    name.strip("_") in VAGUE or name.rpartition("_")[2] in SPEECH
                ):
                    yield node.lineno, name


def prose(source: str) -> Iterator[tuple[int, str]]:
    """The comments and the docstrings of a module, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, " ".join(node.value.value.split())


def stiff(source: str) -> Iterator[tuple[int, str]]:
    """The stiff words of a module's comments and docstrings, with their lines."""
    if STIFF.search(
        " ".join(source.split())
    ):  # of most modules that is all; to read one by its tokens takes long
        for line, text in prose(source):
            if words := STIFF.search(text):
                yield line, words[0]


def modules() -> list[Path]:
    paths = [path for package in SOURCE for path in sorted((ROOT / package).rglob("*.py"))]
    return [path for path in paths if "/migrations/" not in str(path)]


def test_no_variable_or_function_has_a_vague_name() -> None:
    named = [
        f"{place}:{line}: {name}"
        for path in modules()
        if not (place := str(path.relative_to(ROOT))).startswith(tuple(RECORDED))
        for line, name in vague(path.read_text())
    ]
    assert named == []


def test_comments_and_docstrings_are_plain_english() -> None:
    in_code = [
        f"{path.relative_to(ROOT)}:{line}: {words}"
        for path in modules()
        for line, words in stiff(path.read_text())
    ]
    assert in_code == []


def unreadable(source: str) -> Iterator[str]:
    """The names of a module's tests that have stiff words, or lean on the test before."""
    for name in TEST_NAME.findall(source):
        words = name.replace("_", " ")
        if LEANING.match(words) or STIFF.search(words):
            yield name


def test_names_of_tests_are_plain_english_and_can_be_read_alone() -> None:
    named = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules()
        if path.is_relative_to(ROOT / "tests")
        for name in unreadable(path.read_text())
    ]
    assert named == []


def test_pages_and_documentation_are_plain_english() -> None:
    paths = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "templates").rglob("*.html"), ROOT / "README.md"]
    in_pages = [
        f"{path.relative_to(ROOT)}: {words[0]}"
        for path in [*paths, ROOT / "CONTRIBUTING.md"]
        if (words := STIFF.search(path.read_text()))
    ]
    assert in_pages == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(told): pass", ["told"]),
        ("def f():\n    found = 1\n    return [one for one in ()]", ["found", "one"]),
        ("found += 1", ["found"]),
        ("found: int = 1", ["found"]),
        ("(found := 1)", ["found"]),
        ("found, *ones = []", ["found", "ones"]),
        ("[made, other] = []", ["made"]),
        ("for other, one in []: pass", ["one"]),
        ("with open(path) as (one): pass", ["one"]),
        ("with open(path) as one: pass", ["one"]),
        ("def f(*found, one=1): pass", ["found", "one"]),
        ("f = lambda one: 1", ["one"]),
        ("class Row:\n    said: str = ''\n    made = 3", []),
        ("foundation = 1", []),
        ("def made(): pass", ["made"]),
        ("class Row:\n    def said(self): pass", ["said"]),
        ("def _hand_said(): pass\ndef test_what_was_said(): pass\ndef cut_made(): pass", ["_hand_said"]),
    ],
)
def test_a_vague_name_is_noticed(source: str, names: list[str]) -> None:
    assert [name for _, name in vague(source)] == names


@pytest.mark.parametrize(
    "name",
    [
        "nor_is_a_split_ten_doubled",
        "or_it_is_accepted",
        "a_step_that_is_none",
        "it_begins_anew",
        "the_book_wants",
    ],
)
def test_a_name_of_a_test_that_cannot_be_read_alone_is_noticed(name: str) -> None:
    assert list(unreadable(f"def test_{name}() -> None: ...")) == [name]


def test_a_plain_name_of_a_test_is_passed_over() -> None:
    for name in (
        "a_split_ten_is_not_doubled",
        "the_dealer_stands_on_soft_17",
        "orders_and_sorts",
        "18_stands_off",
    ):
        assert not list(unreadable(f"    async def test_{name}(self): ...")), name


def test_stiff_english_is_noticed() -> None:
    source = '"""The book knows no such change."""\nx = None  # if there is none, begin anew\ny = x is None\n'
    assert [line for line, _ in stiff(source)] == [2, 1]
    for words in ("what stands in the panel", "ten rounds, of which two are void", "the round as it stood"):
        assert STIFF.search(words), words
    for words in (
        "the name for who does not see it",
        "a tag that there is not",
        "the door has made sure",
        "the hours are laid down",
        "what the book wants",
    ):
        assert STIFF.search(words), words
    for words in ("{% for who in free %}", "checks of who may watch", "by whoever signs", "the player wants"):
        assert not STIFF.search(words), words
    for words in ("the dealer stands on 17", "18 stands off", "wagers, some of which are refused"):
        assert not STIFF.search(words), words
