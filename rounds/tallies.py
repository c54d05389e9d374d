"""The rounds of a table as the figures of its sessions want them: who dealt each, and what it came to bet by bet."""

from __future__ import annotations

from collections.abc import Iterator

from casino.ledger import Entry
from rounds.engine.state import OVER
from rounds.models import Round
from tables.float.tallies import Dealt

BATCH = 500
CALLED = "called"
"""The kind of the entry by which no more bets is called."""


def dealt(code: str, after: int, last: int | None) -> Iterator[Dealt]:
    """The rounds of a table after number `after`, to `last`, that are over, in order. Who dealt is whoever called no
    more bets; of a round that ended before, whoever began it."""
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
        began = dict(entries.values_list("seq", "actor"))
        calls = Entry.objects.filter(chain=code, round_no__in=[row[0] for row in batch], kind=CALLED)
        called = dict(calls.order_by("seq").values_list("round_no", "actor"))
        for number, at, ended, seq, handle, win, bets in batch:
            dealer = called.get(number) or began.get(seq, "")
            yield Dealt(number, at, ended, dealer, handle, win, bets)
