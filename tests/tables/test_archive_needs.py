"""What at the tables still needs a month of the record."""

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from django.db.models import Max, Min

from casino.ledger import Entry
from casino.ledger.archives.keeping import Extent
from casino.ledger.archives.months import Month
from casino.refusals import Refusal
from casino.staff.roles import Role
from tables import archive_needs
from tables.tournaments import service
from tables.tournaments.models import Tournament
from tests import floor
from tests.refusing import code_and_clause
from tests.tables.test_dispute_decisions import CODE, decide, dispute_at
from tests.tables.tournaments.house import VIC03

pytestmark = pytest.mark.django_db


def extents() -> dict[str, Extent]:
    """All entries of every chain."""
    rows = Entry.objects.values_list("chain").annotate(first=Min("seq"), last=Max("seq"))
    return {chain: Extent(first, last) for chain, first, last in rows}


def needs(refusals: Iterable[Refusal]) -> list[tuple[str, str]]:
    return [*map(code_and_clause, refusals)]


def month_of(at: datetime) -> Month:
    return Month(at.astimezone(UTC).year, at.astimezone(UTC).month)


@pytest.mark.parametrize(("awarded", "after"), [(0, []), (2000, [("archive.dispute_open", "")])])
def test_a_dispute_until_it_is_decided_and_paid(awarded: int, after: list[tuple[str, str]]) -> None:
    dispute = dispute_at("ACT03")
    month = month_of(floor.AT)

    def needed() -> list[tuple[str, str]]:
        return needs(archive_needs.open_disputes(month, extents()))

    assert needed() == [("archive.dispute_open", "")]
    # One of a round that has no entry there does not matter.
    assert needs(archive_needs.open_disputes(month, {CODE: Extent(1, 2)})) == []
    assert needs(archive_needs.open_disputes(month, {"BJ-09": Extent(1, 2)})) == []
    decide(dispute, awarded=awarded)
    assert needed() == after


def test_a_table_that_is_open_since_then() -> None:
    table = floor.open_table(CODE)
    assert table.opened_at is not None
    month = month_of(table.opened_at)
    assert needs(archive_needs.open_tables(month, extents())) == [("archive.table_open", "")]
    before = Month(month.year - 1, month.number)
    assert needs(archive_needs.open_tables(before, extents())) == []
    assert needs(archive_needs.open_tables(month, {"BJ-09": Extent(1, 2)})) == []


def test_a_tournament_until_it_is_over() -> None:
    director = floor.person(Role.OPERATIONS_MANAGER)
    code = service.draft(VIC03, by=director, at=floor.AT).code
    month = month_of(floor.AT)
    assert needs(archive_needs.open_tournaments(month, extents())) == [("archive.tournament_open", "")]
    assert needs(archive_needs.open_tournaments(month, {"BJ-07": Extent(1, 2)})) == []
    Tournament.objects.filter(code=code).update(phase="cancelled")
    assert needs(archive_needs.open_tournaments(month, extents())) == []
