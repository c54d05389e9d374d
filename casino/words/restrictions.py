"""Words for what a player is held to."""

from typing import Final

RESTRICTIONS: Final[dict[str, str]] = {
    "held.minimum": "held to the minimum",
    "held.one_box": "held to one box",
    "held.both": "held to the minimum on one box",
    "held.released": "released",
    "restricted.minimum": "the minimum",
    "restricted.one_box": "one box",
    "restricted.both": "the minimum on one box",
}
"""Texts by code."""
