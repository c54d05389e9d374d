"""The people of the house: who is added, and what is changed of a person, on a page or by a command at the server.

    people.add("D-150", "dealer", pin, by=manager, signed_by=supervisor, at=now)
    first = people.first_pin("D-150")  # first.pin is told to its owner
    people.reset_pin("D-150", first, by=manager, signed_by=supervisor, at=now)

In a house that is open each of these is signed by two people: an operations manager who may set up, and another of the
role that acknowledges what one person has set up alone (`casino.staff.changes`). A PIN that somebody else set is a
first one: its owner must choose another at the next sign-in (`casino.staff.own_pin`). Nobody is deleted, since the
record names everybody by number.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff import changes, places, sockets
from casino.staff.models import EVERY_PIT, Staff, pin_hash
from casino.staff.roles import Role
from casino.translated import text
from casino.words import Phrase

SERVER: Final = "the server"
"""In place of a number where a command at the server set a PIN."""
FIRST_PIN_DIGITS: Final = 6
SETS_UP: Final = Role.OPERATIONS_MANAGER
"""The role that sets the house and its people up. The books name none."""


def may_set_up(person: Staff) -> bool:
    """Whether this person may set the house and its people up: an operations manager with the right of set-up."""
    return person.is_superuser and person.has_role_at_least(SETS_UP)


def may_be_given(role: str, sets_up: bool) -> None:
    """Raises Refusal for the right of set-up in another role than the one that sets up: it would open nothing, and come
    into force with a later change of the role."""
    if sets_up and role != SETS_UP:
        raise Refusal("staff.sets_up_role", role=str(Role(role).label), wanted=str(SETS_UP.label))


def two_sign(by: Staff, signed_by: Staff, about: str = "") -> None:
    """Raises Refusal unless these two together may change the set-up of the house, or of the person `about`: one may
    set up, and the other acknowledges what one person has set up alone."""
    if not may_set_up(by):
        raise Refusal("house.role", number=by.number)
    if by.number == signed_by.number:
        raise Refusal("signature.alone", number=by.number)
    if why := changes.barred(about, by.number, signed_by):
        raise why


@dataclass(frozen=True, slots=True)
class FirstPin:
    """A PIN that was drawn for somebody, with its hash."""

    pin: str = field(repr=False)
    hashed: str = field(repr=False)


def first_pin(number: str) -> FirstPin:
    """A PIN for this person, drawn at random, that nobody would try first. Its hash takes long: draw it before anything
    is locked."""
    while True:
        pin = "".join(secrets.choice("0123456789") for _ in range(FIRST_PIN_DIGITS))
        try:
            return FirstPin(pin, pin_hash(number, pin))
        except ValidationError:
            continue


def pit_options(held: Iterable[str]) -> list[tuple[str, str]]:
    """The pits in which somebody may act, code and words. A pit that no longer exists is among them if the person has
    it: it is taken away on purpose, not by accident."""
    left = {code: text(_("{code}, which no longer exists"), code=code) for code in held}
    return list((left | {EVERY_PIT: _("every pit")} | dict(places.pits())).items())


def pin_last_set(number: str) -> int:
    """The number of the last entry in which somebody else set this person's PIN; 0 for none. A page says by it which
    PIN it showed: the hash may be renewed by each sign-in."""
    of_person = ledger.Entry.objects.filter(
        chain=ledger.HOUSE, kind="staff_changed", body__contains=f'"number":"{number}"'
    )
    return (
        of_person.filter(body__contains='"pin"').order_by("-seq").values_list("seq", flat=True).first() or 0
    )


# --- steps


def add(
    number: str,
    role: str,
    pin: str | FirstPin,
    *,
    pits: Sequence[str] = (),
    sets_up: bool = False,
    by: Staff | None,
    signed_by: Staff | None = None,
    at: datetime,
) -> Staff:
    """A new person with a first PIN, as an act of `by`, or of a command at the server (None).

    Unless `signed_by` signs beside him, the person waits in the pit until a third has acknowledged it, except for the
    very first one of a house, for whom there is nobody. Raises ValidationError for what is not allowed of any of it,
    and Refusal for two who do not sign together.
    """
    hashed = pin.hashed if isinstance(pin, FirstPin) else pin_hash(number, pin)
    with transaction.atomic():
        ledger.lock(ledger.HOUSE)  # of two people who are added at once, one is the first
        if by is not None and signed_by is not None:
            two_sign(by, signed_by, number)
        is_first = not Staff.objects.exists()
        person = Staff(number=number, role=role, pits=list(pits), is_superuser=sets_up)
        person.password = hashed
        person.pin_set_by = by.number if by is not None else SERVER
        person.full_clean()
        person.save()
        given = [] if is_first else [changes.NEW, *([changes.SET_UP] if sets_up else [])]
        detail = Phrase.of(
            "entry.person" if by else "entry.person_by_server", number=number, role=str(Role(role).label)
        )
        record(person, "staff_added", detail, given, by=by, signed_by=signed_by, at=at)
        return person


def give_powers(
    number: str,
    *,
    role: str,
    pits: Sequence[str],
    sets_up: bool,
    by: Staff,
    signed_by: Staff,
    at: datetime,
) -> bool:
    """Give somebody this role, these pits, and the right of set-up or not; returns whether anything changed. Raises
    Refusal for a number or a pit that there is not, for the right of set-up in another role (`may_be_given`), and for
    two who do not sign together."""
    with transaction.atomic():
        person = _other(number, by, signed_by)
        may_be_given(role, sets_up)
        known = {code for code, _words in pit_options(person.pits)}
        for pit in pits:
            if pit not in known:
                raise Refusal("house.pit_unknown", pit=pit)
        held = person.pits if sorted(pits) == sorted(person.pits) else list(pits)  # in whatever order
        wanted = {"role": role, "pits": held, "is_superuser": sets_up}
        fields = [name for name, value in wanted.items() if getattr(person, name) != value]
        if not fields:
            return False
        for name in fields:
            setattr(person, name, wanted[name])
        change(person, fields, by=by, signed_by=signed_by, at=at)
        return True


def reset_pin(number: str, first: FirstPin, *, by: Staff, signed_by: Staff, at: datetime) -> None:
    """Give somebody a first PIN in place of the one that he has forgotten. Raises Refusal as `give_powers`."""
    with transaction.atomic():
        person = _other(number, by, signed_by)
        person.password, person.pin_set_by = first.hashed, by.number
        change(person, ["pin"], by=by, signed_by=signed_by, at=at)


def make_active(number: str, active: bool, *, by: Staff, signed_by: Staff, at: datetime) -> bool:
    """Have somebody sign in nowhere any more, or again; returns whether that changed anything. Raises Refusal as
    `give_powers`."""
    with transaction.atomic():
        person = _other(number, by, signed_by)
        if person.is_active == active:
            return False
        person.is_active = active
        change(person, ["is_active"], by=by, signed_by=signed_by, at=at)
        return True


def change(
    person: Staff, fields: Sequence[str], *, by: Staff, signed_by: Staff | None = None, at: datetime
) -> None:
    """Save these fields of a person whose row is locked ("pin": the PIN, and who set it), and record it. The person's
    live screens close, and what gives powers waits in the pit unless it is signed by two."""
    columns = [
        column for name in fields for column in (("password", "pin_set_by") if name == "pin" else (name,))
    ]
    person.save(update_fields=columns)
    role = str(person.get_role_display())
    detail = Phrase.of("entry.person_changed", number=person.number, role=role, fields=list(fields))
    given = powers_in(person, fields)
    record(person, "staff_changed", detail, given, fields, by=by, signed_by=signed_by, at=at)


def powers_in(person: Staff, fields: Iterable[str]) -> list[str]:
    """The parts of a change that give somebody powers, or give the person who made it another's PIN."""
    names = {
        "role": changes.ROLE,
        "pin": changes.PIN,
        "is_active": changes.ACTIVE if person.is_active else "",
        "is_superuser": changes.SET_UP if person.is_superuser else "",
    }
    return [words for field in fields if (words := names.get(field, ""))]


def record(
    person: Staff,
    kind: str,
    detail: Phrase,
    given: Sequence[str],
    fields: Sequence[str] = (),
    *,
    by: Staff | None,
    signed_by: Staff | None = None,
    at: datetime,
) -> None:
    """The person is saved: an entry of the house's chain says how, by whom, and who signed. `given`: the powers that
    wait in the pit where nobody has."""
    waits = changes.note(person, given, by=by.number if by else "", signed_by=signed_by, at=at)
    signed = {"signed_by": signed_by.number} if signed_by is not None else {}
    if signed_by is not None:
        detail = Phrase.of("entry.signed_by", what=detail, signed=signed_by.number)
    entry = ledger.Draft(
        kind=kind,
        detail=detail,
        body={
            "number": person.number,
            "role": str(person.role),
            "active": person.is_active,
            "setup": person.is_superuser,
            "pits": list(person.pits),
            **({"fields": list(fields)} if fields else {}),
            **signed,
            ROWS: rows_of(person, *([waits] if waits is not None else [])),
        },
    )
    who, role = (by.number, by.role) if by is not None else ("", "")
    ledger.append(ledger.HOUSE, [entry], actor=who, role=role, at=at)
    sockets.end_of_person(person.pk)


def _other(number: str, by: Staff, signed_by: Staff) -> Staff:
    """The person whom two others change, whose row is locked now, with that of who changes it: of two managers who take
    each other's rights away at once, the second no longer has any. The rows come before the chain of the house, and in
    the order in which a sign-in locks them."""
    rows = Staff.objects.select_for_update().filter(number__in=(number, by.number)).order_by("pk")
    locked = {row.number: row for row in rows}
    person, by = locked.get(number), locked.get(by.number, by)
    if person is None:
        raise Refusal("staff.no_such_person", number=number)
    two_sign(by, signed_by, number)
    if person.number == by.number:
        raise Refusal("staff.about_self", number=number)
    return person
