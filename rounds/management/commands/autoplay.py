"""``manage.py autoplay``: deals at the demonstration's tables automatically, through the same service as the
tablets."""

import heapq
import logging
import threading
import time
from contextlib import suppress
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, close_old_connections
from django.utils import timezone

from casino.staff.models import Staff
from rounds.play.snapshot import RecordBroken
from rounds.simulation.autoplay import PACE, PATIENCE, Croupier
from tables.demonstration import database
from tables.demonstration.house import FREE, MOST, layouts
from tables.models import Table

SLIPS = 0.03
"""The probability of a mis-tap at each card of the initial deal: one every few rounds."""
log = logging.getLogger(__name__)

REST = 20.0
"""Seconds for which a table is left alone when somebody else deals there, or it takes no taps."""


class Command(BaseCommand):
    help = (
        f"Deal on the demonstration's tables by itself, at a dealer's pace; {' and '.join(FREE)} stay free for hands. "
        "A table that somebody takes over is left to him."
    )

    stealth_options = ("stop",)  # passed by code that runs this beside a server

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tables", nargs="*", metavar="CODE", help="only these tables")
        parser.add_argument(
            "--pace", type=float, default=1.0, help="1 as a dealer, 2 twice as fast, 0 flat out"
        )
        parser.add_argument("--seed", type=int, default=1991, help="what its chance starts from")
        parser.add_argument("--rounds", type=int, default=0, help="end after so many rounds at each table")

    def handle(
        self,
        *args: Any,
        tables: list[str] | None,
        pace: float,
        seed: int,
        rounds: int,
        stop: threading.Event | None = None,
        **options: Any,
    ) -> None:
        """`stop`: end soon after it is set; for code that runs this beside a server."""
        database.require()
        dealer_at = {
            layout.code: layout.dealer
            for layout in layouts(MOST)
            if layout.dealer and (not tables or layout.code in tables)
        }
        known_codes = Table.objects.filter(code__in=dealer_at).values_list("code", flat=True)
        if unknown := sorted({*(tables or ())} - {*known_codes}):
            raise CommandError(f"Autoplay does not deal at {', '.join(unknown)}.")
        if not known_codes:
            raise CommandError("There is no table to deal at: run seed_demo first.")
        codes = sorted(known_codes)
        croupiers = [Croupier(code, Staff.objects.get(number=dealer_at[code]), seed) for code in codes]
        # At one table something goes wrong now and then, for the pit to see; flat out nobody is looking.
        croupiers[0].slips = SLIPS if pace else 0.0
        with suppress(KeyboardInterrupt):
            _deal(croupiers, pace, seed, rounds, stop or threading.Event())


def _deal(croupiers: list[Croupier], pace: float, seed: int, rounds: int, stop: threading.Event) -> None:
    """One thread for all tables: each has its own next time, so that they do not move in step."""
    chance = Random(seed)
    for croupier in croupiers:
        croupier.take_place(timezone.now())
    first_round = {bot.code: Table.objects.get(code=bot.code).round_no for bot in croupiers}
    now = time.monotonic()
    due = [(now + chance.random() * 3 * bool(pace), number) for number in range(len(croupiers))]
    heapq.heapify(due)
    while due and not stop.is_set():
        when, number = heapq.heappop(due)
        if stop.wait(max(0.0, when - time.monotonic())):
            return
        croupier = croupiers[number]
        rest = _tap(croupier, pace, chance)
        answer = croupier.answer
        if rounds and answer is not None and answer.round_no - first_round[croupier.code] > rounds:
            continue
        heapq.heappush(due, (time.monotonic() + rest, number))


def _tap(croupier: Croupier, pace: float, chance: Random) -> float:
    """One tap at one table; returns the seconds until its next."""
    try:
        close_old_connections()
        action = croupier.tap()
    except OperationalError:
        log.warning("The database does not answer; %s waits.", croupier.code)
        return REST
    except RecordBroken as broken:
        log.error("%s", broken)
        return REST
    if not action or croupier.refusals >= PATIENCE:
        croupier.refusals = 0
        return REST
    shortest, longest = PACE.get(action, (0.8, 1.6))
    return chance.uniform(shortest, longest) / pace if pace > 0 else 0.0
