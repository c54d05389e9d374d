"""The catalogue of refusals: every code is raised somewhere and has words, every blank has a value, and the words are
plain."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from casino.refusals import Refusal
from casino.words.refusals import _MODULES, REFUSALS

ROOT = Path(__file__).parents[2]
PACKAGES = ("casino", "sidebets", "tables", "rounds")
WORDS_OF_REFUSALS = ROOT / "casino" / "words" / "refusals"
CODE = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
TRANSLATED = re.compile(r"\b(?:is none|are none|knows no|stands|of which|anew|besides)\b", re.IGNORECASE)
"""English that was translated word by word."""
NOTATION = re.compile(r"`|_|\(\)|\[|\]|==|\bNone\b|\bTrue\b|\bFalse\b")
"""Of programs, outside the blanks."""
QUOTING = ("notation.", "reader.post", "archive.", "house.section", "house.first_manager")
"""What these say goes to somebody who writes `.round` files, a house's file or the program of a reader, or who runs the
commands of the server, and shows how that is done."""
ADDED_LATER = {"signer": {"role"}}
"""Values that whoever passes the refusal on adds: of a person who may not sign, whom to call instead."""


@dataclass(frozen=True, slots=True)
class Source:
    """What the modules of the code base say, without the words themselves, by their paths."""

    texts: dict[str, set[str]]
    beginnings: set[str]
    """How the texts begin that are put together: ``approval.`` of f"approval.{state}"."""
    kinds: list[tuple[str, set[str]]]
    """Each class with its bases."""
    calls: list[tuple[str, str, list[str], set[str] | None]]
    """Each call with codes in place: where, what is called, the codes, and the names of its values; None where more of
    them may be passed on."""


@cache
def source() -> Source:
    """All of them parsed once, and not kept as trees."""
    read = Source({}, set(), [], [])
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if WORDS_OF_REFUSALS not in path.parents:
                _read(str(path.relative_to(ROOT)), path.read_text(), read)
    return read


def _read(place: str, text: str, into: Source) -> None:
    texts = into.texts[place] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=str(value)):
                texts.add(value)
            case ast.JoinedStr(values=[ast.Constant(value=first), *_]):
                into.beginnings.add(str(first))
            case ast.ClassDef(name=name, bases=bases):
                into.kinds.append((name, {_name(base) for base in bases}))
            case ast.Call(func=func, args=[argument, *_], keywords=keywords):
                if codes := [code for code in codes_of(argument) if CODE.fullmatch(code)]:
                    names = {keyword.arg for keyword in keywords}
                    given = None if None in names else {name for name in names if name}
                    into.calls.append((f"{place}:{node.lineno}", _name(func), codes, given))


def _name(node: ast.AST) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))


def kinds() -> set[str]:
    """The names of the class and of every kind of it."""
    names, count = {Refusal.__name__}, 0
    while len(names) > count:
        count = len(names)
        names |= {name for name, bases in source().kinds if bases & names}
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
    makes = kinds() | {"wrong"}  # `Report.wrong` refuses under the clause of its kind
    for where, name, codes, given in source().calls:
        if name in makes:
            for code in codes:
                yield where, code, given


def blanks_of(code: str) -> set[str]:
    """The names of the values that fill the words of a code."""
    return {name for text in REFUSALS[code] for _, name, _, _ in Formatter().parse(text) if name}


def outside_blanks(template: str) -> str:
    """The words of a template alone."""
    return " ".join([literal for literal, _, _, _ in Formatter().parse(template)])


def test_every_code_is_raised_somewhere() -> None:
    texts = set().union(*source().texts.values())
    nouns = tuple([first for first in source().beginnings if first.endswith(".")])  # any code of that noun
    assert [code for code in sorted(REFUSALS) if code not in texts and not code.startswith(nouns)] == []


def test_every_code_that_is_raised_has_words() -> None:
    raised = list(refusals())
    assert len(raised) > 200
    assert [(where, code) for where, code, _ in raised if code not in REFUSALS] == []


def test_every_blank_has_a_value() -> None:
    lacking = [
        (where, code, sorted(expected - given))
        for where, code, given in refusals()
        if given is not None and code in REFUSALS
        if (expected := blanks_of(code)) - given - ADDED_LATER.get(code.partition(".")[0], set())
    ]
    assert lacking == []


def test_a_code_is_in_one_module_and_names_noun_and_reason() -> None:
    assert sum(len(words) for words in _MODULES) == len(REFUSALS)
    assert [code for code in REFUSALS if not CODE.fullmatch(code)] == []


def faults_of(code: str) -> Iterator[str]:
    """What is wrong with the words of a refusal."""
    message, remedy = REFUSALS[code]
    if not message:
        yield "a refusal says what is refused"
    if message.endswith((".", " ")):
        yield "the sentence is ended where it is shown"
    if remedy and not remedy.endswith((".", "?", "}")):
        yield "what to do is a sentence"
    for text in (message, remedy):
        if text != text.strip() or "  " in text:
            yield f"blanks in {text!r}"
        if text[:1].islower():
            yield "a sentence begins with a capital"
        words = outside_blanks(text)
        if NOTATION.search(words) and not code.startswith(QUOTING):
            yield f"of programs: {words}"
        yield from translated(words)


def translated(words: str) -> Iterator[str]:
    """The English in these words that was translated word by word."""
    yield from [match[0] for match in TRANSLATED.finditer(words)]


def test_the_words_are_plain() -> None:
    assert [f"{code}: {fault}" for code in sorted(REFUSALS) for fault in faults_of(code)] == []
