"""`manage.py doctor` names what is wrong with an installation, each thing by itself, and what to do."""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.test import override_settings
from django.utils import timezone

from casino.ledger import Draft, append, readiness
from casino.ledger.models import Backup, Worker
from casino.ledger.sealing import seal_all
from casino.web import doctor
from tests.foundation.test_deployment import web_role  # noqa: F401  a fixture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    readiness._good_until.clear()


def wrong() -> set[str]:
    """The names of the checks that found something."""
    return {finding.check for finding in doctor.examine() if not finding.ok}


def worker(**values: int) -> None:
    Worker.objects.create(
        name=f"web/{Worker.objects.count()}", seen_at=timezone.now(), **({"ahead_ms": 0} | values)
    )


@pytest.fixture
def sound_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation as it should be, except that nobody has verified its record and that its database is the
    tests', which keeps nothing over a power cut."""
    monkeypatch.setenv("CASINO_TIME_ZONE", "Australia/Melbourne")
    worker()


USUAL = {"verification", "database"}


@pytest.mark.usefixtures("sound_installation", "web_role")
def test_a_house_that_is_well() -> None:
    assert wrong() <= USUAL


@pytest.mark.usefixtures("sound_installation")
def test_the_owner_of_the_tables_must_not_deal() -> None:
    assert wrong() - USUAL == {"role"}


@pytest.mark.usefixtures("sound_installation", "web_role")
def test_each_thing_that_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def unusual() -> set[str]:
        return wrong() - USUAL

    worker(ahead_ms=-5000)  # two workers, without Redis
    assert unusual() == {"clock", "Redis"}
    Worker.objects.all().delete()
    assert unusual() == {"workers"}
    worker()
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        assert unusual() == {"Redis"}
    monkeypatch.delenv("CASINO_TIME_ZONE")
    assert unusual() == {"time zone"}
    monkeypatch.setenv("CASINO_TIME_ZONE", "UTC")
    with override_settings(DEMO=False, ALLOWED_HOSTS=["pit.example"], STATIC_ROOT=tmp_path):
        assert unusual() == {"static files", "addresses", "backup"}
        Backup.objects.create(followed_at=timezone.now(), base_at=timezone.now(), tested_at=timezone.now())
        (tmp_path / "staticfiles.json").write_text(json.dumps({"paths": {"js/house.js": "js/house.1.js"}}))
        with override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):
            assert unusual() == {"static files"}


@pytest.mark.usefixtures("sound_installation", "web_role")
def test_entries_that_nobody_seals_and_a_wrong_key() -> None:
    with transaction.atomic():
        append("BJ-07", [Draft(kind="note")], at=timezone.now() - timedelta(hours=1))
    assert wrong() - USUAL == {"seals"}
    seal_all()
    assert wrong() - USUAL == set()
    readiness._good_until.clear()
    for key in ("another key of the house" * 3, ""):
        with override_settings(LEDGER_SEAL_KEY=key):
            assert wrong() - USUAL == {"keys"}


@pytest.mark.usefixtures("sound_installation")
def test_a_migration_that_is_missing_a_trigger_that_is_off_and_a_full_disk() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL temp_file_limit = '64kB'")
        cursor.execute("DELETE FROM django_migrations WHERE app = 'ledger' AND name = '0005_workers'")
        cursor.execute("ALTER TABLE ledger_seal DISABLE TRIGGER USER")
    findings = [finding for finding in doctor.examine() if not finding.ok]
    assert any(finding.check == "disk" for finding in findings)
    assert any(finding.check == "migrations" for finding in findings)
    assert any("ledger_seal" in finding.what for finding in findings if finding.check == "role")


def test_a_database_that_is_away_is_told_and_the_rest_is_looked_at() -> None:
    def away(*_: object) -> None:
        raise OperationalError("connection refused")

    with connection.execute_wrapper(away):
        names = {finding.check for finding in doctor.examine()}
    assert {"database", "static files", "addresses"} <= names


def test_a_database_without_tables_is_named_once() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL search_path = pg_catalog")
        findings = [finding for finding in doctor.examine() if not finding.ok]
    assert [
        finding.check for finding in findings if finding.check in ("migrations", "role", "seals", "clock")
    ] == ["migrations"]


def test_the_command_says_it_in_sentences_and_by_its_status() -> None:
    output = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=output)
    assert ended.value.code == 1
    assert "WRONG  role: " in output.getvalue()
    output = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", "--json", stdout=output)
    assert json.loads(output.getvalue())["ok"] is False
