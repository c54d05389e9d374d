"""`/healthz`: this worker answers. `/readyz`: a tap could be recorded now, or why not."""

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client, override_settings
from django.utils import timezone

from casino.ledger import Draft, append, readiness
from casino.ledger.models import Worker
from casino.ledger.sealing import seal_all
from casino.web.health import STUCK_SECONDS, PoolWatch
from tests.processes import Redis

pytestmark = pytest.mark.django_db
AWAY = "database unavailable"
FULL = "no room on the disk of the database"


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    readiness._good_until.clear()


def ready() -> tuple[int, list[str]]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.content.decode().splitlines()


def away(*_: object) -> None:
    raise OperationalError("away")


def test_it_is_well() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert ready() == (200, ["ok"])
    assert Worker.objects.get().ahead_ms in range(-2000, 2000)


def test_a_worker_is_well_while_the_database_is_away_and_not_ready() -> None:
    with connection.execute_wrapper(away):
        assert Client().get("/healthz").status_code == 200
        assert ready() == (503, [AWAY])


def test_no_room_on_the_database_s_disk_is_told() -> None:
    # A limit on what may be written, below what the check writes: the same refusal as by a disk without room for it.
    with connection.cursor() as cursor:
        cursor.execute("SET temp_file_limit = '64kB'")
    try:
        assert ready() == (503, [FULL])
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET temp_file_limit")


def test_a_database_that_only_reads_is_told() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        assert ready() == (503, ["the database takes no writes"])


def test_a_migration_that_is_missing_is_told() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'ledger' AND name = '0005_workers'")
    status, (why,) = ready()
    assert status == 503
    assert "manage.py migrate" in why


def test_a_database_that_is_ahead_deals_on() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '9999_later', now())"
        )
    assert ready() == (200, ["ok"])
    assert readiness.ahead() == ["ledger.9999_later"]


def test_another_seal_key_than_the_last_seal_s_is_told() -> None:
    with transaction.atomic():
        append("house", [Draft(kind="note")], at=timezone.now())
    seal_all()
    assert ready() == (200, ["ok"])
    readiness._good_until.clear()
    for key in ("another key of the house" * 3, ""):
        with override_settings(LEDGER_SEAL_KEY=key):
            status, (why,) = ready()
        assert status == 503
        assert "LEDGER_SEAL_KEY" in why


def test_without_redis_it_deals_on_and_reports_it(redis_server: Redis) -> None:
    with override_settings(REDIS_URL=redis_server.url):
        assert ready() == (200, ["ok"])
        redis_server.kill()
        status, (why,) = ready()
    assert status == 200
    assert "Redis" in why


def test_a_pool_that_lost_its_connections_is_told_from_a_busy_one() -> None:
    """Figures as psycopg_pool gives them: twelve places, all out."""
    out = {"pool_size": 12, "pool_max": 12, "pool_available": 0}
    watch = PoolWatch()
    # Busy: most who ask for a connection get none, some do at each look.
    assert not any(
        watch.is_stuck(out | {"requests_num": 9 * look, "requests_errors": 8 * look}, look)
        for look in range(100)
    )
    # Nobody gets a connection any more.
    lost = out | {"requests_num": 901, "requests_errors": 802}
    assert not watch.is_stuck(lost, 99 + STUCK_SECONDS - 1)
    assert watch.is_stuck(lost, 99 + STUCK_SECONDS)
    # Long reports have them all, and nobody else asks for one.
    watch = PoolWatch()
    assert not any(watch.is_stuck(out | {"requests_num": 12}, look) for look in range(0, 100, 10))
    # One place that is free, or can still be made, is enough to answer.
    assert not watch.is_stuck(lost | {"pool_available": 1}, 500)
    assert not watch.is_stuck({"pool_size": 11, "pool_max": 12, "pool_available": 0}, 900)
