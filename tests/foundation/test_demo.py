"""`make demo` as a newcomer meets it: one process, its own database server, nothing left running afterwards."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from casino.postgres import EmbeddedServer
from tests.processes import PROJECT, Server

PATIENCE = 60  # seconds


class Demo(Server):
    ready_words = "The house is open on"

    def __init__(self, var: Path) -> None:
        super().__init__()
        self.var = var
        self.deals = True
        """Whether it deals by itself."""

    def command(self) -> list[str]:
        return self.manage("demo", "--port", str(self.port), *(["--autoplay"] if self.deals else []))

    def environment(self) -> dict[str, str]:
        ours = {"DJANGO_SETTINGS_MODULE": "casino.settings", "CASINO_DEMO": "1", "CASINO_VAR": str(self.var)}
        return {**os.environ, **ours, "DATABASE_URL": "", "REDIS_URL": "", "PYTHONUNBUFFERED": "1"}

    def manage(self, *arguments: str) -> list[str]:
        return [sys.executable, "manage.py", *arguments]

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = self.manage(*arguments)
        return subprocess.run(command, cwd=PROJECT, env=self.environment(), capture_output=True, text=True)

    def interrupt(self) -> None:
        self._end(signal.SIGINT)


@pytest.fixture
def demo() -> Iterator[Demo]:
    with tempfile.TemporaryDirectory(prefix="casino-demo-") as folder:
        Path(folder).chmod(0o711)
        demo = Demo(Path(folder) / "var")
        yield demo
        demo.interrupt()
        if demo.var.exists():
            demo.run("demo", "--reset")


def value_of(server: EmbeddedServer, sql: str) -> object:
    """The first value that a query of the demonstration's database gives."""
    where = f"host={server.socket_dir} dbname=postgres user=postgres"
    with psycopg.connect(where) as connection:
        row = connection.execute(sql).fetchone()
    return row and row[0]


def test_it_serves_deals_by_itself_and_stops_on_ctrl_c(demo: Demo) -> None:
    server = EmbeddedServer(demo.var / "postgres")
    demo.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{demo.port}/healthz") as answer:
        assert answer.read() == b"ok\n"
    numbers = "".join(demo.output)
    assert "D-114" in numbers
    assert "S-07" in numbers

    # It deals: the record grows by itself.
    at_the_start = value_of(server, "SELECT count(*) FROM ledger_entry")
    deadline = time.monotonic() + PATIENCE
    grown = f"SELECT count(*) > {at_the_start} + 10 FROM ledger_entry, pg_sleep(0.2)"  # noqa: S608
    while not value_of(server, grown):
        assert demo.running
        assert time.monotonic() < deadline
    # It seals the entries that it has when it opens, and now and then.
    assert value_of(server, "SELECT count(*) FROM ledger_seal")
    demo.interrupt()
    assert not server.answers()
    assert "Traceback" not in "".join(demo.output)


@pytest.mark.long
def test_it_goes_on_with_its_data_and_keeps_it_while_it_runs(demo: Demo) -> None:
    server = EmbeddedServer(demo.var / "postgres")
    demo.start()
    taken = demo.run("demo", "--port", str(demo.port))
    assert taken.returncode == 1
    assert f"Port {demo.port} is taken" in taken.stderr
    in_use = demo.run("demo", "--reset")
    assert in_use.returncode == 1
    assert "is in use" in in_use.stderr
    at_the_end = value_of(server, "SELECT count(*) FROM ledger_entry")
    demo.interrupt()

    demo.deals = False
    demo.start()
    assert value_of(server, "SELECT count(*) FROM ledger_entry") >= at_the_end  # type: ignore[operator]
    demo.interrupt()

    assert demo.run("demo", "--reset").returncode == 0
    assert not demo.var.exists() or list(demo.var.iterdir()) == []


def test_the_demonstration_refuses_to_run_a_house() -> None:
    with override_settings(DEMO=False), pytest.raises(CommandError, match="for the demonstration only"):
        call_command("demo")
