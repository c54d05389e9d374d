"""Words for what bars the opening of a table, and for its cards."""

from typing import Final

BARS: Final[dict[str, str]] = {
    "bars.refusal": "{what:phrase}: {what:remedy}",
    "bars.shuffler_approval": "the automatic shuffling shoe has no approval reference",
    "bars.two_sets": "the shuffler needs two sets of cards of different colours",
    "bars.no_limits": "minimum and maximum are not set",
    "bars.not_confirmed": "it is not confirmed that {what:phrase}",
    "bars.float": "the opening float is not counted and signed",
    "bars.cards_not_checked": "the cards have not been checked",
    "bars.cards_not_checked_by": "the {roles:and:name} has not checked the cards",
    "bars.cards_wrong": "the cards are not right: {faults:semicolons:phrase}",
    "bars.check_of": "the {role:name}'s check",
    "bars.piece_of": "{item:term} of {bet:term}",
    "bars.checks": "{checks:and:phrase}",
}
"""Texts by code; `tables.opening` picks the code."""
