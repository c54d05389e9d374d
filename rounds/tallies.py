"""The rounds of a table as the figures of its sessions want them: who dealt each, and what it came to bet by bet."""

from __future__ import annotations

from collections.abc import Iterator

from casino.ledger import Entry
from rounds.engine.state import OVER
from rounds.models import Round
from tables.float.tallies import Dealt

BATCH = 500


def dealt(code: str, after: int, last: int | None) -> Iterator[Dealt]:
    """The rounds of a table after number `after`, to `last`, that are over, in order. Who dealt is whose tap began
    the round."""
    rows = Round.objects.filter(table__code=code, round_no__gt=after, phase__in=OVER)
    if last is not None:
        rows = rows.filter(round_no__lte=last)
    found = list(
        rows.order_by("round_no").values_list(
            "round_no", "opened_at", "collected_at", "first_seq", "handle", "win", "bets"
        )
    )
    for first in range(0, len(found), BATCH):
        batch = found[first : first + BATCH]
        entries = Entry.objects.filter(chain=code, seq__in=[row[3] for row in batch])
        dealers = dict(entries.values_list("seq", "actor"))
        for number, at, ended, seq, handle, win, bets in batch:
            yield Dealt(number, at, ended, dealers.get(seq, ""), handle, win, bets)
