"""Refusals of devices."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "tablet.not_assigned": Words(
        "This device is not assigned to a table",
        "A game supervisor assigns it under “Assign this tablet to a table”.",
    ),
    "dealer.deals_there": Words(
        "{dealer} is dealing at {table} on another tablet",
        "{dealer} has been asked there. Wait for the answer, or have a supervisor enter number and PIN here.",
    ),
    "take_over.not_asked": Words(
        "{number} is no longer asking for {table}",
        "Go on dealing.",
    ),
    "take_over.over": Words(
        "Nobody is waiting for a table at this tablet",
        "Sign in with number and PIN.",
    ),
    "take_over.role_cannot_allow": Words(
        "Only a game supervisor or above can let another dealer take over, not {number} ({role:term})",
        "Wait for the answer, or ask a supervisor.",
    ),
    "dealer.role_cannot_deal": Words(
        "{number} ({role:term}) may not deal",
        "A dealer or a supervisor must take over.",
    ),
    "session.locked_by_other": Words(
        "{number} locked this screen and nobody else can continue in that name",
        "{number} unlocks it. To take over the table yourself, use “Change dealer”.",
    ),
    "session.on_tablet": Words(
        "{number} has been signed in on the tablet of {table} since {at}",
        "Enter the PIN again to sign in here; the other screen is then signed out.",
    ),
    "session.on_screen": Words(
        "{number} has been signed in on another screen ({address}) since {at}",
        "Enter the PIN again to sign in here; the other screen is then signed out.",
    ),
    "session.you_may_end": Words(
        "{number} locked this screen and nobody else can continue in that name",
        "{number} unlocks it, or you end the session of {number} here. To take over the table yourself, use “Change "
        "dealer”.",
    ),
    "session.role_cannot_end": Words(
        "Only {number} or a game supervisor or above can end this session, not {by} ({role:term})",
        "Ask a supervisor to enter number and PIN.",
    ),
    "tablet.table_code": Words(
        "A table code is letters, digits and dashes, such as BJ-07",
        "Enter it again.",
    ),
    "tablet.no_such_table": Words(
        "There is no table {table}",
        "Choose a table from the list, or set it up first.",
    ),
    "tablet.role_cannot_assign": Words(
        "Only a game supervisor or above can assign tablets, not {number} ({role:term})",
        "Ask a supervisor to enter number and PIN.",
    ),
}
