"""Refusals of hours."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "hours.none_in_book": Words(
        "These rules set no gaming hours",
        "Choose from {books:list}.",
    ),
    "hours.order_missing": Words(
        "Enter the order that sets these hours",
        "Give its reference and date.",
    ),
    "hours.date": Words(
        "The start date {date} must be within the next 5 years",
        "Correct the year.",
    ),
    "hours.over": Words(
        "Gaming hours are {begins} to {ends}",
        "Finish the open round and close the table.",
    ),
    "hours.closed": Words(
        "Gaming hours are {begins} to {ends}",
        "Open within these hours.",
    ),
}
