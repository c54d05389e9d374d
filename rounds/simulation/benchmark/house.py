"""The environment of the benchmark: a throw-away database, a private Redis, and the application served by Daphne."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection

from casino import serve
from casino.postgres import PERSISTENT_TEMP, EmbeddedServer, ServerFailed
from casino.staff import arrival, presence
from casino.staff.models import Staff
from casino.staff.sessions import SessionStore

START_TIMEOUT = 400
LAST_PUSHES = 0.5
"""Seconds within which the last pushes reach their screens."""


class CannotStart(RuntimeError):
    """A part of the benchmark is missing or does not start."""


@contextmanager
def throwaway_database(connections: int) -> Iterator[str]:
    """An empty, migrated database beside the configured one, for so many connections of this process at once; yields
    its URL for other processes. Dropped at the end."""
    pool = connection.settings_dict["OPTIONS"].get("pool")
    if isinstance(pool, dict):
        pool["max_size"] = max(connections, pool.get("max_size", 0))
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # of the PostgreSQL backend, the only one
    configured = connection.settings_dict["NAME"]
    name = f"bench_{int(time.time())}_{os.getpid()}"  # unique even for two that start in the same second
    connection.settings_dict["TEST"]["NAME"] = name
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield _url(connection.settings_dict)
    finally:
        connection.creation.destroy_test_db(configured, verbosity=0)


@contextmanager
def own_server() -> Iterator[EmbeddedServer]:
    """A private PostgreSQL in place of the configured one, stopped and removed at the end. Raises CannotStart if it
    does not start."""
    configured = dict(connection.settings_dict)
    with tempfile.TemporaryDirectory(prefix="casino-bench-", dir=PERSISTENT_TEMP) as name:
        folder = Path(name)
        folder.chmod(0o711)  # so that the server's user can enter it
        server = EmbeddedServer(folder / "first")
        try:
            server.ensure_running()
        except ServerFailed as failure:
            raise CannotStart(str(failure)) from failure
        _use_server(
            configured
            | {"NAME": "postgres", "USER": "postgres", "PASSWORD": "", "HOST": str(server.socket_dir)}
            | {"PORT": "", "EMBEDDED": server}
        )
        try:
            yield server
        finally:
            _use_server(configured)
            server.release()
            server.wait_until_stopped()


def _use_server(settings_dict: dict[str, Any]) -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # of the PostgreSQL backend, the only one
    connection.settings_dict.clear()
    connection.settings_dict.update(settings_dict)


def _url(given: dict[str, Any]) -> str:
    place = {"host": given["HOST"]} | ({"port": given["PORT"]} if given.get("PORT") else {})
    who = f"{quote(given['USER'], safe='')}:{quote(given.get('PASSWORD') or '', safe='')}"
    return f"postgresql://{who}@/{quote(given['NAME'], safe='')}?{urlencode(place)}"


@contextmanager
def process(
    command: list[str], ready: str, environment: dict[str, str] | None = None, folder: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A process that has printed `ready`; ended at the end. Raises CannotStart with its output."""
    running = subprocess.Popen(
        command, cwd=folder or Path(settings.BASE_DIR), env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        text = _until(running, ready)
        if text is not None:
            raise CannotStart(f"{' '.join(command[:3])} did not come up:\n{text}")
        yield running
    finally:
        running.terminate()
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def _until(running: subprocess.Popen[str], ready: str) -> str | None:
    """None once a line with `ready` has come; otherwise the output."""
    assert running.stdout is not None
    timer = threading.Timer(START_TIMEOUT, running.kill)
    timer.start()
    lines: list[str] = []
    try:
        for line in running.stdout:
            lines.append(line)
            if ready in line:
                return None
    finally:
        timer.cancel()
    return "".join(lines[-40:]) or "it ended without a word"


def drained(running: subprocess.Popen[str]) -> None:
    """Keep reading the output of a process, so that it never blocks on a full pipe."""
    assert running.stdout is not None
    threading.Thread(target=lambda: [None for _ in running.stdout or ()], daemon=True).start()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def redis_server() -> Iterator[str]:
    """A private Redis, so that no other house hears it; yields its URL. Raises CannotStart without one."""
    program = shutil.which("redis-server")
    if program is None:
        raise CannotStart("redis-server is not installed: the push cannot be measured without it.")
    port = free_port()
    command = [program, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    with process(command, "Ready to accept connections") as running:
        drained(running)
        yield f"redis://127.0.0.1:{port}/0"


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that serves the application."""

    address: str
    pid: int

    def cpu(self) -> float:
        """Seconds of processor time that it has used; 0 if the system does not say."""
        try:
            # After the name, which may contain blanks: the 12th and 13th fields are user and kernel ticks.
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """The peak memory so far, in megabytes; 0 if the system does not say."""
        try:
            lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        except OSError:
            return 0.0
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


@contextmanager
def daphne(environment: dict[str, str], project: Path | None = None) -> Iterator[Worker]:
    """The application as production runs it, from this checkout or another."""
    port = free_port()
    command = serve.command(["-b", "127.0.0.1", "-p", str(port)])
    with process(command, "Listening on TCP address", environment, project) as running:
        drained(running)
        yield Worker(f"127.0.0.1:{port}", running.pid)


def session_of(person: Staff, dealing: str = "") -> str:
    """The cookie of that person's session, as the sign-in makes it; `dealing` is the table where they deal in it."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = presence.BACKEND
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    if dealing:
        session[arrival.DEALING] = dealing
    session.create()
    person.screen = session.row()
    person.save(update_fields=["screen"])
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


@dataclass(frozen=True, slots=True)
class Screens:
    """A number of screens of one kind, connected to one worker."""

    kind: str
    path: str
    count: int
    cookies: str
    address: str = ""


class Watching:
    """Screens over WebSockets, in a separate process."""

    def __init__(self, screens: Sequence[Screens]) -> None:
        self.screens = screens
        self.heard: list[tuple[int, str, int, float]] = []
        """Of the dashboards: [number, table, version, when]."""
        self.bytes: dict[str, int] = {}
        """The bytes received, by kind of screen."""
        self.closed = 0
        """Screens whose socket was closed meanwhile."""
        self.cpu = 0.0
        """Seconds of processor time used for watching."""

    @contextmanager
    def on(self) -> Iterator[None]:
        """Watch while the block runs; the results are there afterwards."""
        screens = [
            [
                place.kind,
                f"ws://{place.address}{place.path}",
                f"http://{place.address}",
                place.cookies,
                place.count,
            ]
            for place in self.screens
        ]
        command = [sys.executable, "-m", "rounds.simulation.benchmark.watch", json.dumps(screens)]
        with process(command, "ready") as running:
            yield
            time.sleep(LAST_PUSHES)
            output, _ = running.communicate("", timeout=START_TIMEOUT)
            heard = json.loads(output)
            self.heard = [tuple(push) for push in heard["heard"]]
            self.bytes, self.closed, self.cpu = heard["bytes"], heard["closed"], heard["cpu"]
