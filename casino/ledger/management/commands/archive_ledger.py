"""`manage.py archive_ledger 2026-08 -o FILE`: writes a month of the record to a file and takes it out of the
database."""

from __future__ import annotations

import getpass
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casino.ledger.archives.exchange import Outcome, archive
from casino.ledger.archives.file import BadArchive
from casino.ledger.archives.months import Month
from casino.refusals import Refusal
from casino.translated import message, remedy


def name_of(month: Month) -> str:
    """The default file name for a month's archive."""
    return f"ledger-{month}.jsonl.gz"


def document(outcome: Outcome) -> str:
    """The outcome, as JSON."""
    return msgspec.json.encode(
        {
            "month": str(outcome.month),
            "file": str(outcome.path),
            "sha256": outcome.sha256,
            "entries": outcome.entries,
            "kept": outcome.kept,
            "seq": outcome.seq,
        }
    ).decode()


class Command(BaseCommand):
    help = (
        "Writes a month of the record that is over and sealed to a file, reads the file again, and takes the month's "
        "entries out of the database, except those that the house still works with. Nothing has changed where it fails."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", metavar="MONTH", help="a month of UTC, such as 2026-08")
        parser.add_argument(
            "-o",
            "--output",
            type=Path,
            default=Path(),
            metavar="FILE",
            help="the file, or a folder for it (default: ledger-MONTH.jsonl.gz here); the very file that is there "
            "from before is used again",
        )
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, month: str, output: Path, **options: Any) -> None:
        try:
            chosen_month = Month.parse(month)
            path = output / name_of(chosen_month) if output.is_dir() else output
            who = f"the server’s user {getpass.getuser()}"
            outcome = archive(chosen_month, path, at=timezone.now(), by=who)
        except Refusal as refusal:
            raise CommandError(f"{message(refusal)}. {remedy(refusal)}", returncode=2) from refusal
        except BadArchive as bad:
            raise CommandError(str(bad), returncode=2) from bad
        except OSError as fault:
            raise CommandError(f"{output}: {fault.strerror or fault}.", returncode=2) from fault
        if options["json"]:
            self.stdout.write(document(outcome))
            return
        self.stdout.write(
            f"{chosen_month.words}: {outcome.entries:,} entries are in {outcome.path}, {outcome.kept:,} of them in the "
            f"database too.\nSHA-256 {outcome.sha256}, named by entry {outcome.seq} of house. Keep the file in more "
            "than one place."
        )
