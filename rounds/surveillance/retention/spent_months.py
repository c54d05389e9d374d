"""Ending a month of rounds, which two people have signed for: its file is destroyed, with what the desk had worked
out from its entries. The rows of rounds and wagers stay for the figures of the house, and all digests stay in the
chains."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from casino.ledger.archives.destroying import Destroyed, destroy, month_of
from casino.ledger.archives.months import Month, gaps
from casino.refusals import Refusal
from rounds.models import ComparedRound, PlayedRound, Round, RoundCase, RoundFacts
from rounds.surveillance.holds import RetentionKind
from rounds.surveillance.retention.service import ended_months, held

BATCH = 5_000


def end_month(path: Path, *, at: datetime, by: str = "") -> Destroyed:
    """Destroy the file of a month that has ended. Raises Refusal for a month that nobody has signed for, and for one
    with a round held since; and as `casino.ledger.archives.destroying.destroy` does."""
    month = month_of(path)
    signed = ended_months().get(str(month))
    if signed is None:
        raise Refusal("archive.not_ended", month=month.words)
    rounds = list(_rounds_of(month))
    for subject in sorted(held(RetentionKind.ROUND)):
        code, _, number = subject.partition("/")
        if (code, int(number)) in {(code, number) for code, number, _ in rounds}:
            raise Refusal("archive.held", table=code, round=int(number), month=month.words)
    destroyed = destroy(path, signed=signed, at=at, by=by)
    ids = [pk for _, _, pk in rounds]
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        for kind in (RoundCase, PlayedRound, ComparedRound, RoundFacts):
            kind.objects.filter(round__in=batch).delete()
    return destroyed


def _rounds_of(month: Month) -> Iterator[tuple[str, int, int]]:
    """Table, number and primary key of every round with entries in the month's file."""
    for chain, of_chain in gaps().items():
        for gap in of_chain:
            if gap.month != month or gap.part.rounds is None:
                continue
            first, last = gap.part.rounds
            rows = Round.objects.filter(table__code=chain, round_no__gte=first, round_no__lte=last)
            for number, pk in rows.order_by("round_no").values_list("round_no", "pk"):
                yield chain, number, pk
