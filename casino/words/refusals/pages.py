"""Refusals where the framework would use its own words: addresses, methods, what a form may hold, rounds and displays
that are not there."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "address.unknown": Words("There is no such page", "Go to your own work and look for it there."),
    "address.method": Words(
        "This address does not take {method}", "It takes {allowed}. Use the buttons and links of the pages."
    ),
    "address.method_other": Words(
        "This address does not take {method}", "Use the buttons and links of the pages."
    ),
    "address.host": Words(
        "This is not an address of this house",
        "Use the address that the tablets and desks of the house use.",
    ),
    "request.too_long": Words("This form is too long", "Go back and shorten it."),
    "request.too_many_fields": Words(
        "This form has too many fields", "Go back and send only the fields of the page."
    ),
    "request.unreadable": Words("This request could not be read", "Go back, load the page again and repeat."),
    "request.not_allowed": Words(
        "This is not allowed here", "Go back to your own work, or ask somebody whose role allows it."
    ),
    "request.not_from_a_page": Words(
        "This form was not sent from a current page of the house",
        "Load the page again and repeat it there; cookies must be allowed.",
    ),
    "request.nobody_signed_in": Words(
        "Nobody is signed in on this screen any more", "Sign in, go back to the form and send it."
    ),
    "request.signed_in_as_another": Words(
        "This page was open while somebody signed in on another tab or screen",
        "{number} is signed in here now. Send it again as {number}, or leave it.",
    ),
    "server.fault": Words("The server has a fault", "Send the same again with the same key."),
    "server.record_away": Words("The record cannot be reached", "Send the same again with the same key."),
    "clause.unknown": Words("The register has no clause {name}", "Look for it in the rules of the table."),
    "round.unknown": Words("{table} has no round {round}", "Choose a round from the audit log."),
    "round.without_event": Words("Round {round} of {table} has no event", "Choose another round."),
    "dispute.without_round": Words(
        "This dispute is not about a recorded round", "Look for it among the disputes of the table."
    ),
    "table.no_display": Words(
        "{table} has no display of results", "The set-up of the table says whether it has one."
    ),
    "table.not_permitted": Words(
        "The set-up of {table} is not permitted by its rule book: {why:phrase}",
        "Have the set-up of the table corrected.",
    ),
}
