"""No circle of imports: what a module needs is above it in one order, imports inside functions counted."""

import ast
from collections.abc import Container, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, files: Container[str]) -> Iterator[str]:
    """Every module that a file imports, at any depth; ``from package import module`` imports the module alone."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "imports are absolute"
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in files else node.module for name in names)


def graph_of(package: str) -> dict[str, set[str]]:
    """The modules of a package, each with those of the package that it imports."""
    files = {module_of(path): path for path in (ROOT / package).rglob("*.py")}
    return {
        module: {name for name in imports_of(path, files) if name in files} - {module}
        for module, path in files.items()
    }


@pytest.mark.parametrize("package", ["casino", "sidebets", "tables", "rounds"])
def test_no_circle_of_imports(package):
    try:
        TopologicalSorter(graph_of(package)).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))
