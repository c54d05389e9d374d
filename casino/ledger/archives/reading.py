"""Reads archives together with the database, so that a verification sees the record as it was before it was
archived.

The entries go into a temporary table, and a temporary view takes the place of the record for this connection:
the months in the files come from the files, the others from the database. So every check reads both without
knowing it. The database itself is not changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import ProgrammingError, connection

from casino.ledger.archives import file as files
from casino.ledger.archives.exchange import load
from casino.ledger.archives.file import Archive, BadArchive
from casino.ledger.archives.months import Gap, Month, read_from_files, recorded_gaps
from casino.ledger.canonical import COLUMNS
from casino.ledger.seals import Keys
from casino.ledger.verify import Fault, house_keys
from casino.refusals import Refusal

TABLE: Final = "pg_temp.ledger_archived"
COLUMN_NAMES: Final = ", ".join((*COLUMNS, "digest", "hash"))


@contextmanager
def beside(paths: Sequence[Path]) -> Iterator[list[Fault]]:
    """Inside this block the record is read with the archives in these files. Yields the faults of entries
    that stayed in the database and differ from the archive.

    Raises BadArchive for a file that is not the one the record names, or that is given twice; Refusal if the
    database role may not create temporary tables.
    """
    if not paths:
        yield []
        return
    keys = house_keys()[0]
    gaps = {gap.month: gap for of_chain in recorded_gaps().values() for gap in of_chain}
    with ExitStack() as cleared:
        _make_table()
        cleared.callback(_drop)
        months: list[Month] = []
        for path in paths:
            month = _loaded(path, keys, gaps)
            if month in months:
                raise BadArchive(f"{path}: {month.words} is given twice.")
            months.append(month)
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE UNIQUE INDEX ledger_archived_chain_seq ON {TABLE} (chain, seq)")
            cursor.execute(f"ANALYZE {TABLE}")
        faults = [fault for month in months for fault in _other(month)]
        _make_view(months)
        with read_from_files(months):
            yield faults


def _make_table() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE {TABLE} (LIKE public.ledger_entry INCLUDING INDEXES)")
    except ProgrammingError as fault:
        raise Refusal("archive.not_owner") from fault


def _loaded(path: Path, keys: Keys, gaps: dict[Month, Gap]) -> Month:
    """Read the file into the table; returns its month. Raises BadArchive."""
    with files.opened(path, settings.LEDGER_ORIGIN) as read:
        gap = gaps.get(read.month)
        if gap is None:
            raise BadArchive(f"{path}: {read.month.words} is not archived: its entries are in the database.")
        if read.sha256 != gap.sha256:
            raise _another(read, gap)
        load(read, TABLE, keys)
        return read.month


def _another(read: Archive, gap: Gap) -> BadArchive:
    return BadArchive(
        f"{read.path}: this is not the file that was archived: the record names {gap.file} with the SHA-256 "
        f"{gap.sha256}, this one has {read.sha256}."
    )


def _other(month: Month) -> Iterator[Fault]:
    """A Fault for the first entry of each chain that stayed in the database and differs from the archive."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT chain, min(seq) FROM (SELECT {COLUMN_NAMES} FROM public.ledger_entry "  # noqa: S608  ours
            f"WHERE at >= %s AND at < %s EXCEPT SELECT {COLUMN_NAMES} FROM {TABLE}) AS other "
            "GROUP BY chain ORDER BY chain",
            [month.first, month.after],
        )
        for chain, seq in cursor.fetchall():
            yield Fault(
                chain,
                seq,
                "changed",
                f"entry {seq}, which stayed in the database, is not as the archive of {month.words} has it",
            )


def _make_view(months: Sequence[Month]) -> None:
    others = " AND ".join(
        f"NOT (at >= '{month.first.isoformat()}' AND at < '{month.after.isoformat()}')" for month in months
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE VIEW pg_temp.ledger_entry AS SELECT {COLUMN_NAMES} FROM public.ledger_entry "  # noqa: S608  ours
            f"WHERE {others} UNION ALL SELECT {COLUMN_NAMES} FROM {TABLE}"
        )
        # Plans for the table of that name are made again, for the view.
        cursor.execute("DISCARD PLANS")


def _drop() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP VIEW IF EXISTS pg_temp.ledger_entry")
        cursor.execute(f"DROP TABLE IF EXISTS {TABLE}")
        cursor.execute("DISCARD PLANS")
