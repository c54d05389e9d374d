"""Refusals of alerts."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "alert.gone": Words(
        "This alert has already cleared",
        "There is nothing to acknowledge.",
    ),
    "alert.acknowledged": Words(
        "{by} acknowledged this at {at}",
        "Nothing more to do.",
    ),
}
