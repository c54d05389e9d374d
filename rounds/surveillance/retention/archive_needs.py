"""Keeps a month of the record from being archived while one of its rounds is held."""

from __future__ import annotations

from collections.abc import Iterator

from casino.ledger import Entry
from casino.ledger.archives.keeping import Extents
from casino.ledger.archives.months import Month
from casino.refusals import Refusal
from rounds.surveillance.holds import Hold, RetentionKind


def held_rounds(month: Month, extents: Extents) -> Iterator[Refusal]:
    """A Refusal for each round under a legal hold with entries in the month."""
    for subject in Hold.objects.filter(kind=RetentionKind.ROUND, lifted_at=None).values_list(
        "subject", flat=True
    ):
        code, _, number = subject.partition("/")
        extent = extents.get(code)
        if extent is None:
            continue
        of_month = Entry.objects.filter(
            chain=code, round_no=int(number), seq__gte=extent.first, seq__lte=extent.last
        )
        if of_month.exists():
            yield Refusal("archive.held", table=code, round=int(number), month=month.words)
