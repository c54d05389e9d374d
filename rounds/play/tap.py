"""One tap at a table while it is being recorded, and the form in which refused commands are recorded."""

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
"""The most bytes of a refused command that its entry keeps in full; a longer one is recorded as its beginning and a
hash."""


@dataclass(slots=True, kw_only=True)
class Tap:
    """The commands of one tap, played one after another at a locked table until all are recorded or one is
    refused."""

    table: Table
    snapshot: Snapshot
    """The round as recorded, what this tap has recorded so far included."""
    by: Staff
    """The person who gives the command."""
    request: Request
    """The key of the command being played, with the digest of what the client asked for."""
    at: datetime
    """The time at which everything in this tap is recorded."""
    reader: str = ""
    """The number of the shoe reader that reports the command, while `by` deals."""
    head: ChainHead | None = None
    """The end of the table's chain, which is locked; None once something has been appended."""
    since: int = 0
    """The table's version before the tap."""
    asks_changed: bool = False
    """Whether the approvals that wait at the table have changed."""


def in_short(command: Command) -> Any:
    """The command in the form in which the entry of its refusal keeps it."""
    text = engine.encode_command(command)
    if len(text) <= SHORT:
        return msgspec.json.decode(text)
    return {
        "type": command.__struct_config__.tag,
        "begins": text[:SHORT].decode(errors="ignore"),
        "bytes": len(text),
        "sha256": hashlib.sha256(text).hexdigest(),
    }
