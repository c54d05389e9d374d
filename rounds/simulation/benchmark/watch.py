"""Screens of the benchmark, in a separate process: WebSockets that record when a push came, and how large it was.

``python -m rounds.simulation.benchmark.watch SCREENS``, where SCREENS is a JSON array of [kind, URL, origin, cookies,
count]: prints ``ready`` once all are connected and have been shown everything. When its standard input ends it prints
one JSON object: ``heard``, an array of [screen, table, version, seconds of the monotonic clock] for the dashboards;
``bytes`` by kind; ``closed``, how many were closed; and ``cpu``, the seconds of processor time used for watching.

It shares the processors with what it measures, so it does no more than necessary: it splits what comes into frames
and looks at the end of each, where a push names its tables.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import struct
import sys
import time
from base64 import b64encode
from collections import Counter
from typing import Any, Final

heard: list[tuple[int, str, int, float]] = []
sizes: Counter[str] = Counter()
closed: list[int] = []
PING: Final = 4.0
"""Seconds between the pings of a screen, as its page sends them."""
SHOWN: Final = 1.0
"""Seconds for new connections to be shown everything before anything is counted."""
AGAIN: Final = 1.0
"""Seconds before a refused screen tries again."""
CONNECTED: Final = 300.0
"""Seconds for all screens to connect, even on a busy machine."""
TEXT: Final = 1
"""The kinds of frames that matter (RFC 6455, 5.2)."""
CLOSE: Final = 8
_TABLES: Final = re.compile(rb'"tables": ?(\{[^{}]*\})')
"""The part of a push that names its tables; in the part it shows, each quotation mark has a backslash."""
counting = asyncio.Event()


class Screen(asyncio.Protocol):
    """One screen."""

    def __init__(self, number: int, kind: str, request: bytes) -> None:
        self.number, self.kind, self.request = number, kind, request
        self.connected, self.lost = asyncio.Event(), asyncio.Event()
        self.transport: asyncio.Transport | None = None
        self.received = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.received += data
        if not self.connected.is_set():
            head, blank, rest = bytes(self.received).partition(b"\r\n\r\n")
            if not blank:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                assert self.transport is not None
                self.transport.close()  # the connection is tried again
                return
            self.received = bytearray(rest)
            self.connected.set()
            self.ping()
        while (frame := _frame(self.received)) is not None:
            kind, start, end = frame
            self.arrived(kind, bytes(memoryview(self.received)[start:end]))
            del self.received[:end]

    def arrived(self, kind: int, payload: bytes) -> None:
        """A frame. Screens are sent whole text frames only, never fragments."""
        if kind == CLOSE:
            closed.append(int.from_bytes(payload[:2], "big"))
        if kind != TEXT or not counting.is_set():
            return
        sizes[self.kind] += len(payload)
        if self.kind == "dashboard" and (tables := _TABLES.search(payload)):
            at = time.monotonic()
            heard.extend(
                (self.number, table, version, at) for table, version in json.loads(tables[1]).items()
            )

    def ping(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            text = json.dumps({"ping": time.monotonic()}).encode()
            # Masked, like everything from a browser; a mask of zeros leaves the text unchanged.
            self.transport.write(bytes([0x80 | TEXT, 0x80 | len(text), 0, 0, 0, 0]) + text)
            asyncio.get_running_loop().call_later(PING, self.ping)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()


def _frame(received: bytearray) -> tuple[int, int, int] | None:
    """The first frame's kind, and where its content begins and ends; None while it is incomplete."""
    if len(received) < 2:
        return None
    length, start = received[1] & 0x7F, 2
    if length >= 126:
        start = 4 if length == 126 else 10
        if len(received) < start:
            return None
        (length,) = struct.unpack_from(">H" if start == 4 else ">Q", received, 2)
    end = start + length
    return (received[0] & 0x0F, start, end) if len(received) >= end else None


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def _request(place: str, path: str, origin: str, cookies: str) -> bytes:
    key = b64encode(secrets.token_bytes(16)).decode()
    return (
        f"GET /{path} HTTP/1.1\r\nHost: {place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: {origin}\r\nCookie: {cookies}\r\n\r\n"
    ).encode()


async def _open(screen: Screen, host: str, port: int) -> None:
    """Connect, and try again after a while if that is refused: a busy worker refuses a screen that has waited for
    five seconds, and its page tries again."""
    loop = asyncio.get_running_loop()
    while not screen.connected.is_set():
        screen.received.clear()
        screen.lost.clear()
        await loop.create_connection(lambda: screen, host, port)
        ends = [asyncio.create_task(event.wait()) for event in (screen.connected, screen.lost)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        if not screen.connected.is_set():
            await asyncio.sleep(AGAIN)


async def watch(screens: list[tuple[str, str, str, str, int]]) -> dict[str, Any]:
    loop, opening = asyncio.get_running_loop(), list[asyncio.Task[None]]()
    watching: list[Screen] = []
    for kind, url, origin, cookies, count in screens:
        place, _, path = url.removeprefix("ws://").partition("/")
        host, _, port = place.partition(":")
        for _ in range(count):
            screen = Screen(len(watching), kind, _request(place, path, origin, cookies))
            watching.append(screen)
            opening.append(asyncio.create_task(_open(screen, host, int(port))))
    await asyncio.wait_for(asyncio.gather(*opening), CONNECTED)
    await asyncio.sleep(SHOWN)
    counting.set()
    began = time.process_time()
    _say("ready")
    await loop.run_in_executor(None, sys.stdin.read)
    cpu = time.process_time() - began
    return {"heard": heard, "bytes": dict(sizes), "closed": len(closed), "cpu": cpu}


if __name__ == "__main__":
    json.dump(asyncio.run(watch(json.loads(sys.argv[1]))), sys.stdout)
