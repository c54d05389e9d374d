"""Refusals of floats."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "buy_in.chips_differ": Words(
        "{cash:money} in cash does not match {chips:money} in chips",
        "Give chips for all of it.",
    ),
    "drop_box.none": Words(
        "There is no drop box on {table}",
        "Put one on; dealer and supervisor sign.",
    ),
    "colour_up.sums_differ": Words(
        "{had:chips} make {amount:money}, but {given:chips} make {given_amount:money}",
        "Give chips of the same value.",
    ),
    "exchange.unknown": Words(
        "There is no such exchange",
        "Choose one of this session.",
    ),
    "exchange.session_closed": Words(
        "This exchange belongs to a closed session",
        "Note it at the count.",
    ),
    "exchange.reversed": Words(
        "This exchange has already been reversed",
        "If it was right, enter it again.",
    ),
    "exchange.box_gone": Words(
        "Drop box {box} has left the table with this cash",
        "Note it at the count.",
    ),
    "exchange.reason_missing": Words(
        "Enter why the exchange is reversed",
        "A few words are enough.",
    ),
    "drop_box.another_on": Words(
        "The drop box on {table} is {on}, not {old}",
        "Read its number again.",
    ),
    "drop_box.same": Words(
        "Old and new drop box are the same",
        "Enter the number of the new one.",
    ),
    "drop_box.number": Words(
        "“{number}” is not a drop box number",
        "Use letters, digits and dashes, such as D07-2.",
    ),
    "drop_box.in_use": Words(
        "Drop box {number} is in use or waiting to be counted",
        "Take another box.",
    ),
    "drop_box.unknown": Words(
        "There is no such drop box",
        "Choose one that has been taken off.",
    ),
    "drop_box.still_on": Words(
        "Drop box {box} is still on {table}",
        "Take it off, then count it.",
    ),
    "drop_box.counted": Words(
        "Drop box {box} has already been counted: {amount:money}",
        "A box is counted once.",
    ),
    "drop_box.short": Words(
        "{differs:money} short: counted {counted:money}, recorded {recorded:money}",
        "Count again, or enter a note on it.",
    ),
    "drop_box.over": Words(
        "{differs:money} over: counted {counted:money}, recorded {recorded:money}",
        "Count again, or enter a note on it.",
    ),
    "signer.made_exchange": Words(
        "{number} entered this exchange and cannot also sign for it",
        "Call another {role:term} or above to sign.",
    ),
    "signer.put_cash_in": Words(
        "{number} put cash into drop box {box} and cannot sign its count",
        "Call another {role:term} or above to sign.",
    ),
    "signer.dealt_since_count": Words(
        "{number} has dealt at {table} since its float was counted",
        "Call another {role:term} or above to sign.",
    ),
    "chips.not_of_table": Words(
        "There are no {chip:money} chips at {table}",
        "It has {chips:amounts}.",
    ),
    "chips.number": Words(
        "{number} chips of {chip:money} is not possible",
        "Count them again.",
    ),
    "chips.too_many": Words(
        "{total:money} is more than any float holds",
        "Count them again.",
    ),
    "chips.none": Words(
        "No chips entered",
        "Enter how many of each denomination.",
    ),
    "float.opening_counted": Words(
        "{table} is open: its opening float has already been counted",
        "Take a mid-shift count.",
    ),
    "float.chips_moved": Words(
        "Chips have moved since the opening float was counted",
        "Open the table, then count again.",
    ),
    "float.table_closed": Words(
        "{table} is not open",
        "Count the opening float.",
    ),
    "float.never_counted": Words(
        "The float of {table} was never counted",
        "Close without it.",
    ),
    "float.not_closed": Words(
        "The closing float is counted when {table} closes",
        "Close the table first.",
    ),
    "slip.under_way": Words(
        "The {slip} is still open ({state:term})",
        "Carry it out or void it, then count.",
    ),
    "float.round_open": Words(
        "A round is open at {table}",
        "Finish it, then count the float.",
    ),
    "float.short": Words(
        "{differs:money} short: counted {counted:money}, expected {expected:money}",
        "Count again, or enter a note on it.",
    ),
    "float.over": Words(
        "{differs:money} over: counted {counted:money}, expected {expected:money}",
        "Count again, or enter a note on it.",
    ),
    "float_alert.unknown": Words(
        "There is no such alert",
        "See the current alerts.",
    ),
    "float_alert.answered": Words(
        "{by} has already answered this",
        "Nothing more to do.",
    ),
    "float_alert.note_missing": Words(
        "Enter what was found",
        "A few words are enough.",
    ),
    "float.not_counted": Words(
        "The float of {table} has not been counted",
        "Count the opening float first.",
    ),
    "float.closed": Words(
        "The closing float of {table} has been counted and signed",
        "If it changed since, count it again; otherwise wait until the table reopens.",
    ),
    "slip.kind": Words(
        "A slip is a fill or a credit",
        "Choose one of the two.",
    ),
    "slip.done": Words(
        "The {slip} is complete or void",
        "Nothing more to sign.",
    ),
    "slip.signed_meanwhile": Words(
        "{by} has signed the {slip} in the meantime",
        "Your signature was not recorded. Next step: {next:term}.",
    ),
    "slip.signed_already": Words(
        "{number} has already signed the {slip}",
        "Call another {role:term} or above to sign.",
    ),
    "slip.received": Words(
        "The {slip} has been received",
        "Correct it with a new fill or credit.",
    ),
    "slip.void": Words("The {slip} is void", "Nothing more to do."),
    "slip.voided_by_its_signers": Words(
        "{first} and {second} have both signed the {slip}",
        "One of the two who void it must not have signed it.",
    ),
    "slip.reason_missing": Words(
        "Enter why the slip is voided",
        "A few words are enough.",
    ),
    "slip.unknown": Words(
        "There is no such slip",
        "Choose an open one.",
    ),
    "slip.credit_exceeds_float": Words(
        "A credit of {amount:money} exceeds the {holds:money} in the float of {table}",
        "Ask for less, or count the float.",
    ),
    "float.no_such_step": Words(
        "There is no such step",
        "Choose one on this page.",
    ),
    "buy_in.no_chips_make_it": Words(
        "The chips of this table cannot make that amount",
        "Take another amount in cash.",
    ),
}
