"""What the pictures show: some minutes of play on the demonstration's floor, the same each time."""

from __future__ import annotations

import heapq
import json
import time
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Final, Protocol

from django.core.management import call_command
from django.test import Client

from casino.ledger import chainstate
from casino.ledger.models import Seal
from casino.ledger.sealing import seal_all
from casino.staff.models import Staff
from rounds import engine
from rounds.notation import statements
from rounds.notation.neutral import neutral_step
from rounds.notation.parse import lines, parse
from rounds.play import service
from rounds.play.answer import Answer
from rounds.simulation.autoplay import PACE, PATIENCE, Croupier
from tables.demonstration.house import DEALER, STAFF, TABLES, Layout
from tables.floor import dealers, supervisor_calls
from tables.opening import checklist
from tools.pictures.house_clock import HouseClock
from tools.pictures.shots import BUSY

SEED: Final = 1991
MINUTES: Final = 3
"""How many minutes the floor has been playing when the pictures are taken."""
LATE: Final = 20
"""Seconds for which the additional tables play."""
REST: Final = 20.0
"""Seconds for which an idle table is left alone."""
SEALED: Final = 40
"""How many seconds before the pictures the record is sealed."""
ONCE: Final = 86400.0
"""Seconds until something that is done only once would be done again."""
ROUND: Final = Path(__file__).with_name("busy.round")
TAP: Final = 2.0
"""Seconds between two taps of that round."""


class Worker(Protocol):
    """Somebody in the house."""

    def work(self, clock: HouseClock) -> float:
        """Do the next thing; returns the seconds until there is more to do."""
        ...


class Bot:
    """The dealer of a table that plays by itself."""

    def __init__(self, code: str, number: str, clock: HouseClock) -> None:
        self.croupier = Croupier(code, Staff.objects.get(number=number), SEED)
        self.croupier.take_place(clock.now)
        self.chance = Random(f"{SEED} {code} pace")  # noqa: S311 — the pace of play for show

    def work(self, clock: HouseClock) -> float:
        action = self.croupier.tap(clock.now)
        if not action or self.croupier.refusals >= PATIENCE:
            self.croupier.refusals = 0
            return REST
        return self.chance.uniform(*PACE.get(action, (0.8, 1.6)))


class Script:
    """The dealer of the busy table, who plays the scripted round."""

    def __init__(self, clock: HouseClock) -> None:
        self.dealer = Staff.objects.get(number=DEALER)
        dealers.come_to_table(BUSY, self.dealer, clock.now)
        for item in ("sign", *checklist.wanted_before_round(service.current(BUSY).table)):
            checklist.confirm(BUSY, item, by=self.dealer, at=clock.now)
        self.commands = list(_commands(ROUND.read_text(encoding="utf-8")))

    def work(self, clock: HouseClock) -> float:
        """Raises AssertionError if the round cannot be played as written."""
        if not self.commands:
            return REST
        live = service.current(BUSY)
        command = neutral_step(live.rules, live.state, self.commands[0]) or self.commands.pop(0)
        self.give(command, clock)
        return TAP

    def give(self, command: engine.Command, clock: HouseClock) -> Answer:
        live = service.current(BUSY)
        key = f"pictures-{live.version}"
        answer, _ = service.play(BUSY, command, by=self.dealer, key=key, expected=live.version, at=clock.now)
        assert answer.ok or answer.approval_id is not None, (command, answer)
        return answer


class Keeper:
    """Seals the record and verifies it, once. The house's worker would do that by the machine's clock, to which
    nothing here has been sealed for hours."""

    def work(self, clock: HouseClock) -> float:
        seal_all(at=clock.now)
        printed = StringIO()
        call_command("verify_ledger", json=True, stdout=printed)
        chainstate.store_result(json.loads(printed.getvalue()), clock.now, None)
        return ONCE


def _commands(text: str) -> Iterator[engine.Command]:
    for line in lines(text):
        statement = parse(line.text)
        if isinstance(statement, statements.Deal):
            yield from (engine.DealCard(card) for card in statement.cards)
        elif isinstance(statement, statements.Say):
            yield from statement.commands


def wait_for_first_seal() -> None:
    """Wait until the house has sealed its first entries, in a separate thread."""
    while not Seal.objects.exists():
        time.sleep(0.1)


def play(clock: HouseClock, minutes: float = MINUTES, further: Iterable[Layout] = ()) -> Script:
    """Let every table play in turn until the busy round waits for its decision; `further` tables only for the last
    moments."""
    script = Script(clock)
    bots = [Bot(layout.code, layout.dealer, clock) for layout in TABLES if layout.dealer]
    late = [Bot(layout.code, layout.dealer, clock) for layout in further if layout.dealer]
    end = clock.now.timestamp() + 60 * minutes
    starts = end - TAP * (len(script.commands) + 8)
    due: list[tuple[float, int, Worker]] = [
        (clock.now.timestamp() + number, number, bot) for number, bot in enumerate(bots)
    ]
    due += [(starts, len(bots), script), (end - SEALED, len(bots) + 1, Keeper())]
    due += [(end - LATE, len(due) + number, bot) for number, bot in enumerate(late)]
    heapq.heapify(due)
    while due[0][0] < end or script.commands:
        when, number, worker = heapq.heappop(due)
        clock.passes(max(0.0, when - clock.now.timestamp()))
        heapq.heappush(due, (clock.now.timestamp() + worker.work(clock), number, worker))
    return script


def go_wrong(script: Script, clock: HouseClock) -> None:
    """Give the pit something to do: a report that a supervisor must sign, and a call."""
    clock.passes(20)
    script.give(engine.Irregularity("decision_not_carried_out", (("hand", "1"),), "dealer"), clock)
    due = service.current(BUSY).due
    script.give(engine.Approve(due.role, next(iter(due.legal), "")), clock)
    clock.passes(15)
    supervisor_calls.call(BUSY, by=script.dealer, at=clock.now)


def sign_in(number: str, table: str = "") -> dict[str, str]:
    """The cookies, by name, of that person, signed in, or of nobody; on the tablet of a table, if one is named."""
    pins = {person.number: person.pin for person in STAFF}
    client = Client(SERVER_NAME="127.0.0.1")
    if table:
        client.post("/tablet/enrol/", {"table_code": table, "number": "S-07", "pin": pins["S-07"]})
    if number:
        client.post("/sign-in/", {"number": number, "pin": pins[number], "take_over": number})
    return {name: morsel.value for name, morsel in client.cookies.items()}
