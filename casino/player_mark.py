"""The mark by which a table knows a player: at a seat, on a wager, on a slip of the float."""

import re
from typing import Final

LONGEST_MARK: Final = 16
_MARK: Final = re.compile(rf"\w[\w-]{{0,{LONGEST_MARK - 1}}}")


def is_mark(text: str) -> bool:
    """Whether a text can mark a player: one short word that fits into a `.round` line. “by” is a keyword of the
    notation."""
    return _MARK.fullmatch(text) is not None and text.lower() != "by"
