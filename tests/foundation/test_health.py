"""The health check: 200 only where a tap could be recorded."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db


def test_it_is_well() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_no_room_on_the_database_s_disk_is_told() -> None:
    # A limit on what may be written, below what the check writes: the same refusal as by a disk without room for it.
    with connection.cursor() as cursor:
        cursor.execute("SET temp_file_limit = '64kB'")
    try:
        answer = Client().get("/healthz")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET temp_file_limit")
    assert (answer.status_code, answer.content) == (503, b"no room on the disk of the database\n")


def test_a_database_that_is_away_is_told() -> None:
    def away(*_: object) -> None:
        raise OperationalError("away")

    with connection.execute_wrapper(away):
        assert Client().get("/healthz").status_code == 503
