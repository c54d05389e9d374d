"""``manage.py play_tournament``: plays a tournament of the demonstration to its end automatically."""

import logging
import threading
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, close_old_connections

from casino.refusals import Refusal
from casino.staff.models import Staff
from rounds.simulation.tournament_house import House, People
from tables.demonstration import database, tournament
from tables.demonstration.house import DEALERS
from tables.tournaments.models import Tournament

REST = 5.0
"""Seconds before something that could not be done is tried again."""
log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = (
        "Take a tournament of the demonstration to its end by itself: every step of its people, every hand."
    )

    stealth_options = ("stop",)  # passed by code that runs this beside a server

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", nargs="?", default="T-1", help="the tournament (T-1)")
        parser.add_argument(
            "--pace", type=float, default=1.0, help="1 as people do, 2 twice as fast, 0 flat out"
        )
        parser.add_argument("--seed", type=int, default=1991, help="what its chance starts from")

    def handle(
        self,
        *args: Any,
        code: str,
        pace: float,
        seed: int,
        stop: threading.Event | None = None,
        **options: Any,
    ) -> None:
        """`stop`: end soon after it is set."""
        database.require()
        if not Tournament.objects.filter(code=code).exists():
            raise CommandError(f"There is no tournament {code}: run seed_demo first.")
        house = House(code, people(), seed)
        stopped = stop or threading.Event()
        with suppress(KeyboardInterrupt):
            while not stopped.is_set() and not house.over:
                seconds = _step(house)
                if stopped.wait(seconds / pace if pace > 0 and seconds else (0.0 if seconds else REST)):
                    return


def _step(house: House) -> float:
    """Seconds until the next step; 0 if nothing can be done now."""
    try:
        close_old_connections()
        return house.step()
    except OperationalError:
        log.warning("The database does not answer; %s waits.", house.code)
    except Refusal as refusal:
        # Somebody else may act in the tournament too: look at it again.
        log.warning("%s waits: %s", house.code, refusal)
    return 0.0


def people() -> People:
    """The people of the demonstration."""

    def person(number: str) -> Staff:
        return Staff.objects.get(number=number)

    return People(
        manager=person(tournament.MANAGER),
        director=person(tournament.DIRECTOR),
        desk=person(tournament.DESK),
        inspector=person(tournament.INSPECTOR),
        witness=person(tournament.WITNESS),
        dealers={code: person(number) for code, number in DEALERS.items()},
    )
