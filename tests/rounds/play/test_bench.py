"""The bench says what the contract promises. In the long run it goes from one end to the other on a small scale."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.play import service
from rounds.simulation.autoplay import Croupier
from rounds.simulation.benchmark.figures import Latency, percentile, ratio
from rounds.simulation.benchmark.measured import Measured
from rounds.simulation.benchmark.one_request import measured
from rounds.simulation.benchmark.tablets import ScriptedTablet, cookies_of, script_of
from rounds.simulation.benchmark.worker_resources import WorkerResources, line
from tables.demonstration.house import FLOOR, Layout
from tables.management.commands.seed_demo import people, table_of
from tests.conftest import database_url


def test_percentiles_are_of_the_nearest_rank() -> None:
    hundred = [number / 1000 for number in range(1, 101)]
    assert Latency.of(list(reversed(hundred))) == Latency(100, 50.0, 95.0, 99.0)
    assert percentile([0.007], 0.99) == 7.0
    assert Latency.of([]) == Latency(0, None, None, None)
    assert (ratio(9.0, 3.0), ratio(None, 3.0), ratio(1.0, 0)) == (3.0, None, None)


def test_a_push_is_timed_once_for_each_screen_that_it_reached() -> None:
    part = Measured(taps=[("BJ-01", 5, 10.0, 10.01), ("BJ-01", 7, 11.0, 11.01)], watchers=2)
    part.heard = [
        (0, "BJ-01", 5, 10.02),
        (0, "BJ-01", 5, 10.9),
        (1, "BJ-01", 5, 10.03),
        (0, "BJ-01", 3, 10.0),
    ]
    spread, arrived = part.push()
    assert (spread.count, spread.p50, spread.p99) == (2, 20.0, 30.0)
    assert arrived == 0.5


def test_a_push_of_a_later_version_shows_the_taps_before_it() -> None:
    taps = [("BJ-01", 5, 10.0, 10.01), ("BJ-01", 7, 10.1, 10.11), ("BJ-02", 7, 10.1, 10.11)]
    part = Measured(taps=taps, watchers=1, heard=[(0, "BJ-01", 8, 10.2)])
    spread, arrived = part.push()
    assert (spread.count, spread.p50, spread.p99) == (2, 100.0, 200.0)
    assert arrived == 0.6667


def test_what_is_held_is_told_by_quarters() -> None:
    resources = WorkerResources([os.getpid()], lambda: {"database": 3.0})
    assert resources.by_quarters() == {}
    for megabytes in (100, 104, 200, 200, 201, 203, 250, 252):
        resources.looks.append({"mb": megabytes})
    assert resources.by_quarters() == {"mb": [102, 200, 202, 251]}
    assert line({"mb": [102, 200, 202, 251]}).endswith("102 200 202 251 MB")
    resources.looks.clear()
    resources.look()
    (look,) = resources.looks
    assert set(look) == {"mb", "files", "threads", "database"}
    assert look["mb"] > 10
    assert look["threads"] >= 1


def croupier_of(code: str, number: str) -> Croupier:
    """A table as the bench makes it, and a dealer who has come to it."""
    table_of(Layout(code, "P1", (1000, 50000, 0), FLOOR))
    croupier = Croupier(code, Staff.objects.create_without_pin(number, Role.DEALER), seed=1)
    croupier.take_place(timezone.now())
    return croupier


@pytest.mark.long
@pytest.mark.django_db
def test_a_dealt_card_is_looked_at_from_inside(tmp_path: Path) -> None:
    people()
    script = script_of(croupier_of("BN-SCR", "BN-2"), 40)
    croupier = croupier_of("BN-001", "BN-1")
    cookies = cookies_of(croupier.code, croupier.dealer)
    tablet = ScriptedTablet(croupier.code, cookies, script, service.current(croupier.code).version)
    card = measured(tablet, tmp_path / "profile")
    assert not tablet.has_more
    # Answered with everything, as to a page that says nothing of itself.
    assert 0 < card["answer_bytes"] < 45_000
    assert 0 < card["statements"] <= 8  # six, and a savepoint in the transaction of this test
    assert card["files"] > 40
    assert "service.py" in (tmp_path / "profile").read_text()


@pytest.mark.long
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("beside", [False, True])
def test_a_short_run(redis_url: str, tmp_path: Path, beside: bool) -> None:
    """By itself, and with the same code measured beside it."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "casino.settings", "DATABASE_URL": database_url(), "CASINO_DEMO": "1",
    }  # fmt: skip
    environment.pop("REDIS_URL", None)
    project = Path(__file__).resolve().parents[3]
    command = [
        sys.executable,
        "manage.py",
        "bench",
        "--json",
        "--tables",
        "2",
        "--seconds",
        "1",
        "--watchers",
        "2",
        "--tails",
        "1",
        "--profile",
        str(tmp_path / "profile"),
        *(("--beside", str(project)) if beside else ()),
    ]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["record_whole"] is True
    assert report["alone"]["commands"] > 0
    for name in ("paced", "flat_out", "flat_out_two"):
        for part in (report[name], report[name]["beside"]) if beside else (report[name],):
            assert part["commands"] > 0
            assert part["refused"] == part["closed"] == 0
            assert part["arrived"] == 1.0
            assert part["command_ms"]["p50"] <= part["command_ms"]["p99"]
            assert part["push_ms"]["count"] == 2 * part["commands"]
            assert part["screen_bytes"]["tail"] > 0
            assert part["screen_bytes"]["tablet"] > 0
    # By the bench's own reckoning: a card that is answered with everything, as to a page that says nothing of itself.
    assert 0 < report["request"]["answer_bytes"] < 45_000
    assert report["request"]["statements"] <= 6
    assert "service.py" in (tmp_path / "profile").read_text()
    assert report["alone"]["ratios"]["command_over_sql_and_publish"] > 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_database WHERE datname LIKE 'bench_%'")
        assert cursor.fetchone() == (0,)


@pytest.mark.long
def test_cards_that_wait_for_a_standby(tmp_path: Path) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "casino.settings", "CASINO_DEMO": "1", "CASINO_VAR": str(tmp_path),
    }  # fmt: skip
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "manage.py", "bench", "--standby", "--json", "--seconds", "1"]
    project = Path(__file__).resolve().parents[3]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    counts = [report["card_ms"][wait]["count"] for wait in ("local", "on", "remote_apply")]
    assert counts[0] > 0
    assert len(set(counts)) == 1
    assert report["over_local"]["local"] == 1.0
    assert min(report["over_local"].values()) > 0
