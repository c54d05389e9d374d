"""Refusals of people."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "people.no_supervisor": Words(
        "{number} is not a supervisor here",
        "Enter a supervisor's number.",
    ),
    "people.no_dealer": Words(
        "{number} is not a dealer here",
        "Enter a dealer's number.",
    ),
    "people.already_deals": Words(
        "{number} already deals at {table}",
        "Send another dealer.",
    ),
    "people.already_sent": Words(
        "{number} is already being sent to {table}",
        "Cancel that at {table} first.",
    ),
    "people.no_such_mark": Words(
        "“{mark}” is not a player's mark",
        "Use the mark on the tablet, such as A.",
    ),
    "people.patron_number": Words(
        "“{number}” is not a patron number",
        "Use letters, digits and dashes; no name.",
    ),
    "people.patron_taken": Words(
        "{number} is already player {player}",
        "Remove it from {player} first.",
    ),
    "approval.higher_role": Words(
        "This needs a higher role",
        "It is waiting at the tablet and on the dashboard.",
    ),
    "people.not_at_table": Words(
        "There is no player {player} at {table}",
        "Choose one on this page.",
    ),
    "people.reason_missing": Words(
        "Enter why {player} is restricted",
        "A few words are enough.",
    ),
    "people.notified_missing": Words(
        "Who was notified, and when, has not been entered",
        "Enter both.",
    ),
}
