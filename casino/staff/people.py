"""The people of the house: adds and changes them, on a page or by a command at the server.

    people.add("D-150", people.Powers("dealer"), pin, by=manager, signed_by=supervisor, at=now)
    first = people.first_pin("D-150")  # first.pin is told to its owner
    people.reset_pin("D-150", first, by=manager, signed_by=supervisor, at=now)

Once the house is open, each of these is signed by two people: an operations manager who may set up, and another of
the role that acknowledges what one person has set up alone (`casino.staff.changes`). A PIN that somebody else set is
temporary: its owner must choose another at the next sign-in (`casino.staff.own_pin`). Nobody is deleted, since the
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
"""In place of a number if a command at the server set a PIN."""
FIRST_PIN_DIGITS: Final = 6
SETS_UP: Final = Role.OPERATIONS_MANAGER
"""The role that sets up the house and its people. The books name none."""


def may_set_up(person: Staff) -> bool:
    """Whether this person may set up the house and its people: an operations manager with the right of set-up."""
    return person.is_superuser and person.has_role_at_least(SETS_UP)


def check_set_up_right(role: str, sets_up: bool) -> None:
    """Raises Refusal if a role that may not set up is given the right: it would have no effect now, and come into
    force with a later change of role."""
    if sets_up and role != SETS_UP:
        raise Refusal("staff.sets_up_role", role=str(Role(role).label), wanted=str(SETS_UP.label))


def require_two_signers(by: Staff, signed_by: Staff, about: str = "") -> None:
    """Raises Refusal unless these two together may change the set-up of the house, or of the person `about`: one may
    set up, and the other may acknowledge changes that one person made alone."""
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
    """A random PIN for this person, not one that a guesser tries first. Its hash takes long: draw it before locking
    anything."""
    while True:
        pin = "".join(secrets.choice("0123456789") for _ in range(FIRST_PIN_DIGITS))
        try:
            return FirstPin(pin, pin_hash(number, pin))
        except ValidationError:
            continue


def pit_options(held: Iterable[str]) -> list[tuple[str, str]]:
    """The pits in which somebody may act, code and words. A pit that no longer exists is included if the person has
    it, so that it is removed on purpose, not by accident."""
    left = {code: text(_("{code}, which no longer exists"), code=code) for code in held}
    return list((left | {EVERY_PIT: _("every pit")} | dict(places.pits())).items())


def pin_last_set(number: str) -> int:
    """The number of the last entry in which somebody else set this person's PIN; 0 if nobody has. A page uses it to
    say which PIN it showed: the hash may be renewed by each sign-in."""
    of_person = ledger.Entry.objects.filter(
        chain=ledger.HOUSE, kind="staff_changed", body__contains=f'"number":"{number}"'
    )
    return (
        of_person.filter(body__contains='"pin"').order_by("-seq").values_list("seq", flat=True).first() or 0
    )


# --- steps


@dataclass(frozen=True, slots=True)
class Powers:
    """What somebody may do, in which pits, and whether he sets up the house."""

    role: str
    pits: Sequence[str] = ()
    sets_up: bool = False


def add(
    number: str,
    powers: Powers,
    pin: str | FirstPin,
    *,
    by: Staff | None,
    signed_by: Staff | None = None,
    at: datetime,
) -> Staff:
    """Add a person with a first PIN, as an act of `by`, or of a command at the server (None).

    Unless `signed_by` signs too, somebody else must acknowledge the new person in the pit; only the very first
    person of a house has nobody who could. Raises ValidationError for a bad value, and Refusal for two people who
    may not sign together.
    """
    hashed = pin.hashed if isinstance(pin, FirstPin) else pin_hash(number, pin)
    with transaction.atomic():
        ledger.lock(ledger.HOUSE)  # if two people are added at once, only one is the first
        if by is not None and signed_by is not None:
            require_two_signers(by, signed_by, number)
        is_first = not Staff.objects.exists()
        person = Staff(number=number, role=powers.role, pits=list(powers.pits), is_superuser=powers.sets_up)
        person.password = hashed
        person.pin_set_by = by.number if by is not None else SERVER
        person.full_clean()
        person.save()
        given = [] if is_first else [changes.NEW, *([changes.SET_UP] if powers.sets_up else [])]
        code = "entry.person" if by else "entry.person_by_server"
        detail = Phrase.of(code, number=number, role=str(Role(powers.role).label))
        record(person, "staff_added", detail, given, by=by, signed_by=signed_by, at=at)
        return person


def give_powers(number: str, powers: Powers, *, by: Staff, signed_by: Staff, at: datetime) -> bool:
    """Give somebody these powers in place of those he has; returns whether anything changed. Raises
    Refusal for an unknown number or pit, for the right of set-up in another role (`check_set_up_right`), and for two
    people who may not sign together."""
    with transaction.atomic():
        person = _other(number, by, signed_by)
        check_set_up_right(powers.role, powers.sets_up)
        known = {code for code, _words in pit_options(person.pits)}
        for pit in powers.pits:
            if pit not in known:
                raise Refusal("house.pit_unknown", pit=pit)
        same_pits = sorted(powers.pits) == sorted(person.pits)  # in any order
        held = person.pits if same_pits else list(powers.pits)
        new_values = {"role": powers.role, "pits": held, "is_superuser": powers.sets_up}
        fields = [name for name, value in new_values.items() if getattr(person, name) != value]
        if not fields:
            return False
        for name in fields:
            setattr(person, name, new_values[name])
        change(person, fields, by=by, signed_by=signed_by, at=at)
        return True


def reset_pin(number: str, first: FirstPin, *, by: Staff, signed_by: Staff, at: datetime) -> None:
    """Give somebody a first PIN in place of a forgotten one. Raises Refusal as `give_powers` does."""
    with transaction.atomic():
        person = _other(number, by, signed_by)
        person.password, person.pin_set_by = first.hashed, by.number
        change(person, ["pin"], by=by, signed_by=signed_by, at=at)


def make_active(number: str, active: bool, *, by: Staff, signed_by: Staff, at: datetime) -> bool:
    """Activate or deactivate somebody; returns whether that changed anything. Raises Refusal as `give_powers` does."""
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
    """Save these fields of a person whose row is locked ("pin": the PIN, and who set it), and record it. The
    person's live screens close, and added powers wait in the pit unless two people sign."""
    columns = [
        column for name in fields for column in (("password", "pin_set_by") if name == "pin" else (name,))
    ]
    person.save(update_fields=columns)
    role = str(person.get_role_display())
    detail = Phrase.of("entry.person_changed", number=person.number, role=role, fields=list(fields))
    given = powers_in(person, fields)
    record(person, "staff_changed", detail, given, fields, by=by, signed_by=signed_by, at=at)


def powers_in(person: Staff, fields: Iterable[str]) -> list[str]:
    """The parts of a change that give the person powers, or let whoever made it know the person's PIN."""
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
    """Record the saved person in the house's chain: how, by whom, and who signed. `given` are the powers that wait
    in the pit if nobody has."""
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
    """The person whom two others change. The rows of all are locked now, in the order in which a sign-in locks them
    and before the house's chain: of two managers who take each other's rights away at once, the second no longer has
    any."""
    rows = Staff.objects.select_for_update().filter(number__in=(number, by.number)).order_by("pk")
    locked = {row.number: row for row in rows}
    person, by = locked.get(number), locked.get(by.number, by)
    if person is None:
        raise Refusal("staff.no_such_person", number=number)
    require_two_signers(by, signed_by, number)
    if person.number == by.number:
        raise Refusal("staff.about_self", number=number)
    return person
