"""Two signatures are two people: neither had a part in what is signed, and neither set the other up.

    had_part("BJ-07", supervisor, rounds=[4])   # "G-21 dealt in round 4", or ""
    bound("G-98", "M-1")                        # "M-1 set G-98 up at 14:10", or ""

A part in a round is any dealer's tap in it, by anybody in any role, or having been the dealer while it was dealt: what
a reader reports counts as the dealer's doing. What somebody does by a higher power, such as signing or giving a permit,
is not a part, nor is the shuffle before the first wager. So one supervisor beside one dealer can sign anything that
dealer did. What a book gives to one person alone (VIC03-6.3, VIC03-7.5.3) needs no second one, and a supervisor who
deals gives it as before (VIC03-1.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from casino.house_time import seconds
from casino.staff.models import Staff, StaffChange
from casino.staff.refusals import ApprovalRefused
from casino.staff.signals import part_in_rounds, part_since


def had_part(table_code: str, by: Staff, rounds: Iterable[int]) -> str:
    """The part that `by` had in these rounds of the table, in words; "" for none."""
    numbers = sorted(set(rounds))
    if not numbers:
        return ""
    parts: dict[str, str] = {}
    for answer in part_in_rounds.answers(code=table_code, rounds=numbers):
        parts |= answer
    return f"{by.number} {parts[by.number]}" if by.number in parts else ""


def dealt_since(table_code: str, by: Staff, since: datetime) -> bool:
    """Whether `by` had a part in any round of the table since that moment."""
    return any(by.number in numbers for numbers in part_since.answers(code=table_code, moment=since))


def own_word(person: Staff) -> None:
    """Raises ApprovalRefused if somebody else set this person's PIN, since that person knows it."""
    if person.pin_set_by:
        raise ApprovalRefused(
            f"The PIN of {person.number} was set by {person.pin_set_by}.",
            remedy=f"{person.number} signs in and chooses another first.",
        )


def settling() -> timedelta:
    """For how long nobody signs beside the person who set him up (`STAFF_SETTLING_HOURS`)."""
    return timedelta(hours=float(settings.STAFF_SETTLING_HOURS))


def bound(one: str, other: str, at: datetime | None = None) -> str:
    """Why these two, by number, do not sign beside each other; "" where nothing bars it.

    Within `settling` of it, nobody signs beside the person who made him, set his PIN or gave him his role, nor beside
    anybody who lately set that person up. Two people set up by the same person do not sign together until somebody else
    has acknowledged one of them in the pit.
    """
    if not one or not other or one == other:
        return ""
    at = at or timezone.now()
    changes = list(StaffChange.objects.filter(set_at__gt=at - settling()).order_by("set_at"))
    for who, by in ((one, other), (other, one)):
        for change in _down_from(by, changes):
            if change.number == who:
                return f"{change.set_by} set {who} up at {seconds(change.set_at)}"
    alone = {who: {c.set_by for c in changes if c.number == who and not c.seen_by} for who in (one, other)}
    if both := (alone[one] & alone[other]) - {""}:
        return f"{min(both)} set up both {one} and {other}, and nobody has acknowledged it"
    return ""


def _down_from(setter: str, changes: Iterable[StaffChange]) -> list[StaffChange]:
    """The changes that `setter` made, and those that people made whom he had set up before."""
    below, traced = {setter}, []
    for change in changes:
        if change.set_by in below:
            traced.append(change)
            below.add(change.number)
    return traced
