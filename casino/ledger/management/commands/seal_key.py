"""`manage.py seal_key`: prints the public key with which the seals of this house are checked."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError

from casino.ledger.sealing import rotate
from casino.ledger.seals import seal_key
from casino.ledger.signed_notes import BadKey


class Command(BaseCommand):
    help = "Prints the house's public key as a C2SP verifier key, or goes over to the next one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document")
        parser.add_argument(
            "--rotate",
            action="store_true",
            help="record that LEDGER_SEAL_KEY_NEXT seals from now on, signed by LEDGER_SEAL_KEY; prints the new key",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            verifier = rotate() if options["rotate"] else seal_key().verifier
        except (LookupError, BadKey) as fault:
            raise CommandError(str(fault), returncode=2) from fault
        except IntegrityError as fault:
            raise CommandError("The record has named this next key before. Give a new one.") from fault
        if options["json"]:
            self.stdout.write(msgspec.json.encode({"key": str(verifier), "origin": verifier.name}).decode())
        else:
            self.stdout.write(str(verifier))
