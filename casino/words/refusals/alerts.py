"""Refusals of alerts."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "alert.gone": Words(
        "This is no longer there",
        "Nothing to acknowledge.",
    ),
    "alert.acknowledged": Words(
        "{by} acknowledged this at {at}",
        "Nothing more to do.",
    ),
}
