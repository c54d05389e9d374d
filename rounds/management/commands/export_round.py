"""``manage.py export_round ID``: a stored round as a ``.round`` text, which `play` turns back into the round."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.refusals import Refusal
from casino.translated import message, remedy
from rounds import notation
from rounds.models import Round
from rounds.play import service


class Command(BaseCommand):
    help = (
        "Print a stored round as a .round text. Playing it gives the stored cards, results and money again. "
        "ID is the round's number in the database, or table and round as in BJ-07/12."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", metavar="ID", help="12, or BJ-07/12 for the twelfth round at BJ-07")
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, id: str, **options: Any) -> None:
        stored = _find(id)
        try:
            steps = service.history(stored.table.code, stored.round_no)
        except Refusal as refusal:
            raise CommandError(f"{message(refusal)}. {remedy(refusal)}", returncode=2) from refusal
        text = notation.write_round(steps[-1].state.setup, [step.event for step in steps])
        if options["json"]:
            document = {
                "id": stored.pk,
                "table": stored.table.code,
                "round_no": stored.round_no,
                "text": text,
            }
            self.stdout.write(json.dumps(document, ensure_ascii=False))
        else:
            self.stdout.write(text, ending="")


def _find(name: str) -> Round:
    """The round of that name. Raises CommandError (wrong usage) if there is no such round."""
    table, slash, number = name.rpartition("/")
    rounds = Round.objects.select_related("table")
    if number.isascii() and number.isdigit() and len(number) < 10:
        stored = (
            rounds.filter(table__code=table, round_no=int(number)) if slash else rounds.filter(pk=int(number))
        )
        if (round_row := stored.first()) is not None:
            return round_row
    raise CommandError(
        f"There is no round {name}: give its number, or table and round as in BJ-07/12.", returncode=2
    )
