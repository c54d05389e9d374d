"""One tap at a table, while it is taken, and what the record keeps of its commands."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from casino.ledger import ChainHead, Request
from casino.staff.models import Staff
from rounds import engine
from rounds.engine import Command
from rounds.play.snapshot import Snapshot
from tables.models import Table

SHORT = 600
"""Bytes of a refused command that its entry keeps in full; of a longer one it keeps the beginning and a hash."""


@dataclass(slots=True, kw_only=True)
class Tap:
    """One command after another at a table whose row is locked, until all of them are recorded or refused."""

    table: Table
    snapshot: Snapshot
    """The round as recorded, with what this tap has recorded already."""
    by: Staff
    """Who gives the command."""
    request: Request
    """The key of the command that is played now, with the digest of what the client asked for."""
    at: datetime
    """When everything of this tap is recorded."""
    reader: str = ""
    """The number of the reader of the shoe that reports the command, while `by` deals."""
    head: ChainHead | None = None
    """The end of the table's chain, which is locked; None once something has been appended."""
    since: int = 0
    """The table's version before the tap."""
    asks_changed: bool = False
    """Whether something more, or less, waits for a second person at the table."""


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
