"""Which build of the screens is served. A page that was loaded from another build is recognised by its mark,
a digest of every script, style sheet and template.

A page carries the mark of the build that drew it; every answer and every pong names the mark of the build
that sends it. A page of an older build says that a new one is ready, and reloads itself when nothing is half
done (`static/js/house.js`).
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final

from django import template
from django.conf import settings

HEADER: Final = "House-Build"
PARTS: Final = (("static", (".js", ".css")), ("templates", (".html",)))

register = template.Library()


@cache
def mark() -> str:
    """The build that this process serves: sixteen letters and digits."""
    digest = hashlib.sha256()
    for folder, endings in PARTS:
        root = settings.BASE_DIR / folder
        for path in sorted(path for path in root.rglob("*") if path.suffix in endings):
            digest.update(f"{path.relative_to(root)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


register.simple_tag(mark, name="build_mark")
