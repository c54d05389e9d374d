"""Lets a request finish even if its client gave up, so that it gives its connection back.

Daphne cancels an application whose client has been gone for ten seconds. A thread that is waiting for the database
then carries on, but nothing after it runs, not even Django's `request_finished`, which returns the connection to the
pool. After as many such requests as the pool has connections, the worker could answer nothing more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Application = Callable[[Any, Any, Any], Awaitable[None]]


class Finishing:
    """The ASGI application `inner`, which runs to its end even if the server gives up on it."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner
        self.running: set[asyncio.Future[None]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = asyncio.ensure_future(self.inner(scope, receive, send))
        self.running.add(request)
        request.add_done_callback(self._ended)
        await asyncio.shield(request)

    def _ended(self, request: asyncio.Future[None]) -> None:
        self.running.discard(request)
        if not request.cancelled():
            request.exception()  # read it, since nobody else may be left to read it
