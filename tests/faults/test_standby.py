"""A real standby: pages that look back read from it, and after it was promoted nothing acknowledged is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.test import Client

from casino.ledger import Entry, export
from casino.postgres import _service_identity, standby
from casino.postgres.standby import ALIAS, WROTE
from casino.staff.roles import Role
from rounds import engine
from tests import floor
from tests.conftest import database_url
from tests.processes import PROJECT

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True, databases=["default", "standby"])]
PORT = "5433"
WITHIN = 90


class Standby:
    """A second server, which follows that of the tests."""

    def __init__(self, folder: Path) -> None:
        self.primary = connection.settings_dict["EMBEDDED"]
        self.folder, self.data = folder, folder / "data"

    def program(self, name: str, *arguments: str) -> str:
        done = subprocess.run(
            [str(Path(self.primary._programs) / name), *arguments],
            cwd="/", capture_output=True, text=True, **_service_identity(),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def make(self) -> None:
        """As docs/standby.md has it."""
        self.program(
            "pg_basebackup", f"--pgdata={self.data}", "--write-recovery-conf", "--checkpoint=fast",
            "--wal-method=stream", f"--host={self.primary.socket_dir}", "--username=postgres", "--no-password",
        )  # fmt: skip

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c port={PORT} -c hot_standby=on"
        self.program(
            "pg_ctl", f"--pgdata={self.data}", "--wait", f"--log={self.folder}/log", f"--options={options}", "start"
        )  # fmt: skip

    def stop(self) -> None:
        connections[ALIAS].close()
        self.program("pg_ctl", f"--pgdata={self.data}", "--wait", "--mode=immediate", "stop")

    def sql(self, text: str) -> Any:
        return _sql(connections[ALIAS], text)


def _sql(where: Any, text: str) -> Any:
    with where.cursor() as cursor:
        cursor.execute(text)
        return cursor.fetchone()[0] if cursor.description else None


@pytest.fixture
def other(settings) -> Iterator[Standby]:
    if "EMBEDDED" not in connection.settings_dict:
        pytest.skip("the tests have a server of somebody else's")
    settings.READS_STANDBY = True
    settings.DATABASE_ROUTERS = ["casino.postgres.standby.Router"]
    there = connections[ALIAS].settings_dict
    before = dict(there)
    with tempfile.TemporaryDirectory(prefix="casino-standby-", dir="/var/tmp") as name:
        folder = Path(name)
        if identity := _service_identity():
            os.chown(folder, identity["user"], identity["group"])
        second = Standby(folder)
        second.make()
        there |= {"HOST": str(folder), "PORT": PORT, "OPTIONS": {"connect_timeout": 3}}
        there.pop("EMBEDDED")
        connections[ALIAS].close()
        standby.lag.forget()
        second.start()
        try:
            yield second
        finally:
            _sql(connection, "RESET synchronous_commit")
            _sql(connection, "ALTER SYSTEM RESET synchronous_standby_names")
            _sql(connection, "SELECT pg_reload_conf()")
            second.stop()
            there.clear()
            there.update(before)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def shown(client: Client) -> tuple[int | None, int]:
    """By how many seconds the audit log says that it is behind, None for the primary; and how many wagers it lists."""
    standby.lag.forget()
    page = client.get("/audit/?event=wager")
    assert page.status_code == 200
    text = page.content.decode()
    behind = re.search(r'data-standby="(\d+)"', text)
    return (int(behind[1]) if behind else None), text.count("data-seq=")


def level() -> bool:
    reading = standby.measured()
    return reading is not None and not reading.behind


def test_pages_read_from_it_and_it_takes_over(
    other: Standby, settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.STANDBY_SECONDS = 3600
    floor.open_table()
    person, client = floor.person(Role.SURVEILLANCE), Client()
    client.post("/sign-in/", {"number": person.number, "pin": floor.PIN})
    assert shown(client)[0] is None  # who has just signed in reads from the primary
    del client.cookies[WROTE]
    until(level)
    assert shown(client)[0] == 0
    for address in ("/float/figures/", "/find/", "/float/sessions/"):
        page = client.get(address)
        assert page.status_code == 200, address
        assert b'data-standby="0"' in page.content, address

    # It falls behind: what it lacks is not shown, and how far it is behind is.
    other.sql("SELECT pg_wal_replay_pause()")
    floor.taps("BJ-07", engine.PlaceWager(1, "A", 5000))
    time.sleep(1.1)  # the lag itself is what is looked at
    behind, wagers = shown(client)
    assert behind is not None
    assert behind >= 2  # rounded up
    assert wagers == 0
    settings.STANDBY_SECONDS = 1
    assert shown(client) == (None, 1)
    other.sql("SELECT pg_wal_replay_resume()")
    until(level)
    assert shown(client) == (0, 1)

    # A query that waits there for what the standby itself does is ended, and the export goes on from the primary.
    monkeypatch.setattr(export, "PAGE", 2)
    settings.STANDBY_SECONDS = 3600
    standby.lag.forget()
    _sql(connections[ALIAS], "SET lock_timeout = 500")
    file = iter(client.get("/audit/export.jsonl"))
    lines = [next(file), next(file)]
    held_there = (
        "SELECT count(*) FROM pg_locks "
        "WHERE mode = 'AccessExclusiveLock' AND relation = 'ledger_entry'::regclass"
    )
    with psycopg.connect(database_url()) as blocking:
        blocking.execute("LOCK TABLE ledger_entry IN ACCESS EXCLUSIVE MODE")
        until(lambda: other.sql(held_there) == 1)
        other.sql("SELECT pg_wal_replay_pause()")
        until(lambda: other.sql("SELECT pg_get_wal_replay_pause_state()") == "paused")
        blocking.rollback()
    lines += file
    assert any("goes on from the primary" in message for message in caplog.messages)
    exported = [json.loads(line) for line in b"".join(lines).splitlines()]
    assert [(row["chain"], row["seq"]) for row in exported if row["chain"] == "BJ-07"] == list(
        Entry.objects.filter(chain="BJ-07").order_by("seq").values_list("chain", "seq")
    )
    other.sql("SELECT pg_wal_replay_resume()")
    until(level)

    # It is away.
    other.stop()
    assert shown(client) == (None, 1)
    other.start()
    until(lambda: shown(client)[0] == 0)

    # With synchronous commit, which the servers of the tests do without, what is acknowledged is on both.
    _sql(connection, "ALTER SYSTEM SET synchronous_standby_names = '*'")
    _sql(connection, "SELECT pg_reload_conf()")
    until(
        lambda: bool(_sql(connection, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"))
    )
    _sql(connection, "SET synchronous_commit = on")
    floor.taps("BJ-07", engine.PlaceWager(3, "B", 5000), engine.CallBets(), *floor.cards("Ks Th 6c"))

    # It takes over, and the table deals on there.
    other.program("pg_ctl", f"--pgdata={other.data}", "--wait", "promote")
    _sql(connection, "SET synchronous_commit = off")  # nobody is there to wait for
    acknowledged = set(Entry.objects.values_list("chain", "seq", "hash"))
    assert set(Entry.objects.using(ALIAS).values_list("chain", "seq", "hash")) == acknowledged
    assert shown(client)[0] is None  # it goes its own way, and is not read as a standby any more
    primary = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[ALIAS]
    try:
        floor.taps("BJ-07", *floor.cards("9h"))
    finally:
        connections[DEFAULT_DB_ALIAS] = primary
    entries = Entry.objects.using(ALIAS).count()
    assert entries > len(acknowledged) == Entry.objects.count()
    name = connection.settings_dict["NAME"]
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_ledger", "--json", "--sealed-within", "0"],
        cwd=PROJECT, capture_output=True, text=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "casino.settings",
             "DATABASE_URL": f"postgresql://postgres@/{name}?host={other.folder}&port={PORT}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-2000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["entries"] == entries
