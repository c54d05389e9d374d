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
    "approved_rules.days": Words(
        "The document has no start date, or ends before it", "Enter the day it comes into force."
    ),
    "approved_rules.not_a_pdf": Words("This file is not a PDF", "Choose the approved text as a PDF."),
    "approved_rules.too_large": Words(
        "The file is larger than {most} MB", "Choose a smaller PDF of the same text."
    ),
    "approved_rules.there_already": Words(
        "The document {sha256}… has already been added from that day", "There is no need to add it again."
    ),
    "approved_rules.unknown": Words("There is no such document", "Choose one from the approved rules."),
}
