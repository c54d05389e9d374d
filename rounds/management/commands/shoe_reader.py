"""``manage.py shoe_reader``: plays an electronic shoe over the network, for demonstration and for trying out a
table."""

from contextlib import suppress
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from casino.refusals import Refusal
from casino.staff.models import Staff
from rounds.simulation.electronic_shoe import Faults, PlayedShoe, ShoeRefused, over_http, play
from tables.demonstration import database
from tables.demonstration.house import SUPERVISOR
from tables.models import Table
from tables.readers import registration


class Command(BaseCommand):
    help = (
        "Play an electronic shoe: draw from a shuffled shoe whenever the table waits for a card, and report it. "
        "In the demonstration it assigns itself to the table; elsewhere it needs the token of an assigned reader."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("table", metavar="TABLE", help="the table, such as BJ-07")
        parser.add_argument("--token", default="", help="the token of the table's reader")
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the house answers")
        parser.add_argument(
            "--seed", type=int, default=1991, help="what the shuffle and the faults start from"
        )
        parser.add_argument("--pace", type=float, default=0.8, help="seconds between two cards")
        parser.add_argument("--cards", type=int, default=0, help="end after so many reports")
        for name, what in (
            ("duplicate", "are sent twice"),
            ("reorder", "are sent with a later one first"),
            ("drop", "are lost"),
            ("delay", "are kept back"),
        ):
            parser.add_argument(
                f"--{name}", type=int, default=0, metavar="N", help=f"of a hundred reports, how many {what}"
            )

    def handle(self, *args: Any, table: str, token: str, url: str, **options: Any) -> None:
        if not url.startswith(("http://", "https://")):
            raise CommandError("--url is an address such as http://127.0.0.1:8000.")
        row = Table.objects.filter(code=table).first() if "\0" not in table else None
        if row is None:
            raise CommandError(f"There is no table {table}.")
        token = token or self._own_token(row)
        rules = row.rules
        shoe = PlayedShoe(
            over_http(url, token),
            Random(options["seed"]),
            packs=row.decks,
            missing=rules.missing_ranks.value,
            cutting_card=rules.cutting_card.value,
            faults=Faults(*(options[name] for name in ("duplicate", "reorder", "drop", "delay"))),
        )
        with suppress(KeyboardInterrupt):
            try:
                play(
                    shoe,
                    pace=options["pace"],
                    cards=options["cards"],
                    stop=lambda: False,
                    say=self.stdout.write,
                )
            except ShoeRefused as refused:
                raise CommandError(str(refused)) from refused

    def _own_token(self, table: Table) -> str:
        """Register the demonstration's shoe again for a new token, since only the hash of its last one is stored."""
        if not settings.DEMO:
            raise CommandError("Give --token, which the page of the readers shows when a reader is assigned.")
        database.require()
        boss = Staff.objects.filter(number=SUPERVISOR).first()
        if boss is None:
            raise CommandError("There is no demonstration here: run seed_demo first.")
        at = timezone.now()
        try:
            if (there := registration.reader_at(table)) is not None:
                registration.revoke(there.pk, by=boss, at=at)
            reader, token = registration.issue(table.code, "shoe", "played", by=boss, at=at)
        except Refusal as refusal:
            raise CommandError(f"{refusal.message}. {refusal.remedy}") from refusal
        self.stdout.write(f"{reader.number} reports the cards of {table.code}.")
        return token
