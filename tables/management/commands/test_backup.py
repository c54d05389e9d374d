"""``manage.py test_backup``: verifies the record of a restored backup, and writes that into the house's own record.

`deploy/backup test` restores and starts it, then calls this command.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from casino.ledger.models import Backup
from tables.house import service

GRANTS = (
    ("it may add to the record", "has_table_privilege('casino_web', 'ledger_entry', 'INSERT')", True),
    ("it may not change the record", "has_table_privilege('casino_web', 'ledger_entry', 'UPDATE')", False),
    ("it may not delete from it", "has_table_privilege('casino_web', 'ledger_entry', 'DELETE')", False),
    (
        "it makes no temporary tables",
        "has_database_privilege('casino_web', current_database(), 'TEMPORARY')",
        False,
    ),
)
"""Questions in SQL about the web role in the restored database, and the answers that they must have."""


class Verified(msgspec.Struct, frozen=True):
    """What is read from the report of `verify_ledger`: whether the record is sound."""

    ok: bool


class Command(BaseCommand):
    help = (
        "Verify the record of a restored backup, its roles and their rights, and record that it was tested."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--restored", required=True, metavar="URL", help="the restored database")
        parser.add_argument(
            "--seals", nargs="+", type=Path, default=[], help="seals that were kept elsewhere"
        )
        parser.add_argument(
            "--attachments", type=Path, metavar="DIR", help="the copies of the attachments of incidents"
        )

    def handle(
        self, *args: Any, restored: str, seals: list[Path], attachments: Path | None, **options: Any
    ) -> None:
        report = _verified(restored, seals, attachments)
        with psycopg.connect(restored) as connection:
            row = connection.execute("SELECT count(*), max(at) FROM ledger_entry").fetchone()
            assert row is not None, "an aggregate has a row"
            entries, last = row
            for words, question, expected in GRANTS:
                answer = connection.execute(f"SELECT {question}").fetchone()
                if answer is None or answer[0] is not expected:
                    raise CommandError(
                        f"The rights of casino_web were not restored: {words} is not so.", returncode=1
                    )
        body = {
            "restored_to": last.isoformat() if last is not None else "",
            "entries": entries,
            "seals_kept_elsewhere": [path.name for path in seals],
            "attachments": attachments is not None,
            "verified": report.ok,
        }
        now = timezone.now()
        service.record_backup_test(body, at=now)
        Backup.objects.update_or_create(pk=Backup.ONLY, defaults={"tested_at": now})
        self.stdout.write(f"The backup is good: {entries} entries, the last of {body['restored_to']}.")


def _verified(restored: str, seals: list[Path], attachments: Path | None) -> Verified:
    """The report of `verify_ledger` on the restored record, with the copies of its attachments. Raises CommandError
    unless it is sound."""
    command = [sys.executable, "manage.py", "verify_ledger", "--json"]
    if seals:
        command += ["--seals", *map(str, seals)]
    environment = {**os.environ, "DATABASE_URL": restored}
    if attachments is not None:
        environment["ATTACHMENTS"] = str(attachments)
    done = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        words = (done.stdout + done.stderr)[-3000:]
        raise CommandError(f"The restored record is not sound.\n{words}", returncode=1)
    return msgspec.json.decode(done.stdout, type=Verified)
