"""`manage.py restore_archive FILE`: puts an archived month back into the database."""

from __future__ import annotations

import getpass
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casino.ledger.archives.exchange import bring_back
from casino.ledger.archives.file import BadArchive
from casino.ledger.management.commands.archive_ledger import document
from casino.refusals import Refusal
from casino.translated import message, remedy


class Command(BaseCommand):
    help = (
        "Puts the entries of an archived month into the database again, after the file was compared with what the "
        "record says of it. archive_ledger with the same file takes them out later. Nothing has changed where it fails."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what archive_ledger has written")
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            outcome = bring_back(file, at=timezone.now(), by=f"the server’s user {getpass.getuser()}")
        except Refusal as refusal:
            raise CommandError(f"{message(refusal)}. {remedy(refusal)}", returncode=2) from refusal
        except BadArchive as bad:
            raise CommandError(str(bad), returncode=2) from bad
        if options["json"]:
            self.stdout.write(document(outcome))
        else:
            self.stdout.write(
                f"{outcome.month.words}: {outcome.entries:,} entries are in the database again. archive_ledger "
                f"{outcome.month} -o {outcome.path} takes them out later."
            )
