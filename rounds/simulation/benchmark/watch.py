"""Screens of the bench, in a process of their own: WebSockets that note when a push came, and how much.

``python -m rounds.simulation.benchmark.watch SCREENS``, where SCREENS is a JSON array of [kind, URL, origin, cookies,
count]: says ``ready`` once all are connected and have been shown everything. When its standard input ends it prints one
JSON object: ``heard``, an array of [screen, table, version, seconds of the monotonic clock] of the dashboards;
``bytes`` by kind; ``closed``, how many were closed; and ``cpu``, the seconds of processor time that watching took.

It shares the processors with what it measures, so it does no more than that: it splits what comes into its frames and
looks at the end of each, where a push names its tables.
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
"""Seconds from one ping of a screen to its next, as its page sends them."""
SHOWN: Final = 1.0
"""Seconds in which screens that have connected are shown everything, before anything is counted."""
AGAIN: Final = 1.0
"""Seconds until a screen that was refused tries again."""
CONNECTED: Final = 300.0
"""Seconds in which all screens are connected, also on a machine that does much else."""
TEXT: Final = 1
"""The kinds of frames that matter (RFC 6455, 5.2)."""
CLOSE: Final = 8
_TABLES: Final = re.compile(rb'"tables": ?(\{[^{}]*\})')
"""What a push says of its tables; in what it shows each quotation mark has a backslash."""
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
                self.transport.close()  # to be tried again
                return
            self.received = bytearray(rest)
            self.connected.set()
            self.ping()
        while (frame := _frame(self.received)) is not None:
            kind, start, end = frame
            self.arrived(kind, bytes(memoryview(self.received)[start:end]))
            del self.received[:end]

    def arrived(self, kind: int, payload: bytes) -> None:
        """A frame. Whole texts alone are sent to screens, never parts of one."""
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
            # Masked, as everything from a browser is; by zeros, which leave it as it is.
            self.transport.write(bytes([0x80 | TEXT, 0x80 | len(text), 0, 0, 0, 0]) + text)
            asyncio.get_running_loop().call_later(PING, self.ping)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()


def _frame(received: bytearray) -> tuple[int, int, int] | None:
    """The kind of the first frame, where its content begins and where it ends; None while it is not whole."""
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
    """Connect, and again after a while where that is refused: a worker that has much else to do refuses a screen that
    has waited for five seconds, and its page tries again."""
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
