"""`manage.py destroy_archive FILE`: destroys the archive file of a month whose time has ended."""

from __future__ import annotations

import getpass
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casino.ledger.archives.file import BadArchive
from casino.refusals import Refusal
from casino.translated import message, remedy
from rounds.surveillance.retention.spent_months import end_month


class Command(BaseCommand):
    help = (
        "Destroys the file of an archived month whose end two people have signed for (the desk, under Holds), and what "
        "was worked out from its rounds for search and comparison. Run it for every copy. The record keeps the digests."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what archive_ledger has written")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            ended = end_month(file, at=timezone.now(), by=f"the server’s user {getpass.getuser()}")
        except Refusal as refusal:
            raise CommandError(f"{message(refusal)}. {remedy(refusal)}", returncode=2) from refusal
        except (BadArchive, OSError) as fault:
            raise CommandError(str(fault), returncode=2) from fault
        self.stdout.write(
            f"{ended.month.words}: {ended.path.name} with {ended.entries:,} entries is destroyed. The record has its "
            f"SHA-256, {ended.sha256}, in entry {ended.seq} of the house."
        )
