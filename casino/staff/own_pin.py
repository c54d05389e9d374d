"""Lets people choose their own PIN: with the old one, whenever they like, and before anything else if somebody else
set it."""

from __future__ import annotations

from typing import Final

from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from casino import ledger
from casino.ledger.requests import can_be_kept, entry_with_key
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff import arrival, one_screen, sockets, tablets
from casino.staff import pin as pins
from casino.staff.models import GUESSABLE, Staff, check_new_pin, pin_hash
from casino.words import Phrase

KIND: Final = "pin_changed"


def changed_by(key: str) -> ledger.Entry | None:
    """The entry of the new PIN that the form with this key has set; None if it has set none."""
    entry = entry_with_key(ledger.HOUSE, key) if key and can_be_kept(key) else None
    return entry if entry is not None and entry.kind == KIND else None


def choose(request: HttpRequest, old: str, new: str, again: str, key: str = "") -> Staff:
    """Give the signed-in person a new PIN after checking the old one. This session continues, any other ends. The
    record keeps the key of the form, so that somebody who sends it again from the ended session is told what it did.

    Raises SignInRefused for a wrong old PIN, Refusal for a new one that is not accepted.
    """
    person = arrival.signed_in(request)
    if person is None or arrival.is_locked(request):
        raise Refusal("session.none")
    if new != again:
        raise Refusal("pin.not_repeated")
    try:
        check_new_pin(new, person.number)
    except ValidationError as wrong:
        raise Refusal("pin.guessable" if wrong.code == GUESSABLE else "pin.form") from wrong
    if new == old:
        raise Refusal("pin.unchanged")
    at = timezone.now()
    # A hash takes long, seconds if many people change theirs, so it is made while nothing is locked.
    checked = pins.check(person.number, old, tablets.place(request), purpose="change the PIN").password
    hashed = pin_hash(person.number, new)
    # The same page may be used for another change: the key is that of the first.
    new_key = key if can_be_kept(key) and entry_with_key(ledger.HOUSE, key) is None else ""
    with transaction.atomic():
        person = Staff.objects.select_for_update().get(pk=person.pk)
        if person.password != checked:
            raise Refusal("pin.changed_meanwhile")
        person.password, person.pin_set_by = hashed, ""
        person.save(update_fields=["password", "pin_set_by"])
        entry = ledger.Draft(
            kind=KIND,
            detail=Phrase.of("entry.pin_chosen", number=person.number),
            body={"number": person.number, ROWS: rows_of(person)},
            key=new_key,
            request=ledger.digest("own_pin", person.number) if new_key else "",
        )
        ledger.append(ledger.HOUSE, [entry], actor=person.number, role=person.role, at=at)
        update_session_auth_hash(request, person)  # from here on the session has another key
        one_screen.keep_screen(person, request)
        sockets.end_of_person(person.pk)
    return person
