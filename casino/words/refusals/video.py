"""Refusals about video recorders."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "video.no_tables": Words(
        "No table is named for the recorder", "Write the tables that it reads, such as BJ-07 BJ-08."
    ),
    "video.already": Words(
        "{device} is already called {label} and is still in use",
        "Revoke its token first, or give another name.",
    ),
    "video.label": Words(
        "The recorder has no name, or one that cannot be used", "Write up to {longest} characters."
    ),
    "video.unknown": Words("There is no such recorder", "Choose one from the list."),
    "video.not_surveillance": Words(
        "{number} is not with surveillance and cannot give a recorder a token", "Ask surveillance."
    ),
    "video.token_unknown": Words(
        "This token is not valid", "Ask surveillance for a new one; it is sent as Authorization: Bearer."
    ),
    "video.too_many_tokens": Words("Too many invalid tokens", "Wait a minute, and set the right one."),
    "video.other_table": Words(
        "{device} does not read {table}", "Ask surveillance for a token of that table."
    ),
    "video.not_a_number": Words(
        "What is sent as after or wait is not a number", "Send the number that Feed-After gave."
    ),
}
