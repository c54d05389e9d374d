"""Chains for the tests of the ledger, and what a superuser could do to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection, transaction

from casino.ledger import Draft, Entry, append
from casino.ledger.canonical import COLUMNS, GENESIS, chained, digest_of

NINE = datetime(2026, 11, 27, 21, 0, tzinfo=UTC)


def record(chain: str = "BJ-07", entries: int = 10, *, each: int = 1) -> list[Entry]:
    """`entries` entries on `chain`, one a second from 21:00, `each` of them a command."""
    written: list[Entry] = []
    while len(written) < entries:
        drafts = [
            Draft(kind="card", body={"card": "4c", "n": n}, round_no=214, folded=True, tap=n)
            for n in range(len(written), min(entries, len(written) + each))
        ]
        with transaction.atomic():
            at = NINE + timedelta(seconds=len(written))
            written += append(chain, drafts, actor="D-114", role="dealer", at=at)
    return written


@contextmanager
def superuser() -> Iterator[None]:
    """With the triggers off, as a superuser can have them."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        try:
            yield
        finally:
            cursor.execute("SET session_replication_role = DEFAULT")


def tamper(sql: str, *parameters: Any) -> int:
    """Run `sql` with the triggers off; how many rows it touched."""
    with superuser(), connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return int(cursor.rowcount)


def rehash(chain: str, first: int, *, head: bool = False) -> None:
    """Give every entry from `first` on the hashes of its present contents, as a forger would."""
    with superuser(), connection.cursor() as cursor:
        rows = list(Entry.objects.filter(chain=chain, seq__gte=first).order_by("seq").values_list(*COLUMNS))
        earlier = Entry.objects.filter(chain=chain, seq=first - 1).first()
        previous = bytes(earlier.hash) if earlier else GENESIS
        for values in rows:
            digest = digest_of(values)
            previous = chained(previous, digest)
            cursor.execute(
                "UPDATE ledger_entry SET digest = %s, hash = %s WHERE chain = %s AND seq = %s",
                [digest, previous, chain, values[1]],
            )
        if head:
            cursor.execute(
                "UPDATE ledger_chainhead SET seq = %s, hash = %s WHERE chain = %s",
                [rows[-1][1] if rows else first - 1, previous, chain],
            )
