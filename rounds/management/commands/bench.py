"""``manage.py bench``: the live path on this machine, compared with the same work done bare.

At the tables of a throw-away database with its own Redis, one part after another:

* *alone*: one table deals through the service and nothing else happens; between commands the bare SQL and the bare
publish of a dealt card are timed, with the system's own statements, so that the ratio compares like with like; * *at
a dealer's pace*: tablets send their taps over HTTP to a separate Daphne, about one a second at every table;   they
and the pit dashboards watch over WebSockets; * *flat out*: every tablet sends its next tap as soon as the last one is
answered, to one worker and then to two.

`--evening` measures the floor at its fullest instead. With `--beside` every part is measured twice, first with the
code of another checkout in the workers, on the same machine, at the same tables and with the same taps.
docs/performance.md explains the figures.
"""

import json
import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import redis
from channels.layers import channel_layers
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from casino.ledger.verify import verify
from casino.postgres import ServerFailed
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.play import service
from rounds.simulation.autoplay import Croupier
from rounds.simulation.benchmark import bare, find, machine, one_request, record, standby
from rounds.simulation.benchmark.figures import Latency, ratio
from rounds.simulation.benchmark.house import (
    CannotStart,
    Screens,
    Watching,
    Worker,
    daphne,
    own_server,
    redis_server,
    session_of,
    throwaway_database,
)
from rounds.simulation.benchmark.measured import Measured
from rounds.simulation.benchmark.tablets import ScriptedTablet, cookies_of, script_of
from rounds.simulation.benchmark.worker_resources import WorkerResources
from rounds.simulation.benchmark.worker_resources import line as resources_line
from tables.demonstration import database
from tables.demonstration.house import FLOOR, SUPERVISOR, Layout
from tables.management.commands.seed_demo import people, table_of

REVIEWER = "V-3"
BARE_TABLES = [f"BN-SQL-{number}" for number in range(1, 9)]
"""Tables that nobody plays at, dealt to by SQL alone."""
SCRIPT = "BN-SCR"
"""The table at which the taps for the others are worked out."""
FASTEST = 250
"""Commands a second, more than two workers can handle: it sets the length of the script."""
WORKER = "casino-bench-worker"
"""The name of the workers' sessions at the database."""
PARTS = {
    "paced": "at a dealer's pace, one worker",
    "flat_out": "flat out, one worker",
    "flat_out_two": "flat out, two workers",
    "evening": "the fullest evening, two workers",
}


class Command(BaseCommand):
    help = (
        "Measure the live path: N tables play over HTTP, pits watch over WebSockets. Prints commands a second, the "
        "latency of command and of push, and the processor time of a command, beside the bare SQL and the bare publish "
        "of the same run. Uses a throw-away database and a Redis of its own, never the house's."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tables", type=int, default=12)
        parser.add_argument("--seconds", type=float, default=40.0, help="for all parts together")
        parser.add_argument("--watchers", type=int, default=8, help="pit dashboards")
        parser.add_argument("--tails", type=int, default=0, help="screens with the tail of the audit log")
        parser.add_argument(
            "--evening",
            action="store_true",
            help="instead of the parts: all tables at a dealer's pace with two workers; 100 tables, 40 dashboards and "
            "20 audit tails unless they are given",
        )
        parser.add_argument(
            "--beside",
            type=Path,
            metavar="PATH",
            help="measure the code of another checkout first, the same way",
        )
        parser.add_argument(
            "--profile", type=Path, metavar="FILE", help="write where the time of a tap goes to this file"
        )
        parser.add_argument(
            "--record",
            type=int,
            metavar="N",
            help="instead: fill a record with N entries, and print bytes an entry and a round, and each search's time",
        )
        parser.add_argument(
            "--find",
            type=int,
            metavar="N",
            help="instead: fill a house with N rounds, and time how each is found",
        )
        parser.add_argument(
            "--standby",
            action="store_true",
            help="instead: what a card costs that waits for a standby, beside one that waits for this server alone",
        )
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(
        self, *args: Any, tables: int, seconds: float, watchers: int, tails: int, **options: Any
    ) -> None:
        if options["record"] is not None:
            self._record(options["record"], json_wanted=options["json"])
            return
        if options["find"] is not None:
            self._find(options["find"], json_wanted=options["json"])
            return
        if options["standby"]:
            self._standby(seconds, json_wanted=options["json"])
            return
        if options["evening"]:
            tables, watchers, tails = (
                usual if given == plain else given
                for given, plain, usual in ((tables, 12, 100), (watchers, 8, 40), (tails, 0, 20))
            )
        if not (1 <= tables <= 200 and seconds > 0 and 0 <= watchers <= 200 and 0 <= tails <= 200):
            raise CommandError(
                "Between 1 and 200 tables, some seconds, and up to 200 watchers and tails.", returncode=2
            )
        if (beside := options["beside"]) is not None and not (beside / "casino" / "asgi.py").is_file():
            raise CommandError(f"--beside: {beside} is no checkout of this project.", returncode=2)
        try:
            report = measure(
                tables,
                seconds,
                watchers,
                tails,
                self.stderr.write,
                evening=options["evening"],
                beside=beside,
                profile=options["profile"],
            )
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

    def _standby(self, seconds: float, *, json_wanted: bool) -> None:
        if seconds <= 0:
            raise CommandError("--seconds: some seconds.", returncode=2)
        try:
            with own_server() as server, throwaway_database(2) as url, database.throwaway():
                _house(0)
                report = standby.measure(server, url, BARE_TABLES, seconds, self.stderr.write)
        except (CannotStart, ServerFailed) as missing:
            raise CommandError(str(missing)) from missing
        self.stdout.write(json.dumps(report) if json_wanted else standby.table(report))

    def _find(self, rounds: int, *, json_wanted: bool) -> None:
        if not 1000 <= rounds <= 10_000_000:
            raise CommandError("--find: give a number of rounds, 1,000 or more.", returncode=2)
        with throwaway_database(2), database.throwaway():
            report = find.measure(rounds, _house(8), self.stderr.write)
        self.stdout.write(json.dumps(report) if json_wanted else find.table(report))


def measure(
    tables: int,
    seconds: float,
    watchers: int,
    tails: int,
    say: Callable[[str], object],
    *,
    evening: bool = False,
    beside: Path | None = None,
    profile: Path | None = None,
) -> dict[str, Any]:
    """Run the benchmark. Raises CannotStart if a part is missing."""
    load = round(os.getloadavg()[0], 2)
    with ExitStack() as stack:
        say("starting a database and Redis of its own …")
        redis_url = stack.enter_context(redis_server())
        database_url = stack.enter_context(throwaway_database(4))
        stack.enter_context(database.throwaway())
        stack.callback(_use_layer, settings.CHANNEL_LAYERS)
        _use_layer({})  # nobody watches while the tables are made and the script is worked out
        croupiers = _house(tables)
        each = seconds if evening else seconds / 4
        floor = Floor(
            stack, database_url, redis_url, croupiers, each, evening=evening, beside=beside is not None
        )
        _use_layer(_layer(redis_url))
        floor.screens = [
            Screens("dashboard", "/ws/pit/all/", watchers, session_of(Staff.objects.get(number=SUPERVISOR))),
            Screens("tail", "/ws/audit/", tails, session_of(Staff.objects.get(number=REVIEWER))),
        ]
        report: dict[str, Any] = {
            "tables": tables,
            "watchers": watchers,
            "tails": tails,
            "processors": os.cpu_count(),
            "load_before": load,
        }
        if evening:
            report["evening"] = floor.part(2, 1.0, beside, say, PARTS["evening"])
        else:
            report["alone"] = floor.alone(each, say)
            say("bare cards at once, by 1, 4 and 8 connections")
            report["bare_cards"] = {
                connections: bare.at_once(database_url, BARE_TABLES[:connections], min(each, 2.0))
                for connections in (1, 4, 8)
            }
            report["paced"] = floor.part(1, 1.0, beside, say, PARTS["paced"])
            report["flat_out"] = floor.part(1, 0.0, beside, say, PARTS["flat_out"])
            report["flat_out_two"] = floor.part(2, 0.0, beside, say, PARTS["flat_out_two"])
        report["engine"] = machine.measured()
        report["request"] = one_request.measured(floor.tablets[0], profile)
        # The bare tables' chains are left out: what was written there was never hashed.
        report["record_whole"] = all(verify(croupier.code).ok for croupier in croupiers)
        return report


class Floor:
    """The tables, their tablets, and the screens that watch."""

    def __init__(
        self,
        stack: ExitStack,
        database_url: str,
        redis_url: str,
        croupiers: Sequence[Croupier],
        each: float,
        *,
        evening: bool,
        beside: bool,
    ) -> None:
        self.database_url, self.redis_url, self.each = database_url, redis_url, each
        self.croupiers, self.screens = croupiers, list[Screens]()
        self._stack, self._running = stack, dict[Path | None, list[Worker]]()
        self._counting: psycopg.Connection[Any] | None = None
        rounds = 2 if beside else 1
        taps = each if evening else each * (1 + 2 * FASTEST / len(croupiers))
        script = script_of(_croupier(SCRIPT, len(croupiers) + 1), 100 + rounds * int(taps))
        self.tablets = [
            ScriptedTablet(
                croupier.code, cookies_of(croupier.code, croupier.dealer), script, _version(croupier.code)
            )
            for croupier in croupiers
        ]

    def alone(self, seconds: float, say: Callable[[str], object]) -> dict[str, Any]:
        """One table through the service itself, with the bare work for a card between commands."""
        say(f"alone: one table, {seconds:.0f} s")
        croupier, measured, sql, publish = _croupier("BN-ONE", 0), Measured(), [], []
        bare_sql = bare.BareSql(self.database_url, BARE_TABLES[0])
        bare_publish = bare.BarePublish(
            self.redis_url, {"table": 200, "pit": 200, "pit.all": 200, "audit": 900}
        )
        for _ in range(60):  # warm up templates, statements and code paths before timing
            croupier.tap()
        try:
            cpu = time.process_time()
            started = time.monotonic()
            while time.monotonic() < started + seconds:
                live = service.current(croupier.code)
                command, key = croupier.command(live), f"{croupier.code}-{live.version}"
                cpu, begun = time.process_time(), time.monotonic()
                answer, _ = service.play(
                    croupier.code, command, by=croupier.dealer, key=key, expected=live.version
                )
                answered = time.monotonic()
                if not answer.ok:
                    measured.refused += 1
                    continue
                measured.cpu += time.process_time() - cpu
                measured.taps.append((croupier.code, answer.version, begun, answered))
                sql.append(bare_sql.card(bare.CARD))
                publish.append(bare_publish.card())
            measured.seconds = sum(answered - begun for _, _, begun, answered in measured.taps)
        finally:
            bare_sql.close()
        command_p50, alone = measured.command().p50, [Latency.of(sql), Latency.of(publish)]
        together = round(alone[0].p50 + alone[1].p50, 3) if alone[0].p50 and alone[1].p50 else None
        return measured.as_dict() | {
            "bare_sql_ms": alone[0].as_dict(),
            "bare_publish_ms": alone[1].as_dict(),
            "ratios": {
                "command_over_sql": ratio(command_p50, alone[0].p50),
                "command_over_sql_and_publish": ratio(command_p50, together),
            },
        }

    def part(
        self, workers: int, gap: float, beside: Path | None, say: Callable[[str], object], words: str
    ) -> dict[str, Any]:
        """All tables at once; with `beside` first with that checkout's code, reported under ``beside``."""
        report: dict[str, Any] = {}
        if beside is not None:
            say(f"{words}, {beside}: {len(self.tablets)} tables, {self.each:.0f} s")
            report["beside"] = self._together(workers, gap, beside).as_dict()
        say(f"{words}: {len(self.tablets)} tables, {self.each:.0f} s")
        return self._together(workers, gap, None).as_dict() | report

    def _together(self, count: int, gap: float, project: Path | None) -> Measured:
        workers = self._workers(count, project)
        for number, tablet in enumerate(self.tablets):
            tablet.to(workers[number % count].address)
        # Warm up statements and code paths before timing.
        for tablet in self.tablets:
            for _ in range(1 if gap else max(2, 24 // len(self.tablets))):
                tablet.tap()
            tablet.go_on()
        screens = Watching(
            [
                Screens(screen.kind, screen.path, some, screen.cookies, worker.address)
                for screen in self.screens
                for number, worker in enumerate(workers)
                if (some := len(range(number, screen.count, count)))
            ]
            + [
                Screens("tablet", f"/ws/table/{tablet.code}/", 1, tablet.cookies, tablet.address)
                for tablet in self.tablets
            ]
        )
        with screens.on(), redis.Redis.from_url(self.redis_url) as client:
            cpu, published = sum(worker.cpu() for worker in workers), _received(client)
            own = time.process_time()
            resources = WorkerResources([worker.pid for worker in workers], lambda: self._connections(client))
            with resources.watched():
                took = _tapped(self.tablets, self.each, gap)
            measured = Measured(
                seconds=took,
                watchers=sum(screen.count for screen in self.screens if screen.kind == "dashboard"),
                cpu=sum(worker.cpu() for worker in workers) - cpu,
                own_cpu=time.process_time() - own,
                published_bytes=_received(client) - published,
                memory=max(worker.memory() for worker in workers),
                held=resources.by_quarters(),
            )
        measured.heard, measured.screen_bytes, measured.closed = (
            screens.heard,
            screens.bytes,
            screens.closed,
        )
        measured.own_cpu += screens.cpu
        for tablet in self.tablets:
            measured.refused += tablet.refused
            measured.again += tablet.again
            for dealt in tablet.dealt:
                measured.taps.append((dealt.table, dealt.version, dealt.begun, dealt.answered))
                measured.answer_bytes += dealt.bytes
            tablet.close()
        return measured

    def _connections(self, client: redis.Redis) -> dict[str, float]:
        """Connections to the database, without the benchmark's own, and to Redis."""
        if self._counting is None:
            self._counting = psycopg.connect(self.database_url, autocommit=True)
            self._stack.callback(self._counting.close)
        row = self._counting.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s",
            [WORKER],
        ).fetchone()
        clients: Any = client.info("clients")
        return {"database": row[0] if row else 0, "redis": int(clients["connected_clients"])}

    def _workers(self, count: int, project: Path | None) -> list[Worker]:
        """``count`` workers with the code of that checkout: started when first needed, and kept."""
        running = self._running.setdefault(project, [])
        environment = os.environ | {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "LOG_LEVEL": "INFO",  # the level of the line by which a worker reports that it is ready
            "LEDGER_VERIFY_HOURS": "0",
            "PGAPPNAME": WORKER,
            # Over plain HTTP, with the keys that the sessions were created with.
            "CASINO_DEMO": "1",
            "SECRET_KEY": settings.SECRET_KEY,
            "LEDGER_SEAL_KEY": settings.LEDGER_SEAL_KEY,
            "PIN_PEPPER": settings.PIN_PEPPER,
        }
        environment.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
        while len(running) < count:
            running.append(self._stack.enter_context(daphne(environment, project)))
        return running[:count]


def _tapped(tablets: Sequence[ScriptedTablet], seconds: float, gap: float) -> float:
    """All tablets at once, one thread each; `gap` is the seconds between taps at one table, 0 for none. Returns the
    seconds it took."""
    start = threading.Barrier(len(tablets) + 1)
    faults: list[BaseException] = []

    def deal(number: int) -> None:
        tablet = tablets[number]
        try:
            start.wait()
            began = time.monotonic()
            due = began + gap * number / len(tablets)
            while (now := time.monotonic()) < began + seconds and tablet.has_more:
                if now < due:
                    time.sleep(min(due - now, 0.1))
                    continue
                tablet.tap()
                due += gap
        except BaseException as fault:  # noqa: BLE001 — raised again by the main thread
            faults.append(fault)

    threads = [threading.Thread(target=deal, args=[number]) for number in range(len(tablets))]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.monotonic()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return time.monotonic() - began


def _received(client: redis.Redis) -> int:
    """Bytes that Redis has been sent so far."""
    stats: Any = client.info("stats")
    return int(stats["total_net_input_bytes"])


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
    for code in BARE_TABLES:
        table_of(Layout(code, "P1", (1000, 50000, 0), FLOOR))
    return [_croupier(f"BN-{number:03d}", number) for number in range(1, tables + 1)]


def _croupier(code: str, number: int) -> Croupier:
    """A table with its own dealer, who has taken over there: nobody deals at two tables."""
    table_of(Layout(code, "P1" if number % 2 else "P2", (1000, 50000, 0), FLOOR))
    croupier = Croupier(code, Staff.objects.create_without_pin(f"BN-{number}", Role.DEALER), seed=number)
    croupier.take_place(timezone.now())
    return croupier


def _version(code: str) -> int:
    return service.current(code).version


def _table(report: dict[str, Any]) -> str:
    lines = [
        f"{report['tables']} tables, {report['watchers']} pit dashboards, {report['tails']} audit tails, "
        f"{report['processors']} processors, load {report['load_before']} before it began",
        "",
        "Milliseconds                     p50      p95      p99",
    ]
    if at_once := report.get("bare_cards"):
        each = ", ".join(f"{cards['a_second']:,.0f} by {count}" for count, cards in at_once.items())
        cpu = next((cards["cpu_ms_a_card"] for cards in reversed(at_once.values())), None)
        lines.append(
            f"PostgreSQL alone takes so many cards a second, by connections at once: {each}; {cpu} ms of its processor "
            "a card"
        )
    if alone := report.get("alone"):
        lines += [
            "alone (one table, by the service)",
            _row("command", alone["command_ms"]),
            _row("bare SQL", alone["bare_sql_ms"]),
            _row("bare publish", alone["bare_publish_ms"]),
            f"  a command is {alone['ratios']['command_over_sql_and_publish']} times its bare SQL and publish "
            f"({alone['ratios']['command_over_sql']} times the SQL alone), {alone['cpu_ms_a_command']} ms of processor",
        ]
    for name, words in PARTS.items():
        if part := report.get(name):
            if other := part.get("beside"):
                lines += [f"{words}, the other checkout: {_rate(other)}", *_figures(other)]
            lines += [f"{words}: {_rate(part)}", *_figures(part)]
            if other:
                lines.append(_compared(part, other))
    request = report["request"]
    lines += [
        f"A dealt card is {request['statements']} SQL statements, {request['files']} files of the project and "
        f"{request['answer_bytes']:,} bytes of answer.",
        f"{machine.line(report['engine'])}.",
        "The record is whole." if report["record_whole"] else "THE RECORD IS NOT WHOLE: run verify_ledger.",
    ]
    return "\n".join(lines)


def _row(name: str, spread: dict[str, Any]) -> str:
    return f"  {name:<26}{Latency(**spread)}"


def _rate(part: dict[str, Any]) -> str:
    arrived = "" if part["arrived"] is None else f", {100 * part['arrived']:.1f} % of the pushes arrived"
    closed = f", {part['closed']} screens were closed" if part["closed"] else ""
    again = f", {part['again']} sent again" if part["again"] else ""
    return (
        f"{part['commands_per_second']} commands a second, {part['refused']} refused{again}{arrived}{closed}"
    )


def _figures(part: dict[str, Any]) -> list[str]:
    seen = ", ".join(f"{size:,.0f} B to all {kind}s" for kind, size in part["screen_bytes"].items() if size)
    published = f"{part['published_bytes'] or 0:,.0f} B published"
    return [
        _row("command", part["command_ms"]),
        _row("push, tap to dashboard", part["push_ms"]),
        f"  a command: {part['cpu_ms_a_command']} ms of the workers' processor, {part['answer_bytes'] or 0:,.0f} B "
        f"answered, {published}{f', {seen}' if seen else ''}; a worker has {part['worker_mb']} MB at the most",
        f"  the bench itself, its tablets and its screens: {part['own_cpu_ms_a_command']} ms of processor a command",
        *([resources_line(part["held"])] if part["held"] else []),
    ]


def _compared(part: dict[str, Any], other: dict[str, Any]) -> str:
    cpu = ratio(part["cpu_ms_a_command"], other["cpu_ms_a_command"])
    rate = ratio(part["commands_per_second"], other["commands_per_second"])
    return f"  beside the other checkout: {rate} times its commands a second, {cpu} times its processor time a command"
