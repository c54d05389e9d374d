"""A stall of the database: clients give up, the worker does not."""

from __future__ import annotations

import asyncio
import http.client
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import psycopg
import pytest

from casino.web.finishing import Finishing
from tests import floor
from tests.conftest import database_url, let_sessions_end
from tests.processes import Daphne, Kept, Redis, reserved_port

CODE = "BJ-07"
GIVEN_UP = 14
"""Requests that are given up: two more than a worker's pool has places."""


async def test_an_application_that_the_server_ends_goes_on_to_its_end() -> None:
    release, ended = asyncio.Event(), asyncio.Event()

    async def inner(*_: Any) -> None:
        await release.wait()
        ended.set()

    application = Finishing(inner)
    request = asyncio.ensure_future(application({}, None, None))
    await asyncio.sleep(0)
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    release.set()
    await asyncio.wait_for(ended.wait(), 5)
    await asyncio.sleep(0)
    assert application.running == set()


@pytest.fixture(scope="module")
def _patient_for_a_second() -> Iterator[Daphne]:
    """A worker that forgets a request one second after its client has gone, so that a trial takes seconds. Not started:
    a start takes two of them, so what a test leaves running serves the next one."""
    server = Daphne("--application-close-timeout", "1")
    yield server
    server.stop()


@pytest.fixture
def worker(transactional_db: None, redis_server: Redis, _patient_for_a_second: Daphne) -> Iterator[Daphne]:
    floor.open_table(CODE)
    _patient_for_a_second.serve(database_url=database_url(), redis_url=redis_server.url)
    yield _patient_for_a_second
    let_sessions_end()


def ask(server: Daphne, address: str, seconds: float) -> int:
    """The status of the answer, 0 when it was given up after that many seconds."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=seconds)
    try:
        connection.request("GET", address)
        return connection.getresponse().status
    except (TimeoutError, ConnectionError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


@contextmanager
def locked() -> Iterator[psycopg.Connection[Any]]:
    """The staff's and the tables' rows locked against everybody, as by a migration that waits."""
    with psycopg.connect(database_url()) as other:
        other.execute("LOCK TABLE tables_table, staff_staff, django_session IN ACCESS EXCLUSIVE MODE")
        yield other


def give_up(server: Daphne, requests: int) -> None:
    with ThreadPoolExecutor(requests) as threads:
        statuses = list(threads.map(lambda _: ask(server, "/rules/BJ-07/", 0.4), range(requests)))
    assert set(statuses) <= {0, 503}


@pytest.mark.long
@pytest.mark.parametrize("stalls", [pytest.param(1, marks=pytest.mark.long), 2])
def test_a_worker_survives_requests_that_were_given_up(worker: Daphne, stalls: int) -> None:
    assert ask(worker, "/healthz", 10) == 200
    for _ in range(stalls):
        with locked() as stall:
            give_up(worker, GIVEN_UP if stalls == 1 else GIVEN_UP // 2 + 1)
            stall.execute("SELECT pg_sleep(2.5)")  # longer than the server remembers who has gone
    assert ask(worker, "/healthz", 10) == 200
    assert ask(worker, "/sign-in/", 10) == 200


@pytest.mark.long
@pytest.mark.parametrize("seconds", [8, 13, 20, 25, 60])
def test_a_worker_as_the_image_starts_it_survives_long_stalls(
    seconds: int, transactional_db: None, redis_server: Redis
) -> None:
    """A lock over all of it, three times in a row: twice as many requests as the pool has places, given up as tablets
    do after four seconds, and again until the lock is gone."""
    floor.open_table(CODE)
    server = Kept()
    server.serve(database_url=database_url(), redis_url=redis_server.url)
    try:
        first = server.served_by()
        for _ in range(3):
            with locked(), ThreadPoolExecutor(24) as threads:
                until = time.monotonic() + seconds

                def go_on(_: int, until: float = until) -> set[int]:
                    statuses = set()
                    while time.monotonic() < until:
                        statuses.add(ask(server, "/rules/BJ-07/", 4))
                    return statuses

                assert set().union(*threads.map(go_on, range(24))) <= {0, 503}
            assert first_answer(server, "/sign-in/") < 5
        assert all(ask(server, "/rules/BJ-07/", 5) == 200 for _ in range(30))
        assert server.served_by() == first  # nobody had to start it again
    finally:
        server.stop()


class Line:
    """The way to the database, over TCP, which can be taken away and given back."""

    def __init__(self) -> None:
        self.held = reserved_port()
        self.port = int(self.held.getsockname()[1])
        self.ends: list[socket.socket] = []
        self.listener: socket.socket | None = None

    @property
    def url(self) -> str:
        parts = urlsplit(database_url())
        return f"postgresql://{parts.username}@127.0.0.1:{self.port}{parts.path}"

    def give(self) -> None:
        """From now on the database is there."""
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", self.port))
        self.listener.listen(64)
        Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def take(self) -> None:
        """Every connection is cut, and none is taken."""
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.clear()

    def _accept(self, listener: socket.socket) -> None:
        folder = dict(parse_qsl(urlsplit(database_url()).query))["host"]
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(f"{folder}/.s.PGSQL.5432")
            self.ends += [near, far]
            for source, target in ((near, far), (far, near)):
                Thread(target=_copy, args=(source, target), daemon=True).start()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def first_answer(server: Daphne, address: str) -> float:
    """Seconds until a page is answered with 200, asked again and again; a minute at most."""
    started = time.monotonic()
    while (status := ask(server, address, 5)) != 200:
        assert time.monotonic() - started < 60, status
        time.sleep(0.1)
    return time.monotonic() - started


def back_after(redis: Redis, away: float) -> float:
    """How long a worker needs to answer again once the database is back that was away for that many seconds."""
    line = Line()
    line.give()
    worker = Daphne()
    worker.serve(database_url=line.url, redis_url=redis.url)
    try:
        assert ask(worker, "/sign-in/", 10) == 200
        line.take()
        until = time.monotonic() + away
        with ThreadPoolExecutor(4) as threads:

            def go_on(_: int) -> set[int]:
                statuses = set()
                while time.monotonic() < until:
                    statuses.add(ask(worker, "/sign-in/", 5))
                return statuses

            assert set().union(*threads.map(go_on, range(4))) == {503}
        assert ask(worker, "/healthz", 5) == 200  # nobody starts it again for that
        assert ask(worker, "/readyz", 9) == 503
        line.give()
        return first_answer(worker, "/sign-in/")
    finally:
        worker.stop()
        line.take()


@pytest.mark.long
def test_a_worker_finds_the_database_again(transactional_db: None, redis_server: Redis) -> None:
    assert back_after(redis_server, 4) < 8


@pytest.mark.long
@pytest.mark.parametrize("away", [10, 40, 70, 150])
def test_a_worker_is_back_within_five_seconds_of_the_database(
    away: int, transactional_db: None, redis_server: Redis
) -> None:
    seconds = back_after(redis_server, away)
    assert seconds < 5


@pytest.mark.long
def test_a_page_that_waits_for_a_lock_is_answered_503_in_time(worker: Daphne) -> None:
    with locked():
        started = time.monotonic()
        assert ask(worker, "/rules/BJ-07/", 9) == 503
        assert time.monotonic() - started < 6
    assert ask(worker, "/healthz", 10) == 200
