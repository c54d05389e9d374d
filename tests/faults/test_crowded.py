"""A worker with more to do than it can: the screens that connect have their turn."""

from __future__ import annotations

import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Final
from urllib.parse import urlencode

import psycopg
import pytest

from casino.environment import POOL
from casino.serve import CONNECT_TIMEOUT, command
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.web.serving import MOST_AT_ONCE
from rounds.simulation.benchmark.house import session_of
from tests.conftest import database_url
from tests.faults.dealing import Tablet, tablets
from tests.processes import Daphne, Redis

CONNECTIONS: Final = int(POOL["max_size"])
SLOW = "&options=-c%20lock_timeout%3D60000%20-c%20statement_timeout%3D60000"
"""What waits for a lock keeps its connection for the whole of the test."""


@pytest.fixture
def worker(transactional_db: None, redis_server: Redis) -> Iterator[Daphne]:
    server = Daphne()
    server.serve(database_url=database_url() + SLOW, redis_url=redis_server.url)
    yield server
    server.stop()


def waiting(count: int) -> bool:
    """Whether that many sessions of the worker wait for a lock."""
    with psycopg.connect(database_url()) as asked:
        row = asked.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        ).fetchone()
    return row is not None and row[0] >= count


@contextmanager
def every_thread_taken(server: Daphne, tablet: Tablet) -> Iterator[None]:
    """Taps have all threads of the requests: as many as the pool has connections wait for the row of their table, the
    others for a connection, and further ones for a thread."""
    token = "c" * 32
    body = urlencode({"key": "crowded", "expected": tablet.version, "command": tablet.script[0]})
    request = (
        f"POST /table/{tablet.code}/play HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nHX-Request: true\r\n"
        f"Cookie: csrftoken={token}; {tablet.cookies}\r\nX-CSRFToken: {token}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
    asking: list[socket.socket] = []
    with psycopg.connect(database_url()) as stall:
        stall.execute("SELECT FROM tables_table WHERE code = %s FOR UPDATE", [tablet.code])
        try:
            for _ in range(MOST_AT_ONCE + CONNECTIONS):
                asking.append(socket.create_connection(("127.0.0.1", server.port), timeout=60))
                asking[-1].sendall(request)
            until = time.monotonic() + 60
            while not waiting(CONNECTIONS):
                assert time.monotonic() < until, asking[0].recv(2000)
            yield
        finally:
            stall.rollback()
            for line in asking:
                line.close()


def connects(server: Daphne, path: str, cookies: str, seconds: float) -> str:
    """What a screen is shown first, which connects there; "" if nothing came in that many seconds."""
    key = b64encode(b"k" * 16).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: http://localhost:{server.port}\r\n"
        f"Cookie: {cookies}\r\n\r\n"
    )
    received = b""
    with (
        closing(socket.create_connection(("127.0.0.1", server.port), timeout=seconds)) as line,
        suppress(TimeoutError, ConnectionError),
    ):
        line.sendall(request.encode())
        while b"content" not in received:
            part = line.recv(65536)
            if not part:
                break
            received += part
    head, _, rest = received.partition(b"\r\n\r\n")
    return rest.decode(errors="replace") if b" 101 " in head.partition(b"\r\n")[0] else ""


@pytest.mark.long
def test_screens_connect_while_every_thread_and_connection_is_taken(worker: Daphne) -> None:
    (tablet,) = tablets(lambda: worker.port, number=1, taps=20)
    watcher = Staff.objects.create_without_pin("S-31", Role.CASINO_SUPERVISOR)
    viewer = Staff.objects.create_without_pin("V-31", Role.SURVEILLANCE)
    screens = [("/ws/pit/all/", session_of(watcher)), (f"/ws/table/{tablet.code}/", session_of(viewer))]
    with every_thread_taken(worker, tablet), ThreadPoolExecutor(30) as threads:
        shown = list(
            threads.map(lambda number: connects(worker, *screens[number % len(screens)], 30), range(30))
        )
        assert all("content" in text for text in shown)
        assert waiting(CONNECTIONS)  # they are still taken


def test_a_worker_gives_a_screen_a_minute_to_connect() -> None:
    words = command(["-p", "8000"])
    assert words[words.index("--websocket_connect_timeout") + 1] == str(CONNECT_TIMEOUT)
    assert CONNECT_TIMEOUT >= 60  # as long as the proxy waits for it
