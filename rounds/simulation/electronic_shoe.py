"""A simulated electronic shoe: it draws from a shuffled shoe when the table waits for a card, and reports over the
network like a real one, with faults if wanted.

What it repeats, reorders, delays or drops depends on its seed, so that a run can be repeated.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from casino.cards import pack_without

Sender = Callable[[str, bytes | None], tuple[int, dict[str, Any]]]
"""Sends a post (or, without a body, a query) to a path of the endpoint; returns the status and the answer. Raises
OSError if there was no answer."""

PATIENCE: Final = 5.0
"""Seconds to wait for an answer."""
WAITS: Final = frozenset({"card", "burn"})
"""What the table waits for when this shoe releases a card."""
SHUFFLES: Final = frozenset({"shoe", "shuffle"})
"""What the table waits for while the cards are out of the shoe."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How many of a hundred reports have each fault."""

    duplicate: int = 0
    reorder: int = 0
    """A later report is sent before its turn."""
    drop: int = 0
    """A report is lost for good, and the next one says so."""
    delay: int = 0
    """A report is held back for one step."""


@dataclass
class PlayedShoe:
    """A shoe of ``packs`` packs that reports to the endpoint."""

    send: Sender
    chance: Random
    packs: int = 8
    missing: str = ""
    cutting_card: bool = True
    faults: Faults = field(default_factory=Faults)
    cards: list[str] = field(default_factory=list)
    cut_at: int = 0
    number: int = 0
    """The running number of its next report; 0 until the house has said it."""
    unsent: list[dict[str, Any]] = field(default_factory=list)
    """Unanswered reports, oldest first: they are sent again until they are answered."""
    lost: list[str] = field(default_factory=list)
    """Cards whose reports are lost: they are on the table for the dealer to enter."""
    told: list[dict[str, Any]] = field(default_factory=list)
    """The answers it received, and the faults that it made on purpose."""

    def shuffle(self) -> None:
        """A new shoe: the cutting card is one to one and a half packs from the end, with few packs a third."""
        self.cards = list(pack_without(self.missing)) * self.packs
        self.chance.shuffle(self.cards)
        deep = min(52, len(self.cards) // 3)
        self.cut_at = self.chance.randint(deep, deep * 3 // 2) if self.cutting_card else 0

    def step(self) -> str:
        """Asks what the table waits for, and releases a card if it is one; returns what the table waited for. Raises
        OSError while nobody answers; unsent reports are kept."""
        status, answer = self.send("/reader/", None)
        if status != 200:
            raise ShoeRefused(answer)
        self.number = self.number or answer["expected"]
        if self.unsent:
            self._post(self.unsent)
            return "delivery"
        waits_for = str(answer["waits_for"])
        if waits_for in SHUFFLES:
            self.cards.clear()  # the next card comes from a shuffled shoe
        if waits_for in WAITS and answer["cards_from"] == "reader":
            self.draw()
            self.deliver()
        return waits_for

    def draw(self) -> None:
        """The next card, or the cutting card before it, leaves the shoe."""
        if not self.cards:
            self.shuffle()
        if self.cut_at and len(self.cards) <= self.cut_at:
            self.cut_at = 0
            self._report(what="cutting_card")
        self._report(card=self.cards.pop())

    def _report(self, **what: str) -> None:
        self.unsent.append({"sequence": self.number, **what})
        self.number += 1

    def deliver(self) -> None:
        """Send what is unsent, with the faults that the seed gives."""
        first = self.unsent[0]["sequence"]
        if self._happens(self.faults.delay):
            self.told.append({"fault": "delay", "sequence": first})
            return  # it is sent at the next step
        if self._happens(self.faults.drop):
            self.told.append({"fault": "drop", "sequence": first})
            self.lost += [message["card"] for message in self.unsent if "card" in message]
            self.unsent.clear()
            self._report(what="lost")
        if self._happens(self.faults.reorder):
            self.told.append({"fault": "reorder", "sequence": first})
            later = self.cards[-1] if self.cards else "As"
            self._post([{"sequence": self.number, "card": later}])
        if self._happens(self.faults.duplicate):
            self.told.append({"fault": "duplicate", "sequence": first})
            self._post(self.unsent, keep=True)
        self._post(self.unsent)

    def _post(self, batch: list[dict[str, Any]], *, keep: bool = False) -> None:
        status, answer = self.send("/reader/reports", json.dumps({"reports": batch}).encode())
        if status not in (200, 409):
            raise ShoeRefused(answer)
        self.told += answer["answers"]
        if not keep:
            self.unsent = [message for message in self.unsent if message["sequence"] >= answer["expected"]]

    def _happens(self, of_a_hundred: int) -> bool:
        return of_a_hundred > 0 and self.chance.randrange(100) < of_a_hundred


class ShoeRefused(Exception):
    """The endpoint refuses this reader's token, or its reports."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer.get('error', answer)}. {answer.get('remedy', '')}".strip())


def over_http(url: str, token: str) -> Sender:
    """The endpoint of the application at that URL."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def send(path: str, body: bytes | None) -> tuple[int, dict[str, Any]]:
        request = Request(f"{url.rstrip('/')}{path}", body, headers)  # noqa: S310 — http(s), as the command checks
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return answer.status, json.load(answer)
        except HTTPError as refusal:
            try:
                return refusal.code, json.load(refusal)
            except ValueError:
                raise URLError(f"status {refusal.code}") from None

    return send


def play(
    shoe: PlayedShoe, *, pace: float, cards: int, stop: Callable[[], bool], say: Callable[[str], None]
) -> None:
    """Let the shoe report until `cards` cards have gone (0: for ever) or `stop` returns True; `pace` seconds a
    card."""
    gone = 0
    while not stop() and (not cards or gone < cards):
        before, known = shoe.number, len(shoe.told)
        try:
            shoe.step()
        except OSError as away:
            say(f"nobody answers ({away}); the report is kept")
        for message in shoe.told[known:]:
            say(in_words(message))
        gone += max(0, shoe.number - before) if before else 0
        time.sleep(pace)


def in_words(answer: dict[str, Any]) -> str:
    """An answer on one line."""
    if "fault" in answer:
        return f"  no. {answer['sequence']:<5} ({answer['fault']} on purpose)"
    again = " again" if answer.get("duplicate") else ""
    where = answer.get("place") or answer.get("message", "")
    clause = f" [{answer['clause']}]" if answer.get("clause") else ""
    return f"  no. {answer['sequence']:<5} {answer.get('card', ''):<3} {answer['outcome']}{again}: {where}{clause}"
