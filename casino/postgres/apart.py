"""Threads with their own connection pool, so that their queries never wait behind ordinary requests.

A worker's requests share one pool. When all its connections are in use, a request queues and gives up after three
seconds. For work that must go ahead even then, such as a screen that connects, `Apart` has threads with a separate
pool, which has a connection for each of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

Result = TypeVar("Result")
_thread = threading.local()


def is_apart() -> bool:
    """Whether this thread's connections come from the separate pool."""
    return getattr(_thread, "apart", False)


def _set_apart() -> None:
    _thread.apart = True


class Apart:
    """That many threads, started on demand. Work is done in the order it was submitted."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=_set_apart)

    async def do(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Call `work` in one of the threads; its connection goes back to the pool afterwards."""
        return await sync_to_async(_done, thread_sensitive=False, executor=self._threads)(work, *arguments)


def _done(work: Callable[..., Result], *arguments: Any) -> Result:
    close_old_connections()
    try:
        return work(*arguments)
    finally:
        close_old_connections()
