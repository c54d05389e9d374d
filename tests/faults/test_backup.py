"""Backup and restore with the server's real programs: a base backup, taps, the server's log, a restore, the record."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from casino.ledger import HOUSE, Entry
from casino.ledger.models import Backup as Told
from casino.ledger.sealing import seal_all
from casino.postgres import _service_identity
from casino.staff.roles import Role
from rounds import engine
from tables import house_facts as facts
from tests import floor
from tests.conftest import database_url
from tests.processes import PROJECT
from tests.rounds.surveillance.desk.conftest import client_of
from tests.rounds.surveillance.desk.test_attachments import PDF, png, send
from tests.rounds.surveillance.desk.test_incidents import opened

DEPLOY = PROJECT / "deploy"
WITHIN = 60
"""Seconds after which a loaded machine has done what takes one."""


def python_of_the_service(folder: Path) -> str:
    """How manage.py is called by the server's user, who may be barred from the Python of these tests."""
    # Before 3.11.3 the client of Redis needs a package that is not installed for the Python of these tests.
    (folder / "async_timeout.py").write_text("from asyncio import timeout\n", encoding="utf-8")
    (folder / "async_timeout.py").chmod(0o644)
    site = str(Path(psycopg.__file__).parent.parent)
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3", "/usr/local/bin/python3")):
        command = ["env", f"PYTHONPATH={site}:{folder}", python]
        ask = [*command, "-c", "import django, psycopg, redis, sys; sys.exit(sys.version_info < (3, 11))"]
        try:
            done = subprocess.run(ask, cwd="/", capture_output=True, **_service_identity())
        except OSError:
            continue
        if done.returncode == 0:
            return f"{' '.join(command)} manage.py"
    pytest.skip("the server's user can run no Python with our packages")


class Backup:
    """`deploy/backup` beside the tests' own server, as the user that the server runs as."""

    def __init__(self, folder: Path) -> None:
        embedded = connection.settings_dict["EMBEDDED"]
        self.folder = folder
        self.environment = {
            **os.environ,
            "PATH": f"{embedded._programs}:{os.environ['PATH']}",
            "PGHOST": str(embedded.socket_dir),
            "PGUSER": "casino_backup",
            "BACKUP_DIR": str(folder / "backup"),
            "BACKUP_DATABASE": str(connection.settings_dict["NAME"]),
            "BACKUP_TEST_DIR": str(folder),
            "CASINO_MANAGE": python_of_the_service(folder),
            "ATTACHMENTS": str(folder / "attachments"),
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "DATABASE_URL": database_url(),
        }

    def call(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [DEPLOY / "backup", *arguments],
            env=self.environment | more,
            cwd="/",
            capture_output=True,
            text=True,
            **_service_identity(),
        )

    def follow(self) -> subprocess.Popen[bytes]:
        with (self.folder / "run.log").open("wb") as log:
            return subprocess.Popen(
                [DEPLOY / "backup", "run"], env=self.environment, cwd="/", stdout=log, stderr=log,
                **_service_identity(),
            )  # fmt: skip


def sql(text: str, *values: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(text, values or None)
        return cursor.fetchone() if cursor.description else None


def attach(backup: Backup) -> list[Path]:
    """Two attachments of an incident, where they lie."""
    incident = opened(floor.person(Role.SURVEILLANCE))
    for name, data in (("felt.png", png()), ("statement.pdf", PDF)):
        assert send(client_of("V-3"), incident.number, name, data) == (302, "")
    folder = backup.folder / "attachments"
    if identity := _service_identity():
        for path in (folder, *folder.rglob("*")):
            os.chown(path, identity["user"], identity["group"])
    return [folder / digest[:2] / digest for digest in (sha256(png()).hexdigest(), sha256(PDF).hexdigest())]


@pytest.fixture
def backup(transactional_db: None, settings: Any) -> Iterator[Backup]:
    if "EMBEDDED" not in connection.settings_dict:
        pytest.skip("the tests have a server of somebody else's")
    sql(
        "SELECT set_config('casino.web_password', 'web', false), set_config('casino.backup_password', 'b', false)"
    )
    for script in ("web_role.sql", "backup_role.sql"):
        sql((DEPLOY / script).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="casino-backup-", dir="/var/tmp") as name:
        folder = Path(name)
        identity = _service_identity()
        if identity:
            os.chown(folder, identity["user"], identity["group"])
        trial = Backup(folder)
        settings.ATTACHMENTS = trial.environment["ATTACHMENTS"]
        running = trial.follow()
        try:
            yield trial
        finally:
            running.terminate()
            running.wait(WITHIN)
            sql("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active")
            for role in ("casino_web", "casino_backup"):
                sql(f"DROP OWNED BY {role}; DROP ROLE {role}")


def wait_for(question: str, *values: Any) -> None:
    end = time.monotonic() + WITHIN
    while not sql(question, *values)[0]:
        assert time.monotonic() < end, question
        time.sleep(0.1)


def sent() -> None:
    """Wait until all that was committed has been sent to the backup."""
    # The server of the tests does not wait for its disk, so what was committed may not be on it yet.
    sql("SET synchronous_commit = on")
    sql("SELECT pg_logical_emit_message(true, 'tests', '')")
    sql("RESET synchronous_commit")
    written = sql("SELECT pg_current_wal_flush_lsn()")[0]
    wait_for("SELECT coalesce(max(flush_lsn) >= %s::pg_lsn, false) FROM pg_stat_replication", written)


@pytest.mark.long
def test_what_was_dealt_after_the_base_backup_is_restored_with_its_seals_and_rights(backup: Backup) -> None:
    bases = backup.folder / "backup" / "base"
    end = time.monotonic() + WITHIN
    while not list(bases.glob("2*")):
        assert time.monotonic() < end, (backup.folder / "run.log").read_text()
        time.sleep(0.1)
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.CallBets(), *floor.cards("Ks Th"))
    seals = backup.folder / "seals"
    seals.write_text("\n".join(seal.note for seal in seal_all()), encoding="utf-8")
    attached = attach(backup)
    moment = sql("SELECT clock_timestamp()")[0]
    before = Entry.objects.count()
    floor.taps("BJ-07", *floor.cards("6c"))
    entries = Entry.objects.count()
    sent()

    done = backup.call("test", BACKUP_SEALS=str(seals))
    assert done.returncode == 0, done.stderr + done.stdout
    tested = facts.entry(facts.BACKUP_TESTED)
    assert tested is not None
    assert f'"entries":{entries}' in tested.body
    assert '"seals_kept_elsewhere":["seals"]' in tested.body
    assert '"attachments":true' in tested.body
    copies = [backup.folder / "backup" / path.relative_to(backup.folder) for path in attached]
    assert [path.read_bytes() for path in copies] == [png(), PDF]
    backed_up = Told.objects.get()  # the house hears of it by the role of the backup
    assert backed_up.followed_at
    assert backed_up.base_at
    assert backed_up.tested_at

    # As of a moment, with its zone; the last card had not been dealt.
    sql("SELECT pg_switch_wal()")
    sent()
    earlier = backup.call("test", "--to", moment.isoformat())
    assert earlier.returncode == 0, earlier.stderr + earlier.stdout
    again = Entry.objects.filter(chain=HOUSE, kind=facts.BACKUP_TESTED).latest("seq")
    assert f'"entries":{before}' in again.body
    for unclear in ("2026-11-28 21:14", "2026-11-28"):  # in which zone?
        assert backup.call("test", "--to", unclear).returncode == 1
    assert backup.call("status").returncode == 0

    # A copy that is not what was attached, or is missing, is not a good backup.
    copies[1].write_bytes(PDF + b"%")
    changed = backup.call("test")
    assert changed.returncode == 1
    assert "the attachment of incident_page" in changed.stderr
    copies[1].unlink()
    assert backup.call("test").returncode == 0  # it is copied again first

    # Rights that were not restored, and a record that is not the one that was sealed, are not a good backup.
    sql("GRANT UPDATE ON ledger_entry TO casino_web")
    sent()
    wrong = backup.call("test")
    assert wrong.returncode == 1
    assert "rights of casino_web" in wrong.stderr

    # The copy of one whose time has ended goes with the last base backup from before that.
    attached[1].unlink()
    for is_there in (True, False):
        assert backup.call("base", BACKUP_KEEP="1").returncode == 0
        assert [path.exists() for path in copies] == [True, is_there]
