"""Refusals of opening."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "closing.not_open": Words(
        "{table} is not open",
        "Only an open table can close.",
    ),
    "closing.time_missing": Words(
        "The notice must show the closing time",
        "Enter the time.",
    ),
    "closing.notice_up": Words(
        "A closing notice is already up",
        "Withdraw it first.",
    ),
    "closing.notice_time": Words(
        "The notice would be up {minutes:minute|minutes} before closing; it must be up at least "
        "{least:minute|minutes}",
        "Enter {earliest} or later, within a day.",
    ),
    "closing.no_notice": Words(
        "There is no closing notice at {table}",
        "Nothing to withdraw.",
    ),
    "closing.players_unnotified": Words(
        "{players:player|players} at {table}, and no closing notice is up",
        "Post a notice with the time, {minutes:minute|minutes} before closing, or confirm that nobody"
        " is at the table.",
    ),
    "closing.before_notice": Words(
        "The notice gives {at} as the closing time",
        "Wait until then; the table closes by itself.",
    ),
    "closing.inspector_not_informed": Words(
        "No inspector has been informed that {table} closes before gaming ends",
        "Inform one, and enter who it was with the closing notice.",
    ),
    "table.setup": Words(
        "The table's set-up is wrong: {fault}",
        "Correct the set-up.",
    ),
}
