"""``manage.py createsuperuser``: Django's command. The new person types the PIN, so it need not be changed. Except
for the first person of the house, somebody must acknowledge the new person in the pit, as for anybody who is added
in the set-up."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.db import transaction
from django.utils import timezone

from casino.staff import changes
from casino.staff.models import Staff
from casino.words import Phrase


class Command(createsuperuser.Command):
    help = "Make a person who may set up people, tablets and tables."

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            stored = set(Staff.objects.values_list("pk", flat=True))
            super().handle(*args, **options)
            person = Staff.objects.exclude(pk__in=stored).first()
            if not stored or person is None:
                return  # the first person of a house: there is nobody to acknowledge them
            waits = changes.note(person, [changes.NEW, changes.SET_UP], by="", at=timezone.now())
            assert waits is not None
            detail = Phrase.of("entry.set_up_waits", what=waits.words)
            Staff.objects.record(person, "staff_changed", detail, waits)
