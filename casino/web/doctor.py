"""What is wrong with an installation, and what to do about it, in sentences: `manage.py doctor`.

Each check looks at one thing and gives what it found. A check whose part cannot be asked, such as a database that is
away, says that and no more; the others go on.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import DatabaseError, ProgrammingError, connection, transaction
from django.utils import timezone

from casino.house_time import day_and_clock
from casino.ledger import chainstate, clocks, keeping, readiness
from casino.web.health import faults_of_disk, redis_answers

OLDEST_POSTGRESQL: Final = 14
SAFE: Final = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings of PostgreSQL without which what was acknowledged can be lost."""
LEAST_FREE: Final = 1 << 30
"""Bytes that the disk of this machine should have left."""
BACKUP: Final = {
    "backup.none": ("the backup has never said that it runs", "Start the service backup (docs/backup.md)."),
    "backup.stopped": (
        "the backup follows the log no longer",
        "See what deploy/backup status says, and start it.",
    ),
    "backup.no_base": ("there is no young base backup", "Run deploy/backup base."),
    "backup.untested": ("the backup was not tested for long", "Run deploy/backup test."),
}
"""What is wrong with the backup and what to do, by code of `casino.ledger.keeping`."""


class Finding(msgspec.Struct, frozen=True):
    """What a check found. `remedy` is empty where all is well."""

    check: str
    what: str
    remedy: str = ""

    @property
    def ok(self) -> bool:
        return not self.remedy


def examine() -> list[Finding]:
    """Every finding, in the order of the checks."""
    return [finding for check in CHECKS for finding in _findings(check)]


def _findings(check: Callable[[], Iterator[Finding]]) -> list[Finding]:
    name = check.__name__
    try:
        if check in ON_PAPER:
            return list(check())
        with transaction.atomic():
            return list(check())
    except ProgrammingError:
        return []  # a table that is not there yet: the migrations say so
    except DatabaseError as fault:
        what = f"the database does not answer ({str(fault).strip().splitlines()[0]})"
        return [
            Finding(
                name, what, "See that DATABASE_URL is right and that PostgreSQL runs, and run this again."
            )
        ]


def database() -> Iterator[Finding]:
    """Whether it can be reached, is new enough, and keeps what it has acknowledged."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        version = int(cursor.fetchone()[0]) // 10_000
        cursor.execute("SHOW server_encoding")
        encoding = cursor.fetchone()[0]
        cursor.execute("SELECT name FROM pg_settings WHERE setting = 'off' AND name = ANY(%s)", [list(SAFE)])
        unsafe = [name for (name,) in cursor.fetchall()]
    if version < OLDEST_POSTGRESQL:
        yield Finding(
            "database",
            f"PostgreSQL {version} is too old",
            f"Move the record to PostgreSQL {OLDEST_POSTGRESQL} or newer.",
        )
    if encoding != "UTF8":
        yield Finding(
            "database", f"the database keeps texts as {encoding}", "Make it anew with ENCODING 'UTF8'."
        )
    for name in unsafe:
        yield Finding(
            "database",
            f"{name} is off: what was acknowledged can be lost at a power cut",
            f"Set {name} = on in PostgreSQL.",
        )
    if version >= OLDEST_POSTGRESQL and encoding == "UTF8" and not unsafe:
        yield Finding("database", f"PostgreSQL {version} answers")


def migrations() -> Iterator[Finding]:
    """Whether the database has the form that this version needs."""
    for fault in readiness.migrations():
        yield Finding(
            "migrations", fault, "Run manage.py migrate as the owner of the tables, then deploy/web_role.sql."
        )
        return
    if ahead := readiness.ahead():
        yield Finding("migrations", f"the database is of a later version: it has {', '.join(ahead[-3:])} too")
    else:
        yield Finding("migrations", "the database has the form of this version")


def role() -> Iterator[Finding]:
    """Whether the role of the web may do no more than it needs, and the triggers of the record are on."""
    sound = True
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT current_user, rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls,
                      pg_has_role(current_user, (SELECT tableowner FROM pg_tables WHERE tablename = 'ledger_chainhead'
                                                 AND schemaname = current_schema()), 'MEMBER'),
                      has_database_privilege(current_database(), 'TEMP'),
                      has_table_privilege('ledger_entry', 'UPDATE') OR has_table_privilege('ledger_entry', 'DELETE')
                      OR has_table_privilege('ledger_entry', 'TRUNCATE')
               FROM pg_roles WHERE rolname = current_user"""
        )
        user, mighty, owns, temporary, changes = cursor.fetchone()
        cursor.execute(
            "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE tgenabled = 'D' AND NOT tgisinternal"
        )
        off = [table for (table,) in cursor.fetchall()]
    remedy = "Give DATABASE_URL the role casino_web, and run deploy/web_role.sql as the owner of the tables."
    if mighty or owns:
        sound = False
        yield Finding(
            "role",
            f"{user} {'rules the database' if mighty else 'owns the tables'}: it could change the record",
            remedy,
        )
    elif temporary or changes:
        sound = False
        right = "change entries" if changes else "make temporary tables"
        yield Finding(
            "role",
            f"{user} may {right}, as after a restore without its grants",
            "Run deploy/web_role.sql as the owner of the tables.",
        )
    if off:
        sound = False
        yield Finding(
            "role", f"triggers are switched off on {', '.join(off)}",
            "Find out who did that, switch them on (ALTER TABLE … ENABLE TRIGGER ALL), and run verify_ledger.",
        )  # fmt: skip
    if sound:
        yield Finding("role", f"{user} may add to the record and not change it")


def clock() -> Iterator[Finding]:
    """Whether this machine's clock, and each worker's, is the database's."""
    difference, sound = clocks.ahead(), True
    remedy = "Have both machines set their clocks by NTP (timedatectl set-ntp true)."
    if abs(difference) > clocks.MOST:
        sound = False
        yield Finding(
            "clock", f"this machine's clock is {clocks.in_words(difference)} the database's", remedy
        )
    for worker in clocks.wrong():
        sound = False
        yield Finding(
            "clock",
            f"the clock of worker {worker.name} is {clocks.in_words(clocks.of(worker))} the database's",
            remedy,
        )
    if sound:
        yield Finding("clock", "the clocks agree")


def zone() -> Iterator[Finding]:
    """Whether the house has said what time its clock shows."""
    if not os.environ.get("CASINO_TIME_ZONE", "").strip():
        yield Finding(
            "time zone", "CASINO_TIME_ZONE is not set: gaming days, hours and notices go by UTC",
            "Set it to the house's own, such as Australia/Melbourne.",
        )  # fmt: skip
    else:
        yield Finding(
            "time zone",
            f"the house's clock is that of {settings.TIME_ZONE}: it is {day_and_clock(timezone.now())}",
        )


def disk() -> Iterator[Finding]:
    """Whether there is room, for the record and on this machine."""
    sound = True
    for fault in faults_of_disk():
        sound = False
        yield Finding("disk", fault, "Make room, or give the volume of the record more.")
    folder = next(path for path in (Path(settings.VAR_DIR), *Path(settings.VAR_DIR).parents) if path.exists())
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        sound = False
        yield Finding(
            "disk",
            f"the disk of this machine has {free >> 20} MB left",
            "Make room: logs and exports need it.",
        )
    if sound:
        yield Finding("disk", f"the database's disk takes writes, and this machine has {free >> 30} GB left")


def redis() -> Iterator[Finding]:
    """Whether pushes reach every worker."""
    workers = clocks.seen().count()
    if not settings.REDIS_URL:
        if workers > 1:
            yield Finding(
                "Redis", f"{workers} workers run without Redis: a screen hears nothing of taps at another worker",
                "Set REDIS_URL for every worker.",
            )  # fmt: skip
        else:
            yield Finding("Redis", "not used; that is enough for one worker")
    elif redis_answers():
        yield Finding("Redis", "Redis answers")
    else:
        yield Finding(
            "Redis",
            "Redis does not answer: screens ask every few seconds instead of being told",
            "Start it, or set REDIS_URL right.",
        )


def keys() -> Iterator[Finding]:
    """Whether the seal key is the house's. (That the three keys are there and differ is checked at every start.)"""
    for fault in readiness.seal_key_fits():
        yield Finding("keys", fault, "Without the right key no seal that was made can be continued.")
        return
    yield Finding("keys", "the keys are there, and the last seal is signed with the seal key")


def seals() -> Iterator[Finding]:
    """Whether what is recorded is sealed soon, and the witness takes the seals."""
    kept = keeping.look()
    stopped = {trouble.code: trouble.what for trouble in kept.troubles()}
    if (late := stopped.get("seals.late")) is not None:
        yield Finding(
            "seals", f"{late} {'have' if ',' in late else 'has'} old entries without a seal",
            "See that manage.py seal_ledger --every 300 runs.",
        )  # fmt: skip
    else:
        yield Finding(
            "seals",
            f"the last seal is of {day_and_clock(kept.sealed_at)}"
            if kept.sealed_at
            else "nothing is to be sealed yet",
        )
    if "seals.not_taken" in stopped:
        yield Finding(
            "seals",
            "the witness has not taken the last seals",
            "See why LEDGER_WITNESS does not take them.",
        )


def backup() -> Iterator[Finding]:
    """Whether the record is backed up, and the backup was tested."""
    if settings.DEMO:
        yield Finding("backup", "the demonstration has none")
        return
    kept = keeping.look()
    if trouble := next(kept.of_backup(), None):
        what, remedy = BACKUP[trouble.code]
        yield Finding(
            "backup", what + (f" (last {day_and_clock(trouble.since)})" if trouble.since else ""), remedy
        )
    elif kept.base_at is not None:
        yield Finding(
            "backup", f"the log is followed, and the base backup is of {day_and_clock(kept.base_at)}"
        )


def verification() -> Iterator[Finding]:
    """Whether the record was verified lately, and found sound."""
    outcome = chainstate.state().outcome
    if outcome is None:
        yield Finding("verification", "the record was never verified", "Run manage.py verify_ledger.")
    elif not outcome.ok:
        what = outcome.trouble or (outcome.faults[0] if outcome.faults else "the record is wrong")
        yield Finding(
            "verification", what, "Keep everything as it is, take a copy, and run manage.py verify_ledger."
        )
    elif outcome.whole_at is None or outcome.whole_at < timezone.now() - keeping.NOT_VERIFIED:
        yield Finding(
            "verification", "the whole record was not verified for two days", "Run manage.py verify_ledger."
        )
    else:
        yield Finding(
            "verification", f"the whole record was found sound at {day_and_clock(outcome.whole_at)}"
        )


def static_files() -> Iterator[Finding]:
    """Whether every script and style sheet of this version can be served."""
    if settings.DEMO:
        yield Finding("static files", "served from where they lie, as in the demonstration")
        return
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    remedy = "Run manage.py collectstatic, and start the workers again."
    if not manifest.is_file():
        yield Finding("static files", f"{settings.STATIC_ROOT} has none", remedy)
        return
    collected = json.loads(manifest.read_text(encoding="utf-8")).get("paths", {})
    root = settings.BASE_DIR / "static"
    own = sorted(path for path in root.rglob("*") if path.suffix in (".js", ".css"))
    missing = [path for path in own if str(path.relative_to(root)) not in collected]
    stale = [
        path for path in own
        if path not in missing and (copy := Path(settings.STATIC_ROOT) / path.relative_to(root)).is_file()
        and copy.read_bytes() != path.read_bytes()
    ]  # fmt: skip
    if missing or stale:
        names = ", ".join(str(path.relative_to(root)) for path in (missing + stale)[:5])
        yield Finding("static files", f"not those of this version: {names}", remedy)
    else:
        yield Finding("static files", f"all {len(collected)} are collected")


def workers() -> Iterator[Finding]:
    """Whether somebody answers the tablets."""
    running = list(clocks.seen())
    if running:
        yield Finding("workers", f"{len(running)} {'runs' if len(running) == 1 else 'run'}")
    else:
        yield Finding(
            "workers", "none was seen in the last three minutes", "Start one: python -m casino.serve -p 8000."
        )


def addresses() -> Iterator[Finding]:
    """Whether browsers can reach the house under its name."""
    behind: Any = getattr(settings, "SECURE_PROXY_SSL_HEADER", None)
    if settings.DEMO:
        yield Finding("addresses", "the demonstration, on this machine alone")
    elif not settings.ALLOWED_HOSTS:
        yield Finding(
            "addresses", "ALLOWED_HOSTS is empty: every request is refused", "Set it to the house's name."
        )
    elif behind is None:
        yield Finding(
            "addresses", "BEHIND_PROXY is not set: what a proxy passes on in plain http is sent to https for ever",
            "Set BEHIND_PROXY=1 where a proxy ends TLS.",
        )  # fmt: skip
    else:
        yield Finding("addresses", f"the house answers to {', '.join(settings.ALLOWED_HOSTS)}")


CHECKS: Final[tuple[Callable[[], Iterator[Finding]], ...]] = (
    database, migrations, role, keys, seals, verification, backup, clock, zone, disk, redis, workers, static_files,
    addresses,
)  # fmt: skip
ON_PAPER: Final = (zone, static_files, addresses)
"""Checks that ask no database."""
