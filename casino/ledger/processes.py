"""Worker processes that read the same database snapshot, each over its own connection.

Imports no models: a new process starts here, before Django is set up in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import django
from django.db import connection


@contextmanager
def processes(jobs: int, snapshot: str) -> Iterator[ProcessPoolExecutor]:
    """Start that many processes, each reading the snapshot that this process has exported. On an error, work
    that has not begun is dropped."""
    name = str(connection.settings_dict["NAME"])
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(name, snapshot)
    ) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _begin(database: str, snapshot: str) -> None:
    django.setup()
    connection.settings_dict["NAME"] = database
    connection.set_autocommit(False)
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute(f"SET TRANSACTION SNAPSHOT '{snapshot}'")
