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
        "{number} ({role:term}) cannot acknowledge this", "The {wanted:term} or above must acknowledge it."
    ),
    "staff.sets_up_role": Words(
        "A {role:term} cannot set the house up", "Take the set-up right away, or choose {wanted:term}."
    ),
    "staff.own_change": Words(
        "{number} made this change", "Another {wanted:term} or above must acknowledge it."
    ),
    "staff.change_about_self": Words(
        "This change is about {number}", "Another {wanted:term} or above must acknowledge it."
    ),
    "staff.last_to_set_up": Words(
        "{number} is the last person who may set up: nobody could open these pages again",
        "Give this to somebody else first.",
    ),
    "staff.no_such_person": Words("There is nobody with the number {number}", "Check the list of staff."),
    "staff.about_self": Words(
        "Nobody may change their own details",
        "Another person with set-up rights must do it; change your own PIN under “Your PIN”.",
    ),
    "staff.role_too_low": Words(
        "{number} ({role:term}) may not do this",
        "The {wanted:term} or above must do it.",
    ),
}
