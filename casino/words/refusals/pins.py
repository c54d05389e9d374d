"""Refusals of pins."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "session.none": Words(
        "Nobody is signed in here",
        "Sign in.",
    ),
    "pin.not_repeated": Words(
        "The two new PINs differ",
        "Enter the same new PIN twice.",
    ),
    "pin.form": Words(
        "A PIN is 4 to 12 digits",
        "Choose another.",
    ),
    "pin.guessable": Words(
        "This PIN is easy to guess",
        "Choose another.",
    ),
    "pin.own_elsewhere": Words(
        "Your own PIN is not changed here",
        "Change it on the page “Your PIN”, with the old one.",
    ),
    "pin.missing": Words(
        "A new person needs a PIN",
        "Enter one; its owner can change it.",
    ),
    "pin.unchanged": Words(
        "That is your present PIN",
        "Choose another that nobody else knows.",
    ),
    "pin.changed_meanwhile": Words(
        "The PIN was changed in the meantime",
        "Sign in with the new one.",
    ),
    "sign_in.busy": Words(
        "Another try with this number is being checked",
        "Try again.",
    ),
    "sign_in.wrong": Words(
        "Wrong number or PIN",
        "Try again.",
    ),
    "sign_in.locked": Words(
        "This number is locked here after {tries} wrong tries",
        "Try again in {wait:duration}, use a house device on which you have signed in before, or ask "
        "an administrator to unlock it.",
    ),
    "sign_in.often": Words(
        "Too many tries",
        "Wait {wait:duration}, then try again.",
    ),
}
