"""The lines that a recorder overlays on its picture: what was recorded at a table, in plain ASCII, one line per
entry."""

from __future__ import annotations

import threading
import time
import unicodedata
from datetime import UTC
from typing import Final

from django.db import connection

from casino.cards import SUIT_GLYPH
from casino.ledger import ChainHead, Entry

MOST: Final = 200
"""The most lines in one answer."""
LONGEST_WAIT: Final = 25
"""The most seconds for which a recorder may wait for a line."""
WAITING: Final = 16
"""How many recorders may wait at once in one worker; others are answered immediately."""
EVERY: Final = 0.25
"""Seconds between two checks while a recorder waits."""
LONGEST_LINE: Final = 200

_LETTERS: Final = {glyph: letter for letter, glyph in SUIT_GLYPH.items()} | {
    "–": "-", "—": "-", "−": "-", "’": "'", "“": '"', "”": '"', "·": "-", "→": ">", "×": "x", "£": "GBP ", "€": "EUR ",
}  # fmt: skip
_room = threading.BoundedSemaphore(WAITING)


def ascii_of(text: str) -> str:
    """The text in printable ASCII: a suit becomes its letter, a letter loses its accent, anything else becomes a
    question mark."""
    plain = "".join(_LETTERS.get(sign, sign) for sign in text)
    plain = unicodedata.normalize("NFKD", plain)
    signs = [sign for sign in plain if not unicodedata.combining(sign)]
    return "".join(sign if " " <= sign <= "~" else " " if sign.isspace() else "?" for sign in signs)


def line_of(entry: Entry) -> str:
    """``2026-11-28T21:14:31.907Z BJ-07 4334 214 D-114 irregularity: card in excess``; a dash for a missing value."""
    at = entry.at.astimezone(UTC)
    moment = f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z"
    round_no = "-" if entry.round_no is None else str(entry.round_no)
    what = entry.kind.replace("_", " ") + (f": {entry.detail}" if entry.detail else "")
    head = f"{moment} {entry.chain} {entry.seq} {round_no} {entry.actor or '-'} "
    return (ascii_of(head) + ascii_of(what))[:LONGEST_LINE].rstrip()


def entries_after(table: str, seq: int) -> list[Entry]:
    """The entries of a table after that number, oldest first."""
    after = Entry.objects.filter(chain=table, seq__gt=seq).order_by("seq").defer("body", "digest", "key")
    return list(after[:MOST])


def end_of(table: str) -> int:
    """The number of the table's last entry; 0 before the first."""
    return ChainHead.objects.filter(chain=table).values_list("seq", flat=True).first() or 0


def wait_for(table: str, seq: int, seconds: float) -> None:
    """Wait until the table has an entry after that number, for at most ``seconds``. No database connection is held
    meanwhile."""
    if seconds <= 0 or end_of(table) > seq or not _room.acquire(blocking=False):
        return
    try:
        until = time.monotonic() + min(seconds, LONGEST_WAIT)
        while end_of(table) <= seq and time.monotonic() < until:
            if not connection.in_atomic_block:
                connection.close()
            time.sleep(EVERY)
    finally:
        _room.release()
