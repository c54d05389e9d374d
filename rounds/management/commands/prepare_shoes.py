"""``manage.py prepare_shoes``: shuffles, cuts and burns the shoes of a demonstration's open tables."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from casino.staff.models import Staff
from rounds import engine
from rounds.play import service
from rounds.simulation import guests
from tables.demonstration import database
from tables.models import Table


class Command(BaseCommand):
    help = "Makes every step that the shoes of open tables wait for, as a supervisor would at an empty table."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="of these tables alone")
        parser.add_argument("--by", required=True, metavar="NUMBER", help="the supervisor who does it")

    def handle(self, *args: Any, **options: Any) -> None:
        database.require()
        by = Staff.objects.get(number=options["by"])
        tables = Table.objects.filter(state=Table.State.OPEN).order_by("code")
        if options["codes"]:
            tables = tables.filter(code__in=options["codes"])
        for code in tables.values_list("code", flat=True):
            prepare(code, by)


def prepare(code: str, by: Staff) -> None:
    """Do what the table's shoe waits for until it is ready, or waits for somebody else."""
    while True:
        live = service.current(code)
        command = guests.preparing(live.rules, live.state, person=by.number)
        if command is None:
            return
        if engine.questions.pending(live.rules, live.state)[0] == "spread":
            # Nobody is there to look at them: the cards come already checked by the house (NZ-6.5-S1).
            command = engine.BringCards(
                "pre_checked", done_by=by.number, area="card room", released=f"at the opening, {by.number}"
            )
        answer, _ = service.play(code, command, by=by, key=f"shoe-{live.version}")
        if not answer.ok:
            return
