"""The catalogue of refusals: every code is raised somewhere and has words, every blank has a value, and the words are
plain."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from casino.refusals import Refusal
from casino.words.refusals import _MODULES, REFUSALS

ROOT = Path(__file__).parents[2]
PACKAGES = ("casino", "sidebets", "tables", "rounds")
WORDS_OF_REFUSALS = ROOT / "casino" / "words" / "refusals"
CODE = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
TRANSLATED = ("is none", "are none", "knows no", "stands", "of which", "anew", "besides")
"""English that was translated word by word."""
NOTATION = re.compile(r"`|_|\(\)|\[|\]|==|\bNone\b|\bTrue\b|\bFalse\b")
"""Of programs, outside the blanks."""
QUOTING = ("notation.", "reader.post", "archive.", "house.section", "house.first_manager")
"""What these say goes to somebody who writes `.round` files, a house's file or the program of a reader, or who runs the
commands of the server, and shows how that is done."""
ADDED_LATER = {"signer": {"role"}}
"""Values that whoever passes the refusal on adds: of a person who may not sign, whom to call instead."""


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the code base by their paths, without the words themselves."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text())
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if WORDS_OF_REFUSALS not in path.parents
    }


def kinds() -> set[str]:
    """The names of the class and of every kind of it."""
    names, count = {Refusal.__name__}, 0
    while len(names) > count:
        count = len(names)
        names |= {
            node.name
            for tree in modules().values()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            and any(getattr(base, "id", getattr(base, "attr", "")) in names for base in node.bases)
        }
    return names


def codes_of(node: ast.AST) -> Iterator[str]:
    """The codes that an argument can be: a text, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from codes_of(node.body)
        yield from codes_of(node.orelse)


def refusals() -> Iterator[tuple[str, str, set[str] | None]]:
    """Where a refusal is made with codes in place: where, the code, and the names of its values; None where more of
    them may be passed on."""
    names = kinds()
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name not in names and name != "wrong":  # `Report.wrong` refuses under the clause of its kind
                continue
            given: set[str] | None = {keyword.arg for keyword in node.keywords if keyword.arg}
            if any(keyword.arg is None for keyword in node.keywords):
                given = None
            for code in codes_of(node.args[0]):
                if CODE.fullmatch(code):
                    yield f"{path}:{node.lineno}", code, given


def blanks_of(code: str) -> set[str]:
    """The names of the values that fill the words of a code."""
    return {name for text in REFUSALS[code] for _, name, _, _ in Formatter().parse(text) if name}


def outside_blanks(template: str) -> str:
    """The words of a template alone."""
    return " ".join([literal for literal, _, _, _ in Formatter().parse(template)])


def test_every_code_is_raised_somewhere() -> None:
    nodes = [node for tree in modules().values() for node in ast.walk(tree)]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
    # f"approval.{state}": any code of that noun.
    nouns = tuple(
        [
            first.value
            for node in nodes
            if isinstance(node, ast.JoinedStr)
            and isinstance(first := node.values[0], ast.Constant)
            and str(first.value).endswith(".")
        ]
    )
    assert [code for code in sorted(REFUSALS) if code not in texts and not code.startswith(nouns)] == []


def test_every_code_that_is_raised_has_words() -> None:
    raised = list(refusals())
    assert len(raised) > 200
    assert [(where, code) for where, code, _ in raised if code not in REFUSALS] == []


def test_every_blank_has_a_value() -> None:
    lacking = [
        (where, code, sorted(wanted - given))
        for where, code, given in refusals()
        if given is not None and code in REFUSALS
        if (wanted := blanks_of(code)) - given - ADDED_LATER.get(code.partition(".")[0], set())
    ]
    assert lacking == []


def test_a_code_is_in_one_module_and_names_noun_and_reason() -> None:
    assert sum(len(words) for words in _MODULES) == len(REFUSALS)
    assert [code for code in REFUSALS if not CODE.fullmatch(code)] == []


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_the_words_are_plain(code: str) -> None:
    what, remedy = REFUSALS[code]
    assert what, "a refusal says what is refused"
    assert not what.endswith((".", " ")), "the sentence is ended where it is shown"
    assert not remedy or remedy.endswith((".", "?", "}")), "what to do is a sentence"
    for text in (what, remedy):
        assert text == text.strip()
        assert "  " not in text
        assert not text[:1].islower(), "a sentence begins with a capital"
        words = outside_blanks(text)
        assert code.startswith(QUOTING) or not NOTATION.search(words), words
        for phrase in TRANSLATED:
            assert not re.search(rf"\b{phrase}\b", words, re.IGNORECASE), phrase
