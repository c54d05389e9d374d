"""What the record costs: bytes per entry and per round, the time of each kind of search, and the speed of
verification.

Some rounds are dealt at a full table; copies of their entries, with other times, numbers and keys, fill the record to
the size that is asked for, as twelve tables would in that time.
"""

from __future__ import annotations

import re
import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.db import connection, transaction

from casino.ledger.canonical import COLUMNS, GENESIS, chained, digest_of
from casino.ledger.models import ChainHead, Entry
from casino.ledger.partitions import months, prepare
from casino.ledger.sealing import seal_all
from casino.ledger.search import Search
from casino.ledger.verify import verify
from rounds.simulation.autoplay import Croupier

TABLES = 12
ROUNDS = 12
"""How many rounds are dealt first."""
PACE = timedelta(seconds=1.2)
"""The time between two commands at a table."""
BATCH = 3000
TRIES = 3
_KEY = re.compile(r'"request":"([^"]*)"')


@dataclass(slots=True)
class _Table:
    """A chain filled with the entries of the dealt rounds, over and over."""

    code: str
    commands: list[list[Entry]]
    at: datetime
    place: int = 0
    seq: int = 0
    round_no: int = 0
    hash: bytes = GENESIS

    def command(self, dealer: str) -> list[Entry]:
        rows: list[Entry] = []
        for entry in self.commands[self.place % len(self.commands)]:
            self.seq += 1
            self.round_no += entry.kind == "round_opened"
            values: dict[str, Any] = {column: getattr(entry, column) for column in COLUMNS} | {
                "chain": self.code,
                "seq": self.seq,
                "at": self.at,
                "actor": dealer if entry.actor else "",
                "round_no": None if entry.round_no is None else self.round_no,
                "key": secrets.token_urlsafe(len(entry.key))[: len(entry.key)],
                "body": _KEY.sub(_other, entry.body),
            }
            digest = digest_of(tuple(values.values()))
            self.hash = chained(self.hash, digest)
            rows.append(Entry(**values, digest=digest, hash=self.hash))
        self.place += 1
        self.at += PACE * (0.5 + secrets.randbelow(1000) / 1000)
        return rows


def _other(request: re.Match[str]) -> str:
    return f'"request":"{secrets.token_hex(len(request[1]))[: len(request[1])]}"'


def measure(entries: int, croupiers: list[Croupier], say: Callable[[str], object]) -> dict[str, Any]:
    """Fill a throw-away record with that many entries, and measure it."""
    say(f"dealing {ROUNDS} rounds at a full table …")
    croupier = croupiers[0]
    croupier.fewest, croupier.most, croupier.crowd = 7, 0, 1.0
    while not Entry.objects.filter(chain=croupier.code, round_no=ROUNDS + 2).exists():
        croupier.tap()
    before = _bytes()
    rows_before = Entry.objects.count()
    say(f"filling the record with {entries} entries …")
    started = time.perf_counter()
    filled, dealt, begun, ended = _fill(entries, _commands(croupier.code))
    filling = time.perf_counter() - started
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE ledger_entry")
    after = _bytes()
    parts = {name: round((size - before.get(name, 0)) / filled, 1) for name, size in after.items()}
    each = sum(parts.values())
    assert Entry.objects.count() == rows_before + filled
    say("searching …")
    searches = _searches(begun, ended)
    say("verifying …")
    seal_all()
    started = time.process_time()
    report = verify()
    processor = time.process_time() - started
    return {
        "entries": filled,
        "months": len(months()),
        "entries_a_second_added": round(filled / filling),
        "bytes_an_entry": round(each, 1),
        "of_these": dict(sorted(parts.items(), key=lambda item: -item[1])),
        "entries_a_round": round(filled / dealt, 1),
        "bytes_a_round": round(each * filled / dealt),
        "searches_ms": searches,
        "slowest_search_ms": max(searches.values()),
        "verified": report.ok,
        "verified_a_second": round(report.entries / report.seconds),
        "verified_a_second_of_processor": round(report.entries / processor),
    }


def _commands(code: str) -> list[list[Entry]]:
    """The entries of whole rounds, by command: from the second round on, without the opening of the table."""
    commands: list[list[Entry]] = []
    first = Entry.objects.filter(chain=code, round_no=2, kind="round_opened").earliest("seq")
    last = Entry.objects.filter(chain=code, round_no=ROUNDS + 2, kind="round_opened").earliest("seq")
    for entry in Entry.objects.filter(chain=code, seq__gte=first.seq, seq__lt=last.seq).order_by("seq"):
        if entry.key or not commands:
            commands.append([])
        commands[-1].append(entry)
    return commands


def _fill(entries: int, commands: list[list[Entry]]) -> tuple[int, int, datetime, datetime]:
    """Adds entries; returns how many, of how many rounds, from when to when."""
    each = sum(map(len, commands)) / len(commands)
    lasts = PACE * (entries / TABLES / each)
    ended = datetime.now(UTC) - timedelta(hours=1)
    begun = ended - lasts
    tables = [_Table(f"BR-{number:02d}", commands, begun) for number in range(1, TABLES + 1)]
    ChainHead.objects.bulk_create([ChainHead(chain=table.code, hash=GENESIS) for table in tables])
    added = 0
    for rows in _batches(tables):
        for at in {row.at.replace(day=1) for row in rows}:
            prepare(at)
        with transaction.atomic():
            Entry.objects.bulk_create(rows)
        added += len(rows)
        if added >= entries:
            break
    return added, sum(table.round_no for table in tables), begun, max(table.at for table in tables)


def _batches(tables: list[_Table]) -> Iterator[list[Entry]]:
    rows: list[Entry] = []
    for number in count():
        table = min(tables, key=lambda table: table.at)
        rows += table.command(f"D-{101 + (number // 40_000 + tables.index(table)) % 40}")
        if len(rows) >= BATCH:
            yield rows
            rows = []


def _bytes() -> dict[str, int]:
    """The size of the entries on disk, and of each kind of index, over all months."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 'the rows', sum(pg_table_size(inhrelid)) FROM pg_inherits "
            "WHERE inhparent = 'ledger_entry'::regclass UNION ALL "
            "SELECT replace(replace(regexp_replace(pg_get_indexdef(i.indexrelid), '.* USING ', ''), "
            "coalesce(pg_get_expr(i.indexprs, i.indrelid), '-'), 'minute'), '::text', ''), "
            "sum(pg_relation_size(i.indexrelid)) "
            "FROM pg_inherits p JOIN pg_index i ON i.indrelid = p.inhrelid "
            "WHERE p.inhparent = 'ledger_entry'::regclass GROUP BY 1"
        )
        return {name: int(size) for name, size in cursor.fetchall()}


def _searches(begun: datetime, ended: datetime) -> dict[str, float]:
    """The median time of a page of each kind of search, in milliseconds."""
    middle = begun + (ended - begun) / 2
    day, an_hour = f"{middle:%Y-%m-%d}", timedelta(hours=1)
    hour = {"from": f"{middle:%Y-%m-%dT%H:%M:%S+00:00}", "to": f"{middle + an_hour:%Y-%m-%dT%H:%M:%S+00:00}"}
    kinds: dict[str, dict[str, str]] = {
        "everything": {},
        "from a time": {"from": hour["from"]},
        "to a time": {"to": hour["to"]},
        "an hour": hour,
        "a day": {"from": day, "to": day},
        "a table": {"table": "BR-07"},
        "a table in an hour": {"table": "BR-07"} | hour,
        "a round": {"table": "BR-07", "round": "9"},
        "a round at whichever table": {"round": "9"},
        "a person": {"who": "D-105"},
        "a person in an hour": {"who": "D-105"} | hour,
        "nobody of this house": {"who": "D-999"},
        "a frequent event": {"event": "card"},
        "a rare event": {"event": "shuffled"},
        "an event at a table": {"table": "BR-03", "event": "doubled"},
        "an event of a person": {"who": "D-105", "event": "split"},
        "a clause": {"clause": "VIC03-7.3.1(b)"},
        "a clause of whichever book, and under it": {"clause": "7.5"},
        "more than an amount": {"over": "100"},
        "more than any amount": {"over": "9999999"},
        "all at once": {"table": "BR-03", "event": "paid", "clause": "VIC03-8", "over": "10"} | hour,
    }
    times: dict[str, float] = {}
    for name, given in kinds.items():
        search, tries = Search.parse(given), []
        assert not search.wrong, search.wrong
        for _ in range(TRIES):
            started = time.perf_counter()
            search.page()
            tries.append((time.perf_counter() - started) * 1000)
        times[name] = round(statistics.median(tries), 1)
    return times


def table(report: dict[str, Any]) -> str:
    """The report, as text."""
    lines = [
        f"{report['entries']:,} entries in {report['months']} months, "
        f"{report['entries_a_second_added']:,} added a second",
        f"{report['bytes_an_entry']} bytes an entry, {report['bytes_a_round']:,} bytes a round of a full table "
        f"({report['entries_a_round']} entries)",
        *(f"  {size:>7} {name}" for name, size in report["of_these"].items()),
        "A page of a search, milliseconds",
        *(f"  {took:>7} {name}" for name, took in report["searches_ms"].items()),
        f"Verification by one process: {report['verified_a_second']:,} entries a second, "
        f"{report['verified_a_second_of_processor']:,} a second of its processor",
    ]
    if not report["verified"]:
        lines.append("THE RECORD DOES NOT STAND: run verify_ledger.")
    return "\n".join(lines)
