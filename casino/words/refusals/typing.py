"""Refusals of typing."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "typed.amount": Words(
        "{field:term}: {fault:phrase}",
        "Write it as 25 or 12.50.",
    ),
    "typed.number": Words(
        "{field:term}: “{typed}” is not a number",
        "Use digits, such as 416.",
    ),
    "typed.time_left_out": Words(
        "There is no {time} on {day}: the clock is put forward that night",
        "Enter another time.",
    ),
    "typed.time_zone": Words(
        "{time} is not in {zone}",
        "The house clock is then in {zones:or}.",
    ),
    "typed.date": Words(
        "{field:term}: “{typed}” is not a date",
        "Write it as 2026-11-28.",
    ),
    "typed.date_missing": Words(
        "{field:term}: the date is missing",
        "Enter the date and the time.",
    ),
    "typed.time_missing": Words(
        "{field:term}: the time is missing",
        "Enter the date and the time.",
    ),
    "typed.time": Words(
        "“{typed}” is not a time",
        "Write it as 21:45.",
    ),
}
