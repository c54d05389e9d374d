"""The record as a spreadsheet: a CSV file written page by page, however many entries it has."""

from __future__ import annotations

import csv
import logging
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async

from casino.ledger.canonical import FORM, moment
from casino.ledger.models import Entry
from casino.ledger.partitions import Minute
from casino.ledger.search import Cursor, Search
from casino.money import decimal

log = logging.getLogger(__name__)

HEADINGS = (
    "time (UTC)", "table", "seq", "round", "who", "role", "acting as", "event", "detail", "clause", "amount", "tap",
    "folded", "key", "body", "form", "digest", "hash",
)  # fmt: skip
PAGE = 2000
BROKE_OFF = "The export broke off here and is not whole. Export again."
"""The last line of a file that could not be finished: the answer has begun, so its status can tell nothing more."""


class _Line:
    """Where the csv module writes; keeps the last line."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def harmless(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula: what a player's word could smuggle in.

    A leading apostrophe makes it text; it is put before = + - @, their full-width forms, tab and line ends,
    also behind blanks, and before an apostrophe: taking one off gives the text again.
    """
    risky = text.lstrip(" \u00a0")[:1] in tuple("=+-@\t\r\n＝＋－＠") and text.strip()
    return f"'{text}" if risky or text[:1] == "'" else text


def _fields(entry: Entry) -> list[str]:
    return [
        moment(entry.at),
        harmless(entry.chain),
        str(entry.seq),
        "" if entry.round_no is None else str(entry.round_no),
        harmless(entry.actor),
        harmless(entry.role),
        harmless(entry.acting_as),
        harmless(entry.kind),
        harmless(entry.detail),
        harmless(entry.clause),
        # A figure, not text: a minus of ours starts no formula.
        "" if entry.amount is None else decimal(entry.amount),
        str(entry.tap),
        "true" if entry.folded else "false",
        harmless(entry.key),
        harmless(entry.body),
        str(FORM),
        bytes(entry.digest).hex(),
        bytes(entry.hash).hex(),
    ]


async def lines(search: Search) -> AsyncIterator[str]:
    """The file, a piece at a time. Where the record cannot be read on, the file says so and ends: a stream that
    raises would be left open, and its reader would wait for ever."""
    try:
        async for piece in _pieces(search):
            yield piece
    except Exception:  # whatever the database raises
        log.exception("An export broke off.")
        yield f"{BROKE_OFF}\r\n"


async def _pieces(search: Search) -> AsyncIterator[str]:
    """The file, a piece at a time, oldest entry first.

    Each piece is a query of its own that goes on after the last row, so that a long export holds neither a
    transaction nor memory. It ends at the newest entry that was there when it began.
    """
    line = _Line()
    writer = csv.writer(line)
    # The byte order mark tells spreadsheets that this is UTF-8.
    writer.writerow(HEADINGS)
    yield "\ufeff" + line.text
    # A search asks the record already while it is put together (`Search.entries`).
    page_entries = await sync_to_async(search.entries)()
    newest = await sync_to_async(page_entries.first)()
    if newest is None:
        return
    oldest_first = Cursor.of(newest).up_to(page_entries.order_by(Minute("at"), "at", "chain", "seq"))
    after = None
    while True:
        page = oldest_first
        if after is not None:
            page = Cursor.of(after).after(page)
        entries = await sync_to_async(lambda page=page: list(page[:PAGE]))()
        if not entries:
            return
        piece = []
        for entry in entries:
            writer.writerow(_fields(entry))
            piece.append(line.text)
        yield "".join(piece)
        after = entries[-1]
        if len(entries) < PAGE:
            return
