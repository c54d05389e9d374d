"""The containers without their engine: the image is laid out as the Dockerfile does it, and what each service starts is
started from there, with the environment that the file gives it, over a real server of the database and of Redis."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from django.core.management import get_commands
from django.db import connection
from psycopg import sql

from tests.conftest import database_url
from tests.processes import PROJECT, REDIS, Server

COMPOSE: dict[str, Any] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
IMAGE = (PROJECT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
IGNORED = (PROJECT / ".dockerignore").read_text(encoding="utf-8").split()
ENV = {
    "SECRET_KEY": "signing-key-of-the-containers-" * 2,
    "LEDGER_SEAL_KEY": "sealing-key-of-the-containers-" * 2,
    "PIN_PEPPER": "peppering-key-of-the-containers-" * 2,
    "POSTGRES_PASSWORD": "0wner5",
    "POSTGRES_WEB_PASSWORD": "w3bs",
    "POSTGRES_BACKUP_PASSWORD": "b4ckups",
    "REDIS_PASSWORD": "r3dis5",
    "CASINO_HOST": "pit.example",
    "CASINO_TIME_ZONE": "Australia/Melbourne",
    "BACKUP_DIR": "/srv/backups",
    "TLS_DIR": "/etc/tls",
}
"""A file `.env` with what must be set, and nothing else."""
STARTED: list[str] = json.loads(IMAGE.rpartition("\nCMD ")[2])
"""What the image starts by itself."""
ONCE = {"migrate", "grants"}
ASIDE = {"seal", "verify"}
"""Services that answer no request: every pit shows that they have stopped, by the age of what they do."""
SUBCOMMANDS = {"build", "run", "ps", "up", "exec", "rm", "down", "logs", "restart", "stop"}


def filled_in(text: str, given: dict[str, str]) -> str:
    """The text with its variables, as the engine fills them in. Raises KeyError for one that must be set."""

    def value(found_at: re.Match[str]) -> str:
        if found_at[0] == "$$":
            return "$"
        name, sign, otherwise = found_at[1], found_at[2], found_at[3]
        if given.get(name):
            return given[name]
        if sign == ":?":
            raise KeyError(name)
        return otherwise or ""

    return re.sub(r"\$\$|\$\{(\w+)(?:(:\?|:-)([^}]*))?\}", value, text)


def environment_of(service: str) -> dict[str, str]:
    given = SERVICES[service].get("environment", {})
    return {name: filled_in(str(value), ENV) for name, value in given.items()}


def test_a_variable_that_must_be_set_is_asked_for_and_no_other() -> None:
    text = (PROJECT / "docker-compose.yml").read_text(encoding="utf-8").partition("\n\n")[2]
    filled_in(text, ENV)
    for name in ENV:
        with pytest.raises(KeyError, match=name):
            filled_in(text, {**ENV, name: ""})


def test_every_service_has_what_keeps_it_going() -> None:
    for name, service in SERVICES.items():
        assert ("healthcheck" in service) == (name not in ONCE | ASIDE), name
        for expected, on in service.get("depends_on", {}).items():
            # One that is waited for until it is healthy says when it is, one that has to end does end.
            assert "healthcheck" in SERVICES[expected] or on["condition"] != "service_healthy", (
                name,
                expected,
            )
            assert expected in ONCE or on["condition"] != "service_completed_successfully", (name, expected)
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", []):
            place = filled_in(volume, ENV).split(":")[0]
            if place.startswith("./"):
                assert (PROJECT / place).exists(), (name, place)
            elif not place.startswith("/"):
                assert place in COMPOSE["volumes"], (name, place)


def test_what_is_outside_the_house_reaches_the_proxy_alone() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert [name for name, service in SERVICES.items() if "outside" in service["networks"]] == ["proxy"]


def test_every_command_of_the_documentation_names_a_service_and_a_program_that_exist() -> None:
    texts = [
        *(PROJECT / "docs").glob("*.md"),
        PROJECT / "README.md",
        *(PROJECT / "deploy" / "watching").iterdir(),
    ]
    commands = [
        (path.name, words.rstrip(' .,;"…)'))
        for path in texts
        if path.is_file()
        for line in path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
        for words in re.findall(r"docker compose ((?:[^`#&|…)]|\"\$\()+)", line)
    ]
    assert len(commands) > 10
    for name, words in commands:
        rest = words.split()
        profiles = {service for service in SERVICES if "profiles" in SERVICES[service]}
        while rest and rest[0].startswith("-"):
            del rest[: 2 if rest[0] == "--profile" else 1]
        assert rest[0] in SUBCOMMANDS, (name, words)
        named = [word.strip(",.:") for word in rest[1:] if word.strip(",.:") in SERVICES]
        if rest[0] in ("run", "exec", "ps"):
            assert named, (name, words)
        if set(named) & profiles:
            assert "--profile" in words, (name, words)
        if "manage.py" in rest:
            program = rest[rest.index("manage.py") + 1 : rest.index("manage.py") + 2]
            assert not program or program[0] in get_commands(), (name, words)


def copied() -> list[tuple[str, str]]:
    """What the image is made of: each source, and the place in the image's folder that it goes to."""
    lines = re.findall(r"^COPY (.+)$", IMAGE, re.MULTILINE)
    return [(source, words[-1]) for line in lines if (words := line.split()) for source in words[:-1]]


def is_sent(path: Path) -> bool:
    """Whether the engine is given that file (.dockerignore: the last line that fits decides)."""
    sent = True
    for line in IGNORED:
        pattern = line.removeprefix("!").removeprefix("**/")
        parts = path.relative_to(PROJECT).parts
        if line == "*" or any(fnmatch.fnmatch(part, pattern) for part in parts):
            sent = line.startswith("!")
    return sent


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the image, with its static files collected as the Dockerfile does it."""
    folder = tmp_path_factory.mktemp("image")
    for source, goes_to in copied():
        place, aim = PROJECT / source, folder / goes_to
        assert place.exists(), source
        assert is_sent(place), f"{source} is not sent to the engine"
        if place.is_dir():
            shutil.copytree(place, aim, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, folder / goes_to / place.name if goes_to.endswith("/") else aim)
    run = next(line for line in re.findall(r"^RUN (.+)$", IMAGE, re.MULTILINE) if "collectstatic" in line)
    command = run.partition("&& useradd")[0].replace("python ", f"{shlex.quote(sys.executable)} ")
    done = subprocess.run(
        ["sh", "-ec", command], cwd=folder, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "staticfiles" / "staticfiles.json").is_file()
    return folder


class Container(Server):
    """What a service starts, from the image's folder, with the environment of the file. The names of the other services
    are replaced by where they are here."""

    def __init__(self, service: str, image: Path, replaced: dict[str, str], ready: str = "") -> None:
        super().__init__()
        self.folder, self.ready_words = image, ready
        self._service, self._replaced = service, replaced

    def command(self) -> list[str]:
        words = SERVICES[self._service].get("command") or STARTED
        arguments = [filled_in(word, ENV) for word in words]
        for name, value in {"python": sys.executable, "8000": str(self.port), "0.0.0.0": "127.0.0.1"}.items():  # noqa: S104
            arguments = [value if word == name else word for word in arguments]
        return [re.sub(r"\bpython manage", f"{sys.executable} manage", word) for word in arguments]

    def environment(self) -> dict[str, str]:
        given = environment_of(self._service)
        for name, value in given.items():
            for host, address in self._replaced.items():
                value = value.replace(host, address)
            given[name] = value
        return {"PATH": os.environ["PATH"], "CASINO_VAR": str(self.folder / "var")} | given

    def run(self) -> subprocess.CompletedProcess[str]:
        """To its end."""
        return subprocess.run(
            self.command(), cwd=self.folder, env=self.environment(), capture_output=True, text=True
        )


class RedisContainer(Container):
    ready_words = "Ready to accept connections"

    def command(self) -> list[str]:
        shell = [filled_in(word, ENV) for word in SERVICES["redis"]["command"]]
        return [*shell[:-1], f"{shell[-1]} --bind 127.0.0.1 --port {self.port}"]


@contextmanager
def empty_database() -> Iterator[dict[str, str]]:
    """A new database on the server of the tests; yields what its address is replaced by."""
    name = f"{connection.settings_dict['NAME']}_containers"
    with psycopg.connect(database_url(), autocommit=True) as server:
        roles = ("casino_web", "casino_backup")
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            host = connection.settings_dict["HOST"]
            yield {
                # Its owner is the server's superuser, as in the image of PostgreSQL.
                "casino:0wner5@postgres:5432/casino": f"postgres@/{name}?host={host}",
                "casino_web:w3bs@postgres:5432/casino": f"casino_web:w3bs@/{name}?host={host}",
                "host": host,
                "name": name,
            }
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
            for role in roles:
                server.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(role)))


@pytest.mark.long
@pytest.mark.skipif(not REDIS or not shutil.which("psql"), reason="Redis and psql are wanted")
def test_every_service_starts_with_what_the_file_gives_it(image: Path, transactional_db: None) -> None:
    if "EMBEDDED" not in connection.settings_dict:
        pytest.skip("the tests have a server of somebody else's")
    redis = RedisContainer("redis", image, {})
    redis.start()
    started: list[Server] = [redis]
    try:
        with empty_database() as at:
            host, name = at.pop("host"), at.pop("name")
            replaced = {**at, "@redis:6379": f"@127.0.0.1:{redis.port}"}

            done = Container("migrate", image, replaced).run()
            assert done.returncode == 0, done.stderr
            grants = Container("grants", image, replaced)
            psql = [
                word.replace("=/", f"={PROJECT}/deploy/") if word.startswith("--file") else word
                for word in grants.command()
            ]
            place = {"PGHOST": host, "PGDATABASE": name, "PGUSER": "postgres"}
            for _ in range(2):  # after every migration
                done = subprocess.run(psql, env=grants.environment() | place, capture_output=True, text=True)
                assert done.returncode == 0, done.stderr

            web = Container("web", image, replaced, "answers.")
            web.start()
            started.append(web)
            check = [filled_in(word, ENV) for word in SERVICES["web"]["healthcheck"]["test"]]
            assert check[:2] == ["CMD", "python"]
            well = [sys.executable, *check[2:-1], check[-1].replace(":8000", f":{web.port}")]
            done = subprocess.run(well, env=web.environment(), capture_output=True, text=True)
            assert done.returncode == 0, done.stderr

            # The house of the example, so that there is something to seal.
            shutil.copy(PROJECT / "deploy" / "house.toml.example", image / "house.toml")
            set_up = [sys.executable, "manage.py", "setup_house", "--file", "house.toml"]
            done = subprocess.run(set_up, cwd=image, env=web.environment(), capture_output=True, text=True)
            assert done.returncode == 0, done.stderr

            seal = Container("seal", image, replaced, '"seals"')
            seal.start()
            started.append(seal)
            verify = Container("verify", image, replaced, "The record is sound")
            verify.start()
            started.append(verify)

            web.stop()  # and its check says so
            assert subprocess.run(well, env=web.environment(), capture_output=True).returncode != 0
            for server in started[2:]:
                server.kill()
    finally:
        for server in started:
            if server.running:
                server.kill()


def test_the_server_of_the_record_takes_its_settings() -> None:
    """The file of who may come in is mounted where the server is told to look for it."""
    words = SERVICES["postgres"]["command"]
    assert words[0] == "postgres"
    given = dict(word.split("=", 1) for word in words[2::2])
    assert given.keys() == {"hba_file", "max_slot_wal_keep_size"}
    mounted = dict(volume.split(":")[1::-1] for volume in SERVICES["postgres"]["volumes"])
    assert (PROJECT / mounted[given["hba_file"]]).is_file()


def test_the_lines_of_who_may_come_in_can_be_read() -> None:
    lines = [
        line.split()
        for line in (PROJECT / "deploy" / "pg_hba.conf").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    assert ["host", "replication", "casino_backup", "all", "scram-sha-256"] in lines
    # From another container nobody comes in without a password.
    assert all(line[-1] == "scram-sha-256" for line in lines if line[0] != "local")
