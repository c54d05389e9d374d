"""Two signatures come from two people: neither had a part in what is signed, and neither set the other up.

    had_part("BJ-07", supervisor, rounds=[4])   # Refusal("signer.had_part", number="G-21", round=4), or None
    bound("G-98", "M-1")                        # Refusal("signer.set_up", by="M-1", number="G-98", at="14:10"), or None

A person has a part in a round by any dealer's tap in it, in whatever role, or by being the dealer while it was
dealt: what a shoe reader reports counts as the dealer's doing. What somebody does with a higher power, such as
signing or giving a permit, is not a part, nor is the shuffle before the first wager. So one supervisor beside one
dealer can sign anything that the dealer did. What a book gives to one person alone (VIC03-6.3, VIC03-7.5.3) needs no
second one, and a supervisor who deals still gives it (VIC03-1.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from casino.house_time import seconds
from casino.refusals import Refusal
from casino.staff.models import Staff, StaffChange
from casino.staff.signals import part_in_rounds, part_since


def had_part(table_code: str, by: Staff, rounds: Iterable[int]) -> Refusal | None:
    """Why `by`, who had a part in one of these rounds of the table, may not sign for them; the caller adds the
    `role` of the person to call. None if `by` had no part."""
    numbers = sorted(set(rounds))
    if not numbers:
        return None
    parts: dict[str, int] = {}
    for answer in part_in_rounds.answers(code=table_code, rounds=numbers):
        parts |= answer
    if by.number not in parts:
        return None
    return Refusal("signer.had_part", number=by.number, round=parts[by.number])


def dealt_since(table_code: str, by: Staff, since: datetime) -> bool:
    """Whether `by` had a part in any round of the table since that moment."""
    return any(by.number in numbers for numbers in part_since.answers(code=table_code, moment=since))


def require_own_pin(person: Staff) -> None:
    """Raises Refusal if somebody else set this person's PIN, and therefore knows it."""
    if person.pin_set_by:
        raise Refusal("signer.pin_set_by_other", number=person.number, by=person.pin_set_by)


def settling() -> timedelta:
    """How long nobody signs beside the person who set them up (`STAFF_SETTLING_HOURS`)."""
    return timedelta(hours=float(settings.STAFF_SETTLING_HOURS))


def why_not_together(number: str, other: str, at: datetime | None = None) -> Refusal | None:
    """Why these two people (numbers) may not sign together; None if they may.

    For the time of `settling`, nobody signs beside the person who added them, set their PIN or gave them their role,
    nor beside anybody who recently set that person up. Two people set up by the same person do not sign together
    until somebody else has acknowledged one of them in the pit.
    """
    if not number or not other or number == other:
        return None
    at = at or timezone.now()
    changes = list(StaffChange.objects.filter(set_at__gt=at - settling()).order_by("set_at"))
    for who, by in ((number, other), (other, number)):
        for change in _down_from(by, changes):
            if change.number == who:
                return Refusal("signer.set_up", by=change.set_by, number=who, at=seconds(change.set_at))
    alone = {who: {c.set_by for c in changes if c.number == who and not c.seen_by} for who in (number, other)}
    if both := (alone[number] & alone[other]) - {""}:
        return Refusal("signer.set_up_together", by=min(both), number=number, other=other)
    return None


def _down_from(setter: str, changes: Iterable[StaffChange]) -> list[StaffChange]:
    """The changes that `setter` made, and those by people whom `setter` had set up before, and so on."""
    below, traced = {setter}, []
    for change in changes:
        if change.set_by in below:
            traced.append(change)
            below.add(change.number)
    return traced
