"""The tablets of the bench: what their dealers tap, and how it is sent, as a browser sends it.

What is tapped is found out once, at a table of its own, and dealt again at every other: they are set up alike, so the
bench needs neither the state of a table nor the engine while it measures.
"""

from __future__ import annotations

import http.client
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
"""Seconds for an answer; a browser gives up earlier, but a bench wants to know how long it took."""


def script_of(croupier: Croupier, taps: int) -> list[str]:
    """So many commands, as JSON, of a table that goes on from round to round: the croupier deals them here and now."""
    script: list[str] = []
    while len(script) < taps:
        live = service.current(croupier.code)
        command = croupier.command(live)
        key = f"script-{len(script)}-{live.version}"
        if service.play(croupier.code, command, by=croupier.dealer, key=key, expected=live.version).ok:
            script.append(engine.encode_command(command).decode())
    return script


def cookies_of(code: str, dealer: Staff) -> str:
    """The cookies of the tablet that is tied to the table, on which the dealer has signed in."""
    _, token = tablets.tie(code, Staff.objects.get(number=SUPERVISOR), timezone.now())
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


@dataclass
class Tapping:
    """The tablet of one table: it sends one tap after another of the script, and notes how they were answered."""

    code: str
    cookies: str
    script: Sequence[str]
    version: int
    address: str = ""
    """The worker that it sends to."""
    next: int = 0
    dealt: list[Dealt] = field(default_factory=list)
    refused: int = 0
    _line: http.client.HTTPConnection | None = None

    def to(self, address: str) -> Tapping:
        """From now on it sends to this worker, and notes anew."""
        self.close()
        self.address, self.dealt, self.refused = address, [], 0
        return self

    @property
    def has_more(self) -> bool:
        """Whether the script is not at its end."""
        return self.next < len(self.script)

    def tap(self) -> None:
        """Send the next tap, and wait for its answer."""
        csrf = "c" * 32
        body = urlencode(
            {"key": f"{self.code}-{self.next}", "expected": self.version, "command": self.script[self.next]}
        )
        headers = {
            "Cookie": f"csrftoken={csrf}; {self.cookies}",
            "X-CSRFToken": csrf,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self.next += 1
        begun = time.monotonic()
        if self._line is None:
            host, _, port = self.address.partition(":")
            self._line = http.client.HTTPConnection(host, int(port), timeout=PATIENCE)
        self._line.request("POST", f"/table/{self.code}/play", body, headers)
        answer = self._line.getresponse()
        content = answer.read()
        answered = time.monotonic()
        version = answer.getheader("Table-Version")
        if answer.status == 200 and version is not None:
            self.version = int(version)
            self.dealt.append(Dealt(self.code, self.version, begun, answered, len(content)))
        else:
            self.refused += 1

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
