"""Statements that PostgreSQL parses and plans once a connection: for what every tap does.

    LOCK = Prepared("SELECT seq, hash FROM ledger_chainhead WHERE chain = %s FOR UPDATE")
    row = LOCK.row(code)

Django works out the text of each query every time and puts the values into it, so the database reads it as if for the
first time. The text of a prepared statement never changes, and its values go beside it. Such statements are few, each
with a test that compares it with what Django's models do; everything else goes through the models.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
import psycopg
from django.db import connection
from django.db.models import JSONField, Model

Row = tuple[Any, ...]
Made = TypeVar("Made", bound=Model)


class Prepared:
    """A statement with its text, which has a `%s` for each value.

    A value is a text, a boolean, bytes, a moment, a Jsonb, or None. A whole number is handed over as a text:
    psycopg gives numbers a type by their size, and with other types it is another statement.
    """

    __slots__ = ("sql",)

    def __init__(self, sql: str) -> None:
        self.sql: Final = sql

    def __repr__(self) -> str:
        return f"Prepared({self.sql!r})"

    def run(self, *values: object) -> Any:
        """Execute it; returns the cursor. Raises what Django's own cursors raise."""
        connection.ensure_connection()
        # A cursor of psycopg's own: Django's writes the values into the text, which can then not be prepared.
        raw: Any = psycopg.Cursor(connection.connection)
        cursor: Any = connection.make_cursor(raw)
        begun = time.monotonic()
        cursor.execute(self.sql, values)
        if connection.queries_logged:
            connection.queries_log.append({"sql": self.sql, "time": f"{time.monotonic() - begun:.3f}"})
        return cursor

    def row(self, *values: object) -> Row | None:
        """The first row of the result; None without one."""
        row: Row | None = self.run(*values).fetchone()
        return row


class Columns(Generic[Made]):
    """All columns of a model, as part of a prepared statement, and the object that a row of them gives."""

    def __init__(self, model: type[Made], alias: str) -> None:
        fields = model._meta.concrete_fields
        self.model: Final = model
        self.count: Final = len(fields)
        self.sql: Final = ", ".join(f'{alias}."{field.column}"' for field in fields)
        self._names = [field.attname for field in fields]
        self._json = [number for number, field in enumerate(fields) if isinstance(field, JSONField)]

    def row_object(self, row: Sequence[Any]) -> Made:
        """The object of these columns, as a query of the model gives it."""
        values = list(row)
        for number in self._json:
            if values[number] is not None:
                values[number] = msgspec.json.decode(values[number])
        row_object: Made = self.model.from_db(connection.alias, self._names, values)
        return row_object
