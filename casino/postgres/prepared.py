"""Statements that PostgreSQL parses and plans once per connection: for what every tap does.

    LOCK = Prepared("SELECT seq, hash FROM ledger_chainhead WHERE chain = %s FOR UPDATE")
    row = LOCK.row(code)

Django composes the text of each query every time and puts the values into it, so the database parses it again. The
text of a prepared statement never changes; its values are sent separately. There are few of them, each with a test
that compares it with what Django's models do; everything else goes through the models.
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
    """A statement; its text has a `%s` for each value.

    A value is a str, bool, bytes, datetime, Jsonb or None. Pass a whole number as a str: psycopg types numbers by
    their size, and other types make another statement.
    """

    __slots__ = ("sql",)

    def __init__(self, sql: str) -> None:
        self.sql: Final = sql

    def __repr__(self) -> str:
        return f"Prepared({self.sql!r})"

    def run(self, *values: object) -> Any:
        """Execute it; returns the cursor. Raises what Django's own cursors raise."""
        connection.ensure_connection()
        # psycopg's own cursor: Django's writes the values into the text, which then cannot be prepared.
        raw: Any = psycopg.Cursor(connection.connection)
        cursor: Any = connection.make_cursor(raw)
        begun = time.monotonic()
        cursor.execute(self.sql, values)
        if connection.queries_logged:
            connection.queries_log.append({"sql": self.sql, "time": f"{time.monotonic() - begun:.3f}"})
        return cursor

    def row(self, *values: object) -> Row | None:
        """The first row of the result, or None."""
        row: Row | None = self.run(*values).fetchone()
        return row


class Columns(Generic[Made]):
    """All columns of a model, for a prepared statement, and the conversion of such a row to an instance."""

    def __init__(self, model: type[Made], alias: str) -> None:
        fields = model._meta.concrete_fields
        self.model: Final = model
        self.count: Final = len(fields)
        self.sql: Final = ", ".join(f'{alias}."{field.column}"' for field in fields)
        self._names = [field.attname for field in fields]
        self._json = [number for number, field in enumerate(fields) if isinstance(field, JSONField)]

    def row_object(self, row: Sequence[Any]) -> Made:
        """The model instance of these columns, as a query would give it."""
        values = list(row)
        for number in self._json:
            if values[number] is not None:
                values[number] = msgspec.json.decode(values[number])
        row_object: Made = self.model.from_db(connection.alias, self._names, values)
        return row_object
