"""``manage.py changepassword NUMBER``: Django's command, which also writes to the record, since that keeps the
digest of every PIN's hash."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.db import transaction
from django.utils import timezone

from casino.staff import changes, sockets
from casino.staff.models import Staff
from casino.staff.people import SERVER
from casino.words import Phrase


class Command(changepassword.Command):
    help = "Give somebody a new PIN, which is asked for twice."

    def handle(self, *args: Any, **options: Any) -> str:
        number = options["username"] or getpass.getuser()
        with transaction.atomic():
            done = super().handle(*args, **options)
            person = Staff.objects.get(number=number)
            # Whoever typed it knows it: the owner must choose another first, and the pit is told.
            person.pin_set_by = SERVER
            person.save(update_fields=["pin_set_by"])
            waits = changes.note(person, [changes.PIN], by="", at=timezone.now())
            assert waits is not None
            detail = Phrase.of("entry.pin_by_server", number=number)
            Staff.objects.record(person, "staff_changed", detail, waits)
            sockets.end_of_person(person.pk)
        return str(done)
