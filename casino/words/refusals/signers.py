"""Refusals of signers."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "signer.pin_set_by_other": Words(
        "{by} set the PIN of {number}",
        "{number} signs in and chooses a new PIN first.",
    ),
    "signer.set_up": Words(
        "{by} set {number} up at {at}, so the two cannot sign together yet",
        "Call another person to sign.",
    ),
    "signer.set_up_together": Words(
        "{by} set up both {number} and {other}, and nobody has acknowledged it yet",
        "Call another person to sign.",
    ),
    "signer.had_part": Words(
        "{number} dealt in round {round} and cannot sign for it",
        "Call another {role:term} or above to sign.",
    ),
    "signer.deals": Words(
        "{number} deals at {table} and cannot sign for it",
        "Call another {role:term} or above to sign.",
    ),
    "signer.reported": Words(
        "{number} reported this and cannot also sign it",
        "Call another {role:term} or above to sign.",
    ),
    "signature.alone": Words(
        "{number} cannot sign alone",
        "Two people sign, each with number and PIN.",
    ),
    "signature.roles": Words(
        "{first} ({first_role:term}) and {second} ({second_role:term}) cannot sign this together",
        "It takes the {one:term} and the {other:term}, or above.",
    ),
    "request.sent_before_as": Words(
        "This form was already sent, as {stored}, with different contents, and recorded",
        "See what is recorded. To enter something else as well, load the page again.",
    ),
    "signature.second_missing": Words(
        "A second person must sign",
        "Enter number and PIN of the second person.",
    ),
}
