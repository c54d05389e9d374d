"""The engine's facade is small enough to be read: how many names each of its modules has, and that somebody asks each
question."""

import ast
from pathlib import Path

import pytest

from rounds import engine
from rounds.engine import commands, events, questions, values

ROOT = Path(__file__).resolve().parents[2]
MOST = {engine: 83, commands: 63, events: 89, questions: 68, values: 41}
"""The most names of each module: a new one takes the place of another, or is worth a higher figure here."""


@pytest.mark.parametrize("module", MOST, ids=lambda module: module.__name__)
def test_the_facade_does_not_grow(module: object) -> None:
    names = getattr(module, "__all__")  # noqa: B009
    assert len(names) == len(set(names)) <= MOST[module]  # type: ignore[index]


def test_every_question_is_asked_outside_the_engine() -> None:
    asked: set[str] = set()
    for file in (ROOT / "rounds").rglob("*.py"):
        if (ROOT / "rounds/engine") in file.parents:
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == questions.__name__:
                asked |= {name.name for name in node.names}
            elif isinstance(node, ast.Attribute):
                asked.add(node.attr)
    assert set(questions.__all__) - asked == set()
