"""What the documentation names is there: files, modules, commands, make targets, and what its links point to. Links
between the pages of `docs/` are also checked by the build of the site (`make docs`)."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.processes import PROJECT

PAGES = sorted(
    [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")], key=lambda page: page.relative_to(PROJECT)
)
TOP = ("casino/", "sidebets/", "tables/", "rounds/", "tests/", "templates/", "static/", "docs/", "deploy/")
PACKAGES = ("casino", "sidebets", "tables", "rounds")
EXAMPLES = {
    "sidebets/royal_match.py",
    "tests/rounds/uk/royal_match.round",
    "tests/rounds/uk/cards_touched.round",
    "tests/rounds/uk/four_hands.round",
    "tests/engine/test_spoken_insurance.py",
    "casino/locale/words.pot",
}
"""Files that the reader makes, or that a make target writes."""

_FENCE = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.*)$", re.MULTILINE)


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as Git hosts and the site make them."""
    headings = _HEADING.findall(_FENCE.sub("", text_of(page)))
    plain = [re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).strip() for heading in headings]
    return frozenset(heading.replace(" ", "-") for heading in plain)


def named(page: Path) -> Iterator[str]:
    """What is between backticks outside code blocks."""
    yield from _QUOTED.findall(_FENCE.sub("", text_of(page)))


def name_of(page: Path) -> str:
    return page.relative_to(PROJECT).as_posix()


def test_the_pages_are_found() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/index.md", "docs/architecture.md"} <= set(
        map(name_of, PAGES)
    )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_each_path_exists(page: Path) -> None:
    paths = {text for text in named(page) if text.startswith(TOP) and not re.search(r"[<>*… ]", text)}
    assert [path for path in sorted(paths - EXAMPLES) if not (PROJECT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_each_test_that_is_to_be_run_exists(page: Path) -> None:
    """In code blocks too: ``.venv/bin/pytest -q tests/engine``."""
    paths = re.findall(r"(?<![\w/])tests/[\w./]+", text_of(page))
    assert [path for path in sorted({*paths} - EXAMPLES) if not (PROJECT / path.rstrip(".")).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_each_dotted_name_can_be_imported(page: Path) -> None:
    dotted = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+")
    names = {text for text in named(page) if dotted.fullmatch(text)}
    assert [name for name in sorted(names) if not _resolves(name)] == []


def _resolves(name: str) -> bool:
    module, _, rest = name.partition(".")
    resolved: object = import_module(module)
    for part in rest.split("."):
        module = f"{module}.{part}"
        if not hasattr(resolved, part):
            try:
                import_module(module)
            except ModuleNotFoundError:
                return False
        resolved = getattr(resolved, part)
    return True


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_each_command_exists(page: Path) -> None:
    text = text_of(page)
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= {*get_commands(), "migrate"}
    targets = set(
        re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE)) <= targets


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_each_relative_link_leads_to_a_page_and_a_heading(page: Path) -> None:
    broken = []
    for link in _LINK.findall(_FENCE.sub("", text_of(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            broken.append(link)
    assert broken == []


def test_every_command_of_ours_is_in_the_operations_page() -> None:
    ours = {
        path.stem
        for path in PROJECT.glob("*/**/management/commands/*.py")
        if path.stem != "__init__" and ".venv" not in path.parts
    }
    page = text_of(PROJECT / "docs" / "operations.md")
    assert {command for command in ours if not re.search(rf"`{command}\b", page)} == set()


def test_every_setting_of_the_environment_is_in_the_operations_page() -> None:
    """The settings that the head of `casino/settings.py` lists, and those that compose needs."""
    head = (PROJECT / "casino" / "settings.py").read_text(encoding="utf-8").split('"""')[1]
    expected = set(re.findall(r"^``([A-Z_]+)", head, re.MULTILINE))
    compose = (PROJECT / "docker-compose.yml").read_text(encoding="utf-8")
    expected |= set(re.findall(r"(?<!\$)\$\{([A-Z_]+)[:}]", compose))
    page = text_of(PROJECT / "docs" / "operations.md")
    assert {name for name in expected if f"`{name}`" not in page} == set()


def test_every_dependency_has_its_reason_in_the_page_of_dependencies() -> None:
    """Both the packages that the house runs on and those that check it."""
    text = (PROJECT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    lines = "\n".join(
        (PROJECT / name).read_text(encoding="utf-8")
        for name in ("requirements.in", "requirements-demo.in", "requirements-dev.in")
    )
    names = re.findall(r"^([a-z][\w-]*)", lines, re.MULTILINE)
    decided = text.lower().replace(
        "(with -django, -asyncio, -xdist)", "pytest-django pytest-asyncio pytest-xdist"
    )
    assert [name for name in names if name not in decided] == []
