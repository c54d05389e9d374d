"""Refusals of readers."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "reader.none": Words(
        "There is no reader at {table}",
        "Enter the cards by hand.",
    ),
    "reader.not_reporting": Words(
        "{reader}: {condition}",
        "Enter the cards by hand until it reports again, or have a supervisor unassign it.",
    ),
    "reader.kind": Words(
        "There is no such kind of reader",
        "Choose from {kinds:list}.",
    ),
    "reader.label_too_long": Words(
        "The label is too long",
        "Write at most {longest} characters.",
    ),
    "reader.already": Words(
        "{reader} already reports the cards of {table}",
        "Revoke it first; one shoe has one reader.",
    ),
    "reader.unknown": Words(
        "There is no such reader",
        "Choose one from the list.",
    ),
}
