"""The same work bare: what PostgreSQL and Redis alone take for a dealt card, without Django and the application.

The statements are the application's own texts, in the order of a dealt card (`rounds.play.service`), over a plain
connection, with the same tables, indexes and triggers.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import psycopg
import redis
from psycopg.rows import tuple_row

from casino.ledger.canonical import chained
from casino.ledger.chain import insert_statement
from rounds.play.projection.rows import HANDS, OF_TABLE, writing
from rounds.play.service import LOCK, PIT, TABLE
from rounds.simulation.benchmark.house import Worker


class BareSql:
    """Cards dealt by SQL alone, at a table where nobody plays."""

    def __init__(self, database_url: str, code: str) -> None:
        self.code = code
        self.connection = psycopg.connect(database_url, row_factory=tuple_row, prepare_threshold=0)
        self.connection.adapters.register_loader("jsonb", psycopg.types.string.TextLoader)
        with self.connection.transaction():
            row = self._row(LOCK.sql, "", code)
            assert row is not None
            columns = [field.column for field in TABLE.model._meta.concrete_fields]
            values = dict(zip(columns, row[: TABLE.count], strict=True))
            self.table_id = str(values["id"])
            self.of_table = [
                value if isinstance(value := values[name], str) else str(value) for name in OF_TABLE
            ]
            row = self._row(
                "INSERT INTO rounds_round (table_id, round_no, setup, bets, phase, opened_at, handle, win, first_seq) "
                "VALUES (%s, 0, '{}', '{}', 'bench', now(), 0, 0, 0) "
                "ON CONFLICT (table_id, round_no) DO UPDATE SET phase = 'bench' RETURNING id",
                self.table_id,
            )
            assert row is not None
            self.round_id = str(row[0])

    def close(self) -> None:
        """Remove the rows that have no entry, and close the connection."""
        with self.connection.transaction():
            self.connection.execute("DELETE FROM rounds_hand WHERE round_id = %s", [self.round_id])
            self.connection.execute("DELETE FROM rounds_round WHERE id = %s", [self.round_id])
        self.connection.close()

    def _row(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        return self.connection.execute(sql, values).fetchone()

    def card(self, body: str) -> float:
        """Deal one card; returns the seconds it took."""
        key, digest = secrets.token_hex(12), secrets.token_bytes(32)
        hand = json.dumps([[3, 1, "Ts", 10, False, False, False, False, False, "A"]])
        started = time.perf_counter()
        with self.connection.transaction():
            row = self._row(LOCK.sql, key, self.code)
            assert row is not None
            seq, link = row[TABLE.count + PIT.count :][:2]
            self.connection.execute(
                insert_statement(1).sql,
                [
                    self.code, str(seq + 1), datetime.now(UTC), "D-114", "dealer", "", "card", None, False, key, "5",
                    body, "box 3 10♠", "VIC03-7.3.1(b)", None, digest, chained(link, digest),
                ],
            )  # fmt: skip
            self.connection.execute(
                writing((HANDS.name,), ()).sql, [self.round_id, hand, *self.of_table, self.table_id]
            )
        return time.perf_counter() - started


CARD = json.dumps(
    {"type": "card_dealt", "tap": 7, "clause": "VIC03-7.3.1(b)", "card": "Ts", "box": 3, "hand": 1}
)
"""The body of a card's entry."""


def at_once(database_url: str, codes: Sequence[str], seconds: float) -> dict[str, float | None]:
    """Cards a second that PostgreSQL handles over that many connections at once, each at its own table, and
    milliseconds of its processor time per card (None if it runs on another machine)."""
    with ThreadPoolExecutor(len(codes)) as threads:
        dealt = list(threads.map(lambda code: _dealt(BareSql(database_url, code), seconds), codes))
    cards, cpu = (sum(column) for column in zip(*dealt, strict=True))
    return {
        "a_second": round(cards / seconds, 1),
        "cpu_ms_a_card": round(1000 * cpu / cards, 3) if cards and cpu else None,
    }


def _dealt(table: BareSql, seconds: float) -> tuple[int, float]:
    backend = Worker("", table.connection.info.backend_pid)
    cards, cpu, end = 0, backend.cpu(), time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            table.card(CARD)
            cards += 1
        return cards, backend.cpu() - cpu
    finally:
        table.close()


class BarePublish:
    """The messages of a dealt card, published by a plain client."""

    def __init__(self, redis_url: str, sizes: dict[str, int]) -> None:
        self.redis = redis.Redis.from_url(redis_url)
        self.messages = {f"bench.{group}": json.dumps({"html": "x" * size}) for group, size in sizes.items()}

    def card(self) -> float:
        started = time.perf_counter()
        pipeline = self.redis.pipeline(transaction=False)
        for group, message in self.messages.items():
            pipeline.publish(group, message)
        pipeline.execute()
        return time.perf_counter() - started
