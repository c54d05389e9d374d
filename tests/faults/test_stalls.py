"""A stall of the database: clients give up, the worker does not."""

from __future__ import annotations

import asyncio
import http.client
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from casino.web.finishing import Finishing
from tests import floor
from tests.conftest import database_url
from tests.processes import Daphne, Redis

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


@pytest.fixture
def worker(transactional_db: None, redis_server: Redis) -> Iterator[Daphne]:
    """A worker that forgets a request one second after its client has gone, so that a trial takes seconds."""
    floor.open_table(CODE)
    server = Daphne("--application-close-timeout", "1")
    server.serve(database_url=database_url(), redis_url=redis_server.url)
    yield server
    server.stop()


def ask(server: Daphne, address: str, seconds: float) -> int:
    """The status of the answer, 0 when it was given up after so many seconds."""
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


@pytest.mark.parametrize("stalls", [1, 2])
def test_a_worker_survives_requests_that_were_given_up(worker: Daphne, stalls: int) -> None:
    assert ask(worker, "/healthz", 10) == 200
    for _ in range(stalls):
        with locked() as stall:
            give_up(worker, GIVEN_UP if stalls == 1 else GIVEN_UP // 2 + 1)
            stall.execute("SELECT pg_sleep(2.5)")  # longer than the server remembers who has gone
    assert ask(worker, "/healthz", 10) == 200
    assert ask(worker, "/sign-in/", 10) == 200


def test_a_page_that_waits_for_a_lock_is_answered_503_in_time(worker: Daphne) -> None:
    with locked():
        started = time.monotonic()
        assert ask(worker, "/rules/BJ-07/", 9) == 503
        assert time.monotonic() - started < 6
    assert ask(worker, "/healthz", 10) == 200
