"""``manage.py bench``: the live path on this machine, beside the same work done bare.

Three parts, one after the other, at tables of a throw-away database with a Redis of its own, while pit dashboards
watch over WebSockets to a Daphne of its own:

* *alone*: one table deals and nothing else happens; between any two commands the bare SQL and the bare publish of a
  dealt card are timed, so that the ratio compares like with like;
* *at a dealer's pace*: every table gets about one tap a second;
* *flat out*: every table is dealt as fast as one worker process can, a thread a table.
"""

import json
import os
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from channels.layers import channel_layers
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.play import service
from rounds.simulation.autoplay import Croupier
from rounds.simulation.benchmark import record
from rounds.simulation.benchmark.bare import BarePublish, BareSql
from rounds.simulation.benchmark.figures import Spread, ratio
from rounds.simulation.benchmark.house import (
    CannotStart,
    Watchers,
    daphne,
    redis_server,
    session_of,
    throwaway_database,
)
from tables.demonstration import database
from tables.demonstration.house import FLOOR, SUPERVISOR, Layout
from tables.management.commands.seed_demo import people, table_of

BARE = "BN-SQL"


@dataclass
class Measured:
    """What one part of the bench saw. Times are seconds of the monotonic clock."""

    taps: list[tuple[str, int, float, float]] = field(default_factory=list)
    """(table, version after, begun, answered) of each command."""
    refused: int = 0
    seconds: float = 0.0
    watchers: int = 0
    heard: list[tuple[int, str, int, float]] = field(default_factory=list)

    def command(self) -> Spread:
        return Spread.of([answered - begun for _, _, begun, answered in self.taps])

    def push(self) -> tuple[Spread, float | None]:
        """From the tap to its arrival at a screen, and the part of the expected arrivals that came."""
        begun = {(table, version): at for table, version, at, _ in self.taps}
        first: dict[tuple[int, str, int], float] = {}
        for watcher, table, version, at in self.heard:
            if (table, version) in begun:
                first.setdefault((watcher, table, version), at)
        expected = len(begun) * self.watchers
        times = [at - begun[table, version] for (_, table, version), at in first.items()]
        return Spread.of(times), round(len(times) / expected, 4) if expected else None

    def as_dict(self) -> dict[str, Any]:
        push, arrived = self.push()
        return {
            "seconds": round(self.seconds, 2),
            "commands": len(self.taps),
            "refused": self.refused,
            "commands_per_second": round(len(self.taps) / self.seconds, 1) if self.seconds else None,
            "command_ms": self.command().as_dict(),
            "push_ms": push.as_dict(),
            "arrived": arrived,
        }


class Command(BaseCommand):
    help = (
        "Measure the live path: N tables play, pits watch over WebSockets. Prints commands a second and the latency "
        "of command and of push, beside the bare SQL and the bare publish of the same run. Uses a throw-away "
        "database and a Redis of its own, never the house's."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tables", type=int, default=12)
        parser.add_argument("--seconds", type=float, default=30.0, help="for all three parts together")
        parser.add_argument("--watchers", type=int, default=8, help="pit dashboards")
        parser.add_argument(
            "--record",
            type=int,
            metavar="N",
            help="instead: fill a record with N entries, and print bytes an entry and a round, and each search's time",
        )
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, tables: int, seconds: float, watchers: int, **options: Any) -> None:
        if options["record"] is not None:
            self._record(options["record"], json_wanted=options["json"])
            return
        if not (1 <= tables <= 99 and seconds > 0 and 0 <= watchers <= 200):
            raise CommandError("Between 1 and 99 tables, some seconds, and up to 200 watchers.", returncode=2)
        try:
            report = measure(tables, seconds, watchers, self.stderr.write)
        except CannotStart as missing:
            raise CommandError(str(missing)) from missing
        self.stdout.write(json.dumps(report) if options["json"] else _table(report))
        if not report["record_whole"]:
            raise SystemExit(1)

    def _record(self, entries: int, *, json_wanted: bool) -> None:
        if not 1000 <= entries <= 100_000_000:
            raise CommandError("--record: give a number of entries, 1,000 or more.", returncode=2)
        with throwaway_database(2), database.throwaway():
            report = record.measure(entries, _house(1), self.stderr.write)
        self.stdout.write(json.dumps(report) if json_wanted else record.table(report))
        if not report["verified"]:
            raise SystemExit(1)


def measure(tables: int, seconds: float, watchers: int, say: Callable[[str], object]) -> dict[str, Any]:
    """Run the bench. Raises CannotStart when a part is missing."""
    load = round(os.getloadavg()[0], 2)
    with ExitStack() as stack:
        say("starting a database, Redis and Daphne of its own …")
        redis_url = stack.enter_context(redis_server())
        database_url = stack.enter_context(throwaway_database(tables + 2))
        stack.enter_context(database.throwaway())
        stack.callback(_use_layer, settings.CHANNEL_LAYERS)
        _use_layer(_layer(redis_url))
        environment = os.environ | {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "LOG_LEVEL": "INFO",
        }
        environment.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
        croupiers = _house(tables)
        address = stack.enter_context(daphne(environment))
        screens = Watchers(address, session_of(Staff.objects.get(number=SUPERVISOR)), watchers)
        _warm_up(croupiers)
        say(f"alone: one table, {seconds * 0.3:.0f} s")
        alone, sql, publish = _alone(croupiers[0], seconds * 0.3, screens, database_url, redis_url)
        say(f"at a dealer's pace: {tables} tables, {seconds * 0.35:.0f} s")
        paced = _together(croupiers, seconds * 0.35, screens, gap=1.0)
        say(f"flat out: {tables} tables, {seconds * 0.35:.0f} s")
        flat_out = _together(croupiers, seconds * 0.35, screens, gap=0.0)
        # The bare tables' chain is left out: nobody hashed what was written there.
        whole = all(verify(croupier.code).ok for croupier in croupiers)
        return _report(tables, watchers, load, alone, sql, publish, paced, flat_out, whole)


def _layer(redis_url: str) -> dict[str, Any]:
    return {
        "default": {
            "BACKEND": "casino.web.push_layer.LivePushLayer",
            "CONFIG": {"url": redis_url, "prefix": "casino"},
        }
    }


def _use_layer(layers: dict[str, Any]) -> None:
    settings.CHANNEL_LAYERS = layers
    channel_layers.backends = {}


def _house(tables: int) -> list[Croupier]:
    people()
    codes = [f"BN-{number:02d}" for number in range(1, tables + 1)]
    for number, code in enumerate([*codes, BARE]):
        table_of(Layout(code, "P1" if number % 2 else "P2", (1000, 50000, 0), FLOOR))
    croupiers = [Croupier(code, _dealer(number), seed=number) for number, code in enumerate(codes)]
    for croupier in croupiers:
        croupier.take_place(timezone.now())
    return croupiers


def _dealer(number: int) -> Staff:
    """A dealer for each table: nobody deals at two."""
    return Staff.objects.create_without_pin(f"BN-{number}", Role.DEALER)


def _warm_up(croupiers: list[Croupier]) -> None:
    """Templates, statements and code paths are met once before anything is timed."""
    for croupier in croupiers:
        for _ in range(max(4, 60 // len(croupiers))):
            croupier.tap()


def _tap(croupier: Croupier, measured: Measured) -> None:
    """One command, timed as a tablet would see it: the work that finds it is the people's, not the house's."""
    live = service.current(croupier.code)
    command = croupier.command(live)
    key = f"{croupier.code}-{live.version}"
    begun = time.monotonic()
    answer = service.play(croupier.code, command, by=croupier.dealer, key=key, expected=live.version)
    answered = time.monotonic()
    if answer.ok:
        measured.taps.append((croupier.code, answer.version, begun, answered))
    else:
        measured.refused += 1


def _alone(
    croupier: Croupier, seconds: float, screens: Watchers, database_url: str, redis_url: str
) -> tuple[Measured, list[float], list[float]]:
    measured, sql, publish = Measured(watchers=screens.count), [], []
    bare_sql = BareSql(database_url, BARE)
    bare_publish = BarePublish(redis_url, {"table": 12000, "pit": 2500, "pit.all": 2500, "audit": 1800})
    body = json.dumps(
        {"type": "card_dealt", "tap": 7, "clause": "VIC03-7.3.1(b)", "card": "Ts", "box": 3, "hand": 1}
    )
    try:
        with screens.watching():
            started = time.monotonic()
            while time.monotonic() < started + seconds:
                _tap(croupier, measured)
                sql.append(bare_sql.card(body))
                publish.append(bare_publish.card())
            measured.seconds = sum(answered - begun for _, _, begun, answered in measured.taps)
    finally:
        bare_sql.close()
    measured.heard = screens.heard
    return measured, sql, publish


def _together(croupiers: list[Croupier], seconds: float, screens: Watchers, *, gap: float) -> Measured:
    """All tables at once, a thread each; `gap`: seconds from one tap of a table to its next, 0 for none."""
    parts = [Measured() for _ in croupiers]
    start = threading.Barrier(len(croupiers) + 1)
    faults: list[BaseException] = []

    def deal(number: int) -> None:
        try:
            start.wait()
            began = time.monotonic()
            due = began + gap * number / len(croupiers)
            while (now := time.monotonic()) < began + seconds:
                if now < due:
                    time.sleep(min(due - now, 0.1))
                    continue
                _tap(croupiers[number], parts[number])
                due += gap
        except BaseException as fault:  # noqa: BLE001 — told by the main thread
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=deal, args=[number]) for number in range(len(croupiers))]
    with screens.watching():
        for thread in threads:
            thread.start()
        start.wait()
        began = time.monotonic()
        for thread in threads:
            thread.join()
        took = time.monotonic() - began
    if faults:
        raise faults[0]
    measured = Measured(seconds=took, watchers=screens.count, heard=screens.heard)
    for part in parts:
        measured.taps += part.taps
        measured.refused += part.refused
    return measured


def _report(
    tables: int,
    watchers: int,
    load: float,
    alone: Measured,
    sql: list[float],
    publish: list[float],
    paced: Measured,
    flat_out: Measured,
    whole: bool,
) -> dict[str, Any]:
    command, bare_sql, bare_publish = alone.command(), Spread.of(sql), Spread.of(publish)
    bare = None
    if bare_sql.p50 is not None and bare_publish.p50 is not None:
        bare = round(bare_sql.p50 + bare_publish.p50, 3)
    push = alone.push()[0]
    return {
        "tables": tables,
        "watchers": watchers,
        "processors": os.cpu_count(),
        "load_before": load,
        "alone": alone.as_dict()
        | {
            "bare_sql_ms": bare_sql.as_dict(),
            "bare_publish_ms": bare_publish.as_dict(),
            "ratios": {
                "command_over_sql": ratio(command.p50, bare_sql.p50),
                "command_over_sql_and_publish": ratio(command.p50, bare),
                "push_over_sql_and_publish": ratio(push.p50, bare),
            },
        },
        "paced": paced.as_dict(),
        "flat_out": flat_out.as_dict(),
        "record_whole": whole,
    }


def _table(report: dict[str, Any]) -> str:
    def row(name: str, spread: dict[str, Any]) -> str:
        return f"  {name:<26}{Spread(**spread)}"

    alone, ratios = report["alone"], report["alone"]["ratios"]
    lines = [
        f"{report['tables']} tables, {report['watchers']} pit dashboards, {report['processors']} processors, "
        f"load {report['load_before']} before it began",
        "",
        "Milliseconds                     p50      p95      p99",
        "alone (one table)",
        row("command", alone["command_ms"]),
        row("push, tap to screen", alone["push_ms"]),
        row("bare SQL", alone["bare_sql_ms"]),
        row("bare publish", alone["bare_publish_ms"]),
        f"  a command is {ratios['command_over_sql_and_publish']} times its bare SQL and publish "
        f"({ratios['command_over_sql']} times the SQL alone)",
    ]
    for name, part in (("at a dealer's pace", report["paced"]), ("flat out, one worker", report["flat_out"])):
        arrived = "" if part["arrived"] is None else f", {100 * part['arrived']:.1f} % of the pushes arrived"
        lines += [
            f"{name}: {part['commands_per_second']} commands a second, {part['refused']} refused{arrived}",
            row("command", part["command_ms"]),
            row("push, tap to screen", part["push_ms"]),
        ]
    lines.append(
        "The record is whole." if report["record_whole"] else "THE RECORD IS NOT WHOLE: run verify_ledger."
    )
    return "\n".join(lines)
