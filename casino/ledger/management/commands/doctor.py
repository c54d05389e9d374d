"""`manage.py doctor`: exit status 0 when all is well, 1 when something is wrong."""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from casino.web.doctor import examine


class Command(BaseCommand):
    help = "Says what is wrong with this installation, and what to do."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        # A database that is away is a finding; otherwise the pool would log it a dozen times first.
        logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
        findings = examine()
        wrong = [finding for finding in findings if not finding.ok]
        if options["json"]:
            self.stdout.write(msgspec.json.encode({"ok": not wrong, "findings": findings}).decode())
        else:
            for finding in findings:
                self.stdout.write(f"{'well ' if finding.ok else 'WRONG'}  {finding.check}: {finding.what}.")
                if finding.remedy:
                    self.stdout.write(f"       {finding.remedy}")
            count = f"{len(wrong)} {'thing is' if len(wrong) == 1 else 'things are'} wrong."
            self.stdout.write(count if wrong else "All is well.")
        if wrong:
            sys.exit(1)
