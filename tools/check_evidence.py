#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["cryptography"]
# ///
"""Checks an evidence pack of a casino's record, with nothing but this file, Python 3.11 and `cryptography`.

    check_evidence.py PACK.zip --key VERIFIER_KEY [--seal FILE]... [--json]

Get the verifier key from the regulator or from the house itself, never from the pack.

These are checked in this order; the first thing that does not hold is named (file, chain, entry, what):

1. the ZIP: plain names, no file twice, nothing encrypted, no file larger than the pack says, no byte outside the files;
2. `pack.sig`: the house's Ed25519 signature over the SHA-256 of `pack.json`;
3. `pack.json`: its form, and that it lists exactly the files that are there, each with its SHA-256 and size;
4. `entries.jsonl`: every entry's digest and hash, in order, without a gap, from `first` to `last` of each chain. A
   confidential entry is there only as a digest, across which the chain can still be followed;
5. `seals/`: each seal's signature, its number and the seal before it, and that the hash in it is the chain's;
6. times: neither entries nor seals of a chain step back, and no seal is older than what it seals;
7. `rounds/`: a file for each round of the pack, and entries of it that are disclosed;
8. `attachments/`: each one's SHA-256 is named by a disclosed entry;
9. with `--seal FILE`: an older seal that somebody kept belongs to this very chain, if the pack reaches that far.

Exit status: 0 everything holds, 1 something does not, 2 not a pack (or wrong usage).

How an entry is hashed: its `content` is a JSON array as text; digest = SHA-256 of the text; hash = SHA-256 of the
hash of the entry before it followed by the digest, 32 bytes each. A seal is a signed note (c2sp.org/signed-note).
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import itertools
import json
import os
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any, NoReturn, TextIO

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORM = "casino-evidence/1"
ENTRY_FORM = 2
HOUSE = "house"
"""The chain for everything that belongs to no table; its seals also name where every table's chain ended."""

ED25519 = b"\x01"
DASH = "— "
ZEROS = bytes(32)
"""The hash that the first entry of a chain is chained to."""

MOST_OF_PACK = 64 * 2**20
MOST_OF_NOTE = 2**20
MOST_OF_LINE = 64 * 2**20
"""The most bytes of a pack.json, a signed note and a line of entries.jsonl: a ZIP of a few bytes can contain a file
that fills any memory."""
PIECE = 2**16
CLOCKS = timedelta(minutes=10)
"""How far the clock of the sealing machine can have been behind that of the recording one."""

HEX = re.compile(r"[0-9A-Fa-f]{64}")
ENTRY_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]00:00)")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|.)", re.DOTALL)
SEAL_FILE = re.compile(r"seals/(.+)-(\d{1,18})\.txt")
ROUND = re.compile(r"(.+)/(\d{1,18})")
DIGESTS = re.compile(r"[0-9A-Fa-f]{64}|[A-Za-z0-9+/]{43}=?")


class NotAPack(Exception):
    """The file is not an evidence pack, or cannot be read at all: exit status 2."""


class DoesNotHold(Exception):
    """The first thing that does not hold: exit status 1."""

    def __init__(
        self, what: str, *, file: str = "", line: int = 0, chain: str = "", seq: int | None = None
    ) -> None:
        super().__init__(what)
        self.what, self.file, self.line, self.chain, self.seq = what, file, line, chain, seq

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        place += [f"line {self.line}"] if self.line else []
        place += [f"chain {self.chain}"] if self.chain else []
        place += [f"entry {self.seq}"] if self.seq is not None else []
        return f"{', '.join(place)}: {self.what}" if place else self.what


# --- reading small things


def json_of(text: str | bytes, **where: Any) -> Any:
    """The value of a JSON text. No object may repeat a name, since two readers could then see two values."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in pairs}) != len(pairs):
            raise ValueError("a name comes twice in one object")
        return dict(pairs)

    def refused(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is not JSON")

    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(decoded, object_pairs_hook=once, parse_constant=refused)
    except (ValueError, RecursionError) as fault:
        raise DoesNotHold(f"this is not JSON ({type(fault).__name__}: {fault})", **where) from fault


def is_number(value: Any) -> bool:
    """Whether a value of JSON is a whole number (true and false are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_sha256(value: Any) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None


def bytes_of(text: str) -> bytes | None:
    """What a base64 text encodes; None if it is not base64."""
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (ValueError, binascii.Error):
        return None


def time_of(text: Any) -> datetime | None:
    """A time of RFC 3339 in UTC; None for any other text."""
    if not isinstance(text, str) or not TIME.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text.upper())
    except ValueError:
        return None


# --- keys and signed notes (c2sp.org/signed-note)


@dataclass(frozen=True)
class Key:
    """A public key of the house with its name, written as `<name>+<8 hex digits>+<base64>`."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The key's id: the first four bytes of SHA-256(name, line end, 0x01, key)."""
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(ED25519 + self.public).decode()}"

    def signed(self, text: bytes, signature: bytes) -> bool:
        """Whether this key signed that text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except (InvalidSignature, ValueError):
            return False
        return True

    @classmethod
    def parse(cls, text: str) -> Key | None:
        """The key written in this text; None if it is not an Ed25519 verifier key."""
        name, _, rest = text.strip().partition("+")
        key_id, _, encoded = rest.partition("+")
        data = bytes_of(encoded)
        if not name or any(mark.isspace() for mark in name) or data is None or len(data) != 33:
            return None
        key = cls(name, data[1:])
        return key if data[:1] == ED25519 and key.id.hex() == key_id.lower() else None


@dataclass(frozen=True)
class Note:
    """A signed note: its text, and its signatures as (name, key id, signature)."""

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]

    @classmethod
    def parse(cls, data: bytes, **where: Any) -> Note:
        """The note in these bytes: a text, an empty line, and a line for each signature."""
        try:
            whole = data.decode("utf-8")
        except UnicodeDecodeError as fault:
            raise DoesNotHold("this is not a signed note: it is not UTF-8", **where) from fault
        text, blank, lines = whole.rpartition("\n\n")
        if not blank or not lines.endswith("\n") or any(ord(mark) < 32 and mark != "\n" for mark in whole):
            raise DoesNotHold("this is not a signed note (a text, an empty line, signatures)", **where)
        signatures = []
        for line in lines[:-1].split("\n"):
            name, _, encoded = line.removeprefix(DASH).partition(" ")
            signature = bytes_of(encoded)
            if not line.startswith(DASH) or not name or signature is None or len(signature) < 5:
                raise DoesNotHold("a line of the signatures of this note cannot be read", **where)
            signatures.append((name, signature[:4], signature[4:]))
        return cls(text + "\n", tuple(signatures))

    def signer(self, keys: list[Key], **where: Any) -> Key:
        """The key among `keys` that signed this note. Signatures by other keys do not count, but a bad signature
        with the name and id of one of `keys` is a forgery."""
        signed = None
        for name, key_id, signature in self.signatures:
            for key in keys:
                if (name, key_id) == (key.name, key.id):
                    if not key.signed(self.text.encode(), signature):
                        raise DoesNotHold(f"the signature of {name} is not a signature of this text", **where)
                    signed = signed or key
        if signed is not None:
            return signed
        names = " and ".join(sorted({shown(name) for name, _, _ in self.signatures}))
        if all(name != key.name for name, _, _ in self.signatures for key in keys):
            raise DoesNotHold(
                f"this is signed by {names}: of another house than the key {keys[0].name}", **where
            )
        ids = ", ".join(key_id.hex() for _, key_id, _ in self.signatures)
        raise DoesNotHold(f"this is signed by another key of {names} ({ids}) than the one given", **where)


def lines_of(note: Note) -> list[str]:
    return note.text[:-1].split("\n")


# --- the ZIP


@dataclass
class Pack:
    """The files of the ZIP. Nothing is unpacked to the disk."""

    zip: zipfile.ZipFile
    files: dict[str, zipfile.ZipInfo] = field(default_factory=dict)

    @classmethod
    def opened(cls, source: IO[bytes]) -> Pack:
        """The pack, after checking the names and kinds of its files."""
        try:
            archive = zipfile.ZipFile(source)
            members = archive.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError) as fault:
            raise NotAPack(f"this is not a ZIP, or one that was cut off ({fault})") from fault
        names = {member.filename for member in members}
        if not names & {"pack.json", "pack.sig", "entries.jsonl"}:
            raise NotAPack("this ZIP is not an evidence pack: it has no pack.json")
        pack = cls(archive)
        folders = []
        for member in members:
            # The name as stored: Python cuts a name at a NUL, and converts backslashes on some systems.
            name = member.orig_filename
            if not name.isascii() or not name.isprintable() or name != member.filename:
                raise DoesNotHold("the name of this file is not plain ASCII", file=name)
            parts = name.removesuffix("/").split("/")
            if "\\" in name or ":" in name or any(part in ("", ".", "..") for part in parts):
                raise DoesNotHold("the name of this file leads out of the pack", file=name)
            if name.endswith("/"):
                if member.file_size:
                    raise DoesNotHold("a folder has no content", file=name)
                folders.append(name)
                continue
            if name in pack.files:
                raise DoesNotHold("this file is in the pack twice", file=name)
            if member.flag_bits & 0x1:
                raise DoesNotHold("this file is encrypted", file=name)
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise DoesNotHold("this file is neither stored nor deflated", file=name)
            pack.files[name] = member
        for folder in folders:
            if not any(name.startswith(folder) for name in pack.files):
                raise DoesNotHold("this folder is in the pack but holds no file of it", file=folder)
        for name in ("pack.json", "pack.sig", "entries.jsonl"):
            if name not in pack.files:
                raise DoesNotHold("this file is missing from the pack", file=name)
        check_bytes(source, archive)
        return pack

    def pieces(self, name: str) -> Iterator[bytes]:
        """The content of a file in pieces, and never more of it than the size in the ZIP's directory."""
        try:
            with self.zip.open(self.files[name]) as content:
                while piece := content.read(PIECE):
                    yield piece
        except (
            zipfile.BadZipFile,
            zlib.error,
            NotImplementedError,
            RuntimeError,
            OSError,
            EOFError,
            ValueError,
        ) as fault:
            raise DoesNotHold(
                f"this file cannot be read from the ZIP: it was changed or cut ({fault})", file=name
            ) from fault

    def read(self, name: str, most: int) -> bytes:
        """The content of a file that has at most `most` bytes."""
        content = bytearray()
        for piece in self.pieces(name):
            content += piece
            if len(content) > most:
                raise DoesNotHold(f"this file is larger than {most} bytes", file=name)
        return bytes(content)

    def lines(self, name: str) -> Iterator[tuple[int, bytes]]:
        """The lines of a file, with their numbers."""
        number, rest = 0, bytearray()
        for piece in self.pieces(name):
            rest += piece
            if b"\n" in piece:
                *whole, last = bytes(rest).split(b"\n")
                rest = bytearray(last)
                for line in whole:
                    number += 1
                    yield number, line
            if len(rest) > MOST_OF_LINE:
                raise DoesNotHold(
                    f"this line is longer than {MOST_OF_LINE} bytes", file=name, line=number + 1
                )
        if rest:
            yield number + 1, bytes(rest)


def check_bytes(source: IO[bytes], archive: zipfile.ZipFile) -> None:
    """Check that every byte of the ZIP belongs to a file in its directory: another program that reads it from its
    beginning, or shows its comments, must have nothing to show that was not checked."""
    source.seek(-22, 2)
    end = source.read(22)
    if archive.comment or not end.startswith(b"PK\5\6") or not end.endswith(b"\0\0"):
        raise DoesNotHold("the ZIP has a comment, or bytes after its end, that nobody signed")
    members = sorted(archive.infolist(), key=lambda member: member.header_offset)
    starts = [member.header_offset for member in members] + [archive.start_dir]
    if starts[0] != 0:
        raise DoesNotHold("the ZIP has bytes before its first file that belong to no file")
    for member, after in zip(members, starts[1:], strict=True):
        name = member.filename
        if member.comment:
            raise DoesNotHold("this file has a comment that nobody signed", file=name)
        source.seek(member.header_offset)
        header = source.read(30)
        if len(header) < 30 or not header.startswith(b"PK\3\4"):
            raise DoesNotHold("this file does not begin where the ZIP says", file=name)
        flags, method, crc, packed, size, name_bytes, extra_bytes = struct.unpack("<6xHH4xIIIHH", header)
        content_end = member.header_offset + 30 + name_bytes + extra_bytes + member.compress_size
        differs = flags != member.flag_bits or method != member.compress_type
        if flags & 0x8:  # its sizes come after it
            source.seek(content_end)
            rest = source.read(24)[: max(after - content_end, 0)]
            whole = after - content_end == len(rest) and len(rest) in (12, 16, 20, 24)
            differs |= not whole or rest.removeprefix(b"PK\7\x08")[:4] != struct.pack("<I", member.CRC)
        else:
            differs |= crc != member.CRC or after != content_end
            differs |= packed not in (member.compress_size, 2**32 - 1)
            differs |= size not in (member.file_size, 2**32 - 1)
        if differs:
            what = "the ZIP says two things of this file, or has bytes after it that belong to no file"
            raise DoesNotHold(what, file=name)


# --- pack.json and its signature


@dataclass
class Manifest:
    """The content of `pack.json`."""

    origin: str
    number: str
    made_at: str
    made_by: str
    reason: str
    rounds: list[str]
    chains: dict[str, tuple[int, int]]
    files: dict[str, tuple[str, int]]
    """By name: SHA-256 (hex) and size in bytes."""
    approved_rules: dict[str, str]
    """By round: the SHA-256 (hex) of the house's approved rules, if the house has uploaded them."""

    @classmethod
    def parse(cls, data: bytes) -> Manifest:
        where: dict[str, Any] = {"file": "pack.json"}

        def wrong(what: str) -> NoReturn:
            raise DoesNotHold(what, **where)

        whole = json_of(data, **where)
        if not isinstance(whole, dict):
            wrong("this is not a JSON object")
        form = whole.get("format")
        if form != FORM:
            wrong(
                f"the pack is of the form {shown(form)}; this checker reads {FORM}: a later form needs a later one"
            )
        for name in ("origin", "made_at", "made_by", "reason"):
            if not isinstance(whole.get(name), str):
                wrong(f"“{name}” is missing or not a text")
        number = whole.get("number")
        if not isinstance(number, str) and not is_number(number):
            wrong("“number” is missing")
        if time_of(whole["made_at"]) is None:
            wrong("“made_at” is not a time in UTC")
        rounds = whole.get("rounds")
        if not isinstance(rounds, list) or not all(
            isinstance(name, str) and ROUND.fullmatch(name) for name in rounds
        ):
            wrong("“rounds” is not a list of rounds such as BJ-07/214")
        if len(set(rounds)) != len(rounds):
            wrong("“rounds” names a round twice")
        return cls(
            origin=whole["origin"],
            number=str(number),
            made_at=whole["made_at"],
            made_by=whole["made_by"],
            reason=whole["reason"],
            rounds=rounds,
            chains=cls._chains(whole.get("chains"), wrong),
            files=cls._files(whole.get("files"), wrong),
            approved_rules=cls._approved_rules(whole.get("approved_rules", {}), rounds, wrong),
        )

    @staticmethod
    def _approved_rules(value: Any, rounds: list[str], wrong: Callable[[str], NoReturn]) -> dict[str, str]:
        if not isinstance(value, dict) or not all(
            name in rounds and is_sha256(sha256) for name, sha256 in value.items()
        ):
            wrong("“approved_rules” does not give a SHA-256 for rounds of the pack")
        return value

    @staticmethod
    def _chains(value: Any, wrong: Callable[[str], NoReturn]) -> dict[str, tuple[int, int]]:
        if not isinstance(value, dict) or not value:
            wrong("“chains” does not say which entries of which chains the pack has")
        chains = {}
        for chain, part in value.items():
            first: Any = part.get("first") if isinstance(part, dict) else None
            last: Any = part.get("last") if isinstance(part, dict) else None
            if not is_number(first) or not is_number(last) or not 1 <= first <= last:
                wrong(f"“chains” does not say from which entry to which the chain {shown(chain)} goes")
            chains[chain] = (first, last)
        return chains

    @staticmethod
    def _files(value: Any, wrong: Callable[[str], NoReturn]) -> dict[str, tuple[str, int]]:
        if not isinstance(value, list):
            wrong("“files” is not a list of files")
        files: dict[str, tuple[str, int]] = {}
        for listed in value:
            if (
                not isinstance(listed, dict)
                or not isinstance(listed.get("name"), str)
                or not is_sha256(listed.get("sha256"))
                or not is_number(listed.get("bytes"))
            ):
                wrong(f"“files” has a file without name, sha256 or bytes: {shown(listed)}")
            name = listed["name"]
            if name in files or name in ("pack.json", "pack.sig"):
                wrong(f"“files” lists {shown(name)}, which is listed already or cannot list itself")
            files[name] = (listed["sha256"].lower(), listed["bytes"])
        return files


def check_signature(pack: Pack, trusted: list[Key]) -> bytes:
    """The bytes of `pack.json`, after checking that the house signed them."""
    where: dict[str, Any] = {"file": "pack.sig"}
    note = Note.parse(pack.read("pack.sig", MOST_OF_NOTE), **where)
    note.signer(trusted, **where)
    form, *rest = lines_of(note)
    if form != FORM:
        raise DoesNotHold(
            f"this signs the form {shown(form)}, and this checker reads {FORM}", **where, line=1
        )
    if len(rest) != 1 or not is_sha256(rest[0]):
        raise DoesNotHold("this does not sign the SHA-256 of a pack.json", **where, line=2)
    content = pack.read("pack.json", MOST_OF_PACK)
    if hashlib.sha256(content).hexdigest() != rest[0].lower():
        raise DoesNotHold(
            "this is not what was signed: its SHA-256 differs from the one in pack.sig", file="pack.json"
        )
    return content


def check_files(pack: Pack, manifest: Manifest) -> None:
    """Check that every listed file is there as listed, and no other."""
    for name in manifest.files:
        if name not in pack.files:
            raise DoesNotHold("pack.json lists this file, and the pack does not have it", file=name)
    for name in pack.files:
        if name not in manifest.files and name not in ("pack.json", "pack.sig"):
            raise DoesNotHold("the pack has this file, and pack.json does not list it", file=name)
    for name, (sha256, size) in manifest.files.items():
        if not (
            name in ("entries.jsonl", "report.html", "report.pdf")
            or SEAL_FILE.fullmatch(name)
            or (name.startswith("rounds/") and name.endswith(".round"))
            or name.startswith("attachments/")
        ):
            raise DoesNotHold("a pack of this form has no such file", file=name)
        if pack.files[name].file_size != size:
            raise DoesNotHold(
                f"this file has {pack.files[name].file_size} bytes and should have {size}", file=name
            )
        digest = hashlib.sha256()
        for piece in pack.pieces(name):
            digest.update(piece)
        if digest.hexdigest() != sha256:
            raise DoesNotHold(
                "this file was changed: its SHA-256 differs from the one in pack.json", file=name
            )


# --- entries


@dataclass
class Chain:
    """A chain in the pack."""

    name: str
    first: int
    last: int
    hashes: dict[int, bytes]
    """The hash of each entry that a seal may name, and of the one before the first."""
    disclosed: int = 0
    times: list[tuple[int, datetime]] = field(default_factory=list)
    """Number and time of every disclosed entry, in order."""
    rounds: set[int] = field(default_factory=set)
    """The rounds of the disclosed entries."""


@dataclass(frozen=True)
class Rotation:
    """A `sealed` entry of the house chain that names the next key."""

    seq: int
    at: datetime
    note: Note


@dataclass
class Entries:
    """What was read from `entries.jsonl`, once every chain has been followed from end to end."""

    chains: dict[str, Chain]
    named: set[str]
    """The digests in disclosed entries, those of attachments among them: hex, or base64 without padding."""
    rotations: list[Rotation]


def check_content(content: str, chain: str, seq: int, where: dict[str, Any]) -> list[Any]:
    """The values of a disclosed entry: [form, chain, seq, at, actor, role, acting_as, kind, round_no, folded, key,
    tap, body, detail, clause, amount]."""
    values = json_of(content, **where)
    if not isinstance(values, list) or not values or not is_number(values[0]):
        raise DoesNotHold("the content of this entry is not a JSON array that begins with its form", **where)
    if values[0] != ENTRY_FORM:
        raise DoesNotHold(
            f"this entry is of form {values[0]}, and this checker reads form {ENTRY_FORM}", **where
        )
    if len(values) != 16:
        raise DoesNotHold(f"the content of this entry has {len(values)} values and not 16", **where)
    if values[1] != chain or values[2] != seq or not is_number(values[2]):
        raise DoesNotHold("the content of this entry names another chain or number than its line", **where)
    outside = STRING.sub("", content)
    if any(mark.isspace() for mark in outside):
        raise DoesNotHold("the content of this entry has white space between its values", **where)
    if any(code and int(code, 16) > 127 for code in ESCAPED.findall(content)):
        raise DoesNotHold(
            "the content of this entry escapes a letter that should be written as itself", **where
        )
    if not isinstance(values[3], str) or not ENTRY_TIME.fullmatch(values[3]) or time_of(values[3]) is None:
        raise DoesNotHold("the time of this entry is not one in UTC with six decimals", **where)
    for place, name in ((8, "round"), (15, "amount")):
        if values[place] is not None and not is_number(values[place]):
            raise DoesNotHold(f"the {name} of this entry is not a number", **where)
    if not isinstance(values[7], str) or not isinstance(values[12], str):
        raise DoesNotHold("the kind or the body of this entry is not a text", **where)
    json_of(values[12], **where)
    return values


def check_entries(pack: Pack, manifest: Manifest, expected: dict[str, set[int]]) -> Entries:
    """Follow every chain of the pack; keep the hashes that are `wanted`, by chain and seq."""
    entries = Entries({}, set(), [])
    chain: Chain | None = None
    seq, current = 0, b""

    def ended() -> None:
        if chain is not None and seq != chain.last:
            what = (
                f"the chain ends here, and pack.json says that it goes to {chain.last}: its end was cut off"
            )
            raise DoesNotHold(what, file="entries.jsonl", chain=chain.name, seq=seq)

    for number, data in pack.lines("entries.jsonl"):
        where: dict[str, Any] = {"file": "entries.jsonl", "line": number}
        line = json_of(data, **where)
        names = set(line) if isinstance(line, dict) else set()
        if names == {"chain", "before"}:
            ended()
            chain, seq, current = begun(line, manifest, entries, chain, where)
            if chain.first - 1 in expected.get(chain.name, ()):
                chain.hashes[chain.first - 1] = current
            continue
        disclosed = names == {"chain", "seq", "content", "hash"}
        if not disclosed and names != {"chain", "seq", "digest", "hash"}:
            raise DoesNotHold("this line is neither an entry nor what comes before one", **where)
        name = line["chain"]
        if not isinstance(name, str) or not is_number(line["seq"]):
            raise DoesNotHold("this entry has no chain or no number", **where)
        where |= {"chain": shown(name), "seq": line["seq"]}
        if chain is None or name != chain.name:
            raise DoesNotHold(
                "before the first entry of a chain a line must give the hash before it", **where
            )
        if line["seq"] != seq + 1:
            raise DoesNotHold(f"entry {seq + 1} should be here: an entry is missing, added or moved", **where)
        seq += 1
        if seq > chain.last:
            raise DoesNotHold(f"pack.json says that the chain goes to {chain.last} only", **where)
        if disclosed:
            if not isinstance(line["content"], str):
                raise DoesNotHold("the content of this entry is not a text", **where)
            try:
                written = line["content"].encode("utf-8")
            except UnicodeEncodeError as fault:
                raise DoesNotHold("the content of this entry cannot be written as UTF-8", **where) from fault
            digest = hashlib.sha256(written).digest()
        elif is_sha256(line["digest"]):
            digest = bytes.fromhex(line["digest"])
        else:
            raise DoesNotHold("the digest of this entry is not a SHA-256", **where)
        current = hashlib.sha256(current + digest).digest()
        if not is_sha256(line["hash"]) or bytes.fromhex(line["hash"]) != current:
            raise DoesNotHold(
                "the hash of this entry does not follow from the one before it and its content", **where
            )
        if seq in expected.get(name, ()):
            chain.hashes[seq] = current
        if disclosed:
            keep(entries, chain, check_content(line["content"], name, seq, where), line["content"], where)
    ended()
    for name in manifest.chains:
        if name not in entries.chains:
            raise DoesNotHold(
                "pack.json names this chain, and it has no entries", file="entries.jsonl", chain=shown(name)
            )
    return entries


def begun(
    line: dict[str, Any], manifest: Manifest, entries: Entries, last: Chain | None, where: dict[str, Any]
) -> tuple[Chain, int, bytes]:
    """The chain that begins with this line, the number of the entry before its first, and that entry's hash."""
    name, before = line["chain"], line["before"]
    if not isinstance(name, str) or not is_sha256(before):
        raise DoesNotHold("this line does not give the hash before the first entry of a chain", **where)
    where |= {"chain": shown(name)}
    if name not in manifest.chains:
        raise DoesNotHold("pack.json does not name this chain", **where)
    if name in entries.chains or (last is not None and name < last.name):
        raise DoesNotHold("the chains are not in order, or one comes twice", **where)
    first, end = manifest.chains[name]
    if first == 1 and bytes.fromhex(before) != ZEROS:
        raise DoesNotHold("before the first entry of a chain there are zeros", **where)
    chain = entries.chains[name] = Chain(name, first, end, {})
    return chain, first - 1, bytes.fromhex(before)


def keep(entries: Entries, chain: Chain, values: list[Any], content: str, where: dict[str, Any]) -> None:
    """Keep what later checks need from a disclosed entry; and check that its time does not step back."""
    at = time_of(values[3])
    assert at is not None
    if chain.times and at < chain.times[-1][1]:
        raise DoesNotHold(f"this entry is older than entry {chain.times[-1][0]} before it", **where)
    chain.disclosed += 1
    chain.times.append((values[2], at))
    if values[8] is not None:
        chain.rounds.add(values[8])
    for digest in DIGESTS.findall(content):
        entries.named.add(digest.lower() if HEX.fullmatch(digest) else digest.rstrip("="))
    if chain.name == HOUSE and values[7] == "sealed":
        notes = [text for text in texts_in(json_of(values[12], **where)) if f"\n\n{DASH}" in text]
        entries.rotations += [Rotation(values[2], at, Note.parse(text.encode(), **where)) for text in notes]


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


# --- keys that follow one another


def next_keys(rotation: Rotation, old: Key) -> list[Key]:
    """The keys that a change of keys names after `old`, if `old` signed it; otherwise an empty list."""
    try:
        if not any(
            (name, key_id) == (old.name, old.id) and old.signed(rotation.note.text.encode(), signature)
            for name, key_id, signature in rotation.note.signatures
        ):
            return []
    except UnicodeEncodeError:
        return []
    named = keys_named(rotation)
    following = named[named.index(old) + 1 :] if old in named else named
    return [key for key in following if key.name == old.name and key != old]


def keys_named(rotation: Rotation) -> list[Key]:
    """The keys that a change of keys names, in order: the old one, if it is named, before the next."""
    named = [Key.parse(line) for line in lines_of(rotation.note)]
    return [key for key in named if key is not None]


def announced(pack: Pack) -> list[Rotation]:
    """The changes of keys among the disclosed entries of the house chain, before anything else about these is
    checked: a note signed by the old key is proof enough."""
    rotations = []
    for _, data in pack.lines("entries.jsonl"):
        if b"sealed" not in data or b"content" not in data:
            continue
        try:
            values = json_of(json_of(data)["content"])
            if values[1] != HOUSE or values[7] != "sealed":
                continue
            at = time_of(values[3])
            notes = [
                text for text in texts_in(json_of(values[12])) if f"\n\n{DASH}" in text and at is not None
            ]
            rotations += [
                Rotation(values[2], at, Note.parse(text.encode())) for text in notes if at is not None
            ]
        except (DoesNotHold, LookupError, TypeError, ValueError):
            continue  # whatever is wrong with it is reported when the entries are checked
    return rotations


def followed(given: Key, rotations: list[Rotation]) -> list[Key]:
    """The given key and those that follow from it, each signed for by the one before."""
    trusted = [given]
    for rotation in rotations:
        for old in list(trusted):
            trusted += [key for key in next_keys(rotation, old) if key not in trusted]
    return trusted


def preceded(trusted: list[Key], rotations: list[Rotation]) -> tuple[list[Key], dict[Key, datetime]]:
    """These keys and those before them, by changes of keys in the signed record; and when each key was replaced."""
    keys, until = list(trusted), {}
    for rotation in reversed(rotations):
        for old in [*keys_named(rotation), *keys]:
            following = next_keys(rotation, old)
            if old not in keys and any(key in keys for key in following):
                keys.append(old)
            if following and old in keys:
                until[old] = rotation.at
    return keys, until


# --- seals


@dataclass(frozen=True)
class Seal:
    """A seal: where a chain ended at one time, signed."""

    file: str
    chain: str
    no: int
    seq: int
    hash: bytes
    at: datetime
    before: str
    ends: dict[str, tuple[int, bytes]]
    """In a seal of the house: where each table's chain ended."""
    digest: str
    """Base64 of the SHA-256 of this seal, by which the next one names it."""


def read_seal(
    data: bytes, file: str, no: int, origin: str, keys: list[Key], until: dict[Key, datetime]
) -> Seal:
    """The seal in a file. `no` is its number in the chain, from the name of the file."""
    where: dict[str, Any] = {"file": file}
    note = Note.parse(data, **where)
    signer = note.signer(keys, **where)
    lines = lines_of(note)
    if len(lines) < 5:
        raise DoesNotHold("a seal has five lines: chain, entry, hash, time and the seal before it", **where)
    place, seq, entry_hash, at_text, before = lines[:5]
    house, _, chain = place.rpartition("/")
    if house != origin or not chain:
        raise DoesNotHold(f"this is a seal of {shown(place)}, and the pack is of {origin}", **where, line=1)
    if not re.fullmatch(r"[1-9]\d{0,18}", seq, re.ASCII):
        raise DoesNotHold("the number of the sealed entry cannot be read", **where, line=2)
    hashed, at = bytes_of(entry_hash), time_of(at_text)
    if hashed is None or len(hashed) != 32:
        raise DoesNotHold("this is not the base64 of a hash", **where, line=3)
    if at is None:
        raise DoesNotHold("this is not a time in UTC", **where, line=4)
    if before != "first" and len(bytes_of(before) or b"") != 32:
        raise DoesNotHold(
            "this neither names the seal before it nor says that it is the first", **where, line=5
        )
    if signer in until and at > until[signer]:
        raise DoesNotHold("this was sealed with a key that had been replaced", **where, line=4)
    ends: dict[str, tuple[int, bytes]] = {}
    for number, line in enumerate(lines[5:], 6):
        name, table_seq, table_hash = [*line.split(" "), "", ""][:3]
        hashed_end = bytes_of(table_hash)
        if (
            chain != HOUSE
            or line.count(" ") != 2
            or not re.fullmatch(r"[1-9]\d{0,18}", table_seq, re.ASCII)
            or hashed_end is None
            or len(hashed_end) != 32
        ):
            raise DoesNotHold("this line does not say where the chain of a table ended", **where, line=number)
        if ends and name <= list(ends)[-1]:
            raise DoesNotHold("the tables are not in order of their names", **where, line=number)
        ends[name] = (int(table_seq), hashed_end)
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    return Seal(file, chain, no, int(seq), hashed, at, before, ends, digest)


def seal_ends(seal: Seal) -> Iterator[tuple[str, int, bytes]]:
    """Where the chains ended according to this seal: (chain, seq, hash)."""
    yield seal.chain, seal.seq, seal.hash
    for chain, (seq, entry_hash) in seal.ends.items():
        yield chain, seq, entry_hash


def check_seal(seal: Seal, chains: dict[str, Chain]) -> int:
    """Check that the pack's chains agree with a seal; returns how many of them it covers."""
    compared = 0
    for name, seq, entry_hash in seal_ends(seal):
        chain = chains.get(name)
        if chain is None or not chain.first - 1 <= seq <= chain.last:
            continue
        if chain.hashes.get(seq) != entry_hash:
            what = "the seal has another hash for this entry: the record was changed after it was sealed"
            raise DoesNotHold(what, file=seal.file, chain=shown(name), seq=seq)
        compared += 1
    chain = chains.get(seal.chain)
    if chain is not None:
        for seq, at in chain.times:
            if seq <= seal.seq and at > seal.at + CLOCKS:
                what = "this seal is older than an entry that it seals"
                raise DoesNotHold(what, file=seal.file, chain=shown(seal.chain), seq=seq)
    return compared


def check_seals(seals: list[Seal], entries: Entries, notes: list[str]) -> None:
    """Check that the seals fit their chains, follow one another, and cover each chain to its end."""
    by_chain: dict[str, list[Seal]] = {}
    for seal in seals:
        by_chain.setdefault(seal.chain, []).append(seal)
    for name, mine in sorted(by_chain.items()):
        mine.sort(key=lambda seal: seal.no)
        for seal in mine:
            check_seal(seal, entries.chains)
            if seal.before == "first" and seal.no > 1:
                raise DoesNotHold(
                    "this says that it is the chain's first seal, and its number is another", file=seal.file
                )
            if seal.before != "first" and seal.no == 1:
                raise DoesNotHold("this is the chain's first seal and names one before it", file=seal.file)
        for before, seal in itertools.pairwise(mine):
            where: dict[str, Any] = {"file": seal.file, "chain": shown(name), "seq": seal.seq}
            if seal.no == before.no:
                raise DoesNotHold("a seal of this number is in the pack twice", **where)
            if seal.seq < before.seq or seal.at < before.at:
                raise DoesNotHold("this seal is older than the one before it", **where)
            if seal.no == before.no + 1:
                if seal.before != before.digest:
                    raise DoesNotHold(f"this seal does not name {before.file} as the one before it", **where)
            elif name in entries.chains:
                raise DoesNotHold(f"seal {before.no + 1} of the chain is missing before this one", **where)
    for name, chain in entries.chains.items():
        ends = [seq for seal in seals for of, seq, _ in seal_ends(seal) if of == name]
        if not any(seq >= chain.last for seq in ends):
            what = "no seal covers the chain to its end: the last seals are missing"
            raise DoesNotHold(what, file=f"seals/{shown(name)}-…", chain=shown(name), seq=chain.last)
        if chain.last not in ends:
            notes.append(
                f"The seal at the end of chain {shown(name)} is of a later entry than the last one here: "
                "the signature of the pack alone speaks for the entries since the seal before."
            )


# --- rounds and attachments


def check_rounds(pack: Pack, manifest: Manifest, entries: Entries) -> None:
    """Check that every round of the pack has its file and entries, and that no other round has a file."""
    files = {f"rounds/{name.replace('/', '-')}.round": name for name in manifest.rounds}
    for file, name in files.items():
        if file not in pack.files:
            raise DoesNotHold(f"pack.json names the round {shown(name)}, and its file is missing", file=file)
        table, _, number = name.rpartition("/")
        chain = entries.chains.get(table)
        if chain is None or int(number) not in chain.rounds:
            raise DoesNotHold(
                f"no entry of round {shown(name)} is disclosed", file="entries.jsonl", chain=shown(table)
            )
        comment = False
        for _, line in pack.lines(file):
            try:
                comment = comment or line.decode("utf-8").lstrip("\ufeff").startswith("#")
            except UnicodeDecodeError as fault:
                raise DoesNotHold("this is not a text", file=file) from fault
        if not comment:
            raise DoesNotHold("this has no comment that names the rules of the round", file=file)
    for file in pack.files:
        if file.startswith("rounds/") and file not in files:
            raise DoesNotHold("pack.json does not name the round of this file", file=file)


def check_attachments(manifest: Manifest, entries: Entries) -> None:
    """Check that a disclosed entry names each attachment by its digest."""
    for name, (sha256, _) in manifest.files.items():
        encoded = base64.b64encode(bytes.fromhex(sha256)).decode().rstrip("=")
        if name.startswith("attachments/") and sha256 not in entries.named and encoded not in entries.named:
            raise DoesNotHold("no entry of the pack names the SHA-256 of this file", file=name)


# --- the whole check


@dataclass
class Result:
    """What was found out about a pack in which everything holds."""

    manifest: Manifest
    entries: Entries
    seals: list[Seal]
    notes: list[str]


def check(source: IO[bytes], key: Key, kept: list[tuple[str, bytes]]) -> Result:
    """Check a pack; `kept` are the names and contents of older seals. Raises DoesNotHold, NotAPack."""
    notes: list[str] = []
    pack = Pack.opened(source)
    trusted = followed(key, announced(pack))
    manifest = Manifest.parse(check_signature(pack, trusted))
    if manifest.origin != key.name:
        raise DoesNotHold(
            f"the pack is of {shown(manifest.origin)}, and the key is of {key.name}", file="pack.json"
        )
    check_files(pack, manifest)

    # Which keys sealed, and which hashes will be compared, must be known before the entries are followed.
    keys, until = preceded(trusted, announced(pack))
    seals = [
        read_seal(pack.read(name, MOST_OF_NOTE), name, int(match[2]), manifest.origin, keys, until)
        for name in sorted(pack.files)
        if (match := SEAL_FILE.fullmatch(name))
    ]
    for seal in seals:
        if seal.file != f"seals/{seal.chain}-{seal.no}.txt":
            raise DoesNotHold(f"this is a seal of the chain {shown(seal.chain)}", file=seal.file, line=1)
    older = [read_seal(data, name, 0, manifest.origin, keys, until) for name, data in kept]
    expected: dict[str, set[int]] = {}
    for seal in seals + older:
        for name, seq, _ in seal_ends(seal):
            expected.setdefault(name, set()).add(seq)

    entries = check_entries(pack, manifest, expected)
    check_seals(seals, entries, notes)
    check_rounds(pack, manifest, entries)
    check_attachments(manifest, entries)
    for seal in older:
        if check_seal(seal, entries.chains):
            notes.append(f"{seal.file}: stands on the same chain.")
        else:
            notes.append(
                f"{seal.file}: the entries of this pack do not reach it, so it could not be compared."
            )
    notes += [f"The pack has no {name}." for name in ("report.html", "report.pdf") if name not in pack.files]
    return Result(manifest, entries, seals, notes)


# --- output


def shown(value: Any) -> str:
    """A value from the pack, safe to print: no control characters, and not too long."""
    text = value if isinstance(value, str) else repr(value)
    text = "".join(mark if mark.isprintable() else "\ufffd" for mark in text)
    return text if len(text) <= 200 else f"{text[:200]}…"


def in_plain_words(result: Result) -> str:
    """What holds, for people."""
    manifest = result.manifest
    lines = [
        "Everything holds.",
        f"Pack {shown(manifest.number)} of {shown(manifest.origin)}",
        f"Made {manifest.made_at} by {shown(manifest.made_by)}: {shown(manifest.reason)}",
        f"Rounds: {shown(', '.join(manifest.rounds))}",
    ]
    lines += [
        f"Approved rules of round {shown(name)}: the document with the SHA-256 {sha256}"
        for name, sha256 in manifest.approved_rules.items()
    ]
    for name, chain in result.entries.chains.items():
        entries = chain.last - chain.first + 1
        lines.append(
            f"Chain {shown(name)}: entries {chain.first} to {chain.last} without a gap, "
            f"{chain.disclosed} disclosed, {entries - chain.disclosed} as digests"
        )
    lines += [
        f"Sealed: {shown(seal.chain)} at entry {seal.seq}, {seal.at:%Y-%m-%d %H:%M:%S} UTC ({seal.file})"
        for seal in result.seals
    ]
    return "\n".join(lines + result.notes)


def document(result: Result) -> dict[str, Any]:
    """What holds, as a JSON document."""
    manifest = result.manifest
    return {
        "holds": True,
        "first": None,
        "origin": manifest.origin,
        "number": manifest.number,
        "made_at": manifest.made_at,
        "made_by": manifest.made_by,
        "reason": manifest.reason,
        "rounds": manifest.rounds,
        "approved_rules": manifest.approved_rules,
        "chains": {
            name: {"first": chain.first, "last": chain.last, "disclosed": chain.disclosed}
            for name, chain in result.entries.chains.items()
        },
        "seals": [{"file": seal.file, "chain": seal.chain, "seq": seal.seq} for seal in result.seals],
        "files": len(manifest.files) + 2,
        "notes": result.notes,
    }


def say(text: str, stream: TextIO) -> None:
    """Print it. Even if nobody reads to the end, as before `| head -1`, the exit status is that of the check."""
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def main(arguments: list[str] | None = None) -> int:
    """Print the result; returns the exit status."""
    parser = argparse.ArgumentParser(prog="check_evidence.py", description="Checks an evidence pack.")
    parser.add_argument("pack", metavar="PACK.zip")
    parser.add_argument(
        "--key", required=True, metavar="VERIFIER_KEY", help="the house's public key: <name>+<id>+<base64>"
    )
    parser.add_argument(
        "--seal", action="append", default=[], metavar="FILE", help="an older seal that you have kept"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a console that cannot write every letter

    status, place = 2, dict[str, Any]()
    try:
        key = Key.parse(options.key)
        if key is None:
            raise NotAPack("--key is not a verifier key of Ed25519: <name>+<8 hex digits>+<base64>")
        kept = [(name, Path(name).read_bytes()) for name in options.seal]
        with open(options.pack, "rb") as source:
            result = check(source, key, kept)
    except DoesNotHold as fault:
        status, what, words = 1, fault.what, f"DOES NOT HOLD. {fault}"
        place = {"file": fault.file, "line": fault.line, "chain": fault.chain, "seq": fault.seq}
    except NotAPack as fault:
        what, words = str(fault), f"NOT A PACK. {fault}"
    except OSError as fault:
        what = words = f"{fault.filename or options.pack}: {fault.strerror or fault}"
    except Exception as fault:  # noqa: BLE001  whatever a hostile file can do, the answer is a sentence
        status, what = 1, f"the pack cannot be read to its end ({type(fault).__name__}: {fault})"
        words = f"DOES NOT HOLD. {what}"
    else:
        say(
            json.dumps(document(result), ensure_ascii=False) if options.json else in_plain_words(result),
            sys.stdout,
        )
        return 0
    say(shown(words), sys.stderr)
    if options.json:
        first = {name: place.get(name) or None for name in ("file", "line", "chain", "seq")}
        answer = {"holds": False, "first": first | {"what": shown(what)}}
        say(json.dumps(answer, ensure_ascii=False), sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main())
