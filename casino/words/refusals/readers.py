"""Refusals of readers."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "reader.none": Words(
        "There is no reader at {table}",
        "Enter the cards by hand.",
    ),
    "reader.not_reporting": Words(
        "{reader}: {condition:phrase}",
        "Enter the cards by hand until it reports again, or have a supervisor unassign it.",
    ),
    "reader.kind": Words(
        "There is no such kind of reader",
        "Choose from {kinds:list}.",
    ),
    "reader.label_too_long": Words(
        "The label is too long",
        "Write at most {longest} characters.",
    ),
    "reader.already": Words(
        "{reader} already reports the cards of {table}",
        "Revoke it first; one shoe has one reader.",
    ),
    "reader.unknown": Words(
        "There is no such reader",
        "Choose one from the list.",
    ),
    "reader.card_waits": Words(
        "{reader:cap:phrase} reported another card that comes first",
        "Enter what that card was.",
    ),
    "reader.reports_cards": Words(
        "{reader:cap:phrase} reports the cards; this one would be recorded twice",
        "If the reader fails, enter the cards by hand.",
    ),
    "reader.post_too_long": Words(
        "This post is longer than {most} bytes",
        "Send fewer reports at a time.",
    ),
    "reader.post": Words(
        "This post of reports cannot be read: {fault:phrase}",
        'Send {{"reports": [{{"sequence": n, "what": "card", "card": "Ts"}}]}}, at most 100.',
    ),
    "reader.table_moved_on": Words(
        "The table has moved on",
        "Look at what is due now.",
    ),
    "tap.no_command": Words(
        "This tap arrived empty",
        "Load the page again and repeat.",
    ),
    "recorded.refusal": Words(
        "{message}",
        "{remedy}",
    ),
    "reader.reason_missing": Words(
        "Choose a reason",
        "Choose from {reasons:list}.",
    ),
    "reader.not_in_excess": Words(
        "This card was not drawn in excess",
        "Choose what it was.",
    ),
    "reader.no_scanner": Words(
        "There is no scanner at this table",
        "Enter the card by hand; a casino supervisor assigns a scanner.",
    ),
    "reader.revoked": Words(
        "{reader} is no longer assigned to {table}",
        "Enter the card by hand.",
    ),
    "reader.not_first": Words(
        "That card is no longer waiting, or not the first",
        "See which card is waiting now.",
    ),
    "reader.token_revoked": Words(
        "The token of {reader} is revoked", "A casino supervisor issues another at {table}."
    ),
    "reader.too_many_tokens": Words(
        "Too many tokens from this address belong to no reader",
        "Wait a minute; a casino supervisor issues the token of a reader.",
    ),
    "reader.token_unknown": Words(
        "This token belongs to no reader",
        "Send the header “Authorization: Bearer <token>”; a casino supervisor issues the token.",
    ),
    "record.later_version": Words(
        "This worker is too old for the record of {table}",
        "Send the same report again until a newer one answers.",
    ),
    "record.unfit": Words(
        "The record of {table} does not give the state that its row names", "Have the record verified."
    ),
    "record.broken": Words("{fault:cap:phrase}", "Call a supervisor; send the report again later."),
}
