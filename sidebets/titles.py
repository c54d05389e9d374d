"""The abbreviated title of a bet, as on a layout."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

SHORTEST: Final = 3


@lru_cache(maxsize=256)
def initials(title: str) -> str:
    """A title abbreviated: ``Perfect Pairs`` is PP, ``Madness 21`` M21, ``21+3`` itself, ``Buster`` Bus."""
    words = title.split()
    if len(words) == 1:
        return title if title[:1].isdigit() else title[:SHORTEST]
    return "".join(word if word[0].isdigit() else word[0].upper() for word in words)
