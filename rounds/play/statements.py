"""The prepared SQL of a tap: locking the table together with the end of its chain, and the rows that change; and
reading the table for a screen.

Columns of a table and its pit are read as the models name them; what is written is named here, and
`tests/rounds/play/test_statements.py` compares it with the models. Entries are written by the ledger
(`casino.ledger.chain`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import msgspec

from casino import ledger
from casino.ledger.chain import HEAD, SEQ_OF_KEY
from casino.ledger.models import ChainHead
from casino.postgres.prepared import Columns, Prepared
from tables.models import Pit, Table

TABLE: Final = Columns(Table, "t")
PIT: Final = Columns(Pit, "p")

LOCK: Final = Prepared(
    f"SELECT {TABLE.sql}, {PIT.sql}, {HEAD}, {SEQ_OF_KEY} "  # noqa: S608
    "FROM tables_table t JOIN tables_pit p ON p.id = t.pit_id JOIN ledger_chainhead h ON h.chain = t.code "
    # In this order: anybody who locks both locks the table first. Foreign-key references do not wait for the lock:
    # otherwise an alert row for each of fifty tables would hold up the taps at all of them.
    "WHERE t.code = %s FOR NO KEY UPDATE OF t, h"
)

READ: Final = Prepared(
    f"SELECT {TABLE.sql}, {PIT.sql} FROM tables_table t JOIN tables_pit p ON p.id = t.pit_id "  # noqa: S608
    "WHERE t.code = %s"
)


@dataclass(frozen=True, slots=True)
class Locked:
    """A table locked together with its chain until the transaction ends."""

    table: Table
    head: ChainHead
    seq_of_key: int | None
    """The number of the entry that has the tap's key, or None."""


def lock(code: str, key: str) -> Locked | None:
    """Lock the table and its chain; None if there is no such table, or its chain is empty."""
    row = LOCK.row(key, code)
    if row is None:
        return None
    return Locked(_table(row), *ledger.head_of(code, row[TABLE.count + PIT.count :]))


def table_now(code: str) -> Table | None:
    """The table with its pit as it is now, or None: every screen of it asks every few seconds."""
    row = READ.row(code)
    return None if row is None else _table(row)


def _table(row: Sequence[Any]) -> Table:
    table = TABLE.row_object(row[: TABLE.count])
    table.pit = PIT.row_object(row[TABLE.count : TABLE.count + PIT.count])
    return table


# --- what a tap writes


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of row: its database table, its key, and its values, as (column, type)."""

    name: str
    table: str
    owner: str
    """The column that refers to the owner."""
    key: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]

    @property
    def sql(self) -> str:
        """The upsert of rows; its values are the owner and the rows as a JSON array of arrays."""
        columns = (*self.key, *self.values)
        names = ", ".join(name for name, _ in columns)
        read = ", ".join(
            f"(r ->> {place})::{kind}" if kind != "jsonb" else f"r -> {place}"
            for place, (_, kind) in enumerate(columns)
        )
        replaced = ", ".join(f"{name} = excluded.{name}" for name, _ in self.values)
        return (
            f"INSERT INTO {self.table} ({self.owner}, {names}) "  # noqa: S608
            f"SELECT %s::bigint, {read} FROM jsonb_array_elements(%s::jsonb) r "
            f"ON CONFLICT ({self.owner}, {', '.join(name for name, _ in self.key)}) DO UPDATE SET {replaced}"
        )


HANDS: Final = Kind(
    "hands",
    "rounds_hand",
    "round_id",
    (("box", "smallint"), ("hand", "smallint")),
    (
        ("cards", "varchar(80)"), ("total", "smallint"), ("soft", "boolean"), ("blackjack", "boolean"),
        ("bust", "boolean"), ("split", "boolean"), ("doubled", "boolean"), ("caller", "varchar(16)"),
    ),
)  # fmt: skip
WAGERS: Final = Kind(
    "wagers",
    "rounds_wager",
    "round_id",
    (("box", "smallint"), ("hand", "smallint"), ("player", "varchar(16)"), ("bet", "varchar(24)")),
    (
        ("amount", "bigint"), ("effective", "bigint"), ("treated", "varchar(40)"), ("result", "varchar(12)"),
        ("odds", "varchar(12)"), ("pays", "bigint"), ("takes", "bigint"), ("clause", "varchar(40)"),
    ),
)  # fmt: skip
BOXES: Final = Kind(
    "boxes",
    "tables_box",
    "table_id",
    (("number", "smallint"),),
    (("caller", "varchar(16)"), ("players", "jsonb")),
)
KINDS: Final = (HANDS, WAGERS, BOXES)

OF_TABLE: Final = ("version", "play_hash", "round_no", "phase", "live", "rounds", "handle", "win", "bets")
"""The columns of the table's own row that a tap writes."""
JSON: Final = frozenset({"live", "bets", "setup"})

Rows = Sequence[Sequence[Any]]


def write_rows(round_id: int, rows: Mapping[str, Rows]) -> None:
    """Write the rows of an earlier round, by the names of `KINDS`."""
    for kind in KINDS:
        if rows.get(kind.name):
            Prepared(kind.sql).run(str(round_id), _json(rows[kind.name]))


def write(table: Table, round_id: int, rows: Mapping[str, Rows], of_round: Mapping[str, Any]) -> None:
    """Write everything that a tap has changed in one statement: rows by the names of `KINDS`, the columns `of_round`
    of the round, and the columns `OF_TABLE` of the table's own row, from the object."""
    values: list[object] = []
    kinds = tuple(kind for kind in KINDS if rows.get(kind.name))
    for kind in kinds:
        owner = table.pk if kind is BOXES else round_id
        values += (str(owner), _json(rows[kind.name]))
    if of_round:
        values += (*_values(of_round.items()), str(round_id))
    values += _values((name, getattr(table, name)) for name in OF_TABLE)
    writing(tuple(kind.name for kind in kinds), tuple(of_round)).run(*values, str(table.pk))


@lru_cache(maxsize=512)
def writing(kinds: tuple[str, ...], of_round: tuple[str, ...]) -> Prepared:
    """The statement that writes rows of these kinds, these columns of the round, and the table's own row."""
    parts = [f"{kind.name} AS ({kind.sql})" for kind in KINDS if kind.name in kinds]
    if of_round:
        parts.append(f"of_round AS (UPDATE rounds_round SET {_set(of_round)} WHERE id = %s)")  # noqa: S608
    beside = f"WITH {', '.join(parts)} " if parts else ""
    return Prepared(f"{beside}UPDATE tables_table SET {_set(OF_TABLE)} WHERE id = %s")  # noqa: S608


def _set(columns: Sequence[str]) -> str:
    return ", ".join(f"{column} = %s" for column in columns)


def _values(columns: Iterable[tuple[str, Any]]) -> list[object]:
    return [
        _json(value) if column in JSON else str(value) if isinstance(value, int) else value
        for column, value in columns
    ]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
