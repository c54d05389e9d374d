"""Loads everything that a worker reads from files when it starts: a moment later the files may be the next
version's, and nobody should have to wait for the first page."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.template import engines

from casino.web import fragments

FOLDER: Final = settings.BASE_DIR / "templates"


def pages() -> list[str]:
    """The names of the pages, and of the templates that they include, without the live fragments."""
    names = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()]
    return sorted(name for name in names if not name.startswith("live/"))


def templates() -> None:
    """Compile every page and every fragment; the engines cache them."""
    for name in pages():
        engines["django"].get_template(name)
    fragments.load()
