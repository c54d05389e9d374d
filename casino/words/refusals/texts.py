"""Refusals of what a request holds: texts, forms, JSON."""

from typing import Final

from casino.words.text import Catalogue, Words

_AGAIN: Final = "Go back, type it again without that character, and send it."

WORDS: Final[Catalogue] = {
    "text.character": Words(
        "{where:cap:term} contains a character that cannot be recorded ({character})", _AGAIN
    ),
    "text.unwritable": Words("{where:cap:term} contains a character that cannot be recorded", _AGAIN),
    "text.invisible": Words("{where:cap:term} contains an invisible character ({character})", _AGAIN),
    "text.unprintable": Words(
        "{where:cap:term} contains “{character}”, which cannot be printed on the reports that are signed",
        _AGAIN,
    ),
    "text.too_long": Words(
        "{where:cap:term} is too long: at most {most} characters", "Go back, shorten it, and send it."
    ),
    "form.file": Words("No page here takes a file", "Go back and send the form without it."),
    "form.rows": Words(
        "{where:cap:term} is not a number of rows up to {most}", "Go back and send the page's own form."
    ),
    "form.not_utf8": Words("The request is not written in UTF-8", "Send it again in UTF-8."),
    "json.unreadable": Words("The JSON cannot be read: {fault:phrase}", "Correct it and send it again."),
    "json.too_deep": Words(
        "The JSON is nested more than {most} levels deep", "Correct it and send it again."
    ),
    "json.number_too_large": Words(
        "The JSON holds a number that is too large", "Correct it and send it again."
    ),
}
