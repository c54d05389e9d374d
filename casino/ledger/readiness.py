"""Whether this worker can write the record: the state of the database, and the keys."""

from __future__ import annotations

import time
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from casino.ledger.models import HOUSE, Seal
from casino.ledger.seals import read, seal_key
from casino.ledger.signed_notes import BadKey, BadNote

KEPT_SECONDS: Final = 60.0
"""How many seconds a good answer is cached, for what does not change by itself."""

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
