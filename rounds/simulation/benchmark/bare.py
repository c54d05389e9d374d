"""The same work bare: what PostgreSQL and Redis alone take for a dealt card, without Django and without the house.

The statements are those of a card that is dealt (`service.play`), in its order, with the same tables, indexes and
triggers, over a plain connection.
"""

from __future__ import annotations

import json
import secrets
import time
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import psycopg
import redis
from psycopg.rows import tuple_row
from psycopg.types.json import Jsonb

ENTRY = (
    "chain", "seq", "at", "actor", "role", "acting_as", "kind", "round_no", "folded", "key", "tap", "body", "detail",
    "clause", "amount", "digest", "hash",
)  # fmt: skip


class BareSql:
    """A card dealt at a table that nobody plays at, by SQL alone."""

    def __init__(self, database_url: str, code: str) -> None:
        self.code = code
        self.connection = psycopg.connect(database_url, row_factory=tuple_row)
        with self.connection.transaction():
            row = self._one("SELECT id, live FROM tables_table WHERE code = %s", [code])
            assert row is not None
            self.table_id, live = row
            self.live = Jsonb(live)
            connection_made = self._one(
                "INSERT INTO rounds_round (table_id, round_no, setup, bets, phase, opened_at, handle, win, first_seq) "
                "VALUES (%s, 0, '{}', '{}', 'bench', now(), 0, 0, 0) "
                "ON CONFLICT (table_id, round_no) DO UPDATE SET phase = 'bench' RETURNING id",
                [self.table_id],
            )
            assert connection_made is not None
            self.round_id = connection_made[0]

    def close(self) -> None:
        """Remove the rows without an entry, and the connection."""
        with self.connection.transaction():
            self.connection.execute("DELETE FROM rounds_hand WHERE round_id = %s", [self.round_id])
            self.connection.execute("DELETE FROM rounds_round WHERE id = %s", [self.round_id])
        self.connection.close()

    def _one(self, sql: str, values: list[Any]) -> tuple[Any, ...] | None:
        return self.connection.execute(sql, values).fetchone()

    def card(self, body: str) -> float:
        """Deal one card; returns the seconds that it took."""
        key, digest = secrets.token_hex(12), secrets.token_bytes(32)
        started = time.perf_counter()
        with self.connection.transaction():
            self._one(
                "SELECT t.*, p.* FROM tables_table t JOIN tables_pit p ON p.id = t.pit_id WHERE t.code = %s "
                "FOR UPDATE OF t",
                [self.code],
            )
            head = self._one(
                "SELECT seq, hash, ledger_seq_of_key(%s, %s) "
                "FROM ledger_chainhead WHERE chain = %s FOR UPDATE",
                [self.code, key, self.code],
            )
            assert head is not None
            values = [
                self.code, head[0] + 1, datetime.now(UTC), "D-114", "dealer", "", "card", None, False, key, 5, body,
                "box 3 10♠", "VIC03-7.3.1(b)", None, digest,
                sha256(head[1] + digest).digest(),
            ]  # fmt: skip
            marks = ", ".join(["%s"] * len(ENTRY))
            self.connection.execute(f"INSERT INTO ledger_entry ({', '.join(ENTRY)}) VALUES ({marks})", values)  # noqa: S608
            self.connection.execute(
                "INSERT INTO rounds_hand (round_id, box, hand, cards, total, soft, blackjack, bust, split, doubled, "
                "caller) VALUES (%s, 3, 1, 'Ts', 10, false, false, false, false, false, 'A') "
                "ON CONFLICT (round_id, box, hand) DO UPDATE SET cards = excluded.cards, total = excluded.total",
                [self.round_id],
            )
            self.connection.execute(
                "UPDATE tables_table SET version = %s, play_hash = '', round_no = 0, phase = '', live = %s, "
                "rounds = 0, handle = 0, win = 0 WHERE id = %s",
                [head[0] + 1, self.live, self.table_id],
            )
        return time.perf_counter() - started


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
