"""Refusals of the rota."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "rota.no_such_person": Words(
        "{number} is not on the staff for shifts",
        "Choose somebody from the list.",
    ),
    "rota.on_shift": Words(
        "{number} is already on shift",
        "Choose another person.",
    ),
    "rota.off_shift": Words(
        "{number} is not on shift",
        "Tap {number} in first.",
    ),
    "rota.deals": Words(
        "{number} deals at {table}",
        "Send a relief there first.",
    ),
    "rota.sent": Words(
        "{number} is on the way to {table}",
        "Send somebody else to {table} first, or nobody.",
    ),
    "rota.break_minutes": Words(
        "A break is between 1 and {most} minutes",
        "Enter the minutes.",
    ),
    "rota.on_break": Words(
        "{number} is already on a break",
        "Wait until it is over, or end it.",
    ),
    "rota.no_break": Words(
        "{number} is not on a break",
        "Look again: somebody may have ended it.",
    ),
}
