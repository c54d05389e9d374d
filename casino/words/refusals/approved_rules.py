"""Refusals about the documents of approved rules."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "approved_rules.no_such_version": Words(
        "There is no version {game} of {book}", "Choose one from the list."
    ),
    "approved_rules.title": Words(
        "The document has no title", "Write its title, up to {longest} characters."
    ),
    "approved_rules.days": Words("The document has no first day, or ends before it", "Give the first day."),
    "approved_rules.not_a_pdf": Words("This is no PDF", "Choose the approved text as a PDF."),
    "approved_rules.too_large": Words(
        "The document has more than {most} MB", "Give a smaller PDF of the same text."
    ),
    "approved_rules.there_already": Words(
        "The document {sha256}… is there already from that day", "It need not be added again."
    ),
    "approved_rules.unknown": Words("There is no such document", "Choose one from the approved rules."),
}
