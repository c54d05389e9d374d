"""What a fixture made in an empty database, kept in this process and put back for the next test that wants the same.

To open a table takes some twenty steps of the house, each with its entries; most tests want the same table, and only
what comes after it is theirs to prove. The rows are put back as they were made, keys and hashes included. Sequences of
keys only go up, so what a test adds never meets a key that was put back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

from django.apps import apps
from django.db import connection, transaction

_LEFT: Final = {"django_content_type", "auth_permission", "django_migrations"}
"""Tables that the migrations fill, and that no test begins without."""

_kept: dict[Hashable, dict[str, bytes]] = {}


def made_once(key: Hashable, make: Callable[[], Any]) -> None:
    """Have in the database what `make` makes in an empty one; in any other, or for a role of the database that may not
    put rows back, `make` is called."""
    if _with_rows() or not _may_put_back():
        make()
        return
    if key in _kept:
        _put_back(_kept[key])
        return
    make()
    _kept[key] = _taken()


def _tables() -> list[str]:
    models = apps.get_models(include_auto_created=True)
    return sorted({model._meta.db_table for model in models if model._meta.managed} - _LEFT)


def _with_rows() -> list[str]:
    """The tables that have any row."""
    any_row = " UNION ALL ".join(f"(SELECT '{table}' FROM \"{table}\" LIMIT 1)" for table in _tables())  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(any_row)
        return [table for (table,) in cursor.fetchall()]


def empty_tables() -> None:
    """Empty the database, but for what the migrations fill. A session in the replica role fires no triggers, as the
    ledger's, which refuse this; that takes a superuser, which the application's own user must not be."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in _with_rows():
            cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608


def _may_put_back() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser')")
        return cursor.fetchone() == ("on",)


def _taken() -> dict[str, bytes]:
    rows: dict[str, bytes] = {}
    with connection.cursor() as cursor:
        for table in _tables():
            with cursor.copy(f'COPY (SELECT * FROM "{table}") TO STDOUT') as copy:  # noqa: S608
                rows[table] = b"".join(bytes(block) for block in copy)
    return {table: block for table, block in rows.items() if block}


def _put_back(rows: dict[str, bytes]) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # No trigger fires: the rows were let through when they were made.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table, block in rows.items():
            with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
                copy.write(block)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
