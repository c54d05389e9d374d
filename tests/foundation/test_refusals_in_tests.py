"""Tests assert a refusal by its code: each goes through `tests/refusing.py`, which asks for one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
HOME = TESTS / "refusing.py"


def expected_by_hand(source: str) -> Iterator[int]:
    """The lines that expect a refusal without its code, or look at the clause of an answer's alone."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="raises") | ast.Name(id="raises"), args=[ast.Name(id="Refusal"), *_]
            ):
                yield node.lineno
            case ast.Compare(left=ast.Attribute(value=ast.Attribute(attr="refusal"), attr="clause")):
                yield node.lineno


def test_a_refusal_is_expected_by_its_code() -> None:
    by_hand = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if path != HOME
        for line in expected_by_hand(path.read_text())
    ]
    assert by_hand == [], "use refused_as or refusal_of of tests/refusing.py"


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("with pytest.raises(Refusal):\n    step()", [1]),
        ('with raises(Refusal, match="closed") as refused:\n    step()', [1]),
        ('with refused_as("wager.after_call"):\n    step()', []),
        ("with pytest.raises(ValueError):\n    step()", []),
        ('assert answer.refusal.clause == "VIC03-6.1"', [1]),
        ('assert (answer.refusal.code, answer.refusal.clause) == ("wager.after_call", "VIC03-6.1")', []),
    ],
)
def test_one_expected_by_hand_is_noticed(source: str, lines: list[int]) -> None:
    assert list(expected_by_hand(source)) == lines
