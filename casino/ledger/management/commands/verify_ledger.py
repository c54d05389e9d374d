"""`manage.py verify_ledger`: exit status 0 if the record is sound, 1 if not, 2 for wrong usage."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from casino.ledger import chainstate, unfinished
from casino.ledger.archives.file import BadArchive
from casino.ledger.archives.reading import beside
from casino.ledger.kept_seals import BadSealFile, seals_in
from casino.ledger.verify import Report, UnknownChain, Unread, verify
from casino.refusals import Refusal
from casino.translated import message, remedy

QUIET_SECONDS = 2.0
"""A run that takes longer reports its progress."""


class Command(BaseCommand):
    help = (
        "Checks hash chains, seals, sequence gaps and that replaying each round gives the stored "
        "rows; names the first entry that is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--table", help="one table's code, or house; every chain without it")
        parser.add_argument(
            "--since", help="only from this time on, e.g. 2026-11-28 or 2026-11-28T21:00+11:00"
        )
        parser.add_argument(
            "--seals",
            nargs="+",
            type=Path,
            default=[],
            metavar="FILE",
            help="seals that were kept elsewhere: notes, or what seal_ledger --json printed",
        )
        parser.add_argument(
            "--archives",
            nargs="+",
            type=Path,
            default=[],
            metavar="FILE",
            help="archived months (archive_ledger) that are read too, in one process",
        )
        parser.add_argument(
            "--sealed-within",
            type=int,
            default=settings.LEDGER_SEALED_MINUTES,
            metavar="MINUTES",
            help="what is older and was not sealed is wrong; 0 for whatever its age (default: %(default)s)",
        )
        parser.add_argument(
            "--since-verified",
            action="store_true",
            help="only what is new since the last whole verification that found the record sound; all without one",
        )
        parser.add_argument(
            "--resume",
            action="store_true",
            help="go on where the last whole verification with --resume was broken off, if that was within a day",
        )
        parser.add_argument(
            "--jobs",
            type=int,
            default=os.cpu_count() or 1,
            metavar="N",
            help="processes that a long record is shared out to (default: %(default)s)",
        )
        parser.add_argument("--json", action="store_true", help="one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["jobs"] < 1 or (options["since"] and options["since_verified"]):
            raise CommandError("Give --since or --since-verified, and --jobs of 1 or more.", returncode=2)
        if options["resume"] and any(
            options[name] for name in ("table", "since", "since_verified", "seals", "archives")
        ):
            raise CommandError("--resume is for the whole record, as it is in the database.", returncode=2)
        since = _time(options["since"]) if options["since"] else None
        if options["since_verified"]:
            since = chainstate.verified_to()
        started = reported_at = time.monotonic()
        run = unfinished.take_up() if options["resume"] else None
        began = run.began if run is not None else timezone.now()

        def progress(entries: int) -> None:
            nonlocal reported_at
            now = time.monotonic()
            if now - reported_at >= QUIET_SECONDS:
                reported_at = now
                rate = entries / (now - started)
                self.stderr.write(f"{entries:,} entries, {rate:,.0f} a second")

        try:
            kept = [seal for path in options["seals"] for seal in seals_in(path)]
            within = timedelta(minutes=options["sealed_within"]) if options["sealed_within"] else None
            with beside(options["archives"]) as other:
                report = verify(
                    options["table"],
                    since,
                    kept=kept,
                    sealed_within=within,
                    jobs=1 if options["archives"] else options["jobs"],
                    progress=progress,
                    done=run.done if run is not None else None,
                    part_done=run.keep if run is not None else lambda part, answer: None,
                )
            report.faults += other
            report.faults += chainstate.went_back(report)
        except (BadSealFile, BadArchive) as unreadable:
            raise CommandError(str(unreadable), returncode=2) from unreadable
        except Refusal as refusal:
            raise CommandError(f"{message(refusal)}. {remedy(refusal)}", returncode=2) from refusal
        except UnknownChain as unknown:
            raise CommandError(
                f"There is no record of a table {unknown}. Give a table's code as it is written in "
                "the audit log, or house.",
                returncode=2,
            ) from unknown
        with suppress(DatabaseError):  # a read-only copy has no state to update
            chainstate.store_result(report.as_dict(), began, since, options["table"] or "")
            if run is not None:
                run.end()
        if options["json"]:
            self.stdout.write(msgspec.json.encode(report.as_dict() | {"began": began}).decode())
        else:
            self._print(report)
        if not report.ok:
            raise SystemExit(1)

    def _print(self, report: Report) -> None:
        for chain in report.chains:
            sealed = f"sealed to {chain.sealed_to}" if chain.sealed_to else "not sealed"
            self.stdout.write(f"{chain.chain}: {chain.entries:,} entries, to {chain.last_seq}, {sealed}")
            for unread in chain.unread:
                self.stdout.write(_unread(chain.chain, unread))
        for fault in report.faults:
            self.stdout.write(self.style.ERROR(f"WRONG {fault.chain}: {fault.message}"))
        if months := sorted({unread.month for chain in report.chains for unread in chain.unread}):
            self.stdout.write(f"Archived and not read: {', '.join(months)}. Give the files with --archives.")
        words = "The record is sound" if report.ok else "The record is WRONG"
        words += " as far as it was read" if report.ok and months else ""
        checks = f"; also checked: {', '.join(report.checks)}" if report.checks else ""
        self.stdout.write(f"{words}: {report.entries:,} entries in {report.seconds:.1f} s{checks}.")


def _unread(chain: str, unread: Unread) -> str:
    """Which entries of a chain were not read, in words."""
    replayed = f"; rounds {unread.rounds[0]} to {unread.rounds[1]} not replayed" if unread.rounds else ""
    return (
        f"  {unread.entries:,} of the entries {unread.first} to {unread.last} of {chain} not read: archived, in "
        f"{unread.file} (SHA-256 {unread.sha256}){replayed}"
    )


def _time(text: str) -> datetime:
    try:
        at = parse_datetime(text)
        if at is None and (day := parse_date(text)):
            at = datetime.combine(day, datetime.min.time())
    except ValueError:
        at = None
    if at is None:
        raise CommandError(
            f"{text!r} is not a time. Write it as 2026-11-28 or 2026-11-28T21:00+11:00.",
            returncode=2,
        )
    return at if timezone.is_aware(at) else timezone.make_aware(at)
