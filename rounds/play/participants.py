"""Who had a part in a round of a table, according to the record (`casino.staff.two_people` uses it)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import Max, Min, Q, QuerySet

from casino import ledger
from casino.ledger import Entry
from casino.ledger.archives.months import refuse_rounds_away
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.models import Table

PREPARING: Final = (
    "round_opened", "shoe", "cut", "shuffled", "shuffle_ordered", "cards", "dealer", "setup", "last_rounds",
    "burn_shown",
)  # fmt: skip
"""Kinds of entries that only prepare a round: a shuffle before the first wager is not a part in it."""
OPERATED: Final = "reader_operated"
"""The kind of the entry that names who worked a table's reader without dealing there; the cards are in the reader's
name."""
_DEALT: Final = Q(acting_as=Role.DEALER) | Q(acting_as="", role=Role.DEALER)
"""Entries made with a dealer's powers, whoever the person is."""


def in_rounds(code: str, rounds: Iterable[int], **_: object) -> dict[str, int]:
    """Who had a part in these rounds, as {staff number: round}: by a tap, as the table's dealer at the time, or at
    its reader. Raises Refusal for a round in an archived month."""
    parts: dict[str, int] = {}
    numbers = sorted(set(rounds))
    refuse_rounds_away(code, numbers)
    for number in numbers:
        steps = _steps(code).filter(round_no=number)
        taps = set(steps.filter(_DEALT).values_list("actor", flat=True))
        worked = Entry.objects.filter(chain=code, round_no=number, kind=OPERATED)
        everybody = taps | _sat(code, number, steps) | set(worked.values_list("actor", flat=True))
        parts |= dict.fromkeys(everybody - {""}, number)
    return parts


def since(code: str, moment: datetime, **_: object) -> set[str]:
    """Who had a part in any round of the table since then."""
    taps = _steps(code).filter(_DEALT, at__gt=moment).order_by().values_list("actor", flat=True).distinct()
    sat = Entry.objects.filter(chain=code, kind="signed_on", at__gt=moment)
    before = _on_and_off(code).filter(at__lte=moment).order_by("-seq").first()
    numbers = {*taps, *sat.values_list("actor", flat=True)}
    if before is not None and before.kind == "signed_on":
        numbers.add(before.actor)
    return numbers - {""}


def operates(table: Table, by: Staff, at: datetime) -> None:
    """Record, once per round, that somebody who does not deal at the table works its reader. The table's row must be
    locked; its version stays."""
    if by.number == table.dealer:
        return
    worked = Entry.objects.filter(chain=table.code, round_no=table.round_no, kind=OPERATED, actor=by.number)
    if not worked.exists():
        entry = ledger.Draft(
            kind=OPERATED,
            detail=Phrase.of("entry.works_reader", number=by.number),
            round_no=table.round_no,
            body={"number": by.number},
        )
        ledger.append(table.code, [entry], actor=by.number, role=by.role, at=at)


def _steps(code: str) -> QuerySet[Entry]:
    return Entry.objects.filter(chain=code, folded=True).exclude(kind__in=PREPARING)


def _on_and_off(code: str) -> QuerySet[Entry]:
    return Entry.objects.filter(chain=code, kind__in=("signed_on", "signed_off"))


def _sat(code: str, round_no: int, steps: QuerySet[Entry]) -> set[str]:
    """The table's dealers from the round's first step to its last, or until now while it is in progress. Findings
    made after the next round began are recorded under this one later, and are not part of its play."""
    after = _steps(code).filter(round_no=round_no + 1).aggregate(first=Min("seq"))["first"]
    if after is not None:
        steps = steps.filter(seq__lt=after)
    span = steps.aggregate(first=Min("seq"), last=Max("seq"))
    if span["first"] is None:
        return set()
    coming = _on_and_off(code)
    before = coming.filter(seq__lt=span["first"]).order_by("-seq").first()
    during = coming.filter(kind="signed_on", seq__gt=span["first"])
    if after is not None or not Table.objects.get(code=code).in_hand:
        during = during.filter(seq__lt=span["last"])
    sat = set(during.values_list("actor", flat=True))
    if before is not None and before.kind == "signed_on":
        sat.add(before.actor)
    return sat
