"""Proving the record: walks every chain and names the first entry that is wrong.

    report = verify()                       # every chain, then every registered check
    report = verify("BJ-07", since=monday)  # one chain, from that time on

Runs on one consistent snapshot while the tables go on dealing, in constant memory. What it finds
and what nobody can find is written in the docstring of `casino.ledger`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.db import connection, transaction

from casino.ledger.canonical import COLUMNS, GENESIS, chained, digest_of, moment
from casino.ledger.models import HOUSE, ChainHead, Entry, Seal
from casino.ledger.seals import mac_of

CHUNK = 5000
"""Rows fetched at a time: what is in memory, however long the chain."""

_SEQ, _AT = COLUMNS.index("seq"), COLUMNS.index("at")
_DIGEST, _HASH = len(COLUMNS), len(COLUMNS) + 1


class UnknownChain(LookupError):
    """There is no chain of that name."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the record. `seq` is the first wrong entry of `chain`, where one is."""

    chain: str
    seq: int | None
    what: str
    """changed, removed, inserted, moved, stepped_back, rewritten, cut_off, bad_seal, or a check's own word"""
    message: str


@dataclass(slots=True)
class ChainReport:
    """What was seen of one chain."""

    chain: str
    entries: int = 0
    last_seq: int = 0
    hash: str = ""
    """Of the last entry, hex."""
    sealed_to: int = 0
    sealed_at: datetime | None = None


@dataclass(slots=True)
class Report:
    """The outcome of one verification."""

    chains: list[ChainReport] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.faults

    @property
    def entries(self) -> int:
        return sum(chain.entries for chain in self.chains)

    @property
    def first(self) -> Fault | None:
        """The first fault found: the one to start looking from."""
        return self.faults[0] if self.faults else None

    def as_dict(self) -> dict[str, Any]:
        """For JSON: times as ISO text are left to the encoder."""
        return {
            "ok": self.ok,
            "entries": self.entries,
            "seconds": round(self.seconds, 3),
            "first": asdict(self.first) if self.first else None,
            "faults": [asdict(fault) for fault in self.faults],
            "chains": [asdict(chain) for chain in self.chains],
            "checks": self.checks,
        }


Check = Callable[[str | None, datetime | None], Iterable[Fault]]
_checks: dict[str, Check] = {}


def register_check(name: str, check: Check) -> None:
    """Have `verify` also run `check(chain, since)`, which yields a Fault for each wrong thing.

    For the rooms that the ledger may not import: "every stored row is what replay gives". It runs
    inside the same snapshot, read only. The same name again replaces the check.
    """
    _checks[name] = check


def verify(
    chain: str | None = None,
    since: datetime | None = None,
    *,
    progress: Callable[[int], None] = lambda entries: None,
) -> Report:
    """Check `chain` (all of them without one), from the first entry at or after `since`.

    With `since` the part before it is taken on trust. `progress` is told the entries seen so far,
    once a chunk. Raises UnknownChain.
    """
    started = time.monotonic()
    report = Report()
    with _snapshot():
        anchors = _last_anchors(chain)
        # A chain that the house remembers is looked for even when nothing of it is left.
        known = sorted(_chains() | anchors.keys(), key=lambda name: (name == HOUSE, name))
        if chain is not None and chain not in known:
            raise UnknownChain(chain)
        wanted = known if chain is None else [chain]
        for name in wanted:
            walk = _Walk(name, since, partial(_tell, progress, report.entries))
            report.faults.extend(walk.faults(anchors.get(name)))
            report.chains.append(walk.report)
        for label, check in _checks.items():
            report.checks.append(label)
            report.faults.extend(check(chain, since))
    report.seconds = time.monotonic() - started
    return report


def _tell(progress: Callable[[int], None], before: int, entries: int) -> None:
    progress(before + entries)


@contextmanager
def _snapshot() -> Iterator[None]:
    """One view of entries, seals and heads, though entries are added meanwhile."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def _chains() -> set[str]:
    """Every name that has a head, an entry or a seal."""
    names = set(ChainHead.objects.values_list("chain", flat=True))
    for table in ("ledger_entry", "ledger_seal"):
        with connection.cursor() as cursor:
            # Hops from name to name over the index; DISTINCT would read every entry.
            cursor.execute(
                f"""WITH RECURSIVE hop(chain) AS (
                        (SELECT chain FROM {table} ORDER BY chain LIMIT 1)
                        UNION ALL
                        SELECT (SELECT chain FROM {table} WHERE chain > hop.chain
                                ORDER BY chain LIMIT 1)
                        FROM hop WHERE hop.chain IS NOT NULL
                    ) SELECT chain FROM hop WHERE chain IS NOT NULL"""  # noqa: S608  our own two names
            )
            names.update(name for (name,) in cursor.fetchall())
    return names


@dataclass(frozen=True, slots=True)
class _Anchor:
    """Where the house chain says that another chain's last seal was."""

    seq: int
    mac: str
    house_seq: int


def _last_anchors(chain: str | None) -> dict[str, _Anchor]:
    """The last anchor of each chain, or of `chain` alone, newest read first."""
    anchors: dict[str, _Anchor] = {}
    sealed = Entry.objects.filter(kind="sealed", chain=HOUSE).order_by("-seq")
    for seq, body in sealed.values_list("seq", "body").iterator(chunk_size=CHUNK):
        try:
            for anchor in msgspec.json.decode(body)["anchors"]:
                if chain in (None, anchor["chain"]):
                    anchors.setdefault(anchor["chain"], _Anchor(anchor["seq"], anchor["mac"], seq))
        except (msgspec.DecodeError, KeyError, TypeError):
            continue  # a body that was tampered with: the walk of the house chain names it
        if chain in anchors:
            break
    return anchors


class _Walk:
    """One chain, entry by entry, with its seals beside it."""

    def __init__(self, chain: str, since: datetime | None, progress: Callable[[int], None]) -> None:
        self.report = ChainReport(chain)
        self.chain = chain
        self.progress = progress
        head = ChainHead.objects.filter(chain=chain).first()
        self.head = head or ChainHead(chain=chain, seq=0, hash=GENESIS)
        self.start = self._start(since)
        self.seal_fault: Fault | None = None
        self.stepped_back: Fault | None = None
        """The first entry whose time is earlier than that of the entry before it; the chain may still be sound."""
        self.last_at: datetime | None = None
        self.sealed_good = 0
        """The last entry that a good seal covers: everything before it is proved."""

    def _start(self, since: datetime | None) -> int:
        if since is None:
            return 1
        later = Entry.objects.filter(chain=self.chain, at__gte=since)
        first = later.order_by("at", "seq").values_list("seq", flat=True).first()
        # One earlier, so that the first one asked for is checked against what it is chained to.
        return max(1, (first or self.head.seq + 1) - 1)

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        columns = ", ".join([*COLUMNS, "digest", "hash"])
        with connection.chunked_cursor() as cursor:
            cursor.execute(
                f"SELECT {columns} FROM ledger_entry "  # noqa: S608  our own column names
                "WHERE chain = %s AND seq >= %s ORDER BY seq",
                [self.chain, self.start],
            )
            while rows := cursor.fetchmany(CHUNK):
                yield from rows
                self.progress(self.report.entries)

    def _fault(self, seq: int | None, what: str, message: str) -> Fault:
        return Fault(self.chain, seq, what, message)

    def faults(self, anchor: _Anchor | None) -> list[Fault]:
        """The first wrong entry of the chain, or what its seals and its end tell."""
        seals = self._seals(anchor)
        first = self._first_wrong(seals)
        for _ in seals:  # those beyond the first wrong entry are still checked against each other
            pass
        faults = [fault for fault in (first, self.seal_fault, self.stepped_back) if fault is not None]
        if not faults and self.report.entries and self.head.at != self.last_at:
            last = self.report.last_seq
            return [self._fault(last, "moved", f"the chain's head has another time than entry {last}")]
        return faults

    def _first_wrong(self, seals: Iterator[Seal]) -> Fault | None:
        report, previous = self.report, self._before()
        pending, expected = next(seals, None), self.start
        before: datetime | None = None
        for row in self._rows():
            seq = row[_SEQ]
            if wrong := self._wrong(row, expected, previous):
                return wrong
            if before is not None and row[_AT] < before and self.stepped_back is None:
                self.stepped_back = self._fault(
                    seq,
                    "stepped_back",
                    f"entry {seq} is of {moment(row[_AT])}, before the entry in front of it, of {moment(before)}",
                )
            before = row[_AT]
            previous = row[_HASH]
            report.hash = previous.hex()
            report.last_seq, self.last_at = seq, row[_AT]
            report.entries += 1
            expected = seq + 1
            while pending is not None and pending.seq == seq:
                if bytes(pending.hash) != previous:
                    return self._rewritten(seq, f"its seal {pending.no} was made over another")
                self.sealed_good = report.sealed_to = seq
                report.sealed_at = pending.at
                pending = next(seals, None)
        return self._end(expected, pending)

    def _wrong(self, row: tuple[Any, ...], expected: int, previous: bytes | None) -> Fault | None:
        seq = row[_SEQ]
        if seq > expected:
            lost = f"{expected}" if seq == expected + 1 else f"{expected} to {seq - 1}"
            return self._fault(
                expected, "removed", f"entry {expected} is missing: {lost} were removed before {seq}"
            )
        if seq < expected:
            return self._fault(seq, "inserted", f"entry {seq} is there twice")
        if digest_of(row[:_DIGEST]) != row[_DIGEST]:
            return self._fault(
                seq, "changed", f"entry {seq} is not what was recorded: its contents do not give its digest"
            )
        if previous is not None and (must := chained(previous, row[_DIGEST])) != row[_HASH]:
            return self._unchained(seq, must)
        return None

    def _unchained(self, seq: int, must: bytes) -> Fault:
        """An entry that is whole and whose hash is not `must`, which the entry before it and its digest give."""
        later = Entry.objects.filter(chain=self.chain, seq=seq + 1).values_list("digest", "hash").first()
        goes_on = (
            bytes(self.head.hash) == must
            if later is None
            else chained(must, bytes(later[0])) == bytes(later[1])
        )
        if goes_on or seq == 1:
            return self._fault(seq, "changed", f"entry {seq} is not what was recorded: its hash was changed")
        before = seq - 1
        return self._fault(
            before,
            "moved",
            f"entry {before} is not the one that entry {seq} was chained to: it was changed and rehashed, replaced, "
            "or entries were inserted, removed or reordered here",
        )

    def _before(self) -> bytes | None:
        """The hash of the entry before the first that is walked; None where that entry is not there."""
        if self.start == 1:
            return GENESIS
        before = (
            Entry.objects.filter(chain=self.chain, seq=self.start - 1).values_list("hash", flat=True).first()
        )
        return None if before is None else bytes(before)

    def _rewritten(self, seq: int, because: str) -> Fault:
        first = max(self.sealed_good + 1, self.start)
        return self._fault(
            first,
            "rewritten",
            f"the chain was rewritten from an entry between {first} and {seq} on: entry {seq} does "
            f"not stand, {because}",
        )

    def _end(self, expected: int, pending: Seal | None) -> Fault | None:
        """What the head and the remaining seals say about where the chain ends."""
        last, head = expected - 1, self.head
        if pending is not None:
            because = f"seal {pending.no} covers entry {pending.seq}"
            return self._fault(expected, "cut_off", f"entry {expected} is missing: {because}")
        if head.seq > last:
            because = f"the chain's head is at {head.seq}"
            return self._fault(expected, "cut_off", f"entry {expected} is missing: {because}")
        if head.seq < last:
            return self._fault(
                head.seq + 1,
                "inserted",
                f"entry {head.seq + 1} lies beyond the chain's head, which is at {head.seq}",
            )
        if self.report.entries and bytes(head.hash).hex() != self.report.hash:
            return self._rewritten(last, "the chain's head has another hash")
        return None

    def _seals(self, anchor: _Anchor | None) -> Iterator[Seal]:
        """The good seals from `start` on, in order; ends with `seal_fault` set at a bad one."""
        before = (
            Seal.objects.filter(chain=self.chain, seq__lt=self.start).order_by("-no").first()
            if self.start > 1
            else None
        )
        no, mac, seq = (before.no, before.mac, before.seq) if before else (0, "", 0)
        anchored = anchor is None or anchor.mac == mac or anchor.seq < self.start
        self.sealed_good = seq
        rows = Seal.objects.filter(chain=self.chain, no__gt=no).order_by("no")
        for seal in rows.iterator(chunk_size=CHUNK):
            if seal.no != no + 1:
                self.seal_fault = self._fault(None, "bad_seal", f"seal {no + 1} of {self.chain} is missing")
                return
            good = mac_of(self.chain, seal.no, seal.seq, bytes(seal.hash), seal.at, mac)
            if seal.mac != good or seal.seq < seq:
                self.seal_fault = self._fault(
                    seal.seq,
                    "bad_seal",
                    f"seal {seal.no} (to entry {seal.seq}) was not made with the seal key over these "
                    "values, or the seal before it was changed",
                )
                return
            no, mac, seq = seal.no, seal.mac, seal.seq
            anchored = anchored or (anchor is not None and anchor.mac == mac)
            yield seal
        if not anchored and anchor is not None:
            self.seal_fault = self._fault(
                anchor.seq,
                "cut_off",
                f"entry {anchor.house_seq} of the house chain names a seal to entry {anchor.seq} of "
                f"{self.chain} that is gone",
            )
