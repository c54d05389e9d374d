"""Finds what is wrong with an installation, and says in sentences what to do about it: `manage.py doctor`.

Each check looks at one thing and yields findings. A check that cannot be made, say because the database is away,
says only that; the others continue.
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
from django.utils.translation import gettext as _

from casino.house_time import day_and_clock
from casino.ledger import chainstate, clocks, keeping, readiness
from casino.ledger.readiness import faults_of_disk
from casino.translated import text
from casino.web.health import redis_answers

OLDEST_POSTGRESQL: Final = 14
SAFE: Final = ("fsync", "full_page_writes", "synchronous_commit")
"""PostgreSQL settings without which acknowledged data can be lost."""
LEAST_FREE: Final = 1 << 30
"""The least free space, in bytes, on this machine's disk."""
BACKUP: Final = {
    "backup.none": (
        _("the backup has never reported that it is running"),
        _("Start the service backup (docs/backup.md)."),
    ),
    "backup.stopped": (
        _("the backup no longer follows the log"),
        _("See what deploy/backup status says, and start it."),
    ),
    "backup.no_base": (_("there is no recent base backup"), _("Run deploy/backup base.")),
    "backup.untested": (_("the backup has not been tested for a long time"), _("Run deploy/backup test.")),
}
"""What is wrong with the backup and what to do, by code of `casino.ledger.keeping`."""


class Finding(msgspec.Struct, frozen=True):
    """The result of a check. `remedy` is empty if all is well."""

    check: str
    what: str
    remedy: str = ""

    @property
    def ok(self) -> bool:
        return not self.remedy


def examine() -> list[Finding]:
    """All findings, in the order of the checks."""
    return [finding for check in CHECKS for finding in _findings(check)]


def _findings(check: Callable[[], Iterator[Finding]]) -> list[Finding]:
    name = check.__name__
    try:
        if check in ON_PAPER:
            return list(check())
        with transaction.atomic():
            return list(check())
    except ProgrammingError:
        return []  # a missing table: the migrations check reports it
    except DatabaseError as fault:
        what = text(_("the database does not answer ({fault})"), fault=str(fault).strip().splitlines()[0])
        return [
            Finding(
                name, what, _("See that DATABASE_URL is right and that PostgreSQL runs, and run this again.")
            )
        ]


def database() -> Iterator[Finding]:
    """Whether the database can be reached, is new enough, and keeps what it has acknowledged."""
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
            text(_("PostgreSQL {version} is too old"), version=version),
            text(_("Move the record to PostgreSQL {oldest} or newer."), oldest=OLDEST_POSTGRESQL),
        )
    if encoding != "UTF8":
        yield Finding(
            "database",
            text(_("the database keeps texts as {encoding}"), encoding=encoding),
            _("Make it again with ENCODING 'UTF8'."),
        )
    for name in unsafe:
        yield Finding(
            "database",
            text(_("{name} is off: what was acknowledged can be lost at a power cut"), name=name),
            text(_("Set {name} = on in PostgreSQL."), name=name),
        )
    if version >= OLDEST_POSTGRESQL and encoding == "UTF8" and not unsafe:
        yield Finding("database", text(_("PostgreSQL {version} answers"), version=version))


def migrations() -> Iterator[Finding]:
    """Whether the database has the schema that this version needs."""
    for fault in readiness.migrations():
        yield Finding(
            "migrations",
            fault,
            _("Run manage.py migrate as the owner of the tables, then deploy/web_role.sql."),
        )
        return
    if ahead := readiness.ahead():
        yield Finding(
            "migrations",
            text(_("the database is of a later version: it has {names:list} too"), names=list(ahead[-3:])),
        )
    else:
        yield Finding("migrations", _("the database has the form of this version"))


def role() -> Iterator[Finding]:
    """Whether the web role has no more rights than it needs, and the triggers of the record are on."""
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
    remedy = _(
        "Give DATABASE_URL the role casino_web, and run deploy/web_role.sql as the owner of the tables."
    )
    if mighty or owns:
        sound = False
        yield Finding(
            "role",
            text(
                _("{user} rules the database: it could change the record")
                if mighty
                else _("{user} owns the tables: it could change the record"),
                user=user,
            ),
            remedy,
        )
    elif temporary or changes:
        sound = False
        right = _("change entries") if changes else _("make temporary tables")
        yield Finding(
            "role",
            text(_("{user} may {right}, as after a restore without its grants"), user=user, right=right),
            _("Run deploy/web_role.sql as the owner of the tables."),
        )
    if off:
        sound = False
        yield Finding(
            "role", text(_("triggers are switched off on {names:list}"), names=list(off)),
            _("Find out who did that, switch them on (ALTER TABLE … ENABLE TRIGGER ALL), and run verify_ledger."),
        )  # fmt: skip
    if sound:
        yield Finding("role", text(_("{user} may add to the record and not change it"), user=user))


def clock() -> Iterator[Finding]:
    """Whether this machine's clock, and each worker's, agrees with the database's."""
    difference, sound = clocks.ahead(), True
    remedy = _("Have both machines set their clocks by NTP (timedatectl set-ntp true).")
    if abs(difference) > clocks.MOST:
        sound = False
        yield Finding(
            "clock",
            text(
                _("this machine's clock is {difference} the database's"),
                difference=clocks.in_words(difference),
            ),
            remedy,
        )
    for worker in clocks.wrong_clocks():
        sound = False
        yield Finding(
            "clock",
            text(
                _("the clock of worker {name} is {difference} the database's"),
                name=worker.name,
                difference=clocks.in_words(clocks.offset_of(worker)),
            ),
            remedy,
        )
    if sound:
        yield Finding("clock", _("the clocks agree"))


def zone() -> Iterator[Finding]:
    """Whether the house has set its time zone."""
    if not os.environ.get("CASINO_TIME_ZONE", "").strip():
        yield Finding(
            _("time zone"), _("CASINO_TIME_ZONE is not set: gaming days, hours and notices go by UTC"),
            _("Set it to the house's own, such as Australia/Melbourne."),
        )  # fmt: skip
    else:
        yield Finding(
            _("time zone"),
            text(
                _("the house's clock is that of {time_zone}: it is {at}"),
                time_zone=settings.TIME_ZONE,
                at=day_and_clock(timezone.now()),
            ),
        )


def disk() -> Iterator[Finding]:
    """Whether there is disk space, for the record and on this machine."""
    sound = True
    for fault in faults_of_disk():
        sound = False
        yield Finding("disk", fault, _("Make room, or give the volume of the record more."))
    folder = next(path for path in (Path(settings.VAR_DIR), *Path(settings.VAR_DIR).parents) if path.exists())
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        sound = False
        yield Finding(
            "disk",
            text(_("the disk of this machine has {megabytes} MB left"), megabytes=free >> 20),
            _("Make room: logs and exports need it."),
        )
    if sound:
        yield Finding(
            "disk",
            text(
                _("the database's disk takes writes, and this machine has {gigabytes} GB left"),
                gigabytes=free >> 30,
            ),
        )


def redis() -> Iterator[Finding]:
    """Whether pushes reach every worker."""
    workers = clocks.running_workers().count()
    if not settings.REDIS_URL:
        if workers > 1:
            yield Finding(
                "Redis", text(
                    _("{workers} workers run without Redis: a screen hears nothing of taps at another worker"),
                    workers=workers,
                ),
                _("Set REDIS_URL for every worker."),
            )  # fmt: skip
        else:
            yield Finding("Redis", _("not used; that is enough for one worker"))
    elif redis_answers():
        yield Finding("Redis", _("Redis answers"))
    else:
        yield Finding(
            "Redis",
            _("Redis does not answer: screens ask every few seconds instead of being told"),
            _("Start it, or set REDIS_URL right."),
        )


def keys() -> Iterator[Finding]:
    """Whether the seal key is the house's. (That the three keys are set and differ is checked at every start.)"""
    for fault in readiness.seal_key_fits():
        yield Finding("keys", fault, _("Without the right key no seal that was made can be continued."))
        return
    yield Finding("keys", _("the keys are there, and the last seal is signed with the seal key"))


def seals() -> Iterator[Finding]:
    """Whether entries are sealed soon, and the witness takes the seals."""
    kept = keeping.look()
    stopped = {trouble.code: trouble.what for trouble in kept.troubles()}
    if (late := stopped.get("seals.late")) is not None:
        yield Finding(
            "seals", text(
                _("{chains} have old entries without a seal")
                if "," in late
                else _("{chains} has old entries without a seal"),
                chains=late,
            ),
            _("See that manage.py seal_ledger --every 300 runs."),
        )  # fmt: skip
    else:
        yield Finding(
            "seals",
            text(_("the last seal is of {at}"), at=day_and_clock(kept.sealed_at))
            if kept.sealed_at
            else _("there is nothing to seal yet"),
        )
    if "seals.not_taken" in stopped:
        yield Finding(
            "seals",
            _("the witness has not taken the last seals"),
            _("See why LEDGER_WITNESS does not take them."),
        )


def backup() -> Iterator[Finding]:
    """Whether the record is backed up, and a backup was tested."""
    if settings.DEMO:
        yield Finding("backup", _("the demonstration has none"))
        return
    kept = keeping.look()
    if trouble := next(kept.of_backup(), None):
        what, remedy = BACKUP[trouble.code]
        yield Finding(
            "backup",
            what + (text(_(" (last {at})"), at=day_and_clock(trouble.since)) if trouble.since else ""),
            remedy,
        )
    elif kept.base_at is not None:
        yield Finding(
            "backup",
            text(_("the log is followed, and the base backup is of {at}"), at=day_and_clock(kept.base_at)),
        )


def verification() -> Iterator[Finding]:
    """Whether the record was recently verified, and found sound."""
    outcome = chainstate.state().outcome
    if outcome is None:
        yield Finding(
            "verification", _("the record has never been verified"), _("Run manage.py verify_ledger.")
        )
    elif not outcome.ok:
        what = outcome.trouble or (outcome.faults[0] if outcome.faults else _("the record is wrong"))
        yield Finding(
            "verification", what, _("Keep everything as it is, take a copy, and run manage.py verify_ledger.")
        )
    elif outcome.whole_at is None or outcome.whole_at < timezone.now() - keeping.NOT_VERIFIED:
        yield Finding(
            "verification",
            _("the whole record has not been verified for two days"),
            _("Run manage.py verify_ledger."),
        )
    else:
        yield Finding(
            "verification",
            text(_("the whole record was found sound at {at}"), at=day_and_clock(outcome.whole_at)),
        )


def static_files() -> Iterator[Finding]:
    """Whether every script and style sheet of this version can be served."""
    if settings.DEMO:
        yield Finding(_("static files"), _("served from where they lie, as in the demonstration"))
        return
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    remedy = _("Run manage.py collectstatic, and start the workers again.")
    if not manifest.is_file():
        yield Finding(
            _("static files"), text(_("{static_root} has none"), static_root=settings.STATIC_ROOT), remedy
        )
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
        yield Finding(_("static files"), text(_("not those of this version: {names}"), names=names), remedy)
    else:
        yield Finding(_("static files"), text(_("all {count} are collected"), count=len(collected)))


def workers() -> Iterator[Finding]:
    """Whether any worker answers the tablets."""
    running = list(clocks.running_workers())
    if running:
        yield Finding("workers", f"{len(running)} {'runs' if len(running) == 1 else 'run'}")
    else:
        yield Finding(
            "workers",
            _("none was seen in the last three minutes"),
            _("Start one: python -m casino.serve -p 8000."),
        )


def addresses() -> Iterator[Finding]:
    """Whether browsers can reach the house under its name."""
    behind: Any = getattr(settings, "SECURE_PROXY_SSL_HEADER", None)
    if settings.DEMO:
        yield Finding("addresses", _("the demonstration, on this machine alone"))
    elif not settings.ALLOWED_HOSTS:
        yield Finding(
            "addresses",
            _("ALLOWED_HOSTS is empty: every request is refused"),
            _("Set it to the house's name."),
        )
    elif behind is None:
        yield Finding(
            "addresses", _("BEHIND_PROXY is not set: what a proxy passes on in plain http is sent to https for ever"),
            _("Set BEHIND_PROXY=1 where a proxy ends TLS."),
        )  # fmt: skip
    else:
        yield Finding(
            "addresses", text(_("the house answers to {names:list}"), names=list(settings.ALLOWED_HOSTS))
        )


CHECKS: Final[tuple[Callable[[], Iterator[Finding]], ...]] = (
    database, migrations, role, keys, seals, verification, backup, clock, zone, disk, redis, workers, static_files,
    addresses,
)  # fmt: skip
ON_PAPER: Final = (zone, static_files, addresses)
"""Checks that need no database."""
