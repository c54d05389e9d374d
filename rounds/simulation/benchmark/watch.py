"""Watchers of the bench, in a process of their own: WebSockets on the pit dashboard that note when a push came.

``python -m rounds.simulation.benchmark.watch URL ORIGIN COOKIE COUNT``: says ``ready`` once all are connected, and
when its standard input ends prints one JSON array of [watcher, table, version, seconds of the monotonic clock].
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

from autobahn.asyncio.websocket import WebSocketClientFactory, WebSocketClientProtocol

heard: list[tuple[int, str, int, float]] = []
PING = 4.0
"""Seconds from one ping of a dashboard to its next, as its page sends them."""


class Watcher(WebSocketClientProtocol):
    """One screen."""

    number = 0
    connected: asyncio.Event

    def onOpen(self) -> None:  # noqa: N802
        self.connected.set()
        self.ping()

    def ping(self) -> None:
        if self.state == self.STATE_OPEN:
            self.sendMessage(json.dumps({"ping": time.monotonic()}).encode())
            asyncio.get_running_loop().call_later(PING, self.ping)

    def onMessage(self, payload: bytes, is_binary: bool) -> None:  # noqa: N802
        at = time.monotonic()
        message: dict[str, Any] = json.loads(payload)
        if "version" in message:
            heard.append((self.number, message["table"], message["version"], at))

    def onClose(self, was_clean: bool, code: int, reason: str) -> None:  # noqa: N802
        if not self.connected.is_set():
            _say(f"closed {code} {reason}")


def _numbered(its_number: int, its_event: asyncio.Event) -> type[Watcher]:
    class Numbered(Watcher):
        number = its_number
        connected = its_event

    return Numbered


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


async def watch(url: str, origin: str, cookie: str, count: int) -> None:
    loop = asyncio.get_running_loop()
    host, port = url.removeprefix("ws://").split("/")[0].split(":")
    connected = []
    for number in range(count):
        event = asyncio.Event()
        connected.append(event)
        factory = WebSocketClientFactory(url, origin=origin, headers={"Cookie": cookie})
        factory.protocol = _numbered(number, event)
        await loop.create_connection(factory, host, int(port))
    await asyncio.wait_for(asyncio.gather(*[event.wait() for event in connected]), 30)
    _say("ready")
    await loop.run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(watch(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
    json.dump(heard, sys.stdout)
