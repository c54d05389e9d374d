"""The order of a chain is its sequence, whatever the clocks of the workers that write it."""

from datetime import timedelta

import pytest
from django.db import transaction

from casino.ledger import Draft, Entry, append, not_before
from casino.ledger.search import Search
from casino.ledger.verify import verify
from tests.ledger.chains import NINE, record, rehash, tamper

pytestmark = pytest.mark.django_db

APART = timedelta(seconds=30)


def two_workers(entries: int = 8) -> list[Entry]:
    """Entries one a second, by two workers in turn; the clock of the second is 30 seconds behind."""
    rows: list[Entry] = []
    for number in range(entries):
        at = NINE + timedelta(seconds=number) - APART * (number % 2)
        with transaction.atomic():
            rows += append("BJ-07", [Draft(kind="card", body={"n": number}, round_no=1)], at=at)
    return rows


def test_no_time_steps_back_and_none_is_changed_that_does_not() -> None:
    rows = two_workers()
    times = [entry.at for entry in rows]
    assert times == sorted(times)
    # The worker whose clock is right records its own time; what the other records is of the entry before.
    assert times == [NINE + timedelta(seconds=number - number % 2) for number in range(8)]
    assert [entry.at for entry in Entry.objects.order_by("seq")] == times
    assert verify().ok


def test_each_chain_has_a_time_of_its_own() -> None:
    two_workers()
    with transaction.atomic():
        (other,) = append("BJ-08", [Draft(kind="card")], at=NINE - APART)
    assert other.at == NINE - APART


def test_the_audit_log_lists_them_in_their_sequence() -> None:
    two_workers()
    newest_first = [entry.seq for entry in Search.parse({"table": "BJ-07"}).entries()]
    assert newest_first == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_filter_of_times_takes_a_run_of_the_chain_without_a_gap() -> None:
    two_workers()
    # From the third second on: the entries of 21:00:02 and after, with those between them.
    search = Search.parse({"table": "BJ-07", "from": "2026-11-27T21:00:02+00:00"})
    assert [entry.seq for entry in search.entries()] == [8, 7, 6, 5, 4, 3]


def test_what_depends_on_the_time_goes_by_the_moment_that_is_recorded() -> None:
    two_workers()
    last = Entry.objects.latest("seq").at
    assert not_before("BJ-07", last - APART) == last
    assert not_before("BJ-07", last + APART) == last + APART
    assert not_before("BJ-99", NINE) == NINE


def test_a_clock_that_was_plainly_wrong_holds_nothing_up() -> None:
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")], at=NINE + timedelta(hours=2))
        (entry,) = append("BJ-07", [Draft(kind="card")], at=NINE)
    assert entry.at == NINE + timedelta(hours=2)
    assert not_before("BJ-07", NINE) == NINE


def test_an_entry_of_before_the_one_in_front_of_it_is_named() -> None:
    record(entries=6)
    tamper("UPDATE ledger_entry SET at = %s WHERE seq = 4", NINE - APART)
    rehash("BJ-07", 4, head=True)
    fault = verify().first
    assert fault is not None
    assert (fault.chain, fault.seq, fault.what) == ("BJ-07", 4, "stepped_back")
