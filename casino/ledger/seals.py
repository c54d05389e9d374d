"""Seals: signed notes of where a chain ended, with a key that the database does not hold.

The text of a seal has these lines:

    <origin>/<chain>
    <seq>
    <base64 of the hash of that entry>
    <time, UTC, RFC 3339>
    <base64 of SHA-256 of the seal before it in this chain, or "first">

where the seal before means its whole note, with the signature. A seal of the house chain also names where every
table's chain ended, one a line in order of name: `<chain> <seq> <base64 of the hash>`.

Keys are rotated by a `sealed` entry of the house chain with a note that names the next key, signed by the old key
and by the next one: whoever trusts one of the two can follow to the other.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.conf import settings

from casino.ledger.canonical import moment
from casino.ledger.models import HOUSE, ChainHead, Seal
from casino.ledger.requests import entry_with_key
from casino.ledger.signed_notes import BadKey, BadNote, Key, Note, Verifier, base64, note_of, opened

FIRST = "first"
NEXT_KEY = "next key"


@dataclass(frozen=True, slots=True)
class End:
    """Where a chain ended."""

    chain: str
    seq: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Sealed:
    """The content of a seal."""

    origin: str
    end: End
    at: datetime
    before: str
    """Base64 of the SHA-256 of the seal before it, or `FIRST`."""
    tables: tuple[End, ...] = ()
    """Where the tables' chains ended, in a seal of the house chain."""


KEY_ROTATED = "seal-key-"
"""The prefix of the idempotency keys of entries that change the seal key; the key id of the next one follows."""


def seal_key() -> Key:
    """The key that makes seals: LEDGER_SEAL_KEY_NEXT as soon as the record names it. Raises LookupError if the
    settings have none."""
    key = _key("LEDGER_SEAL_KEY")
    if getattr(settings, "LEDGER_SEAL_KEY_NEXT", ""):
        follows = next_key()
        entry = entry_with_key(HOUSE, f"{KEY_ROTATED}{follows.verifier.id.hex()}")
        if entry is not None and entry.kind == "sealed":
            return follows
    return key


def next_key() -> Key:
    """The key that will follow it. Raises LookupError if the settings have none."""
    return _key("LEDGER_SEAL_KEY_NEXT")


def _key(name: str) -> Key:
    secret = getattr(settings, name, "")
    if not secret:
        raise LookupError(f"{name} is not set: seals can be neither made nor checked.")
    return Key.of(settings.LEDGER_ORIGIN, secret if isinstance(secret, bytes) else str(secret).encode())


def before_of(note: str) -> str:
    """What the next seal of the chain will say about this one."""
    return base64(hashlib.sha256(note.encode()).digest())


def name_of(seal: Seal) -> str:
    """The SHA-256 (hex) of a seal, by which its anchor names it."""
    return hashlib.sha256(seal.note.encode()).hexdigest()


def text_of(sealed: Sealed) -> str:
    """The text of the note of a seal."""
    end = sealed.end
    lines = [f"{sealed.origin}/{end.chain}", str(end.seq), base64(end.hash), moment(sealed.at), sealed.before]
    lines += [f"{table.chain} {table.seq} {base64(table.hash)}" for table in sealed.tables]
    return "".join(f"{line}\n" for line in lines)


def read(note: str, verifiers: Iterable[Verifier]) -> tuple[Sealed, Note]:
    """The content of a seal, and its opened note. Raises BadNote."""
    opened_note = opened(note, verifiers)
    lines = opened_note.text[:-1].split("\n")
    try:
        place, seq, entry_hash, at, before, *tables = lines
        origin, _, chain = place.rpartition("/")
        sealed = Sealed(
            origin,
            End(chain, int(seq), _hash(entry_hash)),
            datetime.fromisoformat(at).astimezone(UTC),
            before,
            tuple(
                End(name, int(number), _hash(data))
                for name, number, data in (line.split(" ") for line in tables)
            ),
        )
    except (ValueError, NotBase64) as fault:
        raise BadNote("This note is not a seal.") from fault
    if origin != opened_note.by[0].name or text_of(sealed) != opened_note.text:
        raise BadNote("This note is not a seal of this house.")
    return sealed, opened_note


def _hash(text: str) -> bytes:
    data = b64decode(text, validate=True)
    if len(data) != 32:
        raise ValueError("not a SHA-256")
    return data


def write_seal(chain: str, seq: int, entry_hash: bytes, at: datetime) -> Seal:
    """Seal `chain` at `seq`. The caller holds the chain's lock."""
    key = seal_key()
    last = Seal.objects.filter(chain=chain).order_by("-no").first()
    sealed = Sealed(
        key.name,
        End(chain, seq, entry_hash),
        at,
        before_of(last.note) if last else FIRST,
        _ends_of_tables() if chain == HOUSE else (),
    )
    return Seal.objects.create(
        chain=chain,
        no=last.no + 1 if last else 1,
        seq=seq,
        hash=entry_hash,
        at=at,
        note=key.sign(text_of(sealed)),
    )


def _ends_of_tables() -> tuple[End, ...]:
    heads = ChainHead.objects.exclude(chain=HOUSE).exclude(seq=0).values_list("chain", "seq", "hash")
    return tuple(
        sorted((End(chain, seq, bytes(data)) for chain, seq, data in heads), key=lambda end: end.chain)
    )


# --- keys that follow one another


def rotation(old: Key, new: Key, at: datetime) -> str:
    """The note that names the next key, signed by both. Raises BadKey where they are the same."""
    if old.verifier == new.verifier:
        raise BadKey("The next key is the one that seals now.")
    return note_of(
        f"{old.name}/{HOUSE}\n{NEXT_KEY}\n{old.verifier}\n{new.verifier}\n{moment(at)}\n", old, new
    )


def rotated(note: str) -> tuple[Verifier, Verifier, datetime]:
    """The old and the new key of a rotation note, and its time. Raises BadNote unless both have signed it."""
    lines = note.split("\n")
    try:
        old, new, at = Verifier.parse(lines[2]), Verifier.parse(lines[3]), datetime.fromisoformat(lines[4])
        if lines[0] != f"{old.name}/{HOUSE}" or lines[1] != NEXT_KEY:
            raise BadNote("This note names no next key.")
    except (IndexError, ValueError) as fault:
        raise BadNote("This note names no next key.") from fault
    if set(opened(note, (old, new)).by) != {old, new}:
        raise BadNote("A change of keys must be signed by the old and the new one.")
    return old, new, at


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of the house, oldest first, each with the time from which it was used."""

    verifiers: tuple[Verifier, ...]
    since: tuple[datetime | None, ...] = (None,)

    def may(self, verifier: Verifier, at: datetime) -> bool:
        """Whether that key was in use at that time."""
        number = self.verifiers.index(verifier)
        until = self.since[number + 1] if number + 1 < len(self.verifiers) else None
        return until is None or at <= until


def keys_of(trusted: Verifier, rotations: Sequence[str]) -> Keys:
    """The keys that follow from a trusted one by the rotation notes of the house chain, in order.

    Raises BadNote for a note that is not signed by both its keys, or that does not follow the one before it.
    """
    verifiers: list[Verifier] = []
    since: list[datetime | None] = [None]
    for note in rotations:
        old, new, at = rotated(note)
        if verifiers and verifiers[-1] != old:
            raise BadNote("A change of keys does not begin with the key before it.")
        verifiers = verifiers or [old]
        verifiers.append(new)
        since.append(at)
    if not verifiers:
        return Keys((trusted,))
    if trusted not in verifiers:
        raise BadNote("None of the changes of keys in the record leads to the key of the house.")
    return Keys(tuple(verifiers), tuple(since))
