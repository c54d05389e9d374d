"""Requests under ASGI: what is long is sent as it is made, not kept whole in the worker."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from casino.web.serving import AT_WORK, Handler

numbers: list[int] = []


def long(request: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Iterator[bytes]:
        for number in range(3):
            numbers.append(number)
            yield b"part %d;" % number

    return StreamingHttpResponse(parts())


def short(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"x" * 100_000)


class Held:
    """A view that goes on when it may; it notes how many were answered at once."""

    def __init__(self) -> None:
        self.release, self.lock = threading.Event(), threading.Lock()
        self.now = self.most = self.ended = 0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.release.wait(10)
        with self.lock:
            self.now -= 1
            self.ended += 1
        return HttpResponse()


held = Held()
urlpatterns = [path("long", long), path("short", short), path("held", held)]


async def _messages(
    address: str, method: str = "GET", handler: Handler | None = None
) -> list[tuple[dict[str, Any], int]]:
    """Each message of the answer, with how many parts were made when it came."""
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": address, "query_string": b"",
        "headers": [], "server": ("testserver", 80), "client": ("127.0.0.1", 1),
    }  # fmt: skip
    messages: list[tuple[dict[str, Any], int]] = []
    wait = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if not wait.is_set():
            wait.set()
            return {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.Event().wait()
        raise AssertionError("nobody asks further")

    async def send(message: dict[str, Any]) -> None:
        messages.append((message, len(numbers)))

    await (handler or Handler())(scope, receive, send)
    return messages


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_a_long_answer_is_sent_as_it_is_made() -> None:
    numbers.clear()
    messages = asyncio.run(_messages("/long"))
    bodies = [(message["body"], count) for message, count in messages if message.get("body")]
    assert bodies == [(b"part 0;", 1), (b"part 1;", 2), (b"part 2;", 3)]
    assert messages[0][0]["status"] == 200
    assert not messages[-1][0].get("more_body")


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_a_short_answer_is_whole() -> None:
    messages = asyncio.run(_messages("/short"))
    assert b"".join(message.get("body", b"") for message, _ in messages) == b"x" * 100_000


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_changes_wait_for_a_turn_and_pages_do_not() -> None:
    held.__init__()  # type: ignore[misc]

    async def all_at_once() -> None:
        handler = Handler()
        changes = [asyncio.create_task(_messages("/held", "POST", handler)) for _ in range(AT_WORK + 4)]
        async with asyncio.timeout(10):
            while held.now < AT_WORK:
                await asyncio.sleep(0.01)
            # All turns are taken, and a page is answered all the same.
            assert (await _messages("/short", "GET", handler))[0][0]["status"] == 200
            held.release.set()
            await asyncio.gather(*changes)

    asyncio.run(all_at_once())
    assert (held.most, held.ended) == (AT_WORK, AT_WORK + 4)


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_an_answer_is_two_messages_and_one_without_a_body_too() -> None:
    held.__init__()  # type: ignore[misc]
    held.release.set()
    messages = asyncio.run(_messages("/held"))
    assert [message["type"] for message, _ in messages] == ["http.response.start", "http.response.body"]
