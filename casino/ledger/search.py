"""Searches the record by what a reviewer filters by, and stays fast on millions of entries.

Pages go by key (time and id of the last row), never by offset, and nothing counts the whole record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.db.models import Q, QuerySet, Value
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext

from casino.house_time import moment_of, struck
from casino.ledger.archives.months import Gap, Month, gaps
from casino.ledger.chain import CHAIN
from casino.ledger.kind_groups import PREFIX, kinds_of
from casino.ledger.models import DESK, HOUSE, ChainHead, Entry
from casino.ledger.partitions import (
    EPOCH,
    EPOCH_WITHIN,
    FREQUENT,
    MINUTE,
    MINUTE_WITHIN,
    Minute,
    MinuteWithin,
    SeqFrom,
)
from casino.money import Cents, MoneyError, parse_typed
from casino.postgres import standby
from casino.refusals import Refusal
from casino.translated import text, whole

BOOKS = ("ACT96", "ACT03", "VIC03", "NZ", "UK")
LAST = datetime.max.replace(tzinfo=UTC)
PAGE = 100
SLOWEST = 10_000
"""How many milliseconds a search may take before the database cancels it."""

TAIL = 300
"""How many entries a screen that was away can catch up with; after more it searches again."""

NEWEST_FIRST = (Minute("at").desc(), "-at", "-chain", "-seq")
"""The order of a search. An index gives the minutes, and within a minute the entries are sorted."""

NAMES = ("from", "to", "table", "round", "who", "event", "clause", "over")
"""The names of the filter's fields in the address."""


@contextmanager
def time_limited() -> Iterator[None]:
    """Inside this block the database cancels what takes longer than `SLOWEST`, with an OperationalError."""
    with transaction.atomic(using=standby.alias()):
        with standby.connection().cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {SLOWEST}")
        yield


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last row of a page: the next page starts after it."""

    at: datetime
    chain: str
    seq: int

    @classmethod
    def of(cls, entry: Entry) -> Cursor:
        return cls(entry.at, entry.chain, entry.seq)

    def __str__(self) -> str:
        return f"{self.at.isoformat()}~{self.chain}~{self.seq}"

    @classmethod
    def parse(cls, text: str) -> Cursor | None:
        """The cursor in ``text``; None for a broken one, which shows the first page."""
        at, _, place = text.partition("~")
        chain, _, number = place.partition("~")
        try:
            moment = parse_datetime(at)
        except ValueError:
            return None
        # The plus sign of a zone comes back as a blank from an address that was not escaped.
        moment = moment or parse_datetime(at.replace(" ", "+"))
        if (
            moment is None
            or moment.tzinfo is None
            or not CHAIN.fullmatch(chain)
            or not (number.isascii() and number.isdigit() and len(number) <= 20)
        ):
            return None
        return cls(moment, chain, min(int(number), 2**63 - 1))

    def _side(self, mark: str) -> tuple[str, list[Any]]:
        # A row comparison, which Django cannot express; the minute beside it lets an index range answer.
        where = (
            f"(at, chain, seq) {mark} (%s, %s, %s) AND {MINUTE} {mark[0]}= date_bin('1 minute', %s, '{EPOCH}') "
            f"AND {MINUTE_WITHIN} {mark[0]}= date_bin('1 minute', %s, '{EPOCH_WITHIN}')"
        )
        return where, [self.at, self.chain, self.seq, self.at, self.at]

    def before(self, entries: QuerySet[Entry]) -> QuerySet[Entry]:
        """The entries that come before the cursor."""
        where, values = self._side("<")
        return entries.extra(where=[where], params=values)  # noqa: S610

    def up_to(self, entries: QuerySet[Entry]) -> QuerySet[Entry]:
        """The entries up to and including the cursor's."""
        where, values = self._side("<=")
        return entries.extra(where=[where], params=values)  # noqa: S610

    def after(self, entries: QuerySet[Entry]) -> QuerySet[Entry]:
        """The entries that come after the cursor."""
        where, values = self._side(">")
        return entries.extra(where=[where], params=values)  # noqa: S610


Times = Callable[[str, datetime], tuple[datetime, datetime] | None]
"""Reads a time as people type it, relative to a moment: its first and last moment, or None if it is not a time."""


@dataclass(slots=True)
class Search:
    """A filter as it was typed (``given``), what could be read of it, and the fields that could not (``wrong``) and
    are left out."""

    given: dict[str, str] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)
    start: datetime | None = None
    end: datetime | None = None
    table: str = ""
    round_no: int | None = None
    who: str = ""
    event: str = ""
    clause: str = ""
    over: Cents | None = None
    desk: bool = False
    """Whether the surveillance desk's entries are searched too."""
    times: Times | None = None
    """Reads times that are not a date and time in figures."""

    @classmethod
    def parse(cls, given: Mapping[str, Any], times: Times | None = None, *, desk: bool = False) -> Search:
        """Read a query string. `desk` is whether the person may read what the surveillance desk writes. Fields that
        cannot be read are named in ``wrong`` and left out."""
        fields = {name: str(given.get(name) or "").strip()[:60] for name in NAMES}
        search = cls(given=fields, times=times, desk=desk)
        words = search.given
        for name, typed in words.items():
            if not typed.isprintable():
                search.wrong[name] = gettext("It contains a character that no entry has. Type it again.")
                words[name] = ""
        search.start = search._time("from")
        search.end = search._time("to", end=True)
        if search.start and search.end and search.start > search.end:
            search.wrong["to"] = gettext("This is before “from”.")
            search.end = None
        of_no_table = words["table"].lower() in (HOUSE, DESK)
        search.table = words["table"].lower() if of_no_table else words["table"].upper()
        search.who = words["who"].upper()
        search.event = words["event"]
        if search.event.startswith(PREFIX) and not search.kinds:
            search.wrong["event"] = gettext("There is no such group of events.")
            search.event = ""
        search.clause = _clause(words["clause"])
        if words["round"]:
            number = words["round"].lstrip("#")
            if number.isascii() and number.isdigit() and int(number) < 2**31:
                search.round_no = int(number)
            else:
                search.wrong["round"] = gettext("Write the round as a number, such as 214.")
        if words["over"]:
            try:
                search.over = parse_typed(words["over"])
            except MoneyError as wrong:
                search.wrong["over"] = text(
                    gettext("{fault:cap:phrase}. Write it as 25 or 12.50."), fault=wrong.fault
                )
        return search

    def _time(self, name: str, *, end: bool = False) -> datetime | None:
        text = self.given[name]
        if not text:
            return None
        at: datetime | None
        try:
            # The day first: parse_datetime would read one too, as its first moment.
            if day := parse_date(text) if len(text) <= len("2026-11-28") else None:
                at = datetime.combine(day, datetime.max.time() if end else datetime.min.time())
            else:
                at = parse_datetime(text)
        except ValueError:
            at = None
        if at is None:
            span = self.times(text, timezone.now()) if self.times is not None else None
            if span is None:
                self.wrong[name] = gettext(
                    "That is not a time. Write 21:14, 28 Nov 21:14, 10 minutes ago, last shift or 2026-11-28 21:14."
                )
                return None
            return span[1] if end else span[0]
        if at.tzinfo is None:
            # An hour that the clock struck twice is searched whole: from the start of the first to the end of the
            # second.
            moments = struck(at.date(), at.time())
            if not moments and not day:
                self.wrong[name] = whole(
                    Refusal("typed.time_left_out", time=f"{at:%H:%M}", day=str(at.date()))
                )
                return None
            at = (moments or [moment_of(at.date(), at.time())])[-1 if end else 0]
        if end and len(text) == len("2026-11-28T21:14"):
            at = at.replace(second=59, microsecond=999_999)  # "to 21:14" includes that minute
        elif end and len(text) == len("2026-11-28T21:14:30"):
            at = at.replace(microsecond=999_999)
        return at

    @property
    def any(self) -> bool:
        """Whether anything is filtered."""
        return any(self.given.values())

    def address(self, **more: str) -> str:
        """The filter as a query string, for links and the browser's history."""
        return urlencode({name: value for name, value in (self.given | more).items() if value})

    def entries(self) -> QuerySet[Entry]:
        """The matching entries, newest first. They are not read yet, but a search by round without a table queries
        the tables first, so call it in a thread."""
        newest_first = (self._minute("at").desc(), *NEWEST_FIRST[1:])
        query = Entry.objects.order_by(*(["-seq"] if self.table else newest_first))
        if not self.desk:
            query = query.exclude(chain=DESK)
        # The moment picks the month's partition; the minute, or the number in a chain, the place in an index.
        if self.start:
            query = query.filter(at__gte=self.start)
            query = self._from(query, self.start)
        if self.end:
            query = query.filter(at__lte=self.end)
            query = self._to(query, self.end)
        if self.table:
            query = query.filter(chain=self.table)
        if self.round_no is not None:
            query = query.filter(round_no=self.round_no)
            if not self.table:
                # The index by round starts with the table: search for that round number at every table.
                query = query.filter(chain__in=list(ChainHead.objects.values_list("chain", flat=True)))
        if self.who:
            query = query.filter(actor=self.who)
        if self.event:
            kinds = self.kinds
            query = query.filter(kind=kinds[0]) if len(kinds) == 1 else query.filter(kind__in=kinds)
        if self.clause:
            # Naming the index's own condition lets the planner use it for a prefix.
            query = query.filter(_under(self.clause)).exclude(clause="")
        if self.over is not None:
            query = query.filter(amount__gt=self.over)
        return query

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of entries that are searched for; empty for all."""
        return kinds_of(self.event)

    @property
    def _minute(self) -> type[Minute]:
        """The minute, in the form of the index that answers this search."""
        rare = bool(self.event) and not set(self.kinds).intersection(FREQUENT)
        return MinuteWithin if self.who or rare else Minute

    def _from(self, query: QuerySet[Entry], start: datetime) -> QuerySet[Entry]:
        if self.table:
            return query.filter(seq__gte=SeqFrom(Value(self.table), Value(start)))
        return query.alias(minute=self._minute("at")).filter(minute__gte=self._minute(Value(start)))

    def _to(self, query: QuerySet[Entry], end: datetime) -> QuerySet[Entry]:
        if not self.table:
            return query.alias(minute=self._minute("at")).filter(minute__lte=self._minute(Value(end)))
        # Times have microseconds, so this is the next one; nothing comes after the calendar's last moment.
        after = end + timedelta(microseconds=1) if end < LAST else end
        return query.filter(seq__lt=SeqFrom(Value(self.table), Value(after)))

    def page(self, before: Cursor | None = None) -> tuple[list[Entry], Cursor | None]:
        """One page of entries and the cursor of the next, None at the end.

        Raises OperationalError if the database cancels the search: the filter is too wide.
        """
        entries = self.entries()
        if before:
            entries = before.before(entries)
            if self.table:
                entries = entries.filter(seq__lt=before.seq)
        with time_limited():
            rows = list(entries.defer("body", "digest", "key")[: PAGE + 1])
        more = len(rows) > PAGE
        rows = rows[:PAGE]
        return rows, Cursor.of(rows[-1]) if more else None


def _clause(text: str) -> str:
    book, dash, rest = text.partition("-")
    return f"{book.upper()}-{rest}" if dash else text


def _under(clause: str) -> Q:
    """The clause itself and its sub-clauses: 7.5 covers 7.5.4, but not 7.51."""
    named = clause.split("-", maxsplit=1)[0] in BOOKS and "-" in clause
    full = [clause] if named else [f"{book}-{clause}" for book in BOOKS]
    if clause.upper() in BOOKS:
        return Q(clause__startswith=f"{clause.upper()}-")
    condition = Q()
    for clause_id in full:
        if clause_id[-1] in ".(-":
            condition |= Q(clause__startswith=clause_id)
        else:
            condition |= Q(clause=clause_id)
            for mark in ".(-":
                condition |= Q(clause__startswith=clause_id + mark)
    return condition


def archived_within(search: Search) -> list[Gap]:
    """The gap of each archived month that the search covers, latest month first."""
    away: dict[Month, Gap] = {}
    for chain, of_chain in gaps().items():
        for gap in of_chain:
            if (
                search.table in ("", chain)
                and (search.start is None or search.start < gap.month.after)
                and (search.end is None or search.end >= gap.month.first)
                and (search.round_no is None or gap.has_round(search.round_no))
            ):
                away.setdefault(gap.month, gap)
    return [away[month] for month in sorted(away, reverse=True)]


def kinds() -> list[str]:
    """Every kind of entry in the record: the rare ones by hopping over the index from one to the next, and the
    frequent ones."""
    rare = f"kind NOT IN {FREQUENT}"
    with standby.connection().cursor() as cursor:
        cursor.execute(
            f"""WITH RECURSIVE hop(kind) AS (
                   (SELECT kind FROM ledger_entry WHERE {rare} ORDER BY kind LIMIT 1)
                   UNION ALL
                   SELECT (SELECT kind FROM ledger_entry WHERE kind > hop.kind AND {rare} ORDER BY kind LIMIT 1)
                   FROM hop WHERE hop.kind IS NOT NULL
               ) SELECT kind FROM hop WHERE kind IS NOT NULL"""  # noqa: S608  our own words
        )
        return sorted({*FREQUENT, *(kind for (kind,) in cursor.fetchall())})


def ends() -> dict[str, int]:
    """The last entry's number of each chain that screens follow live, which the desk's is not. A chain has no gaps,
    so a screen knows from it what it has missed."""
    return dict(ChainHead.objects.exclude(chain=DESK).values_list("chain", "seq"))


def added_since(had: Mapping[str, int]) -> QuerySet[Entry]:
    """The newest entries after the numbers in `had`, by chain; at most `TAIL`."""
    condition = Q()
    for chain, seq in had.items():
        condition |= Q(chain=chain, seq__gt=seq)
    return (
        Entry.objects.filter(condition)
        .exclude(chain=DESK)
        .order_by(*NEWEST_FIRST)
        .defer("body", "digest", "key")[:TAIL]
        if had
        else (Entry.objects.none())
    )
