"""A worker whose clock is not the database's is told: in the log, in every pit, and by `doctor`."""

import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from casino.ledger import clocks
from casino.ledger.models import Worker
from casino.staff.roles import Role
from tests import floor

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock_behind() -> Iterator[None]:
    """The database's clock goes half a minute ahead of this machine's: a function of its name lies before it."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA ahead")
        cursor.execute(
            "CREATE FUNCTION ahead.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
            "$$SELECT pg_catalog.clock_timestamp() + interval '30 seconds'$$"
        )
        cursor.execute("SET search_path = ahead, pg_catalog, public")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET search_path")


def test_clocks_that_agree_are_not_reported() -> None:
    assert abs(clocks.note()) < clocks.MOST
    assert [worker.name for worker in clocks.running_workers()] == [clocks.name()]
    assert clocks.wrong_clocks() == []


@pytest.mark.usefixtures("clock_behind")
def test_a_clock_that_is_behind_is_known_to_everybody(caplog: pytest.LogCaptureFixture) -> None:
    difference = clocks.note()
    assert timedelta(seconds=-32) < difference < timedelta(seconds=-28)
    (worker,) = clocks.wrong_clocks()
    assert worker.name == clocks.name()
    with caplog.at_level(logging.WARNING, "casino.ledger.clocks"):
        clocks.log_difference(difference)
    assert "behind" in caplog.text
    floor.open_table()
    person = floor.person(Role.SURVEILLANCE)
    client = Client()
    client.post("/sign-in/", {"number": person.number, "pin": floor.PIN})
    page = client.get("/pit/").content.decode()
    assert f"The clock of worker {worker.name}" in page
    assert "data-alarm" in page


def test_a_worker_that_has_ended_is_not_reported() -> None:
    long_ago = timezone.now() - clocks.GONE - timedelta(seconds=5)
    Worker.objects.create(name="web-1/7", ahead_ms=30_000, seen_at=long_ago)
    assert clocks.wrong_clocks() == []
    Worker.objects.update(seen_at=timezone.now() - timedelta(days=2))
    clocks.forget_ended()
    assert not Worker.objects.exists()


def test_the_worst_comes_first_ahead_or_behind() -> None:
    for name, ahead in (("a/1", 2500), ("b/1", -60_000), ("c/1", 1999), ("d/1", -2000)):
        Worker.objects.create(name=name, ahead_ms=ahead, seen_at=timezone.now())
    assert [worker.name for worker in clocks.wrong_clocks()] == ["b/1", "a/1"]
