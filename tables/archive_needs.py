"""Why a month of the record cannot be archived yet: what at the tables still needs it (`casino.ledger.archives`)."""

from __future__ import annotations

from collections.abc import Iterator

from casino.ledger import Entry
from casino.ledger.archives.keeping import Extents
from casino.ledger.archives.months import Month
from casino.refusals import Refusal
from tables.disputes import followed
from tables.disputes.models import Dispute
from tables.models import Table
from tables.tournaments.machine.state import OVER
from tables.tournaments.models import Tournament


def open_tables(month: Month, extents: Extents) -> Iterator[Refusal]:
    """A Refusal for each table that has been open since then: its running totals, and who had a part in its rounds
    since a count, are read from all its rounds."""
    tables = Table.objects.filter(code__in=extents, opened_at__lt=month.after).exclude(
        state=Table.State.CLOSED
    )
    for table in tables.order_by("code"):
        assert table.opened_at is not None, "it was asked for"
        yield Refusal("archive.table_open", table=table.code, day=f"{table.opened_at:%Y-%m-%d}")


def open_disputes(month: Month, extents: Extents) -> Iterator[Refusal]:
    """A Refusal for each dispute about a round with entries in the month that is undecided, or whose decision still
    has to be paid or taken back."""
    disputes = Dispute.objects.filter(table__code__in=extents, round_no__isnull=False)
    ordered = list(disputes.select_related("table").order_by("pk"))
    unpaid = {dispute.pk for dispute, _ in followed.outstanding(ordered)}
    for dispute in ordered:
        if dispute.ends and dispute.pk not in unpaid:
            continue
        code = dispute.table.code
        of_month = Entry.objects.filter(
            chain=code, round_no=dispute.round_no, seq__gte=extents[code].first, seq__lte=extents[code].last
        )
        if of_month.exists():
            yield Refusal("archive.dispute_open", table=code, round=dispute.round_no, month=month.words)


def open_tournaments(month: Month, extents: Extents) -> Iterator[Refusal]:
    """A Refusal for each tournament that has steps in the month and is not over."""
    tournaments = Tournament.objects.filter(code__in=extents).exclude(phase__in=OVER)
    for code in tournaments.order_by("pk").values_list("code", flat=True):
        yield Refusal("archive.tournament_open", tournament=code, month=month.words)
