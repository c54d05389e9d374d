"""Evidence packs: parts of the record in a ZIP that anybody can check without us (`tools/check_evidence.py`).

    spans = spans_of({"BJ-07": [4301, 4302]})       # the entries to disclose, by chain
    with Packing(file, key, at) as packing:
        packing.entries(spans)
        packing.seals(spans)
        packing.add("report.html", data)
        packing.close(manifest, spans)

A disclosed entry is there with its content; of every other entry in the range there is only the digest, so that the
chain can be followed across it while its content stays confidential. The form is frozen: a later one gets a new
number.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import IO, Any, Final, Self

import msgspec

from casino.ledger.canonical import COLUMNS, GENESIS, content
from casino.ledger.models import HOUSE, Entry, Seal
from casino.ledger.sealing import seal_all
from casino.ledger.seals import KEY_ROTATED, rotated, seal_key
from casino.ledger.signed_notes import Key, Verifier, signed_by

FORM: Final = "casino-evidence/1"
PAGE: Final = 2000

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Span:
    """What a pack takes of a chain: every entry from `first` to `last`, which has a seal, and which of them
    are disclosed."""

    first: int
    last: int
    disclosed: frozenset[int]


def seal_up_to(ends: Mapping[str, int]) -> None:
    """Seal the record if one of these chains has no seal since the given entry. Raises LookupError without a
    key."""
    seal_key()
    if any(_seal_at(chain, seq) is None for chain, seq in ends.items()):
        seal_all()


def spans_of(disclosed: Mapping[str, Collection[int]]) -> dict[str, Span]:
    """The spans of a pack that discloses these entries (their seq, by chain), each up to the first seal at or
    after the last of them; with the changes of the seal key that are needed to check the seals. Raises
    LookupError if a chain is not sealed that far."""
    spans = {chain: _span(chain, seqs) for chain, seqs in disclosed.items()}
    changes = _changes_since(seal for chain, span in spans.items() for seal in seals_in(chain, span))
    if changes:
        seal_up_to({HOUSE: max(changes)})
        spans[HOUSE] = _span(HOUSE, {*disclosed.get(HOUSE, ()), *changes})
    return dict(sorted(spans.items()))


def _span(chain: str, seqs: Collection[int]) -> Span:
    seal = _seal_at(chain, max(seqs))
    if seal is None:
        raise LookupError(f"{chain} is not sealed up to entry {max(seqs)}.")
    return Span(min(seqs), seal.seq, frozenset(seqs))


def _seal_at(chain: str, seq: int) -> Seal | None:
    """The first seal of the chain at or after that entry."""
    return Seal.objects.filter(chain=chain, seq__gte=seq).order_by("no").first()


def seals_in(chain: str, span: Span) -> list[Seal]:
    """The seals of a span in order; the last one is on its last entry."""
    return list(Seal.objects.filter(chain=chain, seq__gte=span.first, seq__lte=span.last).order_by("no"))


def _changes_since(seals: Iterable[Seal]) -> list[int]:
    """The entries of the house chain (seq) that lead from the keys of these seals to the current key."""
    signers = {name_and_id for seal in seals for name_and_id in signed_by(seal.note)}
    if signers == {_named(seal_key().verifier)}:
        return []
    changes = Entry.objects.filter(chain=HOUSE, kind="sealed", key__startswith=KEY_ROTATED).order_by("seq")
    seqs: list[int] = []
    for entry in changes:
        old, _, _ = rotated(msgspec.json.decode(entry.body)["note"])
        if seqs or _named(old) in signers:
            seqs.append(entry.seq)
    return seqs


def _named(verifier: Verifier) -> tuple[str, bytes]:
    return verifier.name, verifier.id


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `pack.json` says, apart from its list of files."""

    origin: str
    number: str
    made_at: str
    made_by: str
    reason: str
    rounds: tuple[str, ...]
    approved_rules: Mapping[str, str] = field(default_factory=dict)
    """The SHA-256 of the house's approved rules in force, by round; rounds that had none are left out."""


class Packing:
    """A pack being written. `file` is not a pack until `close` has signed it."""

    def __init__(self, file: IO[bytes], key: Key, at: datetime) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._key = key
        self._date = at.timetuple()[:6]
        self._files: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def add(self, name: str, pieces: bytes | Iterable[bytes]) -> None:
        """Write a file; its digest and size are noted for the manifest."""
        digest, size = hashlib.sha256(), 0
        with self._zip.open(self._info(name), "w", force_zip64=True) as member:
            for piece in (pieces,) if isinstance(pieces, bytes) else pieces:
                member.write(piece)
                digest.update(piece)
                size += len(piece)
        self._files.append({"name": name, "sha256": digest.hexdigest(), "bytes": size})

    def entries(self, spans: Mapping[str, Span]) -> None:
        """Write `entries.jsonl`."""
        self.add("entries.jsonl", (line for chain in sorted(spans) for line in lines(chain, spans[chain])))

    def seals(self, spans: Mapping[str, Span]) -> None:
        """Write the seals of each span."""
        for chain in sorted(spans):
            for seal in seals_in(chain, spans[chain]):
                self.add(f"seals/{chain}-{seal.no}.txt", seal.note.encode())

    def close(self, manifest: Manifest, spans: Mapping[str, Span]) -> None:
        """Write `pack.json` and its signature, which make it a pack."""
        pack = {
            "format": FORM,
            "origin": manifest.origin,
            "number": manifest.number,
            "made_at": manifest.made_at,
            "made_by": manifest.made_by,
            "reason": manifest.reason,
            "rounds": list(manifest.rounds),
            "chains": {chain: {"first": span.first, "last": span.last} for chain, span in spans.items()},
            "files": self._files,
        }
        if manifest.approved_rules:
            pack["approved_rules"] = dict(manifest.approved_rules)
        text = msgspec.json.format(_encode(pack), indent=1) + b"\n"
        self._zip.writestr(self._info("pack.json"), text)
        note = self._key.sign(f"{FORM}\n{hashlib.sha256(text).hexdigest()}\n")
        self._zip.writestr(self._info("pack.sig"), note.encode())

    def _info(self, name: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(name, self._date)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        return info


def lines(chain: str, span: Span) -> Iterator[bytes]:
    """The lines of a chain in `entries.jsonl`: the hash before the first entry, then one line for each entry."""
    before = Entry.objects.filter(chain=chain, seq=span.first - 1).values_list("hash", flat=True).first()
    yield _line({"chain": chain, "before": bytes(before or GENESIS).hex()})
    seq = span.first - 1
    while seq < span.last:
        # One query a page: a long span holds neither memory nor a cursor.
        page = Entry.objects.filter(chain=chain, seq__gt=seq, seq__lte=span.last).order_by("seq")[:PAGE]
        rows = list(page.values_list("digest", "hash", *COLUMNS))
        if not rows:
            raise LookupError(f"{chain} has no entry {seq + 1}.")
        for digest, entry_hash, *values in rows:
            seq = values[1]
            line: dict[str, Any] = {"chain": chain, "seq": seq}
            if seq in span.disclosed:
                line["content"] = content(values).decode()
            else:
                line["digest"] = bytes(digest).hex()
            yield _line(line | {"hash": bytes(entry_hash).hex()})


def _line(value: dict[str, Any]) -> bytes:
    return _encode(value) + b"\n"
