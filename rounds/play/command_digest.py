"""What the record keeps of a command: its SHA-256 if it was played, a short form if it was refused."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from casino.ledger import digest
from rounds import engine
from rounds.engine import Command

SHORT = 600
"""Bytes of a refused command that its entry keeps in full; of a longer one it keeps the beginning and a hash."""


def in_short(command: Command) -> Any:
    """The command as the entry of its refusal keeps it."""
    text = engine.encode_command(command)
    if len(text) <= SHORT:
        return msgspec.json.decode(text)
    return {
        "type": command.__struct_config__.tag,
        "begins": text[:SHORT].decode(errors="ignore"),
        "bytes": len(text),
        "sha256": hashlib.sha256(text).hexdigest(),
    }


def digest_of(command: Command, who: str) -> str:
    """SHA-256 (hex) of a command as it was sent, without the version that the sender saw."""
    return digest("play", who, command=engine.encode_command(command).decode())
