"""``manage.py shift``: an eight-hour shift at one table, in the seconds that the work takes."""

import time
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

from channels.layers import channel_layers
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from casino.money import dollars
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.web.papers import Amount, Section
from rounds.simulation.benchmark.house import throwaway_database
from rounds.simulation.shift import Outcome, Place, Shift, ShiftStopped
from rounds.simulation.shift.working import LASTS
from tables.demonstration import database
from tables.models import Session

LEAST = 10
SHOWN = (
    "Session",
    "Float",
    "Win",
    "Counts",
    "Fills and credits",
    "Drop boxes",
    "Bet by bet",
    "By shift and dealer",
)


class Command(BaseCommand):
    help = (
        "Works a shift of eight hours at a table of its own through the services: opens it, deals, changes dealers "
        "and limits, moves chips, has things go wrong and put right, closes it; then compares every book with the "
        "others. Exit status 1 where two differ or the record is not sound."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--book", choices=sorted(BOOKS), default="VIC03")
        parser.add_argument("--game", default="blackjack", help="one of the book's games")
        parser.add_argument("--packs", type=int, default=0, help="the most that the book allows, without it")
        parser.add_argument("--rounds", type=int, default=500, help="500 without it")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--apart", action="store_true", help="in a database of its own, which is dropped at the end"
        )

    def handle(
        self,
        *args: Any,
        book: str,
        game: str,
        packs: int,
        rounds: int,
        seed: int,
        apart: bool,
        **options: Any,
    ) -> None:
        if not settings.DEMO and not apart:
            raise CommandError(
                "A shift that nobody worked does not belong in a casino's record: set CASINO_DEMO=1, or add --apart."
            )
        if not apart:
            database.require()
        if game not in BOOKS[book].games:
            raise CommandError(f"--game: {book} has {', '.join(BOOKS[book].games)}", returncode=2)
        if packs and packs not in (allowed := BOOKS[book].games[game].decks.value):
            raise CommandError(f"--packs: {book} has {', '.join(map(str, allowed))}", returncode=2)
        if rounds < LEAST:
            raise CommandError(f"--rounds: at least {LEAST}", returncode=2)
        with ExitStack() as stack:
            if apart:
                stack.enter_context(throwaway_database(2))
                _alone()
            began = time.monotonic()
            try:
                place = Place(book, game, packs)
                shift = Shift(place, rounds=rounds, seed=seed, begins=_begins(place))
                outcome = shift.work(self.stdout.write)
            except (ShiftStopped, Refusal) as stopped:
                raise CommandError(f"The shift stopped: {stopped}") from stopped
            self._print(outcome, timedelta(seconds=time.monotonic() - began))
        if outcome.faults:
            raise SystemExit(1)

    def _print(self, outcome: Outcome, took: timedelta) -> None:
        for section in outcome.report.sections:
            if section.title in SHOWN:
                self._section(section)
        did = outcome.did
        self.stdout.write("\nOn the record")
        for words, kinds in DID:
            self.stdout.write(f"  {words:<34}{sum(did[kind] for kind in kinds):>6}")
        for refusal in outcome.refused[:20]:
            self.stdout.write(f"  refused: {refusal}")
        figure = outcome.figure
        hold, base = (f"{part:.2f} %" if part is not None else "–" for part in (figure.hold, figure.base))
        self.stdout.write(
            f"\nDrop {dollars(figure.sums.drop)}, handle {dollars(figure.sums.handle)}, "
            f"win {dollars(figure.sums.win)}, hold {hold}; theo {dollars(figure.theo)}, {base}"
        )
        for fault in outcome.faults:
            self.stdout.write(self.style.ERROR(f"WRONG: {fault}"))
        words = "every book agrees with the others" if not outcome.faults else "the books differ"
        self.stdout.write(
            f"{outcome.session.rounds} rounds, {outcome.taps:,} taps in {took.total_seconds():.0f} s; {words}; "
            f"{outcome.verified.entries:,} entries checked ({', '.join(outcome.verified.checks)})."
        )

    def _section(self, section: Section) -> None:
        self.stdout.write(f"\n{section.title}")
        rows = [tuple(map(_cell, row)) for row in (section.columns, *section.rows) if any(row)]
        widths = [max(len(row[at]) for row in rows) for at in range(len(section.columns))]
        for row in rows:
            cells = zip(row, widths, strict=True)
            self.stdout.write("  " + "  ".join(f"{text:<{width}}" for text, width in cells).rstrip())


def _begins(place: Place) -> datetime:
    """A beginning by which the shift ends now, or begins after the table's last session."""
    closed = Session.objects.filter(table__code=place.code).aggregate(last=Max("closed_at"))["last"]
    begins = timezone.now() - LASTS
    return max(begins, closed) if closed is not None else begins


def _alone() -> None:
    """Settings for a private database that nobody watches and nobody keeps: no pushes, no waiting for the disk."""
    settings.CHANNEL_LAYERS = {}
    channel_layers.backends = {}
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")


DID = (
    ("irregularities reported", ("irregularity",)),
    ("  signed", ("irregularity_approved",)),
    ("  refused", ("irregularity_refused",)),
    ("corrections of the record", ("corrected",)),
    ("shuffles", ("shuffled",)),
    ("dealers who came on", ("signed_on",)),
    ("limits changed", ("limits_changed",)),
    ("buy-ins", ("buy_in",)),
    ("slips", ("slip_requested",)),
    ("taps refused", ("refused",)),
)


def _cell(value: object) -> str:
    return dollars(value.cents) if isinstance(value, Amount) else str(value)
