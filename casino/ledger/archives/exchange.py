"""Archives a month and brings it back, by exchanging the month's partition for another table.

Everything slow is done beforehand: the file is written and read again, and the table that takes the
partition's place is filled. Then the house's chain and the whole record are locked for the moment of the
exchange. If the locks are not free soon, the exchange lets go, so that nobody queues behind it, and tries
again a little later; it gives up after a few tries.
"""

from __future__ import annotations

import glob
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import OperationalError, connection, transaction

from casino.ledger import partitions
from casino.ledger.archives import file as files
from casino.ledger.archives.destroying import was_destroyed
from casino.ledger.archives.file import Archive, BadArchive, InFile, Writing
from casino.ledger.archives.keeping import Extent, Keeping, Row, needed
from casino.ledger.archives.months import (
    ARCHIVED,
    BROUGHT_BACK,
    ChainPart,
    Month,
    gaps_of,
)
from casino.ledger.canonical import COLUMNS, GENESIS, chained, digest_of, moment
from casino.ledger.chain import Draft, append, lock
from casino.ledger.models import HOUSE, ROWS, ArchivedMonth, ChainHead, Entry, Seal
from casino.ledger.partitions import SCHEMA
from casino.ledger.rows import rows_of
from casino.ledger.seals import Keys
from casino.ledger.verify import house_keys
from casino.refusals import Refusal
from casino.words import Phrase

CHUNK: Final = 5000
OVER_FOR: Final = timedelta(days=1)
"""How long ago a month must have ended: a worker whose clock is behind may still add to it."""
TRIES: Final = 10
PAUSE: Final = 1.0
"""Seconds between two attempts at the exchange."""
WAIT_FOR_RECORD: Final = "2s"
"""How long the exchange waits for the record. Everybody who deals waits behind it, and gives up after four
seconds."""
WAIT_FOR_CHAIN: Final = "200ms"
"""How long it waits for the house's chain while it holds the record: less than the second after which the
database breaks a deadlock, perhaps by ending a dealer's tap."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done with a month."""

    month: Month
    path: Path
    sha256: str
    entries: int
    kept: int
    """How many entries stayed in the database."""
    seq: int
    """The entry of the house chain that records it."""


def archive(month: Month, path: Path, *, at: datetime, by: str = "") -> Outcome:
    """Write the month to `path`, read the file again, and take the entries out of the database. An existing
    file with the very same entries is used instead: the month was archived before.

    Raises Refusal if the month is not over, not sealed or still needed, or the record is busy; BadArchive for
    an existing file that is not the month's; OSError if it cannot be written. Then nothing has changed, and
    there is no new file.
    """
    there_before = path.exists()
    with _in_one_transaction():
        try:
            outcome = _archived(month, path, there_before=there_before, at=at, by=by)
        except BaseException:
            # Not after COMMIT was sent: if its answer is lost, nobody can know whether the entries are still
            # in the database, so the file is kept.
            if not there_before:
                path.unlink(missing_ok=True)
            raise
    return outcome


def _archived(month: Month, path: Path, *, there_before: bool, at: datetime, by: str) -> Outcome:
    _lock_month(month)
    extents = _extents(month)
    _check(month, extents, at)
    keys = house_keys()[0]
    with _filling(f"kept_{month.partition}", month) as table:
        write = _compared if there_before else _written
        in_file = write(month, path, keys, extents, at)
        _keep(month, table, in_file.kept)
    values = {
        "file": path.name,
        "sha256": in_file.sha256,
        "entries": in_file.entries,
        "chains": msgspec.to_builtins(in_file.parts),
        "away": True,
        "at": at,
    }
    detail = Phrase.of("entry.archived", entries=in_file.entries, month=month.words, file=path.name)

    def recheck(partition: str) -> None:
        for chain, part in in_file.parts.items():
            if _end_of(partition, chain) != (part.last, bytes.fromhex(part.after)):
                raise Refusal("archive.unsound", table=chain, seq=part.last)

    seq = _exchanged(month, table, values, ARCHIVED, detail, by, recheck)
    stayed = sum(map(len, in_file.kept.values()))
    return Outcome(month, path, in_file.sha256, in_file.entries, stayed, seq)


def _end_of(partition: str, chain: str) -> tuple[int, bytes] | None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT seq, hash FROM {SCHEMA}.{partition} WHERE chain = %s ORDER BY seq DESC LIMIT 1",  # noqa: S608  ours
            [chain],
        )
        last = cursor.fetchone()
    return (last[0], bytes(last[1])) if last else None


def bring_back(path: Path, *, at: datetime, by: str = "") -> Outcome:
    """Put the entries in a month's file back into the database.

    Raises BadArchive for a file that is not the one the record names; Refusal for a month that is not away,
    or if the record is busy. Then nothing has changed.
    """
    with _in_one_transaction(), files.opened(path, settings.LEDGER_ORIGIN) as read:
        month = read.month
        row = ArchivedMonth.objects.filter(month=str(month), away=True).first()
        if row is None:
            raise Refusal("archive.not_away", month=month.words)
        if was_destroyed(month):
            raise Refusal("archive.destroyed", month=month.words)
        if read.sha256 != row.sha256:
            raise BadArchive(
                f"{path}: this is not the file that was archived: the record names {row.file} with the SHA-256 "
                f"{row.sha256}, this one has {read.sha256}."
            )
        _lock_month(month)
        with _filling(f"back_{month.partition}", month) as table:
            load(read, f"{SCHEMA}.{table}", house_keys()[0])
            _same_as_kept(read, month, f"{SCHEMA}.{table}")
        entries = read.manifest.entries
        values = {"away": False, "at": at}
        detail = Phrase.of("entry.restored", entries=entries, month=month.words, file=path.name)

        def recheck(partition: str) -> None:
            """What stayed has been compared with the file."""

        seq = _exchanged(month, table, values, BROUGHT_BACK, detail, by, recheck)
        return Outcome(month, path, read.sha256, entries, 0, seq)


# --- the month as it is


@contextmanager
def _in_one_transaction() -> Iterator[None]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_has_role(relowner, 'USAGE'), pg_try_advisory_xact_lock(hashtext('ledger_archives')) "
                "FROM pg_class WHERE oid = 'public.ledger_entry'::regclass"
            )
            owner, alone = cursor.fetchone()
            if not owner:
                raise Refusal("archive.not_owner")
            if not alone:
                raise Refusal("archive.busy")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute(f"SET LOCAL lock_timeout = '{WAIT_FOR_RECORD}'")
        try:
            yield
        except OperationalError as fault:
            if _is_lock(fault):
                raise Refusal("archive.busy") from fault
            raise


def _is_lock(fault: BaseException) -> bool:
    cause = fault.__cause__ or fault
    return getattr(cause, "sqlstate", "") in ("55P03", "40P01")


def _lock_month(month: Month) -> None:
    """Let nobody change the month from here on; it can still be read."""
    if month.partition not in partitions.months():
        raise Refusal("archive.nothing", month=month.words)
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {SCHEMA}.{month.partition} IN SHARE MODE")


def _extents(month: Month) -> dict[str, Extent]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT chain, min(seq), max(seq) FROM {SCHEMA}.{month.partition} GROUP BY chain ORDER BY chain"  # noqa: S608
        )
        return {chain: Extent(first, last) for chain, first, last in cursor.fetchall()}


def _check(month: Month, extents: dict[str, Extent], at: datetime) -> None:
    """Raises Refusal for the first reason why the month cannot be archived."""
    row = ArchivedMonth.objects.filter(month=str(month), away=True).first()
    if row is not None:
        raise Refusal("archive.away_already", month=month.words, file=row.file)
    if at < month.after + OVER_FOR:
        raise Refusal("archive.not_over", month=month.words, day=f"{month.after + OVER_FOR:%Y-%m-%d}")
    if not extents:
        raise Refusal("archive.nothing", month=month.words)
    for chain, extent in extents.items():
        if not Seal.objects.filter(chain=chain, seq__gte=extent.last).exists():
            raise Refusal("archive.not_sealed", table=chain, seq=extent.last)
    for why in needed(month, extents):
        raise why


def _rows(month: Month, chain: str, extent: Extent) -> Iterator[files.Entry]:
    """The month's entries of a chain, each checked. Raises Refusal for one that is not as it was recorded."""
    previous, expected = _before(chain, extent.first), extent.first
    connection.ensure_connection()
    assert connection.connection is not None
    with connection.connection.cursor(name="ledger_month", binary=True) as cursor:
        cursor.execute(
            f"SELECT {', '.join(COLUMNS)}, digest, hash FROM {SCHEMA}.{month.partition} "  # noqa: S608  ours
            "WHERE chain = %s ORDER BY seq",
            [chain],
        )
        while rows := cursor.fetchmany(CHUNK):
            for *values, digest, entry_hash in rows:
                row = Row(*values)
                if (
                    row.seq != expected
                    or digest_of(row) != digest
                    or (previous is not None and chained(previous, digest) != entry_hash)
                ):
                    raise Refusal("archive.unsound", table=chain, seq=expected)
                yield files.Entry(row, digest, entry_hash)
                previous, expected = entry_hash, row.seq + 1


def _before(chain: str, first: int) -> bytes:
    """The hash of the entry before `first`, wherever that entry is. Raises Refusal if it is nowhere."""
    if first == 1:
        return GENESIS
    before = Entry.objects.filter(chain=chain, seq=first - 1).values_list("hash", flat=True).first()
    if before is not None:
        return bytes(before)
    for gap in gaps_of(chain):
        if gap.last == first - 1:
            return gap.after
    raise Refusal("archive.unsound", table=chain, seq=first - 1)


def _seals(chain: str, extent: Extent) -> list[Seal]:
    """Every seal of an entry in the extent, and the first seal at or after its last entry."""
    seals = Seal.objects.filter(chain=chain, seq__gte=extent.first).order_by("no")
    covering = seals.filter(seq__gte=extent.last).first()
    assert covering is not None, "it was checked that the month is sealed"
    return list(seals.filter(no__lte=covering.no))


KeptEntries = dict[str, list[int]]
"""The entries that stay, by chain."""


@dataclass(frozen=True, slots=True)
class _InFile:
    """What was read from a month's file, and which of it stays in the database."""

    sha256: str
    entries: int
    parts: dict[str, ChainPart]
    kept: KeptEntries


class _Sorting:
    """Sorts out which entries of a chain stay, and collects what the record will say of them."""

    def __init__(self, chain: str, before: bytes) -> None:
        self._keeping = Keeping(chain)
        self._digest = sha256()
        self._before = before
        self._last: files.Entry | None = None
        self._first = 0
        self.kept: list[int] = []

    def add(self, entry: files.Entry) -> None:
        self._first = self._first or entry.row.seq
        self._last = entry
        if self._keeping.keeps(entry.row):
            self.kept.append(entry.row.seq)
            self._digest.update(entry.digest + entry.hash)

    def part(self) -> ChainPart:
        last = self._last
        assert last is not None, "a chain without entries is not in the month"
        return ChainPart(
            first=self._first,
            last=last.row.seq,
            before=self._before.hex(),
            after=last.hash.hex(),
            at=moment(last.row.at),
            rounds=self._keeping.rounds,
            kept=len(self.kept),
            kept_sha256=self._digest.hexdigest(),
        )


def _written(month: Month, path: Path, keys: Keys, extents: dict[str, Extent], at: datetime) -> _InFile:
    """Write the file and read it again. It gets its name only once it is whole and good."""
    for left_over in path.parent.glob(f".{glob.escape(path.name)}-*"):
        left_over.unlink(missing_ok=True)  # left over from a run that was killed
    parts: dict[str, ChainPart] = {}
    kept: KeptEntries = {}
    with Writing(path.parent) as writing:
        for chain, extent in extents.items():
            before = _before(chain, extent.first)
            sorting = _Sorting(chain, before)
            writing.chain(chain, before, _seals(chain, extent))
            for entry in _rows(month, chain, extent):
                sorting.add(entry)
                writing.entry(entry)
            part = parts[chain] = sorting.part()
            kept[chain] = sorting.kept
            count = part.last - part.first + 1
            writing.ended(chain, InFile(part.first, part.last, count, part.before, part.after))
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(handle, "w+b") as file:
                manifest = writing.close(file, month, settings.LEDGER_ORIGIN, at)
                file.flush()
                os.fsync(file.fileno())
            manifest_read, sha256_of_file = files.checked(Path(name), settings.LEDGER_ORIGIN, keys)
            if manifest_read != manifest:
                raise BadArchive(f"{path}: what was written is not what is read: nothing was archived.")
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink(missing_ok=True)
            raise
    _sync(path.parent)
    return _InFile(sha256_of_file, manifest.entries, parts, kept)


def _sync(folder: Path) -> None:
    """Make sure that a new file name in the folder survives a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _compared(month: Month, path: Path, keys: Keys, extents: dict[str, Extent], at: datetime) -> _InFile:
    """The same for an existing file, which must have exactly the entries of the month. Raises BadArchive."""
    parts: dict[str, ChainPart] = {}
    kept: KeptEntries = {}
    with files.opened(path, settings.LEDGER_ORIGIN) as read:
        if read.month != month:
            raise BadArchive(f"{path}: this is the archive of {read.month.words}. Give another name.")
        in_file = read.entries(keys)
        for chain, extent in extents.items():
            sorting = _Sorting(chain, _before(chain, extent.first))
            for entry in _rows(month, chain, extent):
                other = next(in_file, None)
                if other is None or (other.row.chain, other.row.seq, other.hash) != (
                    chain,
                    entry.row.seq,
                    entry.hash,
                ):
                    raise read.bad(f"entry {entry.row.seq} of {chain} is missing here. Give another name")
                sorting.add(entry)
            parts[chain] = sorting.part()
            kept[chain] = sorting.kept
        if next(in_file, None) is not None:
            raise read.bad("this entry is not in the record")
        return _InFile(read.sha256, read.manifest.entries, parts, kept)


# --- the table that takes the partition's place


@contextmanager
def _filling(table: str, month: Month) -> Iterator[str]:
    partitions.build(table, month.first, month.after)
    yield table
    partitions.finish(table)


def _keep(month: Month, table: str, kept: KeptEntries) -> None:
    with connection.cursor() as cursor:
        for chain, seqs in kept.items():
            cursor.execute(
                f"INSERT INTO {SCHEMA}.{table} SELECT * FROM {SCHEMA}.{month.partition} "  # noqa: S608  ours
                "WHERE chain = %s AND seq = ANY(%s)",
                [chain, seqs],
            )


def load(read: Archive, table: str, keys: Keys) -> None:
    """Copy the entries of an archive into a table with the columns of the record. Raises BadArchive."""
    connection.ensure_connection()
    assert connection.connection is not None
    with (
        connection.connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({', '.join(COLUMNS)}, digest, hash) FROM STDIN") as copy,
    ):
        for entry in read.entries(keys):
            copy.write_row(files.flat(entry))


def _same_as_kept(read: Archive, month: Month, table: str) -> None:
    """Check that the entries that stayed in the database are the same in the archive."""
    columns = ", ".join((*COLUMNS, "digest", "hash"))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT chain, seq FROM (SELECT {columns} FROM {SCHEMA}.{month.partition} "  # noqa: S608  ours
            f"EXCEPT SELECT {columns} FROM {table}) AS other ORDER BY chain, seq LIMIT 1"
        )
        other = cursor.fetchone()
    if other is not None:
        raise Refusal("archive.unsound", table=other[0], seq=other[1])


# --- the exchange


def _exchanged(
    month: Month,
    table: str,
    values: dict[str, Any],
    kind: str,
    detail: Phrase,
    by: str,
    recheck: Callable[[str], None],
) -> int:
    """Exchange the partition and record it; returns the number of the entry. Raises Refusal if the record is
    too busy."""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(PAUSE)
        try:
            with transaction.atomic():
                head = _locked()
                partitions.put_in_place(month.partition, table, month.first, month.after, recheck)
                return _recorded(month, values, kind, detail, by, head)
        except OperationalError as fault:
            if not _is_lock(fault):
                raise
    raise Refusal("archive.busy")


def _locked() -> ChainHead:
    """Lock the house's chain and the whole record for this transaction; returns the head of the chain."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE ONLY public.ledger_entry IN ACCESS EXCLUSIVE MODE")
        cursor.execute(f"SET LOCAL lock_timeout = '{WAIT_FOR_CHAIN}'")
        head = lock(HOUSE)
        cursor.execute(f"SET LOCAL lock_timeout = '{WAIT_FOR_RECORD}'")
    return head


def _recorded(
    month: Month, values: dict[str, Any], kind: str, detail: Phrase, by: str, head: ChainHead
) -> int:
    row, _ = ArchivedMonth.objects.update_or_create(month=str(month), defaults=values)
    body = {"month": str(month), ROWS: rows_of(row)}
    detail = Phrase.of("entry.by", what=detail, person=by) if by else detail
    draft = Draft(kind=kind, body=body, detail=detail)
    return append(HOUSE, [draft], at=values["at"], head=head)[0].seq
