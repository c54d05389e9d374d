"""Refusals of approvals."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "approval.role_cannot_ask": Words(
        "{number} ({role:term}) cannot ask for approvals",
        "The dealer or a supervisor must ask.",
    ),
    "approval.role_cannot_attend": Words(
        "{number} ({role:term}) cannot take this on",
        "Call a supervisor.",
    ),
    "approval.no_answer": Words("Neither approved nor refused", "Choose one of the two."),
    "approval.none_waiting": Words("Nothing of that kind is waiting at this table", "See what is due now."),
    "approval.attended": Words("{by} is already on it", "Nothing more to do here."),
    "approval.approved": Words(
        "{by} approved this at {at}", "Nothing more to do here. Ask again if the table still needs it."
    ),
    "approval.refused": Words(
        "{by} refused this at {at}", "Nothing more to do here. Ask again if the table still needs it."
    ),
    "approval.withdrawn": Words(
        "{by} withdrew this at {at}", "Nothing more to do here. Ask again if the table still needs it."
    ),
    "approval.expired": Words(
        "This expired unanswered at {at}", "Nothing more to do here. Ask again if the table still needs it."
    ),
    "approval.role_cannot_withdraw": Words(
        "{number} ({role:term}) cannot withdraw this",
        "The dealer or a supervisor must withdraw it.",
    ),
    "approval.own_request": Words(
        "{number} asked for this and cannot also decide it",
        "Another {role:term} or above must decide.",
    ),
    "approval.role_too_low": Words(
        "Only the {wanted:term} or above can decide this, not {number} ({role:term})",
        "Call the {wanted:term}.",
    ),
    "approval.reason_missing": Words(
        "Give a reason for refusing, so that the dealer knows what to do",
        "Enter it in a few words.",
    ),
    "approval.asked_already": Words(
        "Approval has already been requested: {what:phrase}",
        "Wait for the supervisor's answer.",
    ),
}
