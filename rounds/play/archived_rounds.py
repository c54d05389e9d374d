"""What stays in the database of archived rounds, and what must be done before archiving (`casino.ledger.archives`).

A table's last two rounds stay whole, since the state of the table is folded from them. Of every other round there
stays who called no more bets, from which session figures tell who dealt, and later corrections.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from casino.ledger.archives.keeping import Extents, Keeps, Row
from casino.ledger.archives.months import Month
from casino.refusals import Refusal
from rounds.models import FactsProgress, Round
from tables.models import Table

LAST_ROUNDS: Final = 2
"""The number of rounds from which `rounds.play.snapshot` folds a table's state."""
KEPT: Final = frozenset(("called", "corrected", "payment_corrected"))
"""The kinds of round entries that are looked up later."""


def keeper(chain: str) -> Keeps:
    """The function that says which entries of that chain stay."""
    last = Table.objects.filter(code=chain).values_list("round_no", flat=True).first()
    whole_from = None if last is None else last - LAST_ROUNDS + 1
    # The dealer of a round that was never called is whoever opened it.
    uncalled = Round.objects.filter(table__code=chain, called_at=None)
    openings = frozenset(uncalled.values_list("first_seq", flat=True))

    def keeps(row: Row) -> bool:
        if row.round_no is None:
            return False
        return (
            (whole_from is not None and row.round_no >= whole_from)
            or (row.folded and row.kind in KEPT)
            or row.seq in openings
        )

    return keeps


def rounds_in_hand(month: Month, extents: Extents) -> Iterator[Refusal]:
    """A Refusal for each table whose round in progress has entries in the month."""
    for table in Table.objects.filter(code__in=extents).order_by("code"):
        if not table.in_hand:
            continue
        first = Round.objects.filter(table=table, round_no=table.round_no).values_list("first_seq", flat=True)
        if any(seq <= extents[table.code].last for seq in first):
            yield Refusal("archive.round_open", table=table.code, round=table.round_no, month=month.words)


def rounds_not_indexed(month: Month, extents: Extents) -> Iterator[Refusal]:
    """A Refusal for each table with rounds in the month that are not indexed for searching yet, since indexing reads
    their entries."""
    indexed = dict(FactsProgress.objects.values_list("chain", "seq"))
    with_rounds = Round.objects.filter(table__code__in=extents).values_list("table__code", flat=True)
    for code in sorted(set(with_rounds.order_by().distinct())):
        if indexed.get(code, 0) < extents[code].last:
            yield Refusal("archive.not_indexed", table=code, month=month.words)
