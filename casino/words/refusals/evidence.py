"""Refusals of evidence packs."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "evidence.reason_missing": Words(
        "An evidence pack needs a reason",
        "Say why it is made: the record keeps it with your number.",
    ),
    "evidence.reason_too_long": Words(
        "The reason has more than {longest} characters",
        "Shorten it.",
    ),
    "evidence.no_such_round": Words(
        "There is no round {round} in the record",
        "Give table and round as in BJ-07/214.",
    ),
    "evidence.too_many_rounds": Words(
        "An evidence pack has at most {most} rounds",
        "Make more than one evidence pack.",
    ),
    "evidence.no_key": Words(
        "The house has no key to seal its record with, so nothing can be proved",
        "Ask the person who looks after the system to set the seal key.",
    ),
    "evidence.busy": Words(
        "Other evidence packs were being made at the same time",
        "Try again.",
    ),
}
