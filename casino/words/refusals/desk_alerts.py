"""Refusals about the alerts that a reviewer sets."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "desk_alert.kind": Words("There is no such kind of alert", "Choose one from the list."),
    "desk_alert.amount": Words("The alert has no amount", "Enter the amount above which it alerts."),
    "desk_alert.times": Words(
        "The alert needs a number from 2 to 100, and a number of {unit} up to {most}", "Enter both."
    ),
    "desk_alert.player": Words("No player is named", "Write a patron number, or a mark and its table."),
    "desk_alert.dealer": Words("That is not a staff number", "Write it as D-114."),
    "desk_alert.too_many": Words("There are already {most} alerts", "End one that is no longer wanted."),
    "desk_alert.unknown": Words("There is no such alert", "Look at the list again."),
    "desk_alert.seen": Words("{by} has seen this alert", "Look at the list again."),
    "desk_alert.not_surveillance": Words("{number} is not with surveillance", "Ask surveillance to set it."),
    "saved_search.name": Words(
        "The search has no name, or one that is too long", "Write up to 60 characters."
    ),
    "saved_search.too_many": Words("{most} searches are already saved", "Take one off the list."),
}
