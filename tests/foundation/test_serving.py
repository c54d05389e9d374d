"""Requests under ASGI: what is long is sent as it is made, not kept whole in the worker."""

import asyncio
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from casino.web.serving import Handler

numbers: list[int] = []


def long(request: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Iterator[bytes]:
        for number in range(3):
            numbers.append(number)
            yield b"part %d;" % number

    return StreamingHttpResponse(parts())


def short(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"x" * 100_000)


urlpatterns = [path("long", long), path("short", short)]


async def _messages(address: str) -> list[tuple[dict[str, Any], int]]:
    """Each message of the answer, with how many parts were made when it came."""
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": address, "query_string": b"",
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

    await Handler()(scope, receive, send)
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
