"""What one person alone changes in another's powers: a line in the pit until somebody else acknowledges it.

    note(person, ["role"], by=setter, at=now)     # beside the entry of the change, in its transaction
    acknowledge(change.pk, by=supervisor, at=now)

A new person, another role, set-up rights, a PIN that somebody else set, and a person made active again. The person who
acknowledges is a casino supervisor or above, not the one who made the change or whom it is about, and not set up by
either of them lately (`casino.staff.two_people`). Until then only what `two_people` bars is held up.
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
from casino.staff import two_people
from casino.staff.models import Staff, StaffChange
from casino.staff.refusals import Refusal
from casino.staff.roles import Role, acting_as
from casino.staff.signals import staff_changed

ACKNOWLEDGED_BY: Final = Role.CASINO_SUPERVISOR
NEW, ROLE, PIN, ACTIVE, SET_UP = "new", "role", "PIN", "active again", "set-up rights"


def note(person: Staff, what: Sequence[str], *, by: str, at: datetime) -> StaffChange | None:
    """Put what `by` (a number; "" for a command at the server) has set up before the pit; None if there is nothing. The
    entry of the change names the row that is returned, in the same transaction."""
    if not what:
        return None
    who = by or "a command at the server"
    words = f"{person.number} ({person.get_role_display()}): {', '.join(what)}, set up by {who}"
    change = StaffChange.objects.create(
        number=person.number, what=", ".join(what), words=words, set_by=by, set_at=at
    )
    _announce()
    return change


def waiting() -> QuerySet[StaffChange]:
    """The changes that nobody has acknowledged, the oldest first."""
    return StaffChange.objects.filter(seen_by="")


def acknowledge(change_id: int, *, by: Staff, at: datetime) -> StaffChange:
    """Record in the house chain that another person has seen the change, with who and when. Raises Refusal for a person
    who may not, and for a change that does not exist or was acknowledged already."""
    with transaction.atomic():
        change = StaffChange.objects.select_for_update().filter(pk=change_id).first()
        if change is None:
            raise Refusal("There is no such line.", remedy="Look at what waits now.")
        if change.seen_at is not None:
            raise Refusal(
                f"{change.seen_by} has acknowledged it at {seconds(change.seen_at)}.",
                remedy="Nothing is left to do.",
            )
        by = Staff.objects.get(pk=by.pk)
        if why := _barred(change, by):
            label = ACKNOWLEDGED_BY.label
            raise Refusal(f"{why}.", remedy=f"Another {label} or above acknowledges it.")
        change.seen_by, change.seen_at = by.number, at
        change.save(update_fields=["seen_by", "seen_at"])
        entry = ledger.Draft(
            kind="staff_change_seen",
            detail=f"seen: {change.words}",
            body={"number": change.number, "set_by": change.set_by, ROWS: rows_of(change)},
            acting_as=acting_as(by.role, ACKNOWLEDGED_BY),
        )
        ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)
        _announce()
        return change


def _barred(change: StaffChange, by: Staff) -> str:
    if not by.has_role_at_least(ACKNOWLEDGED_BY):
        return f"{by.number} is {by.get_role_display()}"
    if by.number == change.set_by:
        return f"{by.number} has set this up"
    if by.number == change.number:
        return f"This is about {by.number}"
    return two_people.bound(by.number, change.set_by) or two_people.bound(by.number, change.number)


def _announce() -> None:
    transaction.on_commit(lambda: staff_changed.send_robust(StaffChange))
