"""Refusals of equipment."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "equipment.not_approved": Words(
        "The {item:term} has no dated type approval",
        "Enter the reference and the date of the approval.",
    ),
    "equipment.approved_later": Words(
        "The approval is dated {date}, in the future",
        "Wait until then, or correct the date.",
    ),
    "equipment.no_certificate": Words(
        "There is no certificate that {what:term}",
        "Enter the reference of the certificate.",
    ),
    "equipment.no_number": Words(
        "No number is entered for the {item:term} at {table}",
        "Enter its number, such as C1.",
    ),
    "equipment.number": Words(
        "That is not a device number",
        "Use a short number, such as C1.",
    ),
    "equipment.not_needed": Words(
        "{bet} does not need a {item:term}",
        "It needs: {needed:list:term}.",
    ),
    "equipment.not_recorded": Words(
        "There is no {item:term} recorded at {table}",
        "Record it first.",
    ),
    "equipment.other_kind": Words(
        "{device} is another kind of equipment",
        "Enter the right number.",
    ),
    "equipment.serves_too_many": Words(
        "{device} already serves {tables:list}; one {item:term} serves at most {most:table|tables}",
        "Use another one.",
    ),
}
