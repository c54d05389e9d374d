"""Whether this worker can write the record: the state of the database, and the keys."""

from __future__ import annotations

import time
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from casino.ledger import clocks
from casino.ledger.models import HOUSE, Seal
from casino.ledger.seals import read, seal_key
from casino.ledger.signed_notes import BadKey, BadNote
from casino.postgres import outages

KEPT_SECONDS: Final = 60.0
"""How many seconds a good answer is cached, for what does not change by itself."""

ROWS_ON_DISK: Final = 60_000
"""More rows than fit into the smallest working memory: the database writes them to its disk, about a megabyte, and
removes them again. Any role may do that, and if the disk has no room for it, it has none for a tap."""

WORDS: Final = {
    outages.AWAY: "database unavailable",
    outages.FULL: "no room on the disk of the database",
    outages.READS: "the database takes no writes",
    outages.BUSY: "the database does not answer in time",
}

_good_until: dict[str, float] = {}


def migrations() -> list[str]:
    """What the database lacks that this worker needs, in words. A database that is ahead of the worker is no
    fault: during an upgrade both versions deal."""
    if _is_kept("migrations"):
        return []
    loader = MigrationLoader(connection)
    lacking = set(loader.graph.nodes) - set(loader.applied_migrations)
    if lacking:
        return [f"{len(lacking)} migrations are missing in the database: run manage.py migrate"]
    return _good("migrations")


def ahead() -> list[str]:
    """The database's migrations that this version does not know, as `app.name`."""
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations)
    apps = {app for app, _ in known}
    return sorted(
        f"{app}.{name}" for app, name in loader.applied_migrations if app in apps and (app, name) not in known
    )


def seal_key_fits() -> list[str]:
    """What is wrong with the seal key, in words: it must have signed the house's last seal."""
    if _is_kept("keys"):
        return []
    try:
        key = seal_key()
    except (LookupError, BadKey) as fault:
        return [f"no seal can be made: {fault}"]
    last = Seal.objects.filter(chain=HOUSE).order_by("-no").first()
    if last is None:
        return []
    try:
        read(last.note, [key.verifier])
    except BadNote:
        return [
            "LEDGER_SEAL_KEY or LEDGER_ORIGIN is not what the last seal was signed with: set it as it was, or "
            "change it with manage.py seal_key --rotate"
        ]
    return _good("keys")


def _is_kept(what: str) -> bool:
    return time.monotonic() < _good_until.get(f"{settings.DATABASES['default'].get('NAME')}/{what}", 0.0)


def _good(what: str) -> list[str]:
    _good_until[f"{settings.DATABASES['default'].get('NAME')}/{what}"] = time.monotonic() + KEPT_SECONDS
    return []


def faults_of_recording() -> list[str]:
    """Why nothing can be recorded now, in words; empty if a tap can be."""
    try:
        _write_on_disk()
        clocks.note()  # written and committed: a read-only database refuses it
        return [*migrations(), *seal_key_fits()]
    except DatabaseError as fault:
        return [WORDS.get(outages.outage(fault), WORDS[outages.AWAY])]


def _write_on_disk() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute("SELECT max(n) FROM generate_series(1, %s) n", [ROWS_ON_DISK])


def faults_of_disk() -> list[str]:
    """That the database's disk is full, in words; empty if it is not. Raises DatabaseError for any other fault."""
    try:
        _write_on_disk()
    except DatabaseError as fault:
        if outages.outage(fault) != outages.FULL:
            raise
        return [WORDS[outages.FULL]]
    return []
