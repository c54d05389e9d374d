"""A module can be read in one sitting, and a function on one screen."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
PACKAGES = ("casino", "sidebets", "tables", "rounds")
MOST_IN_MODULE: Final = 750
MOST_IN_FUNCTION: Final = 80
MOST_PARAMETERS: Final = 8
"""Besides `self` and `cls`."""


def modules() -> list[Path]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [path for path in paths if "/migrations/" not in str(path)]


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its place, as ``path:line name``."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node


def lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return len([argument for argument in named if argument.arg not in ("self", "cls")])


def test_no_module_is_too_long() -> None:
    sizes = {str(path.relative_to(ROOT)): path.read_text().count("\n") for path in modules()}
    assert {name: size for name, size in sizes.items() if size > MOST_IN_MODULE} == {}


def test_no_function_is_too_long() -> None:
    long = {place: lines(node) for place, node in functions() if lines(node) > MOST_IN_FUNCTION}
    assert long == {}


def test_no_function_has_too_many_parameters() -> None:
    many = {place: parameters(node) for place, node in functions() if parameters(node) > MOST_PARAMETERS}
    assert many == {}


def test_a_function_is_measured_whole() -> None:
    source = "class A:\n    def f(\n        self, a, /, b, *, c=1\n    ) -> None:\n        pass\n"
    node = next(inner for inner in ast.walk(ast.parse(source)) if isinstance(inner, ast.FunctionDef))
    assert (lines(node), parameters(node)) == (4, 3)
