"""Verifies the record: walks every chain and names the first entry that is wrong.

    report = verify()                       # every chain, then every registered check
    report = verify("BJ-07", since=monday)  # one chain, from that time on

Runs in constant memory on one consistent snapshot, while the tables go on dealing. The docstring of `casino.ledger`
says what it finds and what nobody can find.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import Sum
from django.utils import timezone

from casino.ledger.archives.months import Gap, Gaps, recorded
from casino.ledger.canonical import COLUMNS, FORM, GENESIS, chained, encode, moment
from casino.ledger.models import HOUSE, ChainHead, Entry, Seal
from casino.ledger.processes import processes
from casino.ledger.seals import FIRST, KEY_ROTATED, End, Keys, before_of, keys_of, name_of, read, seal_key
from casino.ledger.signed_notes import BadNote, Verifier

BEYOND = 2**63 - 1
"""A number beyond the end of any chain."""

CHUNK = 5000
"""How many rows are fetched at a time, which bounds the memory used."""

WORTH_PROCESSES = 200_000
"""How many entries a record must have to be shared out: below that, starting processes takes longer than it saves.
"""

# The form, the content of an entry as the database gives it, then its digest and hash.
_MOMENT = """to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""
_ROW = ", ".join([str(FORM), *(_MOMENT if name == "at" else name for name in COLUMNS), "digest", "hash"])
_SEQ, _AT = 1 + COLUMNS.index("seq"), 1 + COLUMNS.index("at")
_DIGEST, _HASH = 1 + len(COLUMNS), 2 + len(COLUMNS)


@dataclass(frozen=True, slots=True)
class KeptSeal:
    """A seal that was kept outside the database: its note, where it was kept, and its number if that is known."""

    note: str
    where: str
    no: int | None = None


class UnknownChain(LookupError):
    """There is no chain of that name."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the record. `seq` is the first wrong entry of `chain`, if there is one."""

    chain: str
    seq: int | None
    what: str
    """changed, removed, inserted, moved, stepped_back, rewritten, cut_off, bad_seal, unsealed, unanchored, or a check's
    own word"""
    message: str


@dataclass(frozen=True, slots=True)
class Unread:
    """Archived entries of a chain that were not read because their file was not given. The chain continues across
    them with the hashes in the house chain."""

    month: str
    file: str
    sha256: str
    first: int
    last: int
    entries: int
    """How many of the entries from `first` to `last`; the others stayed in the database and were read."""
    rounds: tuple[int, int] | None
    """The first and the last round that could not be replayed."""


@dataclass(slots=True)
class ChainReport:
    """What a verification saw of one chain."""

    chain: str
    entries: int = 0
    last_seq: int = 0
    hash: str = ""
    """The hash of the last entry, hex."""
    sealed_to: int = 0
    seals: int = 0
    """The number of the last good seal."""
    sealed_at: datetime | None = None
    unread: list[Unread] = field(default_factory=list)


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
        """The first fault: the place to start looking."""
        return self.faults[0] if self.faults else None

    def as_dict(self) -> dict[str, Any]:
        """As a dict for JSON; the encoder writes times as ISO text."""
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
Chains = Callable[[], Iterable[str]]
_checks: dict[str, tuple[Check, Chains | None]] = {}


def register_check(name: str, check: Check, chains: Chains | None = None) -> None:
    """Have `verify` also run `check(chain, since)`, which yields a Fault for each wrong thing.

    It is for checks of rooms that the ledger may not import, such as "every stored row is what a replay gives". It
    runs inside the same snapshot, read only. A name given again replaces its check. A slow check gives the `chains`
    that it can check one by one, so that they can be shared out to processes.
    """
    _checks[name] = check, chains


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a verification: a chain, or a registered check of one chain or of all (None)."""

    check: str
    """The name of the check; "" for the chain itself."""
    chain: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """What else a part of a verification needs to know."""

    since: datetime | None
    sealed_within: timedelta | None
    anchors: dict[str, Anchor]
    gaps: Gaps


PartReport = tuple[ChainReport | None, list[Fault]]
Progress = Callable[[int], None]


def result_of_part(part: Part, question: Question, progress: Progress = lambda entries: None) -> PartReport:
    """The result of one part of a verification; called inside the snapshot."""
    if part.check:
        return None, list(_checks[part.check][0](part.chain, question.since))
    assert part.chain is not None
    anchor = question.anchors.get(part.chain)
    walk = _Walk(part.chain, question.since, house_keys()[0], question.gaps, progress)
    faults = walk.faults(anchor)
    if question.sealed_within is not None:
        faults += _late(part.chain, anchor, timezone.now() - question.sealed_within)
    return walk.report, faults


def verify(
    chain: str | None = None,
    since: datetime | None = None,
    *,
    kept: Sequence[KeptSeal] = (),
    sealed_within: timedelta | None = None,
    jobs: int = 1,
    progress: Progress = lambda entries: None,
    done: Mapping[Part, PartReport] | None = None,
    part_done: Callable[[Part, PartReport], None] = lambda part, answer: None,
) -> Report:
    """Check `chain` (default: all), from the first entry at or after `since`.

    With `since`, everything before it is trusted. Seals that were `kept` elsewhere are compared with the record.
    With `sealed_within`, entries that stayed unsealed for longer are a fault. A long record is shared out to `jobs`
    processes, which read the same snapshot. `progress` is called with the number of entries seen so far, once a
    chunk; `part_done` with each part and its result. Parts in `done`, which an interrupted verification found sound,
    are not read again. Raises UnknownChain, and LookupError without LEDGER_SEAL_KEY.
    """
    started = time.monotonic()
    report = Report()
    with _snapshot():
        anchors = _last_anchors(chain)
        keys, key_faults = house_keys()
        gaps, unreadable = recorded()
        report.faults += [
            Fault(HOUSE, seq, "changed", f"entry {seq} says which entries are archived and cannot be read")
            for seq in unreadable
        ]
        report.faults.extend(key_faults)
        # A chain that the house chain mentions is checked even if nothing of it is left.
        known = sorted(_chains() | anchors.keys(), key=lambda name: (name == HOUSE, name))
        if chain is not None and chain not in known:
            raise UnknownChain(chain)
        parts = [Part("", name) for name in (known if chain is None else [chain])]
        walked = len(parts)
        for label, (_, chains) in _checks.items():
            report.checks.append(label)
            split = sorted(set(chains())) if chain is None and chains is not None else [chain]
            parts += [Part(label, name) for name in split]
        question = Question(since, sealed_within, anchors, gaps)
        many = (jobs > 1 and ChainHead.objects.aggregate(all=Sum("seq"))["all"]) or 0
        before = done or {}
        left = [part for part in parts if part not in before]
        if many >= WORTH_PROCESSES:
            answers = _shared_out(left, question, jobs, progress)
        else:
            answers = _one_by_one(left, question, progress)
        for number, part in enumerate(parts):
            if part in before:
                chain_report, faults = before[part]
            else:
                chain_report, faults = next(answers)
                part_done(part, (chain_report, faults))
            if number == walked:
                for seal in kept:
                    report.faults.extend(_compared(seal, keys, chain, gaps))
            if chain_report is not None:
                report.chains.append(chain_report)
            report.faults.extend(faults)
        if walked == len(parts):
            for seal in kept:
                report.faults.extend(_compared(seal, keys, chain, gaps))
    report.seconds = time.monotonic() - started
    return report


def _one_by_one(parts: list[Part], question: Question, progress: Progress) -> Iterator[PartReport]:
    seen = 0
    for part in parts:
        answer = result_of_part(part, question, partial(_tell, progress, seen))
        seen += answer[0].entries if answer[0] else 0
        yield answer


def _shared_out(parts: list[Part], question: Question, jobs: int, progress: Progress) -> Iterator[PartReport]:
    """The results of the parts in their order, from processes that share this one's snapshot; the longest start
    first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
    lengths = dict(ChainHead.objects.values_list("chain", "seq"))
    longest_first = sorted(
        parts, key=lambda part: (not part.check, lengths.get(part.chain or "", 0)), reverse=True
    )
    seen = 0
    with processes(jobs, str(snapshot)) as pool:
        asked = {part: pool.submit(result_of_part, part, question) for part in longest_first}
        for part in parts:
            answer = asked[part].result()
            if answer[0] is not None:
                seen += answer[0].entries
                progress(seen)
            yield answer


def _tell(progress: Callable[[int], None], before: int, entries: int) -> None:
    progress(before + entries)


@contextmanager
def _snapshot() -> Iterator[None]:
    """One consistent view of entries, seals and heads, although entries are being added."""
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
class Anchor:
    """The last seal of another chain, as the house chain names it."""

    seq: int
    seal: str
    """The SHA-256 (hex) of that seal."""
    house_seq: int


def _last_anchors(chain: str | None) -> dict[str, Anchor]:
    """The last anchor of each chain, or of `chain` alone; the newest are read first."""
    anchors: dict[str, Anchor] = {}
    sealed = Entry.objects.filter(kind="sealed", chain=HOUSE).order_by("-seq")
    for seq, body in sealed.values_list("seq", "body").iterator(chunk_size=CHUNK):
        try:
            for anchor in msgspec.json.decode(body)["anchors"]:
                if chain in (None, anchor["chain"]):
                    anchors.setdefault(anchor["chain"], Anchor(anchor["seq"], anchor["seal"], seq))
        except (msgspec.DecodeError, KeyError, TypeError):
            continue  # a body that was tampered with: the walk along the house chain names it
        if chain in anchors:
            break
    return anchors


class _Walk:
    """One chain, entry by entry, together with its seals."""

    def __init__(
        self,
        chain: str,
        since: datetime | None,
        keys: Keys,
        gaps: Gaps,
        progress: Callable[[int], None],
    ) -> None:
        self.report = ChainReport(chain)
        self.chain = chain
        self.keys = keys
        self.progress = progress
        head = ChainHead.objects.filter(chain=chain).first()
        self.head = head or ChainHead(chain=chain, seq=0, hash=GENESIS)
        self.all_gaps = gaps
        self.gaps = gaps.get(chain, [])
        self.start = self._start(since)
        self.seal_fault: Fault | None = None
        self.stepped_back: Fault | None = None
        """The first entry that is earlier than the one before it; the chain may still be sound."""
        self.last_at = ""
        self.sealed_good = 0
        """The last entry that a good seal covers: everything up to it is proved."""

    def _start(self, since: datetime | None) -> int:
        if since is None:
            return 1
        with connection.cursor() as cursor:
            cursor.execute("SELECT ledger_seq_from(%s, %s)", [self.chain, since])
            (first,) = cursor.fetchone()
        # One earlier, so that the first entry is checked against its predecessor; and never inside a gap.
        start = max(1, first - 1)
        return next((gap.first for gap in self.gaps if gap.first <= start <= gap.last), start)

    def _rows(self, first: int, until: int | None) -> Iterator[list[tuple[Any, ...]]]:
        """The entries from `first` up to `until`, exclusive, with the columns of `_ROW`, in chunks."""
        connection.ensure_connection()
        assert connection.connection is not None
        # Directly from the driver, in binary, with the time as the content writes it: fast enough for a year of
        # entries.
        with connection.connection.cursor(name="ledger_walk", binary=True) as cursor:
            cursor.execute(
                f"SELECT {_ROW} FROM ledger_entry WHERE chain = %s AND seq >= %s AND seq < %s ORDER BY seq",  # noqa: S608  ours
                [self.chain, first, BEYOND if until is None else until],
            )
            while rows := cursor.fetchmany(CHUNK):
                yield rows
                self.progress(self.report.entries)

    def _fault(self, seq: int | None, what: str, message: str) -> Fault:
        return Fault(self.chain, seq, what, message)

    def faults(self, anchor: Anchor | None) -> list[Fault]:
        """The first wrong entry of the chain, or what its seals and its end show."""
        seals = self._seals(anchor)
        first = self._first_wrong(seals)
        for _ in seals:  # seals beyond the first wrong entry are still checked against each other
            pass
        faults = [fault for fault in (first, self.seal_fault, self.stepped_back) if fault is not None]
        if not faults and self.report.hash and (self.head.at is None or moment(self.head.at) != self.last_at):
            last = self.report.last_seq
            return [self._fault(last, "moved", f"the chain's head has another time than entry {last}")]
        return faults

    def _first_wrong(self, seals: Iterator[Seal]) -> Fault | None:
        self.seals, self.pending = seals, next(seals, None)
        self.previous, self.expected = self._before(), self.start
        for gap in self.gaps:
            if gap.last >= self.start and (wrong := self._walked(gap.first) or self._across(gap)):
                return wrong
        return self._walked(None) or self._end(self.expected, self.pending)

    def _walked(self, until: int | None) -> Fault | None:
        """Walk from the expected entry up to `until`, exclusive; to the end of the chain without it."""
        report, previous, pending, expected = self.report, self.previous, self.pending, self.expected
        before = self.last_at
        for rows in self._rows(expected, until):
            for row in rows:
                seq, at = row[_SEQ], row[_AT]
                digest = sha256(encode(row[:_DIGEST])).digest()
                if seq != expected or digest != row[_DIGEST]:
                    return self._wrong(seq, expected)
                if previous is not None and (must := sha256(previous + digest).digest()) != row[_HASH]:
                    return self._unchained(seq, must)
                if at < before and self.stepped_back is None:
                    self.stepped_back = self._fault(
                        seq,
                        "stepped_back",
                        f"entry {seq} is of {at}, before the entry in front of it, of {before}",
                    )
                before, previous = at, row[_HASH]
                report.entries += 1
                expected = seq + 1
                while pending is not None and pending.seq == seq:
                    if bytes(pending.hash) != previous:
                        report.last_seq, report.hash = seq, previous.hex()
                        return self._rewritten(seq, f"its seal {pending.no} was made over another")
                    self.sealed_good = report.sealed_to = seq
                    report.sealed_at = pending.at
                    pending = next(self.seals, None)
            report.last_seq, report.hash, self.last_at = seq, row[_HASH].hex(), before
        self.previous, self.pending, self.expected = previous, pending, expected
        if until is not None and expected != until:
            return self._fault(
                expected, "removed", f"entry {expected} is missing: {expected} to {until - 1} were removed"
            )
        return None

    def _across(self, gap: Gap) -> Fault | None:
        """Continue across archived entries with the hashes that the house chain has for them; the entries that
        stayed must be the same as when the month was archived."""
        report, words = self.report, gap.month.words
        if self.previous is not None and self.previous != gap.before:
            return self._rewritten(gap.first - 1, f"the archived entries of {words} follow another one")
        kept, count = sha256(), 0
        for rows in self._rows(gap.first, gap.last + 1):
            for row in rows:
                digest = sha256(encode(row[:_DIGEST])).digest()
                if digest != row[_DIGEST]:
                    return self._wrong(row[_SEQ], row[_SEQ])
                kept.update(digest + row[_HASH])
                count += 1
            report.entries += len(rows)
        if (count, kept.hexdigest()) != (gap.part.kept, gap.part.kept_sha256):
            return self._fault(
                gap.first,
                "changed",
                f"what stayed of the archived entries {gap.first} to {gap.last} is not what stayed when {words} was "
                "archived: entries of them were changed, removed or inserted",
            )
        while self.pending is not None and self.pending.seq <= gap.last:
            seal = self.pending
            if seal.seq == gap.last:
                if bytes(seal.hash) != gap.after:
                    return self._rewritten(gap.last, f"its seal {seal.no} was made over another")
                self.sealed_good = gap.last
            report.sealed_to, report.sealed_at = seal.seq, seal.at
            self.pending = next(self.seals, None)
        report.unread.append(
            Unread(
                str(gap.month), gap.file, gap.sha256, gap.first, gap.last, gap.last - gap.first + 1 - count,
                gap.part.rounds,
            )
        )  # fmt: skip
        self.previous, self.expected = gap.after, gap.last + 1
        report.last_seq, report.hash, self.last_at = gap.last, gap.part.after, gap.part.at
        return None

    def _wrong(self, seq: int, expected: int) -> Fault:
        """The fault of an entry that is not the expected one, or whose content does not match its digest."""
        if seq > expected:
            lost = f"{expected}" if seq == expected + 1 else f"{expected} to {seq - 1}"
            return self._fault(
                expected, "removed", f"entry {expected} is missing: {lost} were removed before {seq}"
            )
        if seq < expected:
            return self._fault(seq, "inserted", f"entry {seq} is there twice")
        return self._fault(
            seq, "changed", f"entry {seq} is not what was recorded: its contents do not give its digest"
        )

    def _unchained(self, seq: int, must: bytes) -> Fault:
        """The fault of an intact entry whose hash is not `must`, the one that follows from its digest and the entry
        before it."""
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
        """The hash of the entry before the first one that is walked; None if that entry is missing."""
        if self.start == 1:
            return GENESIS
        before = (
            Entry.objects.filter(chain=self.chain, seq=self.start - 1).values_list("hash", flat=True).first()
        )
        if before is not None:
            return bytes(before)
        return next((gap.after for gap in self.gaps if gap.last == self.start - 1), None)

    def _rewritten(self, seq: int, because: str) -> Fault:
        first = max(self.sealed_good + 1, self.start)
        return self._fault(
            first,
            "rewritten",
            f"the chain was rewritten from an entry between {first} and {seq} on: entry {seq} does "
            f"not stand, {because}",
        )

    def _end(self, expected: int, pending: Seal | None) -> Fault | None:
        """What the head and the remaining seals say about the end of the chain."""
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
        if self.report.hash and bytes(head.hash).hex() != self.report.hash:
            return self._rewritten(last, "the chain's head has another hash")
        return None

    def _seals(self, anchor: Anchor | None) -> Iterator[Seal]:
        """The good seals from `start` on, in order. Stops at a bad one and sets `seal_fault`."""
        before = (
            Seal.objects.filter(chain=self.chain, seq__lt=self.start).order_by("-no").first()
            if self.start > 1
            else None
        )
        no, seq = (before.no, before.seq) if before else (0, 0)
        self.report.seals = no
        anchored = anchor is None or anchor.seq < self.start or (before and name_of(before) == anchor.seal)
        self.sealed_good = seq
        rows = Seal.objects.filter(chain=self.chain, no__gt=no).order_by("no")
        for seal in rows.iterator(chunk_size=CHUNK):
            if wrong := self._bad_seal(seal, before):
                self.seal_fault = wrong
                return
            before = seal
            self.report.seals = seal.no
            anchored = anchored or (anchor is not None and anchor.seal == name_of(seal))
            yield seal
        if not anchored and anchor is not None:
            self.seal_fault = self._fault(
                anchor.seq,
                "cut_off",
                f"entry {anchor.house_seq} of the house chain names a seal to entry {anchor.seq} of "
                f"{self.chain} that is gone",
            )

    def _bad_seal(self, seal: Seal, before: Seal | None) -> Fault | None:
        no = before.no if before else 0
        if seal.no != no + 1:
            return self._fault(None, "bad_seal", f"seal {no + 1} of {self.chain} is missing")
        try:
            sealed, note = read(seal.note, self.keys.verifiers)
        except BadNote as bad:
            return self._fault(seal.seq, "bad_seal", f"seal {seal.no} (to entry {seal.seq}): {bad}")
        wrong = ""
        if (sealed.end, sealed.at) != (End(self.chain, seal.seq, bytes(seal.hash)), seal.at):
            wrong = "its signed text says otherwise than its row"
        elif sealed.before != (before_of(before.note) if before else FIRST):
            wrong = "it names another seal before it: that one was changed, replaced or taken out"
        elif before and (seal.seq, seal.at) < (before.seq, before.at):
            wrong = f"it is of before seal {before.no}"
        elif not any(self.keys.may(verifier, sealed.at) for verifier in note.by):
            wrong = "it was made with a key that was no longer the one that seals"
        if wrong:
            return self._fault(seal.seq, "bad_seal", f"seal {seal.no} (to entry {seal.seq}): {wrong}")
        return next((self._not_there(seal, end) for end in _contradicted(sealed.tables, self.all_gaps)), None)

    def _not_there(self, seal: Seal, end: End) -> Fault:
        return Fault(
            end.chain,
            end.seq,
            "rewritten",
            f"seal {seal.no} of the house names entry {end.seq} of {end.chain} with another hash than is there: the "
            "chain was rewritten or cut off",
        )


def _contradicted(ends: Iterable[End], gaps: Gaps) -> list[End]:
    """Those of the ends that the record contradicts. In an archived month only the last entry's hash is known."""
    ends = [end for end in ends if not _away(end, gaps)]
    if not ends:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT place FROM unnest(%s::text[], %s::bigint[], %s::bytea[]) "
            "WITH ORDINALITY AS wanted(chain, seq, hash, place) WHERE NOT EXISTS (SELECT FROM ledger_entry e "
            "WHERE e.chain = wanted.chain AND e.seq = wanted.seq AND e.hash = wanted.hash) ORDER BY place",
            [[end.chain for end in ends], [end.seq for end in ends], [end.hash for end in ends]],
        )
        return [ends[place - 1] for (place,) in cursor.fetchall()]


def _away(end: End, gaps: Gaps) -> bool:
    gap = next((gap for gap in gaps.get(end.chain, ()) if gap.first <= end.seq <= gap.last), None)
    return gap is not None and (end.seq < gap.last or end.hash == gap.after)


def house_keys() -> tuple[Keys, list[Fault]]:
    """The keys of the house, followed from the one in the settings through the changes that the record names."""
    trusted = seal_key().verifier
    changes = Entry.objects.filter(chain=HOUSE, kind="sealed", key__startswith=KEY_ROTATED).order_by("seq")
    notes: list[str] = []
    for seq, body in changes.values_list("seq", "body"):
        try:
            notes.append(str(msgspec.json.decode(body)["note"]))
            keys_of(Verifier.parse(str(msgspec.json.decode(body)["next_key"])), notes)
        except (msgspec.DecodeError, LookupError, TypeError, ValueError) as bad:
            return Keys((trusted,)), [
                Fault(HOUSE, seq, "bad_seal", f"entry {seq} changes the seal key: {bad}")
            ]
    try:
        return keys_of(trusted, notes), []
    except BadNote as bad:
        return Keys((trusted,)), [Fault(HOUSE, None, "bad_seal", str(bad))]


def _late(chain: str, anchor: Anchor | None, limit: datetime) -> Iterator[Fault]:
    """The faults of entries that should have been sealed before `limit` and were not, and of a seal from before then
    that the house chain does not name."""
    last = Seal.objects.filter(chain=chain).order_by("-no").first()
    first = Entry.objects.filter(chain=chain, seq=last.seq + 1 if last else 1).first()
    if first is not None and first.at < limit:
        what = f"not since seal {last.no}" if last else "never"
        yield Fault(
            chain,
            first.seq,
            "unsealed",
            f"entry {first.seq}, of {moment(first.at)}, should have been sealed long ago, and {chain} was {what}: the "
            "sealing does not run, or seals were taken away",
        )
    if chain == HOUSE or last is None or last.at >= limit:
        return
    if anchor is None or anchor.seq < last.seq:
        yield Fault(
            chain,
            last.seq,
            "unanchored",
            f"seal {last.no} (to entry {last.seq}) is not named by the house chain: its anchor is missing",
        )


def _compared(kept: KeptSeal, keys: Keys, chain: str | None, gaps: Gaps) -> Iterator[Fault]:
    """The faults of a seal that was kept elsewhere, compared with the record."""
    try:
        sealed, _ = read(kept.note, keys.verifiers)
    except BadNote as bad:
        yield Fault(HOUSE, None, "bad_seal", f"{kept.where}: {bad}")
        return
    ends = [end for end in (sealed.end, *sealed.tables) if chain in (None, end.chain)]
    for end in _contradicted(ends, gaps):
        yield Fault(
            end.chain,
            end.seq,
            "rewritten",
            f"{kept.where}: the seal of {moment(sealed.at)} names entry {end.seq} of {end.chain} with another hash "
            "than is there: the chain was rewritten or cut off",
        )
    if chain not in (None, sealed.end.chain):
        return
    seals = Seal.objects.filter(chain=sealed.end.chain)
    if not seals.filter(seq=sealed.end.seq, note=kept.note).exists():
        yield Fault(
            sealed.end.chain,
            sealed.end.seq,
            "bad_seal",
            f"{kept.where}: the seal of {moment(sealed.at)} to entry {sealed.end.seq} of {sealed.end.chain} is not in "
            "the record: seals were taken away or made again",
        )
    last = seals.order_by("-no").values_list("no", flat=True).first() or 0
    if kept.no is not None and kept.no > last:
        yield Fault(
            sealed.end.chain,
            None,
            "bad_seal",
            f"{kept.where}: this is seal {kept.no} of {sealed.end.chain}, whose last seal is now {last}: the "
            "number went back",
        )
