"""Tests assert a refusal by its code and its clause: each goes through `tests/refusing.py`, which asks for both."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.words.refusals import REFUSALS

TESTS = Path(__file__).parents[1]
HOME = TESTS / "refusing.py"
REFUSED = re.compile(r"\w*refus\w*|(refused|raised|caught|locked|wrong)\.value|barred|fault")
"""What a test calls the refusal that it looks at, without where it has it from."""
LOOKED_AT = re.compile(
    r"raises\s*\(\s*Refusal\b|(?:refus\w*|\.\s*value|barred|fault)\s*\.\s*(?:code|clause)\b|data-code="
)
"""In every module that looks at a refusal, and in some that only speak of one: to parse all of them takes long."""
ON_A_PAGE = re.compile(r'data-code="([a-z0-9_.]+)"')


def is_refusal(value: ast.expr) -> bool:
    """Whether a test means a refusal by an expression."""
    whole = ast.unparse(value)
    return bool(REFUSED.fullmatch(whole) or REFUSED.fullmatch(whole.rpartition(".")[2]))


def looked_at(statement: ast.AST) -> Iterator[ast.expr]:
    """What a statement compares, gives back or collects."""
    match statement:
        case ast.Assert(test=test):
            for node in ast.walk(test):
                if isinstance(node, ast.Compare):
                    yield node.left
                    yield from [node.left.elt] if isinstance(node.left, ast.ListComp) else []
        case ast.Return(value=ast.IfExp(body=value)) | ast.Return(value=ast.ListComp(elt=value)):
            yield value
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=ast.ListComp(elt=value)):
            yield value


def half_of_refusal(value: ast.expr) -> bool:
    """Whether it is the code of a refusal without its clause, or the clause alone."""
    halves: dict[str, set[str]] = {}
    for part in value.elts if isinstance(value, ast.Tuple) else [value]:
        if isinstance(part, ast.Attribute) and part.attr in ("code", "clause") and is_refusal(part.value):
            halves.setdefault(ast.unparse(part.value), set()).add(part.attr)
    return any(half != {"code", "clause"} for half in halves.values())


def expected_by_hand(source: str) -> Iterator[int]:
    """The lines that expect a refusal without its code, or look at its code or its clause alone."""
    for node in ast.walk(ast.parse(source)) if LOOKED_AT.search(source) else ():
        match node:
            case ast.Call(
                func=ast.Attribute(attr="raises") | ast.Name(id="raises"), args=[ast.Name(id="Refusal"), *_]
            ):
                yield node.lineno
            case ast.Compare(left=ast.Constant(value=str(words)), ops=[ast.In()]) if (
                code := ON_A_PAGE.match(words)
            ) and code[1] in REFUSALS:
                yield node.lineno
            case ast.stmt() if any(map(half_of_refusal, looked_at(node))):
                yield node.lineno


def test_a_refusal_is_expected_by_its_code_and_its_clause() -> None:
    by_hand = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if path != HOME
        for line in expected_by_hand(path.read_text())
    ]
    assert by_hand == [], "use refused_as, refusal_of or refused_with of tests/refusing.py"


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("with pytest.raises(Refusal):\n    step()", [1]),
        ('with raises(Refusal, match="closed") as refused:\n    step()', [1]),
        ('with refused_as("wager.after_call"):\n    step()', []),
        ("with pytest.raises(ValueError):\n    step()", []),
        ('assert answer.refusal.clause == "VIC03-6.1"', [1]),
        ('assert answer.refusal.code == "wager.after_call"', [1]),
        ('assert (answer.refusal.code, answer.refusal.clause) == ("wager.after_call", "VIC03-6.1")', []),
        ('assert (refused.value.code, refused.value.values["box"]) == ("wager.after_call", 2)', [1]),
        ('assert "VIC03-6.1" == entry.clause', []),
        ("def refused():\n    return barred.clause if barred else None", [2]),
        ("codes = [refusal.code for refusal in progress.missing()]", [1]),
        ("assert 'data-code=\"wager.after_call\"' in page", [1]),
        ("assert 'data-code=\"backup.stopped\"' in page", []),
    ],
)
def test_one_expected_by_hand_is_noticed(source: str, lines: list[int]) -> None:
    assert list(expected_by_hand(source)) == lines
