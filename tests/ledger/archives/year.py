"""Months of a small record: two tables and the house, four entries a day at each table, a seal a month."""

import gzip
import hashlib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from django.db import connection, transaction

from casino.ledger import Draft, Entry, append, partitions
from casino.ledger.archives.months import Month
from casino.ledger.sealing import seal_all
from tests.snapshots import made_once

TABLES = ("BJ-07", "BJ-08")
AUGUST = Month(2034, 8)
NOW = datetime(2034, 12, 2, tzinfo=UTC)
_keys = count()


def dealt(months: Iterable[int] = (7, 8, 9), days: Iterable[int] = (1, 20)) -> None:
    """At each table on each day a round of three entries, and one that belongs to no round."""
    months, days = tuple(months), tuple(days)
    for month in months:
        partitions.prepare(datetime(2034, month, 1, tzinfo=UTC))  # for the entries that are put back
    made_once((__name__, months, days), lambda: _deal(months, days))


def _deal(months: Iterable[int], days: Iterable[int]) -> None:
    for month in months:
        for day in days:
            for chain in TABLES:
                step = Draft(kind="card", folded=True, round_no=month * 31 + day, body={"card": "4♣"})
                at = datetime(2034, month, day, 23, 59, 59, 999_999, tzinfo=UTC)
                with transaction.atomic():
                    append(chain, [step] * 3, actor="D-114", role="dealer", at=at)
                    append(
                        chain, [Draft(kind="noted", key=f"k-{next(_keys)}", amount=-5)], actor="S-07", at=at
                    )
        seal_all(datetime(2034, month, 28, tzinfo=UTC))


def every_entry() -> list[tuple[Any, ...]]:
    """Every entry of the tables with its digest and hash, in order."""
    rows = Entry.objects.filter(chain__in=TABLES).order_by("chain", "seq")
    return [
        (entry.chain, entry.seq, entry.at, entry.body, bytes(entry.digest), bytes(entry.hash))
        for entry in rows
    ]


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The lines of an archive."""
    return [msgspec.json.decode(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def rewritten(path: Path, change: Callable[[list[dict[str, Any]]], Any], *, fits: bool = False) -> Path:
    """A copy of an archive with its lines changed; with a SHA-256 in the manifest that `fits` what was made of it."""
    lines = lines_of(path)
    change(lines)
    texts = [msgspec.json.encode(line) + b"\n" for line in lines]
    if fits:
        lines[0]["sha256"] = hashlib.sha256(b"".join(texts[1:])).hexdigest()
        texts[0] = msgspec.json.encode(lines[0]) + b"\n"
    copy = path.with_name(f"copy-of-{path.name}")
    copy.write_bytes(gzip.compress(b"".join(texts)))
    return copy


def in_partition(month: Month) -> int:
    """How many entries of a month are in the database."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ledger_months.{month.partition}")  # noqa: S608
        (count,) = cursor.fetchone()
    return int(count)
