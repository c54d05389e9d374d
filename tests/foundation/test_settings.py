"""What the settings refuse and what they promise, each read by a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes import PROJECT

KEYS = {
    "SECRET_KEY": "a-signing-key-" * 4,
    "LEDGER_SEAL_KEY": "a-sealing-key-" * 4,
    "PIN_PEPPER": "a-peppering-key-" * 4,
}
HOUSE = {**KEYS, "ALLOWED_HOSTS": "tables.example,.floor.example", "CASINO_TIME_ZONE": "UTC"}
PRODUCTION_DATABASE = {"DATABASE_URL": "postgresql://house:p%40ss@db.example:6432/casino?sslmode=require"}


def run(*command: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """A process that knows nothing of this run's settings but ``variables``."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, *command], cwd=PROJECT, env={**kept, **variables}, capture_output=True, text=True
    )


def settings(*names: str, **variables: str) -> dict[str, Any]:
    code = (
        "import json; from casino import settings; "
        f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}, default=str))"
    )
    done = run("-c", code, **variables)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("missing", ["SECRET_KEY", "LEDGER_SEAL_KEY", "PIN_PEPPER", "CASINO_TIME_ZONE"])
def test_outside_the_demonstration_every_key_and_the_clock_is_required(missing: str, tmp_path: Path) -> None:
    given = {name: value for name, value in HOUSE.items() if name != missing}
    done = run("-c", "import casino.asgi", CASINO_VAR=str(tmp_path), **given)
    assert done.returncode != 0
    assert f"ImproperlyConfigured: {missing} is not set" in done.stderr
    assert list(tmp_path.iterdir()) == []  # no key was made up


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"SECRET_KEY": "short"}, "SECRET_KEY has 5 characters; give at least 50"),
        ({"LEDGER_SEAL_KEY": KEYS["SECRET_KEY"]}, "LEDGER_SEAL_KEY and PIN_PEPPER must differ"),
        ({"PIN_PEPPER": KEYS["SECRET_KEY"]}, "LEDGER_SEAL_KEY and PIN_PEPPER must differ"),
        ({"PIN_PEPPER": KEYS["LEDGER_SEAL_KEY"]}, "LEDGER_SEAL_KEY and PIN_PEPPER must differ"),
        ({"PIN_PEPPER": "short"}, "PIN_PEPPER has 5 characters; give at least 50"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must name the hosts"),
        ({"CASINO_DEMO": "yes"}, "CASINO_DEMO='yes' is not understood"),
        ({"DATABASE_URL": "sqlite:///casino.db"}, "PostgreSQL is the only database"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused(given: dict[str, str], words: str) -> None:
    done = run("-c", "import casino.settings", **{**HOUSE, **given})
    assert done.returncode != 0
    assert "ImproperlyConfigured" in done.stderr
    assert words in done.stderr


def test_outside_the_demonstration_everything_is_closed() -> None:
    got = settings(
        "DEBUG",
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SESSION_COOKIE_HTTPONLY",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        **HOUSE,
    )
    assert got == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["tables.example", ".floor.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://tables.example", "https://*.floor.example"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
    }


def test_the_forwarded_protocol_is_believed_only_behind_a_proxy() -> None:
    code = "from casino import settings; print(hasattr(settings, 'SECURE_PROXY_SSL_HEADER'))"
    assert run("-c", code, **HOUSE).stdout == "False\n"
    assert run("-c", code, BEHIND_PROXY="1", **HOUSE).stdout == "True\n"


def test_djangos_own_deployment_check_finds_nothing() -> None:
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", **HOUSE, **PRODUCTION_DATABASE)
    assert done.returncode == 0, done.stderr


def test_the_database_url_is_read_whole() -> None:
    entry = settings("DATABASES", **HOUSE, **PRODUCTION_DATABASE)["DATABASES"]["default"]
    assert entry["ENGINE"] == "casino.postgres"
    assert "EMBEDDED" not in entry
    assert (entry["HOST"], entry["PORT"], entry["NAME"]) == ("db.example", "6432", "casino")
    assert (entry["USER"], entry["PASSWORD"]) == ("house", "p@ss")
    assert entry["OPTIONS"]["sslmode"] == "require"
    assert entry["OPTIONS"]["pool"]
    assert entry["CONN_MAX_AGE"] == 0  # a pool and persistent connections exclude each other


def test_redis_url_chooses_the_channel_layer() -> None:
    def layer(**given: str) -> str:
        chosen: str = settings("CHANNEL_LAYERS", **HOUSE, **given)["CHANNEL_LAYERS"]["default"]["BACKEND"]
        return chosen

    assert layer() == "channels.layers.InMemoryChannelLayer"
    assert layer(REDIS_URL="redis://redis.example:6379/0") == "casino.web.push_layer.LivePushLayer"


def test_pins_are_hashed_with_argon2() -> None:
    assert settings("PASSWORD_HASHERS", **HOUSE)["PASSWORD_HASHERS"] == [
        "casino.staff.hashers.PepperedArgon2PasswordHasher"
    ]


def test_the_demonstration_keeps_its_keys_and_stays_on_this_machine(tmp_path: Path) -> None:
    names = ("SECRET_KEY", "LEDGER_SEAL_KEY", "PIN_PEPPER", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "DEBUG")
    first = settings(*names, CASINO_DEMO="1", CASINO_VAR=str(tmp_path))
    assert first == settings(*names, CASINO_DEMO="1", CASINO_VAR=str(tmp_path))
    assert first["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert first["SESSION_COOKIE_SECURE"] is False
    assert first["DEBUG"] is False
    assert (tmp_path / "secret_key.demo").stat().st_mode & 0o077 == 0
    elsewhere = settings(*names, CASINO_DEMO="1", CASINO_VAR=str(tmp_path / "elsewhere"))
    assert elsewhere["SECRET_KEY"] != first["SECRET_KEY"]


@pytest.mark.long
def test_the_command_line_joins_a_demonstration_that_lives_here_and_a_server_does_not(tmp_path: Path) -> None:
    settings("SECRET_KEY", CASINO_DEMO="1", CASINO_VAR=str(tmp_path))
    assert run("manage.py", "check", CASINO_VAR=str(tmp_path)).returncode == 0
    assert "SECRET_KEY is not set" in run("-c", "import casino.asgi", CASINO_VAR=str(tmp_path)).stderr


def test_a_setting_for_checks_alone_has_no_record_to_touch(tmp_path: Path) -> None:
    assert settings("DATABASES", CASINO_PAPER="1", CASINO_VAR=str(tmp_path))["DATABASES"] == {}
    assert list(tmp_path.iterdir()) == []


def test_a_key_of_the_demonstration_that_cannot_be_read_is_told_and_none_takes_its_place(
    tmp_path: Path,
) -> None:
    (tmp_path / "ledger_seal_key.demo").mkdir()  # nobody can read that, not even root
    done = run("-c", "import casino.asgi", CASINO_DEMO="1", CASINO_VAR=str(tmp_path))
    assert done.returncode != 0
    assert f"ImproperlyConfigured: The key in {tmp_path / 'ledger_seal_key.demo'}" in done.stderr
