"""The file of an archived month: JSON Lines in UTF-8, compressed with gzip. `zcat FILE` shows all of it.

Line 1 is the manifest: what the file is, its house and month, how many entries and seals it has, for each
chain the hash before its first entry and that of its last, and the SHA-256 of all lines after this one. Then,
chain by chain in order of name,

    {"chain": "BJ-07", "before": "<hex>"}                     the hash before its first entry
    {"chain": "BJ-07", "seal": 12, "note": "<signed note>"}   every seal of an entry of it, and the first one after
    {"chain": "BJ-07", "seq": 4001, "content": "<the JSON array as a string>", "hash": "<hex>"}

with one entry a line in order of seq, without a gap. Content, hash and seals are as docs/evidence.md defines
them. The form is frozen: a later one gets a new number.
"""

from __future__ import annotations

import gzip
import hashlib
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, Self

import msgspec

from casino.ledger.archives.keeping import Row
from casino.ledger.archives.months import Month
from casino.ledger.canonical import FORM, GENESIS, chained, content, moment
from casino.ledger.models import Seal
from casino.ledger.seals import Keys, before_of, read
from casino.ledger.signed_notes import BadNote
from casino.refusals import Refusal

FORMAT: Final = "casino-archive/1"
FAMILY: Final = "casino-archive/"
LONGEST: Final = 64 * 2**20
"""The longest line that is read, in bytes."""
BLOCK: Final = 2**20

_encode = msgspec.json.Encoder().encode
_unreadable = (OSError, EOFError, zlib.error)


class BadArchive(ValueError):
    """A file that is not a month's archive, or not whole, or changed. The message names the file and the
    line."""


class InFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the manifest says about a chain. Hashes are hex."""

    first: int
    last: int
    entries: int
    before: str
    after: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an archive."""

    format: str
    form: int
    origin: str
    month: str
    made_at: str
    entries: int
    seals: int
    sha256: str
    chains: dict[str, InFile]


class _Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chain: str
    before: str


class _Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chain: str
    seal: int
    note: str


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chain: str
    seq: int
    content: str
    hash: str


_Content = tuple[
    int, str, int, str, str, str, str, str, int | None, bool, str, int, str, str, str, int | None
]
_Line = _Before | _Seal | _Entry
_entry: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Entry)
_before: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Before)
_seal: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Seal)
_content = msgspec.json.Decoder(_Content).decode
_manifest = msgspec.json.Decoder(Manifest).decode


class Entry(NamedTuple):
    """An entry of an archive: its columns, digest and hash."""

    row: Row
    digest: bytes
    hash: bytes


class Writing:
    """An archive being written: its lines are compressed into a second file until the manifest is known."""

    def __init__(self, folder: Path) -> None:
        self._body = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115  closed by __exit__
        self._zip = gzip.GzipFile(filename="", mode="wb", fileobj=self._body, mtime=0)
        self._digest = hashlib.sha256()
        self._chains: dict[str, InFile] = {}
        self._seals = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._body.close()

    def chain(self, chain: str, before: bytes, seals: Sequence[Seal]) -> None:
        """Begin a chain."""
        self._line(_Before(chain, before.hex()))
        for seal in seals:
            self._line(_Seal(chain, seal.no, seal.note))
        self._seals += len(seals)

    def entry(self, entry: Entry) -> None:
        """Write the next entry of the chain."""
        row = entry.row
        self._line(_Entry(row.chain, row.seq, content(row).decode(), entry.hash.hex()))

    def ended(self, chain: str, part: InFile) -> None:
        """Note that all entries of the chain are written."""
        self._chains[chain] = part

    def _line(self, value: msgspec.Struct) -> None:
        line = _encode(value) + b"\n"
        self._digest.update(line)
        self._zip.write(line)

    def close(self, file: IO[bytes], month: Month, origin: str, at: datetime) -> Manifest:
        """Write the archive to `file`."""
        self._zip.close()
        manifest = Manifest(
            format=FORMAT,
            form=FORM,
            origin=origin,
            month=str(month),
            made_at=moment(at),
            entries=sum(part.entries for part in self._chains.values()),
            seals=self._seals,
            sha256=self._digest.hexdigest(),
            chains=self._chains,
        )
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as first:
            first.write(_encode(manifest) + b"\n")
        # Two gzip members, one after the other, are one file with both texts.
        self._body.seek(0)
        shutil.copyfileobj(self._body, file, BLOCK)
        return manifest


class Archive:
    """An archive being read: its manifest, then its entries one by one, each checked as it comes.

    Every method raises BadArchive, with one sentence that names the file and the line.
    """

    def __init__(self, path: Path, file: IO[bytes], origin: str) -> None:
        self.path = path
        self._file = file
        self._origin = origin
        self._line = 0
        self.sha256 = self._sha256()
        self._zip = gzip.GzipFile(fileobj=file, mode="rb")
        self.manifest = self._first()
        self.month = self._month()

    def bad(self, what: str) -> BadArchive:
        """The error for the line that was read last."""
        where = f"{self.path} line {self._line}" if self._line else str(self.path)
        return BadArchive(f"{where}: {what}.")

    def _sha256(self) -> str:
        digest = hashlib.sha256()
        while block := self._file.read(BLOCK):
            digest.update(block)
        self._file.seek(0)
        return digest.hexdigest()

    def _next(self) -> bytes:
        try:
            line = self._zip.readline(LONGEST)
        except _unreadable as fault:
            if not self._line:
                raise self.bad("this is not an archive of a month of the record") from fault
            raise self.bad("the file is cut or damaged after this line") from fault
        if line:
            self._line += 1
        if line and not line.endswith(b"\n"):
            raise self.bad("this line has no end: the file is cut")
        return line

    def _first(self) -> Manifest:
        line = self._next()
        try:
            manifest_line = msgspec.json.decode(line)
            form = str(manifest_line["format"])
            if not form.startswith(FAMILY):
                raise ValueError
        except (msgspec.DecodeError, LookupError, TypeError, ValueError) as fault:
            raise self.bad("this is not an archive of a month of the record") from fault
        if form != FORMAT or manifest_line.get("form") != FORM:
            raise self.bad(
                f"this archive is of a later form ({form}, entries of form {manifest_line.get('form')}); read it with "
                "the version of the software that wrote it, or a newer one"
            )
        try:
            manifest = _manifest(line)
        except (msgspec.DecodeError, msgspec.ValidationError) as fault:
            raise self.bad(f"the manifest was changed: {fault}") from fault
        if manifest.origin != self._origin:
            raise self.bad(
                f"this is an archive of {manifest.origin}, another house; this one is {self._origin}"
            )
        return manifest

    def _month(self) -> Month:
        try:
            return Month.parse(self.manifest.month)
        except Refusal as fault:
            raise self.bad(f"the manifest was changed: {self.manifest.month!r} is no month") from fault

    def entries(self, keys: Keys) -> Iterator[Entry]:
        """Every entry. Once the last one has been yielded, the whole file is checked, manifest and seals
        included."""
        digest, entries, seals = hashlib.sha256(), 0, 0
        chains: dict[str, _Chain] = {}
        chain: _Chain | None = None
        while line := self._next():
            digest.update(line)
            read_line = self._read(line)
            if isinstance(read_line, _Before):
                self._ended(chain)
                chain = self._begun(read_line, chain)
                chains[chain.name] = chain
            elif chain is None or read_line.chain != chain.name:
                raise self.bad(f"a line of {read_line.chain} is among those of another chain")
            elif isinstance(read_line, _Seal):
                chain.seal(self, read_line, keys)
                seals += 1
            else:
                yield chain.entry(self, read_line, self.month)
                entries += 1
        self._ended(chain)
        self._line = 0
        if missing := sorted(self.manifest.chains.keys() - chains.keys()):
            raise self.bad(f"the entries of {missing[0]} are missing: the file is cut")
        if (entries, seals) != (self.manifest.entries, self.manifest.seals):
            raise self.bad(
                f"the manifest names {self.manifest.entries} entries and {self.manifest.seals} seals, the file has "
                f"{entries} and {seals}"
            )
        if digest.hexdigest() != self.manifest.sha256:
            raise self.bad("the manifest names another SHA-256 of the lines after it")

    def _read(self, line: bytes) -> _Line:
        for decoder in (_entry, _before, _seal):
            try:
                return decoder.decode(line)
            except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError):
                continue
        raise self.bad("this line is neither an entry, a seal, nor the beginning of a chain")

    def _begun(self, line: _Before, last: _Chain | None) -> _Chain:
        listed = self.manifest.chains.get(line.chain)
        if listed is None:
            raise self.bad(f"the manifest names no chain {line.chain}")
        if last is not None and line.chain <= last.name:
            raise self.bad(f"{line.chain} is out of order")
        if line.before != listed.before:
            raise self.bad(f"the hash before the first entry of {line.chain} is not the one of the manifest")
        return _Chain(line.chain, listed)

    def _ended(self, chain: _Chain | None) -> None:
        if chain is not None and chain.expected <= chain.listed.last:
            raise self.bad(f"entry {chain.expected} of {chain.name} is missing: the file is cut")
        if chain is not None and (lost := chain.unmet()):
            raise self.bad(lost)


class _Chain:
    """The chain that is being read."""

    def __init__(self, name: str, listed: InFile) -> None:
        self.name = name
        self.listed = listed
        self.expected = listed.first
        try:
            self.hash = bytes.fromhex(listed.before)
        except ValueError:
            self.hash = GENESIS
        self._last_seal: _Seal | None = None
        self._seals: list[tuple[int, bytes, int]] = []

    def seal(self, archive: Archive, line: _Seal, keys: Keys) -> None:
        if self.expected != self.listed.first:
            raise archive.bad(f"seal {line.seal} of {self.name} is among its entries")
        try:
            sealed, _ = read(line.note, keys.verifiers)
        except BadNote as fault:
            raise archive.bad(f"seal {line.seal} of {self.name}: {fault}".rstrip(".")) from fault
        last = self._last_seal
        if sealed.end.chain != self.name or (last is not None and line.seal != last.seal + 1):
            raise archive.bad(f"seal {line.seal} of {self.name} is out of order")
        if last is not None and sealed.before != before_of(last.note):
            raise archive.bad(f"seal {line.seal} of {self.name} names another seal before it")
        self._last_seal = line
        self._seals.append((sealed.end.seq, sealed.end.hash, line.seal))

    def entry(self, archive: Archive, line: _Entry, month: Month) -> Entry:
        if line.seq != self.expected or line.seq > self.listed.last:
            raise archive.bad(f"entry {line.seq} of {self.name} is here, where entry {self.expected} belongs")
        changed = f"entry {line.seq} of {self.name} was changed"
        text = line.content.encode()
        digest = hashlib.sha256(text).digest()
        if chained(self.hash, digest).hex() != line.hash:
            raise archive.bad(f"{changed}: its content and the hash before it do not give its hash")
        try:
            form, *values = _content(text)
            values[2] = at = datetime.fromisoformat(str(values[2])).astimezone(UTC)
            row = Row(*values)
            good = form == FORM and (row.chain, row.seq) == (self.name, line.seq) and content(row) == text
        except (msgspec.DecodeError, msgspec.ValidationError, ValueError) as fault:
            raise archive.bad(f"{changed}: its content is not one of form {FORM}") from fault
        if not good:
            raise archive.bad(f"{changed}: its content is of another entry or another form")
        if not month.first <= at < month.after:
            raise archive.bad(f"entry {line.seq} of {self.name} is not of {month.words}")
        self.hash = bytes.fromhex(line.hash)
        for seq, entry_hash, no in self._seals:
            if seq == line.seq and entry_hash != self.hash:
                raise archive.bad(f"{changed}: seal {no} was made over another")
        self.expected += 1
        return Entry(row, digest, self.hash)

    def unmet(self) -> str:
        """What is wrong with the chain once all its entries are read; "" if nothing is."""
        if self.hash.hex() != self.listed.after:
            return f"the last entry of {self.name} has another hash than the manifest names"
        if self.expected - self.listed.first != self.listed.entries:
            return f"the manifest names {self.listed.entries} entries of {self.name}, there are others"
        if not any(seq >= self.listed.last for seq, _, _ in self._seals):
            return f"no seal covers the last entry of {self.name}"
        return ""


@contextmanager
def opened(path: Path, origin: str) -> Iterator[Archive]:
    """Open the archive in that file. Raises BadArchive."""
    try:
        file = path.open("rb")
    except OSError as fault:
        raise BadArchive(f"{path}: {fault.strerror or fault}.") from fault
    with file:
        try:
            yield Archive(path, file, origin)
        except OSError as fault:
            raise BadArchive(f"{path}: {fault.strerror or fault}.") from fault


def checked(path: Path, origin: str, keys: Keys) -> tuple[Manifest, str]:
    """Read the whole archive; returns its manifest and the SHA-256 of the file. Raises BadArchive."""
    with opened(path, origin) as archive:
        for _ in archive.entries(keys):
            pass
        return archive.manifest, archive.sha256


def columns() -> Sequence[str]:
    """The columns of `Entry.row`."""
    return Row._fields


def flat(entry: Entry) -> tuple[Any, ...]:
    """The entry as its columns, digest and hash."""
    return (*entry.row, entry.digest, entry.hash)
