"""The production shape: what the web's database role can and cannot do, and what the operator is told to set."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.db import ProgrammingError, connection, transaction
from django.test import Client

from casino.environment import LIMITS, POOL
from casino.ledger import Draft, append
from casino.ledger.partitions import months
from casino.ledger.sealing import seal_all
from casino.ledger.verify import verify
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
        "DELETE FROM ledger_chainhead",
        "DELETE FROM django_migrations",
    ],
)
def test_the_database_denies_the_webs_role_what_only_the_owner_may(sql: str) -> None:
    # Told by who asks, before any trigger is asked.
    with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"), transaction.atomic():
        connection.cursor().execute(sql)


def test_whatever_must_be_set_is_explained() -> None:
    """At the top of the file itself, where who is told that a value is missing looks first."""
    wanted = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    head = COMPOSE.partition("\n\n")[0]
    assert wanted >= {"SECRET_KEY", "LEDGER_SEAL_KEY", "PIN_PEPPER", "POSTGRES_WEB_PASSWORD"}
    assert {name for name in wanted if not re.search(rf"\b{name}\b", head)} == set()
    assert set(re.findall(r"\$\{(\w+)[^:\w]", COMPOSE)) == set()  # none is optional without saying so


def test_every_setting_of_the_house_reaches_the_web() -> None:
    """What `casino/settings.py` reads and a house may set, the compose file passes on; the rest is the switch of a
    process, or of the demonstration."""
    settings = (PROJECT / "casino" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r"(?:environment\.\w+|environ(?:\.get)?)[(\[]\s*\"([A-Z_]+)\"", settings))
    assert {"SECRET_KEY", "FLOAT_POLICY", "DEALER_MINUTES", "LOG_LEVEL"} <= read
    processes = {"CASINO_DEMO", "CASINO_PAPER", "CASINO_UNLIMITED", "CASINO_VAR"}
    house = COMPOSE.partition("x-house:")[2].partition("\nservices:")[0]
    assert read - processes - set(re.findall(r"^  ([A-Z_]+):", house, re.MULTILINE)) == set()


def test_the_proxy_shuts_no_worker_out() -> None:
    proxy = (PROJECT / "deploy" / "nginx.conf.template").read_text(encoding="utf-8")
    assert re.search(r"server web:8000 resolve max_fails=0;", proxy)


def test_a_lost_client_is_not_forgotten_before_the_database_has_refused() -> None:
    """Daphne forgets a request some seconds after its client has gone: by then each of its statements has ended."""
    image = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    close = re.search(r'"--application-close-timeout", "(\d+)"', image)
    assert close is not None
    assert int(close[1]) * 1000 > LIMITS["statement_timeout"] + POOL["timeout"] * 1000
