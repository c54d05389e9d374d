"""Refusals of staff."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "staff.no_such_change": Words(
        "There is no such change",
        "See what is waiting now.",
    ),
    "staff.change_acknowledged": Words(
        "{by} acknowledged this at {at}",
        "Nothing more to do.",
    ),
    "staff.role_cannot_acknowledge": Words(
        "{number} ({role:term}) cannot acknowledge this", "The {wanted:term} or above acknowledges it."
    ),
    "staff.sets_up_role": Words(
        "A {role:term} does not set the house up", "Take the right of set-up away, or choose {wanted:term}."
    ),
    "staff.own_change": Words("{number} made this change", "Another {wanted:term} or above acknowledges it."),
    "staff.change_about_self": Words(
        "This change is about {number}", "Another {wanted:term} or above acknowledges it."
    ),
    "staff.no_such_person": Words("There is nobody with the number {number}", "See who is in the house now."),
    "staff.about_self": Words(
        "{number} does not change what the house has of {number}",
        "Another who may set up does it; your own PIN is changed under “Your PIN”.",
    ),
    "staff.role_too_low": Words(
        "{number} ({role:term}) may not do this",
        "The {wanted:term} or above does it.",
    ),
}
