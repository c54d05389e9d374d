"""The screens ask nothing of a browser that the oldest one named in docs/install.md lacks.

`newer_than_chromium_108.tsv` lists what came to Chromium later than that: properties, values, selectors, at-rules and
functions of CSS, and what scripts can call, from MDN's browser compatibility data 8.1.9 (CC0).
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.processes import PROJECT

OLDEST = 108
"""Chromium of November 2022: the first with heights by the part of a screen that is seen (``dvh``)."""
NEWER = Path(__file__).with_name(f"newer_than_chromium_{OLDEST}.tsv")
GOES_WITHOUT = {
    ("property", "scrollbar-width"): "a bar that is wider",
    ("value", "scrollbar-width: thin"): "a bar that is wider",
    ("property", "scrollbar-color"): "a bar in the browser's colours",
    ("property", "print-color-adjust"): "said with its prefix as well",
    ("value", "print-color-adjust: exact"): "said with its prefix as well",
    ("property", "size"): "a print in the size of the printer's sheet",
    ("member", "moveBefore"): "asked for before it is called",
}
"""What is used where a browser has it, and what it is where one does not."""
OWN = {
    "build", "bytes", "check", "config", "connecting", "first", "hand", "handle", "last", "lines", "sourceElement",
    "space", "tile", "when",
}  # fmt: skip
"""Names of the house's own, or of htmx, that newer parts of a browser have too."""
SYNTAX = {
    "a rule inside another": (r"[;{}]\s*&", "css"),
    "a set of characters by /v": (r"[=(,:]\s*/(?:[^/\n\\]|\\.)+/[a-z]*v[a-z]*\b", "js"),
    "import … with": (r"\bimport\b[^;\n]*\bwith\s*\{", "js"),
    "using": (r"\busing\s+\w+\s*=", "js"),
}


def newer() -> dict[str, set[str]]:
    names: dict[str, set[str]] = defaultdict(set)
    with NEWER.open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            names[row["kind"]].add(row["name"])
    return names


def styles(text: str) -> Iterator[tuple[str, str]]:
    """What a style sheet uses, by kind."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    for name, value in re.findall(r"(?:^|[{;])\s*([a-z-]+)\s*:\s*([^;{}]+)", text):
        yield "property", name
        yield from (("value", f"{name}: {word}") for word in re.findall(r"[a-z-]+", value))
    yield from (("selector", name) for name in re.findall(r":([a-z-]+)(?=[\s,.:){(\[>+~]|$)", text))
    yield from (("at-rule", name) for name in re.findall(r"@([a-z-]+)", text))
    yield from (("function", name) for name in re.findall(r"\b([a-z-]+)\(", text))


def scripts(text: str) -> Iterator[tuple[str, str]]:
    text = re.sub(r"(?<![:\"'])//.*", "", text)
    yield from (("member", name) for name in re.findall(r"\.([A-Za-z]\w+)", text) if name not in OWN)
    yield from (("global", name) for name in re.findall(r"(?<![.\w])([A-Za-z]\w+)(?=[.(])", text))


def used(suffix: str, text: str) -> Iterator[tuple[str, str]]:
    yield from styles(text) if suffix == "css" else scripts(text)
    for words, (pattern, of) in SYNTAX.items():
        if of == suffix and re.search(pattern, text):
            yield "syntax", words


def too_new(suffix: str, text: str) -> set[tuple[str, str]]:
    later = newer()
    return {
        (kind, name) for kind, name in used(suffix, text) if kind == "syntax" or name in later.get(kind, ())
    } - GOES_WITHOUT.keys()


def unclosed(text: str) -> int:
    """How many blocks of a style sheet are open at its end."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return text.count("{") - text.count("}")


def test_styles_and_scripts_use_what_the_oldest_browser_has() -> None:
    faults = {
        path.relative_to(PROJECT).as_posix(): found_new
        for suffix in ("css", "js")
        for path in sorted((PROJECT / "static").rglob(f"*.{suffix}"))
        if (found_new := too_new(suffix, path.read_text(encoding="utf-8")))
    }
    assert faults == {}


def test_every_block_of_a_style_sheet_is_closed() -> None:
    """A block left open takes the rules below it for its own, and no browser says so."""
    open_blocks = {
        path.relative_to(PROJECT).as_posix(): depth
        for path in sorted((PROJECT / "static").rglob("*.css"))
        if (depth := unclosed(path.read_text(encoding="utf-8")))
    }
    assert open_blocks == {}


def test_a_block_left_open_is_counted() -> None:
    assert unclosed("a { top: 0 /* } */\n\nb { left: 0 }") == 1


def test_templates_use_what_the_oldest_browser_has() -> None:
    pattern = re.compile(
        r"\s(popover|popovertarget|commandfor|closedby|shadowrootmode|blocking|interestfor)(?=[\s=>])"
    )
    faults = [
        (path.name, match[1])
        for path in sorted((PROJECT / "templates").rglob("*.html"))
        for match in pattern.finditer(re.sub(r"\{[#%].*?[#%]\}", "", path.read_text(encoding="utf-8")))
    ]
    assert faults == []


def test_what_is_newer_is_found() -> None:
    """So that an empty list above says something."""
    sheet = "@starting-style { a { color: oklch(1 0 0); text-wrap: balance } } b { &:hover { top: 0 } } i:user-valid {}"
    assert too_new("css", sheet) == {
        ("at-rule", "starting-style"), ("function", "oklch"), ("property", "text-wrap"), ("selector", "user-valid"),
        ("syntax", "a rule inside another"),
    }  # fmt: skip
    script = (
        "const last = rows.toSorted(); Promise.withResolvers(); if (/[a--b]/v.test(x)) new CloseWatcher();"
    )
    assert too_new("js", script) == {
        ("member", "toSorted"), ("member", "withResolvers"), ("global", "CloseWatcher"),
        ("syntax", "a set of characters by /v"),
    }  # fmt: skip


def test_the_docs_name_that_browser() -> None:
    assert f"Chromium {OLDEST}" in (PROJECT / "docs" / "install.md").read_text(encoding="utf-8")


def test_an_older_browser_is_told_that_it_is_too_old() -> None:
    """Every page says it, and the styles of a browser that is new enough hide it."""
    page = (PROJECT / "templates" / "base.html").read_text(encoding="utf-8")
    assert f"older than Chromium {OLDEST}" in page
    tokens = (PROJECT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    assert re.search(r"@supports \(height: 1dvh\)[^{]*\{\s*\.too-old \{\s*display: none", tokens)
