"""Answers each request under ASGI completely in one thread, which is reused for later requests.

All of our pages are synchronous. Django's own handler starts a thread for every request but runs the middleware in
the event loop, and each layer crosses into that thread and back: a dozen crossings, which for a short answer is
twice the work of the page itself. Here the thread does everything from the request to the bytes of its answer, gives
its database connection back, and is idle again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import FileResponse, HttpResponseBase
from django.urls import set_script_prefix

MOST_AT_ONCE: Final = 64
"""The most threads; one is started if all others are busy. There are more than the pool has connections, so that a
page that needs no database is answered while everybody else waits for a connection."""

AT_WORK: Final = 8
"""How many requests that change something are answered at the same time. More threads would not be quicker, since
Python runs one at a time; and pages, pings and pushes need the connections that are left."""
TURN: Final = 3.0
"""How many seconds such a request waits for its turn before it goes on without one: by then something other than
work is holding up the others."""

Bytes = tuple[int, list[tuple[bytes, bytes]], list[bytes]]


class Handler(ASGIHandler):
    """Django's handler, with all synchronous work in one place."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="request")
        self._turns = asyncio.Semaphore(AT_WORK)

    async def __call__(self, scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        if scope["type"] != "http":
            raise ValueError(f"This answers HTTP, not {scope['type']}.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()

        async def pass_on(message: dict[str, Any]) -> None:
            await send(message)

        def send_now(message: dict[str, Any]) -> None:
            asyncio.run_coroutine_threadsafe(pass_on(message), loop).result()

        # Through asgiref, so that what the page sends to a socket reaches this event loop.
        answer = sync_to_async(self._answered, thread_sensitive=False, executor=self._threads)
        has_turn = scope["method"] == "POST" and await self._turn()
        try:
            whole = await answer(scope, body, send_now)
        finally:
            if has_turn:
                self._turns.release()
        if whole is None:
            return
        status, headers, parts = whole
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for part in parts[:-1]:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": parts[-1]})

    async def _turn(self) -> bool:
        """Wait in line for a turn; returns whether it came in time."""
        try:
            async with asyncio.timeout(TURN):
                return await self._turns.acquire()
        except TimeoutError:
            return False

    def _answered(self, scope: Any, body: Any, send: Callable[[dict[str, Any]], None]) -> Bytes | None:
        """The bytes of the answer; None for one that is sent while it is generated, such as a long export."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response: Any = refused  # a body that cannot be read
        if request is not None:
            response = self.get_response(request)
            response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        try:
            if not response.streaming:
                return response.status_code, _headers(response), _parts(response.content, self.chunk_size)
            send(
                {"type": "http.response.start", "status": response.status_code, "headers": _headers(response)}
            )
            for part in response:
                if part:
                    send({"type": "http.response.body", "body": part, "more_body": True})
            send({"type": "http.response.body"})
            return None
        finally:
            response.close()  # gives the connection back
            body.close()


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = [cookie.output(header="").strip() for cookie in response.cookies.values()]
    return [*headers, *[(b"Set-Cookie", cookie.encode("ascii")) for cookie in cookies]]


def _parts(content: bytes, size: int) -> list[bytes]:
    return [content[start : start + size] for start in range(0, len(content), size)] or [b""]
