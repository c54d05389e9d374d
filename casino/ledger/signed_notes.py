"""Signed notes in the C2SP form (c2sp.org/signed-note) with Ed25519: texts signed so that anyone can check
them.

    key = Key.of(origin, secret)
    note = key.sign("a text of whole lines\\n")
    read = opened(note, [key.verifier])       # raises BadNote; read.text, read.by

A note is its text, an empty line, and a line for each signature: `— <name> <base64 of 4-byte key id ‖
signature>`.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_ED25519: Final = b"\x01"
_DASH: Final = "— "
_PURPOSE: Final = b"casino ledger seal key, Ed25519\n"


class BadNote(ValueError):
    """Not a verifier key, or not a possible name for one."""


class BadKey(ValueError):
    """Not a verifier key, or a name that no key can have."""


def base64(data: bytes) -> str:
    return b64encode(data).decode()


def named(origin: str) -> str:
    """`origin`, checked to be a possible name of a key. Raises BadKey for one with blanks, plus signs or
    control characters."""
    if not origin or not origin.isprintable() or any(mark.isspace() or mark == "+" for mark in origin):
        raise BadKey(
            f"{origin!r} cannot name a key: it has neither blanks nor a plus sign, such as pit.example/1."
        )
    return origin


@dataclass(frozen=True)
class Verifier:
    """A public key with its name."""

    name: str
    public: bytes

    @cached_property
    def id(self) -> bytes:
        """The key id of C2SP: four bytes."""
        return hashlib.sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:4]

    @cached_property
    def _key(self) -> Ed25519PublicKey:
        return Ed25519PublicKey.from_public_bytes(self.public)

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64(_ED25519 + self.public)}"

    def verifies(self, text: bytes, signature: bytes) -> bool:
        try:
            self._key.verify(signature, text)
        except InvalidSignature:
            return False
        return True

    @classmethod
    def parse(cls, text: str) -> Verifier:
        """The verifier key written as `<name>+<key id>+<base64>`. Raises BadKey."""
        name, _, rest = text.strip().partition("+")
        key_id, _, encoded = rest.partition("+")
        try:
            data = b64decode(encoded, validate=True)
        except (NotBase64, ValueError):
            data = b""
        verifier = cls(named(name), data[1:])
        if data[:1] != _ED25519 or len(data) != 33 or verifier.id.hex() != key_id:
            raise BadKey("This is not an Ed25519 verifier key: <name>+<8 hex digits>+<base64>.")
        return verifier


@dataclass(frozen=True)
class Key:
    """A private key with its name."""

    name: str
    private: Ed25519PrivateKey

    @classmethod
    def of(cls, name: str, secret: bytes) -> Key:
        """The key derived from a secret, which must be as hard to guess as a key."""
        seed = hashlib.sha256(_PURPOSE + secret).digest()
        return cls(named(name), Ed25519PrivateKey.from_private_bytes(seed))

    @cached_property
    def verifier(self) -> Verifier:
        return Verifier(self.name, self.private.public_key().public_bytes_raw())

    def signature(self, text: str) -> str:
        """The signature line of this key for a text."""
        signature = self.private.sign(text.encode())
        return f"{_DASH}{self.name} {base64(self.verifier.id + signature)}\n"

    def sign(self, text: str) -> str:
        """The text as a note signed by this key alone."""
        return note_of(text, self)


def note_of(text: str, *keys: Key) -> str:
    """The text, which must end with a line end, as a note signed by these keys."""
    assert text.endswith("\n")
    return f"{text}\n{''.join(key.signature(text) for key in keys)}"


@dataclass(frozen=True, slots=True)
class Note:
    """An opened note: its text, and which of the trusted keys have signed it."""

    text: str
    by: tuple[Verifier, ...]


def opened(note: str, verifiers: Iterable[Verifier]) -> Note:
    """Open a note that one of the keys has signed. Raises BadNote, also if the signature of one of the keys
    is bad."""
    text, blank, lines = note.rpartition("\n\n")
    text += "\n"
    if not blank or not lines.endswith("\n") or any(ord(mark) < 32 and mark != "\n" for mark in text):
        raise BadNote("This is not a signed note.")
    known = {(verifier.name, verifier.id): verifier for verifier in verifiers}
    signed: list[Verifier] = []
    for line in lines[:-1].split("\n"):
        dash, name, data = line[: len(_DASH)], *line[len(_DASH) :].partition(" ")[::2]
        try:
            signature = b64decode(data, validate=True)
        except (NotBase64, ValueError):
            signature = b""
        if dash != _DASH or not name or len(signature) < 5:
            raise BadNote("A line of the signatures of this note cannot be read.")
        verifier = known.get((name, signature[:4]))
        if verifier is None:
            continue
        if not verifier.verifies(text.encode(), signature[4:]):
            raise BadNote(f"The signature of {name} is not of this text.")
        signed.append(verifier)
    if not signed:
        raise BadNote("None of the keys that are known has signed this note.")
    return Note(text, tuple(signed))


def signed_by(note: str) -> Iterator[tuple[str, bytes]]:
    """The name and key id of each signature under a note that has been opened."""
    for line in note.rpartition("\n\n")[2].splitlines():
        name, _, data = line.removeprefix(_DASH).partition(" ")
        yield name, b64decode(data)[:4]
