"""Refusals about archived months of the record."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "archive.no_month": Words(
        "“{typed}” is not a month",
        "Write it as 2026-08.",
    ),
    "archive.not_owner": Words(
        "Only the owner of the tables can archive a month or bring one back, and this database role is not",
        "Run the command with the DATABASE_URL of the owner, as for migrate.",
    ),
    "archive.busy": Words(
        "The record is in use by a verification, an export or another archive, and waiting for it would hold up "
        "dealing",
        "Nothing has changed. Run it again when that has finished, or at a quiet time.",
    ),
    "archive.nothing": Words(
        "The record has no entries of {month}",
        "Months are those of UTC. The audit log shows which have entries.",
    ),
    "archive.away_already": Words(
        "{month} is already archived, in {file}",
        "There is nothing to do.",
    ),
    "archive.not_away": Words(
        "{month} is not archived: its entries are in the database",
        "There is nothing to do.",
    ),
    "archive.not_over": Words(
        "{month} is not over",
        "Archive it from {day} on: a day after its end, in UTC.",
    ),
    "archive.not_sealed": Words(
        "Entry {seq} of {table} is not sealed",
        "Run seal_ledger first.",
    ),
    "archive.unsound": Words(
        "Entry {seq} of {table} is not what was recorded, so nothing is archived or brought back",
        "Keep everything as it is and run verify_ledger.",
    ),
    "archive.round_open": Words(
        "Round {round} of {table} is not over, and it has entries of {month}",
        "Finish the round, or have it declared void.",
    ),
    "archive.table_open": Words(
        "{table} has been open since {day}, and its running totals are worked out from its rounds since then",
        "Close the table first.",
    ),
    "archive.not_indexed": Words(
        "The rounds of {table} in {month} are not all in the search for rounds yet",
        "Run index_rounds first.",
    ),
    "archive.held": Words(
        "Round {round} of {table} is under a legal hold, and it has entries of {month}",
        "Archive the month when the hold is lifted.",
    ),
    "archive.dispute_open": Words(
        "Round {round} of {table} is in dispute, and it has entries of {month}",
        "Decide the dispute and settle it first.",
    ),
    "archive.tournament_open": Words(
        "Tournament {tournament} is not over, and it has entries of {month}",
        "Finish or cancel it first.",
    ),
    "archive.round_away": Words(
        "Entries of round {round} of {table} are archived with {month}, in {file}",
        "Have the month brought back on the server: restore_archive {file}",
    ),
    "archive.entries_away": Words(
        "Entries of {table} that belong to it are archived with {month}, in {file}",
        "Have the month brought back on the server: restore_archive {file}",
    ),
    "archive.destroyed": Words(
        "{month} is past its days: its file was destroyed, signed for by two people",
        "It cannot be brought back. Destroy this copy too: destroy_archive.",
    ),
    "archive.not_ended": Words(
        "The ending of {month} has not been signed for",
        "Under Holds, name what is past its days, and have two people sign for it.",
    ),
}
