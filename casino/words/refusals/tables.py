"""Refusals of tables."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "table.unknown": Words(
        "There is no table {table}",
        "Choose one of the pit's tables.",
    ),
    "request.no_key": Words(
        "This form arrived incomplete",
        "Load the page again and repeat.",
    ),
    "page.unknown": Words(
        "This form does not say what its page showed",
        "Check what the page shows now, then take the step again.",
    ),
    "page.outdated": Words(
        "The page is out of date: {changed:semicolons:phrase}",
        "Check what the page shows now, then take the step again.",
    ),
    "request.key": Words(
        "This request has no key of 1 to {longest} printable characters", "Load the page again and repeat."
    ),
    "request.key_of_another_tap": Words("This scan was mixed up with another tap", "Scan the card again."),
    "request.sent_before": Words(
        "This form was already sent by {by} at {at} with different contents, and recorded",
        "See what is recorded. To enter something else as well, load the page again.",
    ),
    "table.no_such_step": Words(
        "There is no such step",
        "Choose one on this page.",
    ),
    "table.none_selected": Words(
        "No table is selected",
        "Select the tables, then take the step.",
    ),
    "staff.role_cannot_deal": Words(
        "{number} ({role:term}) may not act at a table",
        "A dealer or a supervisor must act.",
    ),
}
