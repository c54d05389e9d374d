"""What a worker reads from its files once, as it starts: the files may be those of the next version a moment later, and
nobody should wait for the first of anything."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.template import engines

from casino.web import fragments

FOLDER: Final = settings.BASE_DIR / "templates"


def pages() -> list[str]:
    """The names of the pages, and of what they are put together from, without the live fragments."""
    names = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()]
    return sorted(name for name in names if not name.startswith("live/"))


def templates() -> None:
    """Compile every page and every fragment; the engines keep them."""
    for name in pages():
        engines["django"].get_template(name)
    fragments.load()
