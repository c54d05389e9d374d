"""``manage.py index_rounds``: bring the search data of rounds up to date with the record.

A search does this too, for a second at most: the command is for data that is far behind, such as after a restore, or
to keep it up to date beside the workers (``--every``).
"""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rounds.surveillance.facts import indexing

AT_A_TIME = 5.0
"""Seconds between two lines of progress."""


class Command(BaseCommand):
    """Write the facts of every round that has had an entry since the last run."""

    help = "Bring what rounds are searched by up to date with the record."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anew", action="store_true", help="Write the facts of every round again.")
        parser.add_argument(
            "--every", type=int, metavar="SECONDS", help="Go on for ever, once in so many seconds."
        )

    def handle(self, *, anew: bool, every: int | None, **options: Any) -> None:
        if anew:
            indexing.start_anew()
        while True:
            while behind := indexing.catch_up(AT_A_TIME):
                self.stdout.write(f"{behind} entries to go")
            if every is None:
                break
            time.sleep(max(1, every))
        self.stdout.write("Every round can be found.")
