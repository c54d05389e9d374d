"""The record as a file, CSV or JSON Lines, written page by page, however many entries it has."""

from __future__ import annotations

import csv
import logging
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError

from casino.ledger.canonical import COLUMNS, FORM, content, moment
from casino.ledger.chain import CHAIN
from casino.ledger.models import Entry
from casino.ledger.search import Cursor, Search, archived_within
from casino.money import decimal
from casino.postgres import standby

Asked = TypeVar("Asked")

log = logging.getLogger(__name__)

HEADINGS = (
    "time (UTC)", "table", "seq", "round", "who", "role", "acting as", "event", "detail", "clause", "amount", "tap",
    "folded", "key", "body", "form", "digest", "hash",
)  # fmt: skip
PAGE = 2000
BROKE_OFF = "The export broke off here and is not whole. Export again."
"""The last line of a file that could not be finished: the response has begun, so its status can no longer say
so."""
ARCHIVED = (
    "Other entries of {month} are archived in {file} (SHA-256 {sha256}) and not in this export. "
    "restore_archive {file} brings them back."
)
"""A line at the end of the file for each archived month that the search covers."""


class _Line:
    """A file object for the csv module; keeps the last line."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def harmless(text: str) -> str:
    """The text, made safe from being taken for a formula by a spreadsheet: anybody may have typed it.

    A leading apostrophe makes it text; it is put before = + - @, their full-width forms, tab and line ends,
    also behind blanks, and before an apostrophe: removing it gives the original text.
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
        # An amount, not text: our own minus starts no formula.
        "" if entry.amount is None else decimal(entry.amount),
        str(entry.tap),
        "true" if entry.folded else "false",
        harmless(entry.key),
        harmless(entry.body),
        str(FORM),
        bytes(entry.digest).hex(),
        bytes(entry.hash).hex(),
    ]


class Csv:
    """The entries as CSV, for spreadsheets."""

    content_type = "text/csv; charset=utf-8"
    suffix = "csv"
    broke_off = f"{BROKE_OFF}\r\n"

    def __init__(self) -> None:
        self._line = _Line()
        self._writer = csv.writer(self._line)

    def head(self) -> str:
        # The byte order mark tells spreadsheets that this is UTF-8.
        self._writer.writerow(HEADINGS)
        return "\ufeff" + self._line.text

    def line(self, entry: Entry) -> str:
        self._writer.writerow(_fields(entry))
        return self._line.text

    def archived(self, words: str) -> str:
        self._writer.writerow([words])
        return self._line.text


class JsonLines:
    """The entries as JSON Lines, each as in an evidence pack: the content as it is hashed, and the hash."""

    content_type = "application/jsonl; charset=utf-8"
    suffix = "jsonl"
    broke_off = msgspec.json.encode({"broke_off": BROKE_OFF}).decode() + "\n"

    def head(self) -> str:
        return ""

    def line(self, entry: Entry) -> str:
        return disclosed(entry)

    def archived(self, words: str) -> str:
        return msgspec.json.encode({"archived": words}).decode() + "\n"


def disclosed(entry: Entry) -> str:
    """The line of a disclosed entry, with its line end."""
    values = [getattr(entry, column) for column in COLUMNS]
    return (
        msgspec.json.encode(
            {
                "chain": entry.chain,
                "seq": entry.seq,
                "content": content(values).decode(),
                "hash": bytes(entry.hash).hex(),
            }
        ).decode()
        + "\n"
    )


def place_of(text: str) -> Entry | None:
    """The entry that ``BJ-07~4321`` names by chain and number; None if there is no such entry."""
    chain, _, seq = text.partition("~")
    if not (CHAIN.fullmatch(chain) and seq.isascii() and seq.isdigit() and len(seq) < 19):
        return None
    return Entry.objects.filter(chain=chain, seq=int(seq)).first()


def lines(
    search: Search,
    form: Csv | JsonLines | None = None,
    *,
    after: Entry | None = None,
    until: Entry | None = None,
) -> Iterator[str]:
    """The file, a piece at a time. If the record can no longer be read, the file says so and ends: a stream
    that raises would be left open and its reader would wait for ever. An export that broke off can be resumed
    `after` the last entry it has, without a head, `until` the entry that it was to end with."""
    form, source = form or Csv(), _Source()
    try:
        yield from _pieces(search, form, source, after, until)
        for gap in source.ask(lambda: archived_within(search)):
            words = ARCHIVED.format(month=gap.month.words, file=gap.file, sha256=gap.sha256)
            yield form.archived(words)
    except Exception:  # whatever the database raises
        log.exception("An export broke off.")
        yield form.broke_off


class _Source:
    """Where an export reads: at the standby if the request does, until the standby cancels a query in favour
    of replication or is away; from then on at the primary, which has everything that the standby had."""

    def __init__(self) -> None:
        self._left = False

    def ask(self, question: Callable[[], Asked]) -> Asked:
        """Raises the database's errors if the primary fails too."""
        try:
            with standby.read(None) if self._left else nullcontext():
                return question()
        except (OperationalError, InterfaceError) as fault:
            if self._left or standby.alias() == DEFAULT_DB_ALIAS:
                raise
            log.warning("The standby left an export, which goes on from the primary: %s", fault)
            standby.lag.forget()
            self._left = True
            return self.ask(question)


def _pieces(
    search: Search, form: Csv | JsonLines, source: _Source, after: Entry | None, until: Entry | None
) -> Iterator[str]:
    """The file, a piece at a time, oldest entry first.

    Each piece is a separate query that starts after the last row, so a long export holds neither a
    transaction nor memory. It ends at the entry that was newest when it began.
    """
    if after is None:
        yield form.head()
    # Building the search already queries the record (`Search.entries`).
    entries = source.ask(search.entries)
    newest = until or source.ask(entries.first)
    if newest is None:
        return
    oldest_first = Cursor.of(newest).up_to(entries.reverse())
    while True:
        page = oldest_first
        if after is not None:
            page = Cursor.of(after).after(page)
            if search.table:
                page = page.filter(seq__gt=after.seq)
        page = page[:PAGE]
        rows = source.ask(lambda page=page: list(page.all()))  # type: ignore[misc]
        if not rows:
            return
        yield "".join(form.line(row) for row in rows)
        after = rows[-1]
        if len(rows) < PAGE:
            return
