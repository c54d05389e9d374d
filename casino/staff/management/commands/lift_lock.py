"""``manage.py lift_lock NUMBER``: ends a lock-out at the server, if everybody who could end it in the admin is
locked out too."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.staff import pin
from casino.staff.models import Staff


class Command(BaseCommand):
    help = (
        "End the lock-outs of a staff number, wherever it is locked, or with --address those of an address from which "
        "PINs were guessed. The record has it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", nargs="?", default="", help="the staff number, such as S-07")
        parser.add_argument(
            "--address", default="", help='an address, or a device as the record names it ("tablet 5")'
        )
        parser.add_argument("--by", default="", help="number of the person who asks for it, for the record")

    def handle(self, *args: Any, number: str, address: str, by: str, **options: Any) -> None:
        if bool(number) == bool(address):
            raise CommandError("Name a staff number, or an address with --address.")
        person = Staff.objects.filter(number=pin.registered_form(by), is_active=True).first() if by else None
        if by and person is None:
            raise CommandError(f"{by} is nobody's number here: --by names the person who asks for it.")
        whose = pin.registered_form(number) or number
        was_locked = pin.lift_source(address, person) if address else pin.lift(whose, person)
        self.stdout.write(f"{address or whose}: {'the lock is lifted' if was_locked else 'was not locked'}.")
