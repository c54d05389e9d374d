"""Sessions that are useless to somebody who can only read or write the database.

The browser has the key of its session, the row only the key's SHA-256: what can be read in the database is not a
valid cookie. A session's data is signed for its own row: copied to another row, it is not valid. `one_screen` opens
the session of another screen by its row.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Iterable
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import OperationalError, connection
from django.utils import timezone

log = logging.getLogger(__name__)


def row_of(session_key: str | None) -> str:
    """The name under which the session with that key is stored; "" without a key."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:40] if session_key else ""


class SessionStore(db.SessionStore):
    """A session in the database, found by the key in its browser."""

    def row(self) -> str:
        """The name of its row."""
        return row_of(self.session_key)

    @property
    def key_salt(self) -> str:
        """Its data is signed for its own row only."""
        return f"casino.staff.sessions.{self.row()}"

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        now = timezone.now()
        stored: AbstractBaseSession | None = self.model.objects.filter(
            session_key=self.row(), expire_date__gt=now
        ).first()
        if stored is None:
            self._session_key = None
        return stored

    async def _aget_session_from_db(self) -> AbstractBaseSession | None:
        return await sync_to_async(self._get_session_from_db)()

    def exists(self, session_key: str) -> bool:
        return super().exists(row_of(session_key))

    async def aexists(self, session_key: str) -> bool:
        return await super().aexists(row_of(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        self._get_or_create_session_key()  # type: ignore[attr-defined]  # the stubs leave it out
        stored: AbstractBaseSession = self.model(
            session_key=self.row(), session_data=self.encode(data), expire_date=self.get_expiry_date()
        )
        return stored

    def save(self, must_create: bool = False) -> None:
        """Raises the database's error when it is away, which Django would take for a session that has ended."""
        try:
            super().save(must_create)
        except UpdateError as fault:
            if isinstance(fault.__context__, OperationalError):
                raise fault.__context__ from None
            raise

    async def acreate_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        return self.create_model_instance(data)

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            self.model.objects.filter(session_key=type(self)(key).row()).delete()

    async def adelete(self, session_key: str | None = None) -> None:
        await sync_to_async(self.delete)(session_key)


class StoredSession(SessionStore):
    """The session of another screen, by the name of its row."""

    def row(self) -> str:
        return self.session_key or ""


def stored(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The stored sessions with these keys, by key, with one query; expired sessions are left out."""
    rows = {row_of(key): key for key in keys if key}
    live = SessionStore.get_model_class().objects.filter(
        session_key__in=list(rows), expire_date__gt=timezone.now()
    )
    stored_rows = live.values_list("session_key", "session_data")
    return {rows[row]: SessionStore(rows[row]).decode(data) for row, data in stored_rows}


CLEARED_AT_ONCE = 1_000
"""How many rows one statement deletes, so that nobody has to wait for it."""
CLEARED_EVERY = 3600.0
"""How many seconds a worker waits between two clearings."""


def clear() -> int:
    """Delete expired sessions; returns how many there were."""
    model, cleared = SessionStore.get_model_class(), 0
    while True:
        over = model.objects.filter(expire_date__lt=timezone.now()).values_list("pk", flat=True)
        deleted, _ = model.objects.filter(pk__in=list(over[:CLEARED_AT_ONCE])).delete()
        cleared += deleted
        if deleted < CLEARED_AT_ONCE:
            return cleared


def watch(stop: threading.Event) -> None:
    """Clear every `CLEARED_EVERY` seconds until `stop` is set, in a thread of the worker."""
    while not stop.wait(CLEARED_EVERY):
        try:
            clear()
        except Exception:  # the database is away: the next time
            log.warning("Sessions that are over could not be cleared.", exc_info=True)
        finally:
            connection.close()
