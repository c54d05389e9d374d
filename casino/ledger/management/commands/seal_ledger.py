"""`manage.py seal_ledger --every 300`: seals the record; keep the output of `--json` somewhere else."""

from __future__ import annotations

import logging
import threading
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, close_old_connections

from casino.ledger.models import Seal
from casino.ledger.sealing import seal_all
from casino.ledger.witness import hand_over

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Seals every chain that has grown since its last seal, and anchors them in the house chain."

    stealth_options = ("stop",)  # set by a program that runs this beside a server

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document of the new seals")
        parser.add_argument("--every", type=float, default=0, metavar="SECONDS", help="go on until stopped")
        parser.add_argument(
            "--witness",
            default=settings.LEDGER_WITNESS,
            metavar="COMMAND|URL",
            help="who is handed each new seal, until it is taken; LEDGER_WITNESS without it",
        )

    def handle(
        self, *args: Any, every: float, stop: threading.Event | None = None, verbosity: int, **options: Any
    ) -> None:
        """Returns soon after `stop` is set. With `every`, it waits for a database that is away."""
        if every and not 1 <= every <= threading.TIMEOUT_MAX:
            raise CommandError("--every: give a number of seconds, 1 or more.", returncode=2)
        stop = stop or threading.Event()
        with suppress(KeyboardInterrupt):
            while True:
                try:
                    seals = seal_all()
                    if verbosity > 0 and (seals or not every):
                        self._tell(seals, json=options["json"])
                    if options["witness"]:
                        taken = hand_over(options["witness"])
                        if verbosity > 0 and not options["json"] and (taken or not every):
                            self.stdout.write(
                                f"The witness took {taken} {'seal' if taken == 1 else 'seals'}."
                            )
                except OperationalError as away:
                    if not every:
                        raise
                    log.warning("Nothing was sealed, the next try is in %g s: %s", every, away)
                if not every or stop.wait(every):
                    return
                close_old_connections()  # a connection that broke meanwhile

    def _tell(self, seals: list[Seal], *, json: bool) -> None:
        if json:
            fields = ("chain", "no", "seq", "hash", "at", "note")
            document = [
                {field: getattr(new, field) for field in fields} | {"hash": bytes(new.hash).hex()}
                for new in seals
            ]
            self.stdout.write(msgspec.json.encode({"seals": document}).decode())
        else:
            for new in seals:
                self.stdout.write(str(new))
            if not seals:
                self.stdout.write("Nothing to seal: every chain is sealed to its end.")
        self.stdout.flush()
