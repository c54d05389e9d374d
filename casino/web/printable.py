"""The letters that the printed report can show: entered text appears on reports that people sign.

The report is set in DejaVu Sans (`static/fonts`, with its licence): Latin with every accent, Greek, Cyrillic,
Arabic, Hebrew and more, but neither Chinese, Japanese and Korean characters nor pictures. Those are refused where
they are typed (`casino.web.door`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).resolve().parents[2] / "static" / "fonts"
REGULAR: Final = FONTS / "DejaVuSansCondensed.ttf"
BOLD: Final = FONTS / "DejaVuSansCondensed-Bold.ttf"


@cache
def _shown() -> frozenset[int]:
    from fontTools.ttLib import TTFont  # takes a moment, and only the rarest texts need it

    regular, bold = (set(TTFont(font, lazy=True).getBestCmap()) for font in (REGULAR, BOLD))
    return frozenset(regular & bold)


def unprintable(text: str) -> str:
    """The first character of a text that the report cannot show; "" if it can show all of them."""
    if text.isascii():
        return ""
    return next(
        (character for character in text if ord(character) > 126 and ord(character) not in _shown()), ""
    )
