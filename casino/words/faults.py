"""Words for what is wrong with something that was typed or sent. Refusals put them in their own."""

from typing import Final

FAULTS: Final[dict[str, str]] = {
    "fault.not_an_amount": "“{text}” is not an amount",
    "fault.part_of_a_cent": "“{text}” has a part of a cent",
    "fault.amount_too_large": "“{text}” is more than any wager can be",
    "fault.comma": "“{text}” is not an amount: a comma only parts thousands, as in 1,250",
    "fault.amount_too_long": "“{start}…” is not an amount: it is longer than any",
    "fault.no_denominations": "a float needs at least one denomination, each above zero",
    "fault.chips_uncountable": "no change can be counted out with these together: let each go into the next larger one",
    "fault.not_a_card": "“{text}” is not a card: a card is its rank, then ♠ ♥ ♦ ♣ or the letter of its suit",
    "fault.json": "it is not JSON",
    "fault.json_whole": "it does not hold what it must",
    "fault.json_unknown_field": "“{field}” does not belong there",
    "fault.json_missing_field": "“{field}” is missing",
    "fault.json_value": "“{field}” is not what it must be",
}
"""Texts by code."""
