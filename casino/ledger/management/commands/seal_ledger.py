"""`manage.py seal_ledger`: to be run every few minutes; keep what `--json` prints somewhere else."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from casino.ledger.seals import seal_all


class Command(BaseCommand):
    help = "Seals every chain that has grown since its last seal, and anchors them in the house chain."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document of the new seals")

    def handle(self, *args: Any, **options: Any) -> None:
        made = seal_all()
        if options["json"]:
            document = [
                {
                    "chain": new.chain,
                    "no": new.no,
                    "seq": new.seq,
                    "hash": new.hash,
                    "at": new.at,
                    "mac": new.mac,
                }
                for new in made
            ]
            self.stdout.write(msgspec.json.encode({"seals": document}).decode())
            return
        for new in made:
            self.stdout.write(str(new))
        if not made:
            self.stdout.write("Nothing to seal: every chain is sealed to its end.")
