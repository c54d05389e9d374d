"""The tablets of the benchmark: what their dealers tap, and sending it as a browser would.

The taps are worked out once, at a separate table, and repeated at all others: they are set up alike, so while
measuring the benchmark needs neither a table's state nor the engine.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils import timezone

from casino.staff import tablets
from casino.staff.models import Staff
from rounds import engine
from rounds.play import service
from rounds.simulation.autoplay import Croupier
from rounds.simulation.benchmark.house import session_of
from tables.demonstration.house import SUPERVISOR

PATIENCE: Final = 30.0
"""Seconds to wait for an answer; a browser gives up earlier, but the benchmark wants to know how long it took."""
AGAIN: Final = 0.5
"""Seconds before a tap that a worker was too busy for is sent again."""
_LENGTH: Final = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_VERSION: Final = re.compile(rb"table-version: (\d+)", re.IGNORECASE)
_PARTS: Final = re.compile(rb' data-parts="([^"]*)"')


def script_of(croupier: Croupier, taps: int) -> list[str]:
    """That many commands, as JSON, dealt by the croupier now at a table that goes on from round to round."""
    script: list[str] = []
    while len(script) < taps:
        live = service.current(croupier.code)
        command = croupier.command(live)
        key = f"script-{len(script)}-{live.version}"
        answer, _ = service.play(croupier.code, command, by=croupier.dealer, key=key, expected=live.version)
        if answer.ok:
            script.append(engine.encode_command(command).decode())
    return script


def cookies_of(code: str, dealer: Staff) -> str:
    """The cookies of the tablet paired with the table, on which the dealer has signed in."""
    _, token = tablets.assign(code, Staff.objects.get(number=SUPERVISOR), timezone.now())
    response = HttpResponse()
    tablets.remember(response, token)
    return f"{session_of(dealer, dealing=code)}; {tablets.COOKIE}={response.cookies[tablets.COOKIE].value}"


@dataclass(slots=True)
class Dealt:
    """One tap and its answer. Times are seconds of the monotonic clock."""

    table: str
    version: int
    begun: float
    answered: float
    bytes: int
    """Of the answer's body."""


class UnansweredTap(Exception):
    """A response that does not answer a tap."""


class Connection:
    """A persistent connection to a worker, like a browser's. It sends prepared bytes and reads from the response only
    what the benchmark wants to know, since it shares the processors with what it measures."""

    def __init__(self, address: str) -> None:
        host, _, port = address.partition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> tuple[bytes, bytes]:
        """The head and body of the response. Raises UnansweredTap if it has no length, OSError if none comes."""
        self._socket.sendall(request)
        head, blank, body = b"", b"", b""
        while not blank:
            more = self._socket.recv(65536)
            if not more:
                raise ConnectionError("The worker has closed the connection.")
            head, blank, body = (head + more).partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if length is None:
            raise UnansweredTap(head.decode("latin1"))
        whole = bytearray(body)
        while len(whole) < int(length[1]):
            more = self._socket.recv(65536)
            if not more:
                raise ConnectionError("The worker has closed the connection.")
            whole += more
        return head, bytes(whole)

    def close(self) -> None:
        self._socket.close()


@dataclass
class ScriptedTablet:
    """The tablet of one table: it sends the script tap by tap, says with each what its page shows, and records the
    answers."""

    code: str
    cookies: str
    script: Sequence[str]
    version: int
    address: str = ""
    """The worker that it sends to."""
    next: int = 0
    dealt: list[Dealt] = field(default_factory=list)
    refused: int = 0
    again: int = 0
    """How often a tap was sent again with its key, as a browser does."""
    shows: bytes = b""
    """The digests of what its page shows; empty before the first answer."""
    _line: Connection | None = None

    def to(self, address: str) -> ScriptedTablet:
        """Send to this worker from now on, with the records cleared."""
        self.close()
        self.address, self.dealt, self.refused, self.again, self.shows = address, [], 0, 0, b""
        return self

    def go_on(self) -> None:
        """Clear the records; the page keeps showing what it showed."""
        self.dealt, self.refused, self.again = [], 0, 0

    @property
    def has_more(self) -> bool:
        """Whether the script has taps left."""
        return self.next < len(self.script)

    def tap(self) -> None:
        """Send the next tap, and wait for its answer."""
        request = self._request()
        self.next += 1
        begun = time.monotonic()
        try:
            while True:
                if self._line is None:
                    self._line = Connection(self.address)
                head, body = self._line.ask(request)
                if head.split(None, 2)[1] != b"503" or time.monotonic() > begun + PATIENCE:
                    break
                self.again += 1
                time.sleep(AGAIN)
        except UnansweredTap:
            self.refused += 1
            self.close()
            return
        answered = time.monotonic()
        version = _VERSION.search(head)
        if head.split(None, 2)[1] != b"200" or version is None:
            self.refused += 1
            return
        self.version = int(version[1])
        if parts := _PARTS.search(body):
            self.shows = parts[1]
        self.dealt.append(Dealt(self.code, self.version, begun, answered, len(body)))

    def _request(self) -> bytes:
        csrf = "c" * 32
        fields = {
            "key": f"{self.code}-{self.next}",
            "expected": self.version,
            "command": self.script[self.next],
        }
        body = urlencode(fields).encode()
        head = (
            f"POST /table/{self.code}/play HTTP/1.1\r\nHost: {self.address}\r\n"
            f"Cookie: csrftoken={csrf}; {self.cookies}\r\nX-CSRFToken: {csrf}\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        ).encode()
        shows = b"Page-Shows: " + self.shows + b"\r\n" if self.shows else b""
        return head + shows + b"\r\n" + body

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
