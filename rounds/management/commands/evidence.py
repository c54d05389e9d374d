"""``manage.py evidence BJ-07/214 … --reason "…" -o PACK.zip``: makes an evidence pack of rounds (docs/evidence.md)."""

import getpass
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.refusals import Refusal
from casino.translated import message, remedy
from rounds.surveillance.evidence.making import RoundName, make, whole_file


class Command(BaseCommand):
    help = (
        "Make an evidence pack: a ZIP with the record of rounds, their seals and a report, that anybody can check with "
        "tools/check_evidence.py and the house's public key. The record is sealed first if need be."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rounds", nargs="+", metavar="TABLE/ROUND", help="such as BJ-07/214")
        parser.add_argument("--reason", required=True, help="why it is made; the record keeps it")
        parser.add_argument("-o", "--output", required=True, type=Path, metavar="PACK.zip")
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, rounds: list[str], reason: str, output: Path, **options: Any) -> None:
        try:
            names = [RoundName.parse(name) for name in rounds]
            with whole_file(output) as file:
                pack = make(file, names, reason, by=None, made_by=f"the server’s user {getpass.getuser()}")
        except Refusal as refusal:
            raise CommandError(f"{message(refusal)}. {remedy(refusal)}", returncode=2) from refusal
        except OSError as fault:
            raise CommandError(f"{output}: {fault.strerror or fault}", returncode=2) from fault
        if options["json"]:
            document = {
                "number": pack.number,
                "file": str(output),
                "rounds": [str(name) for name in pack.rounds],
            }
            self.stdout.write(json.dumps(document, ensure_ascii=False))
        else:
            self.stdout.write(f"{pack.number}: {output}")
