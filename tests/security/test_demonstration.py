"""The demonstration, with its published PINs, comes into no database that it did not make itself."""

import io
import os
import subprocess
import sys
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from casino.ledger import Entry
from casino.staff.models import Guard, Staff
from tables.demonstration import database
from tables.demonstration.house import MANAGER, STAFF
from tables.models import Table
from tests.foundation.test_settings import HOUSE, PRODUCTION_DATABASE, run
from tests.processes import PROJECT

pytestmark = pytest.mark.django_db

COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("seed_demo", {"quiet": True}),
    ("autoplay", {"rounds": 1, "pace": 0}),
    ("shift", {"book": "VIC03"}),
    ("prepare_shoes", {"by": "S-07"}),
]


def touched() -> tuple[int, int, int]:
    return Entry.objects.count(), Staff.objects.count(), Table.objects.count()


@pytest.mark.parametrize(("command", "options"), COMMANDS)
def test_insider_the_demonstration_leaves_a_house_of_somebody_else_alone(
    command: str, options: dict[str, Any]
) -> None:
    Staff.objects.create_superuser("M-7", "9305")
    before = touched()
    with pytest.raises(CommandError):
        call_command(command, stdout=io.StringIO(), **options)
    assert touched() == before


def test_insider_a_house_whose_people_have_the_same_numbers_is_not_a_demonstration() -> None:
    boss = Staff.objects.create_superuser(MANAGER, "9305")
    with pytest.raises(CommandError):
        call_command("seed_demo", quiet=True)
    assert list(Staff.objects.all()) == [boss]


def test_insider_a_database_that_is_named_is_not_the_demonstrations(settings: Any) -> None:
    settings.DEMO_DATABASE = False
    for command, options in COMMANDS:
        with pytest.raises(CommandError):
            call_command(command, stdout=io.StringIO(), **options)
    with pytest.raises(CommandError):
        call_command("demo")
    assert touched() == (0, 0, 0)


def test_outsider_the_demonstrations_link_ties_no_tablet_of_another_house() -> None:
    person = next(member for member in STAFF if member.number == "S-07")
    Staff.objects.create_user(person.number, "9305", role=person.role)
    assert Client().get("/pit/demo-tablet/BJ-07/").status_code == 404
    assert not Guard.objects.exists()  # it does not count as a try at a PIN either


@pytest.mark.long
def test_its_own_house_grows_and_goes_on() -> None:
    call_command("seed_demo", quiet=True)
    assert Entry.objects.get(chain="house", seq=1).kind == database.KIND
    Staff.objects.create_user("G-98", "9305")
    call_command("seed_demo", quiet=True)
    assert database.why_foreign() == ""
    assert Client().get("/pit/demo-tablet/BJ-07/").status_code == 302


def test_insider_a_database_that_is_named_makes_no_command_a_demonstration(tmp_path: Any) -> None:
    (tmp_path / "secret_key.demo").write_text("x" * 60)
    done = run("manage.py", "check", CASINO_VAR=str(tmp_path), **PRODUCTION_DATABASE)
    assert "SECRET_KEY is not set" in done.stderr
    for demo in ({"CASINO_DEMO": "1"}, {"CASINO_DEMO": "1", **HOUSE}):
        code = "from casino import settings; print(settings.DEMO_DATABASE)"
        assert run("-c", code, CASINO_VAR=str(tmp_path), **demo, **PRODUCTION_DATABASE).stdout == "False\n"


@pytest.mark.long
def test_insider_make_demo_over_a_database_that_is_named_is_refused_before_it_is_asked(tmp_path: Any) -> None:
    environment = {
        **os.environ,
        **PRODUCTION_DATABASE,
        "CASINO_DEMO": "1",
        "DJANGO_SETTINGS_MODULE": "casino.settings",
    }
    command = [sys.executable, "manage.py", "demo"]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "DATABASE_URL names a database of yours" in done.stderr
