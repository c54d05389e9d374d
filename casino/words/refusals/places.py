"""Refusals of places."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "place.not_dealing": Words(
        "{number} is not dealing at {table} on this device",
        "The table's dealer or a supervisor of its pit does this.",
    ),
    "place.taken_over": Words(
        "{dealer} took over {table} at {at}",
        "To deal here again, sign in with number and PIN; if it was not agreed, call a supervisor.",
    ),
    "place.other_pit": Words(
        "{number} does not work in pit {pit}",
        "The table's dealer or a supervisor of its pit does this.",
    ),
    "place.deals_elsewhere": Words(
        "{number} deals at {elsewhere}, not at {table}",
        "The table's dealer or a supervisor of its pit does this.",
    ),
    "place.other_dealer": Words(
        "{dealer} deals at {table}, not {number}",
        "The table's dealer or a supervisor of its pit does this.",
    ),
}
