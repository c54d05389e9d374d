"""Changes of somebody's powers that one person made alone: each is a line in the pit until somebody else
acknowledges it.

    note(person, ["role"], by=setter, at=now)     # beside the entry of the change, in its transaction
    acknowledge(change.pk, by=supervisor, at=now)
    note(person, ["role"], by=setter, at=now, signed_by=supervisor)     # signed at once, on the staff page

A new person, another role, set-up rights, a PIN that somebody else set, and a person made active again. They are
acknowledged by a casino supervisor or above, who is not the person who made the change, nor the one it is about, nor
recently set up by either (`casino.staff.two_people`). Until then only what `two_people` bars is held up.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from casino import ledger
from casino.house_time import seconds
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff import two_people
from casino.staff.models import Staff, StaffChange
from casino.staff.roles import Role
from casino.staff.signals import staff_changed
from casino.words import Phrase

ACKNOWLEDGED_BY: Final = Role.CASINO_SUPERVISOR
NEW, ROLE, PIN, ACTIVE, SET_UP = "new", "role", "PIN", "active again", "set-up rights"


def note(
    person: Staff, what: Sequence[str], *, by: str, at: datetime, signed_by: Staff | None = None
) -> StaffChange | None:
    """Show the pit what `by` (a number; "" for a command at the server) has set up, unless `signed_by`, whom `barred`
    allows, has signed too; None if nothing is left to acknowledge. The entry of the change, in the same transaction,
    names the row that is returned."""
    if not what:
        return None
    words = Phrase.of(
        "guard.set_up",
        number=person.number,
        role=str(person.get_role_display()),
        what=list(what),
        by=by or "a command at the server",
    ).english
    change = StaffChange.objects.create(
        number=person.number,
        what=", ".join(what),
        words=words,
        set_by=by,
        set_at=at,
        seen_by=signed_by.number if signed_by is not None else "",
        seen_at=at if signed_by is not None else None,
    )
    _announce()
    return change


def waiting() -> QuerySet[StaffChange]:
    """The changes that nobody has acknowledged, oldest first."""
    return StaffChange.objects.filter(seen_by="")


def acknowledge(change_id: int, *, by: Staff, at: datetime) -> StaffChange:
    """Record in the house chain who has seen the change, and when. Raises Refusal for a person who may not, for a
    change that does not exist, and for one that somebody else acknowledged."""
    with transaction.atomic():
        change = StaffChange.objects.select_for_update().filter(pk=change_id).first()
        if change is None:
            raise Refusal("staff.no_such_change")
        if change.seen_at is not None:
            if change.seen_by == by.number:
                return change  # sent again: the first answer was lost
            raise Refusal("staff.change_acknowledged", by=change.seen_by, at=seconds(change.seen_at))
        by = Staff.objects.get(pk=by.pk)
        if why := barred(change.number, change.set_by, by):
            raise why
        change.seen_by, change.seen_at = by.number, at
        change.save(update_fields=["seen_by", "seen_at"])
        entry = ledger.Draft(
            kind="staff_change_seen",
            detail=Phrase.of("entry.seen", what=change.words),
            body={"number": change.number, "set_by": change.set_by, ROWS: rows_of(change)},
            acting_as=by.acting_as(ACKNOWLEDGED_BY),
        )
        ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)
        _announce()
        return change


def barred(number: str, set_by: str, by: Staff) -> Refusal | None:
    """Why `by` cannot be the second person for a change that `set_by` makes to `number`; None if they can."""
    required_role = str(ACKNOWLEDGED_BY.label)
    if not by.has_role_at_least(ACKNOWLEDGED_BY):
        return Refusal(
            "staff.role_cannot_acknowledge",
            number=by.number,
            role=by.get_role_display(),
            wanted=required_role,
        )
    if by.number == set_by:
        return Refusal("staff.own_change", number=by.number, wanted=required_role)
    if by.number == number:
        return Refusal("staff.change_about_self", number=by.number, wanted=required_role)
    return two_people.why_not_together(by.number, set_by) or two_people.why_not_together(by.number, number)


def _announce() -> None:
    transaction.on_commit(lambda: staff_changed.send_robust(StaffChange))
