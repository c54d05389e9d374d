"""Where the project's code cites a clause, and which tests probe it: found by reading the files, without
running them.

A citation is the clause's id in a Python file of the project outside tests and migrations. It counts as
deciding where the program uses it as a value: the clause of a rule, a step, a line of a pay scale, a refusal.
In a comment, a docstring or an ``also=`` (clauses that bear on a rule fixed by another clause) it is a mere
mention. A test probes the clauses of its ``clause`` marks (on the function, its class, its module or one of
its parameter sets); a ``.round`` file of the test-suite probes those on its ``# clause`` lines.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from casino import clause_register

ROOMS: Final = ("casino", "sidebets", "tables", "rounds")
SKIPPED: Final = frozenset({"migrations", "tests", "__pycache__"})
MENTIONS_ONLY: Final = frozenset({"casino/rulebooks/one_reading.py"})
"""Files that only say how clauses are read, as the register does: no code in them acts on a clause."""

_TOKEN: Final = re.compile(rf"\b(?:{'|'.join(clause_register.books())})-[\w.()-]+")
_MARK: Final = re.compile(r"\.\s*clause\b")
"""In every module of tests that probes a clause; most have no mark, and to parse a module takes milliseconds."""
_ROUND_LINE: Final = re.compile(r"^\s*#\s*clauses?(?:\s*:)?\s+(?=[A-Z])", re.IGNORECASE)


@dataclass(slots=True)
class Citations:
    """Citations and probes of every clause: ``path:line`` and ``path::name``, each once, in reading order."""

    decides: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The citations at which the program uses the clause; the others only mention it."""
    code: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    unknown: list[tuple[str, str]] = field(default_factory=list)
    """Ids that look like a clause and are not in the register, with the place."""


def ids_in(text: str) -> Iterator[str]:
    """The whole clause ids in a text: ``(a)(i)`` never yields its ``(a)``."""
    for match in _TOKEN.finditer(text):
        yield _trimmed(match.group())


def _trimmed(token: str) -> str:
    # Drop what belongs to the sentence around the id: a full stop, a dash, an enclosing bracket.
    while token:
        if token[-1] in ".-_(" or (token[-1] == ")" and token.count(")") > token.count("(")):
            token = token[:-1]
        else:
            break
    depth = 0
    for at, sign in enumerate(token):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return token[:at]
    return token


def search(root: Path) -> Citations:
    """Every citation and probe below the project's folder."""
    result = Citations()
    for path in _code_files(root):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        if not _TOKEN.search(text):
            continue
        used = set(used_in(text))
        for number, line in enumerate(text.splitlines(), start=1):
            for clause in dict.fromkeys(ids_in(line)):
                _note(result, result.code, clause, f"{name}:{number}")
                if (number, clause) in used:
                    _note(result, result.decides, clause, f"{name}:{number}")
    for path in sorted((root / "tests").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        if not _MARK.search(text):
            continue
        for test, probed in probes(text):
            for clause in probed:
                _note(result, result.tests, clause, f"{name}::{test}")
    for path in sorted((root / "tests").rglob("*.round")):
        name = path.relative_to(root).as_posix()
        for clause in round_probes(path.read_text(encoding="utf-8")):
            _note(result, result.tests, clause, f"{name}::{path.stem}")
    return result


def _note(result: Citations, where: dict[str, list[str]], clause: str, place: str) -> None:
    if clause in clause_register.by_id():
        if place not in where[clause]:
            where[clause].append(place)
    else:
        result.unknown.append((clause, place))


def _code_files(root: Path) -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            below = path.relative_to(root)
            if not SKIPPED.intersection(below.parts) and below.as_posix() not in MENTIONS_ONLY:
                yield path


def used_in(source: str) -> Iterator[tuple[int, str]]:
    """Where a program uses a clause: line and clause of every string except docstrings, ``also=`` and the words of a
    ``reading=``."""
    module = ast.parse(source)
    mentions = {
        id(inner) for node in ast.walk(module) for outer in _mentions(node) for inner in ast.walk(outer)
    }
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in mentions:
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                for clause in ids_in(node.value):
                    yield number, clause


def _mentions(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a program that only mention a clause."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.keyword) and node.arg in ("also", "reading"):
        yield node.value


def round_probes(text: str) -> list[str]:
    """Clauses on the ``# clause`` lines of a ``.round`` file."""
    return [
        clause
        for line in text.splitlines()
        if _ROUND_LINE.match(line)
        for clause in dict.fromkeys(ids_in(line))
    ]


def probes(source: str) -> Iterator[tuple[str, list[str]]]:
    """Each test of a module with the clauses that it is marked with."""
    module = ast.parse(source)
    constants = {
        target.id: statement.value
        for statement in module.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    yield from _tests_in(module.body, "", _pytestmark(module.body), constants)


def _tests_in(
    body: Iterable[ast.stmt], prefix: str, inherited: list[str], constants: dict[str, ast.expr]
) -> Iterator[tuple[str, list[str]]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            marks = inherited + _marks(statement.decorator_list, constants) + _pytestmark(statement.body)
            yield from _tests_in(statement.body, f"{prefix}{statement.name}::", marks, constants)
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name.startswith(
            "test"
        ):
            probed = dict.fromkeys(inherited + _marks(statement.decorator_list, constants))
            if probed:
                yield prefix + statement.name, list(probed)


def _pytestmark(body: Iterable[ast.stmt]) -> list[str]:
    return [
        clause
        for statement in body
        if isinstance(statement, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets)
        for clause in _marks([statement.value], {})
    ]


def _marks(expressions: Iterable[ast.expr], constants: dict[str, ast.expr]) -> list[str]:
    """Arguments of every ``….clause(…)`` inside, parameter sets kept in a module's constant included."""
    return [
        argument.value
        for expression in expressions
        for node in _walk(expression, constants, frozenset())
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def _walk(node: ast.AST, constants: dict[str, ast.expr], seen: frozenset[str]) -> Iterator[ast.AST]:
    for inner in ast.walk(node):
        yield inner
        if isinstance(inner, ast.Name) and inner.id in constants and inner.id not in seen:
            yield from _walk(constants[inner.id], constants, seen | {inner.id})
