"""Adding a person to the house, on a page or by a command at the server: the record has it, and the pit is told.

The PIN is a first one: its owner must choose another at the first sign-in (`casino.staff.own_pin`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.staff import changes
from casino.staff.models import Staff, check_new_pin
from casino.staff.roles import Role
from casino.words import Phrase

SERVER: Final = "the server"
"""In place of a number where a command at the server set a PIN."""
FIRST_PIN_DIGITS: Final = 6


def first_pin(number: str) -> str:
    """A PIN for a new person, drawn at random, that nobody would try first."""
    while True:
        pin = "".join(secrets.choice("0123456789") for _ in range(FIRST_PIN_DIGITS))
        try:
            check_new_pin(pin, number)
        except ValidationError:
            continue
        return pin


def add(
    number: str,
    role: str,
    pin: str,
    *,
    pits: Sequence[str] = (),
    sets_up: bool = False,
    by: Staff | None,
    at: datetime,
) -> Staff:
    """A new person with a first PIN, as an act of `by`, or of a command at the server (None).

    The person waits in the pit until a third has acknowledged it, except for the very first one of a house, for whom
    there is nobody. Raises ValidationError for what is not allowed of any of it.
    """
    with transaction.atomic():
        ledger.lock(ledger.HOUSE)  # of two people who are added at once, one is the first
        is_first = not Staff.objects.exists()
        person = Staff(number=number, role=role, pits=list(pits), is_superuser=sets_up)
        person.set_pin(pin)
        person.pin_set_by = by.number if by is not None else SERVER
        person.full_clean()
        person.save()
        powers = [changes.NEW, *([changes.SET_UP] if sets_up else [])]
        waits = None if is_first else changes.note(person, powers, by=by.number if by else "", at=at)
        entry = ledger.Draft(
            kind="staff_added",
            detail=Phrase.of(
                "entry.person" if by else "entry.person_by_server", number=number, role=str(Role(role).label)
            ),
            body={
                "number": number,
                "role": str(role),
                "active": True,
                "setup": sets_up,
                "pits": list(pits),
                ROWS: rows_of(person, *([waits] if waits is not None else [])),
            },
        )
        ledger.append(ledger.HOUSE, [entry], actor=by.number if by else "", role=by.role if by else "", at=at)
        return person
