"""Tablets that deal while something fails: each sends its taps as the pages do, and again until they are answered."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from urllib.parse import urlencode

from django.utils import timezone

from casino.ledger import Entry
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.play import service
from rounds.simulation.autoplay import Croupier
from rounds.simulation.benchmark.tablets import cookies_of, script_of
from tables.demonstration import database
from tables.demonstration.house import DEALER, FLOOR, SUPERVISOR, Layout
from tables.management.commands.seed_demo import table_of

SCRIPT = "FT-SCR"
"""The table at which the taps for the others are worked out: all are set up alike."""
GIVES_UP = 5.0
"""Seconds after which a tablet sends a tap again that has had no answer (static/js/house.js)."""
PACE = 0.1
"""Seconds between two taps of a tablet: many times a dealer's pace."""


@dataclass
class Tablet:
    """A tablet that is assigned to a table of its own, with its dealer signed in."""

    code: str
    cookies: str
    script: Sequence[str]
    version: int
    port: Callable[[], int]
    """Where it sends the next tap."""
    keys: list[str] = field(default_factory=list)
    """Of the taps that were answered, in their order."""
    waits: list[float] = field(default_factory=list)
    """Seconds from each tap to its answer."""
    again: int = 0
    """How often a tap was sent again."""
    builds: set[str] = field(default_factory=set)
    """The builds of the workers that answered (House-Build)."""
    faults: set[str] = field(default_factory=set)
    """What the house said was wrong meanwhile (House-Fault)."""

    def tap(self, within: float) -> None:
        """The next tap of the script, sent until it is answered, for that many seconds at most."""
        key, began, tries = f"{self.code}-{len(self.keys)}", time.monotonic(), 0
        while not self._sent(key, tries):
            waited = time.monotonic() - began
            assert waited < within, f"{self.code}: {key} has had no answer for {waited:.1f} s"
            time.sleep(min(0.25 * 2 ** min(tries, 4), 3))
            tries += 1
        self.waits.append(time.monotonic() - began)
        self.again += tries
        self.keys.append(key)

    def _sent(self, key: str, tries: int) -> bool:
        """Whether it was answered. Raises AssertionError for an answer other than that it was taken."""
        token = "c" * 32
        body = {
            "key": key,
            "expected": self.version,
            "command": self.script[len(self.keys)],
        } | ({"tries": tries} if tries else {})
        headers = {
            "Host": "localhost",
            "Cookie": f"csrftoken={token}; {self.cookies}",
            "X-CSRFToken": token,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port(), timeout=GIVES_UP)
        try:
            connection.request("POST", f"/table/{self.code}/play", urlencode(body), headers)
            answer = connection.getresponse()
            answer.read()
        except (TimeoutError, ConnectionError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        if answer.status >= 500:
            self.faults.add(answer.headers.get("House-Fault") or str(answer.status))
            return False
        assert (answer.status, answer.headers["Table-Answer"]) == (200, "ok"), (key, answer.status)
        self.version = int(answer.headers["Table-Version"])
        self.builds.add(answer.headers["House-Build"])
        return True

    def until(self, over: Event, within: float) -> None:
        """Tap after tap until it is over."""
        while not over.is_set():
            assert len(self.keys) < len(self.script), "the script is at its end"
            self.tap(within)
            time.sleep(PACE)

    def recorded(self) -> list[str]:
        """The keys of the taps that are on record, in the order of the chain, each as often as it was recorded."""
        rows = Entry.objects.filter(chain=self.code, key__startswith=f"{self.code}-").order_by("seq")
        return list(rows.values_list("key", flat=True))


def tablets(port: Callable[[], int], number: int = 2, taps: int = 2000) -> list[Tablet]:
    """So many tables, set up and opened here and now, each with its tablet; they deal the same cards."""
    with database.throwaway():
        return _tablets(port, number, taps)


def _tablets(port: Callable[[], int], number: int, taps: int) -> list[Tablet]:
    for who, role in ((SUPERVISOR, Role.CASINO_SUPERVISOR), (DEALER, Role.DEALER)):
        if not Staff.objects.filter(number=who).exists():
            Staff.objects.create_without_pin(who, role)
    script = script_of(_croupier(SCRIPT, 0), taps)
    croupiers = [_croupier(f"FT-{place}", place) for place in range(1, number + 1)]
    return [
        Tablet(
            croupier.code,
            cookies_of(croupier.code, croupier.dealer),
            script,
            service.current(croupier.code).version,
            port,
        )
        for croupier in croupiers
    ]


def _croupier(code: str, place: int) -> Croupier:
    table_of(Layout(code, "P1", (1000, 50000, 0), FLOOR))
    croupier = Croupier(code, Staff.objects.create_without_pin(f"FT-D{place}", Role.DEALER), seed=place)
    croupier.take_place(timezone.now())
    return croupier


@contextmanager
def deal_on(dealing: Sequence[Tablet], within: float = 60) -> Iterator[None]:
    """All of them deal meanwhile. Afterwards what was answered is on record once, in its order, and nothing else is."""
    over = Event()
    with ThreadPoolExecutor(len(dealing)) as threads:
        running = [threads.submit(tablet.until, over, within) for tablet in dealing]
        try:
            yield
        finally:
            over.set()
        for tablet in running:
            tablet.result()
    for tablet in dealing:
        assert tablet.recorded() == tablet.keys
