"""Screens of the bench, in a process of their own: WebSockets that note when a push came, and how much.

``python -m rounds.simulation.benchmark.watch SCREENS``, where SCREENS is a JSON array of [kind, URL, origin, cookies,
count]: says ``ready`` once all are connected and have been shown everything. When its standard input ends it prints one
JSON object: ``heard``, an array of [screen, table, version, seconds of the monotonic clock] of the dashboards;
``bytes`` by kind; and ``closed``, how many were closed.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from typing import Any, Final

from autobahn.asyncio.websocket import WebSocketClientFactory, WebSocketClientProtocol

heard: list[tuple[int, str, int, float]] = []
sizes: Counter[str] = Counter()
closed: list[int] = []
PING: Final = 4.0
"""Seconds from one ping of a screen to its next, as its page sends them."""
SHOWN: Final = 1.0
"""Seconds in which screens that have connected are shown everything, before anything is counted."""
counting = asyncio.Event()


class Watcher(WebSocketClientProtocol):
    """One screen."""

    number = 0
    kind = ""
    connected: asyncio.Event

    def onOpen(self) -> None:  # noqa: N802
        self.connected.set()
        self.ping()

    def ping(self) -> None:
        if self.state == self.STATE_OPEN:
            self.sendMessage(json.dumps({"ping": time.monotonic()}).encode())
            asyncio.get_running_loop().call_later(PING, self.ping)

    def onMessage(self, payload: bytes, is_binary: bool) -> None:  # noqa: N802
        if not counting.is_set():
            return
        at = time.monotonic()
        sizes[self.kind] += len(payload)
        if self.kind != "dashboard":
            return
        message: dict[str, Any] = json.loads(payload)
        for table, version in message.get("tables", {}).items():
            heard.append((self.number, table, version, at))

    def onClose(self, was_clean: bool, code: int, reason: str) -> None:  # noqa: N802
        if not self.connected.is_set():
            _say(f"closed {code} {reason}")
        closed.append(code)


def _numbered(its_number: int, its_kind: str, its_event: asyncio.Event) -> type[Watcher]:
    class Numbered(Watcher):
        number = its_number
        kind = its_kind
        connected = its_event

    return Numbered


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


async def watch(screens: list[tuple[str, str, str, str, int]]) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    connected: list[asyncio.Event] = []
    for kind, url, origin, cookies, count in screens:
        host, port = url.removeprefix("ws://").split("/")[0].split(":")
        for _ in range(count):
            event = asyncio.Event()
            factory = WebSocketClientFactory(url, origin=origin, headers={"Cookie": cookies})
            factory.protocol = _numbered(len(connected), kind, event)
            connected.append(event)
            await loop.create_connection(factory, host, int(port))
    await asyncio.wait_for(asyncio.gather(*[event.wait() for event in connected]), 30)
    await asyncio.sleep(SHOWN)
    counting.set()
    _say("ready")
    await loop.run_in_executor(None, sys.stdin.read)
    return {"heard": heard, "bytes": dict(sizes), "closed": len(closed)}


if __name__ == "__main__":
    json.dump(asyncio.run(watch(json.loads(sys.argv[1]))), sys.stdout)
