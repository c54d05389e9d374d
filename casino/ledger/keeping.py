"""Whether the record is kept as it must be: sealed, taken by the witness, verified, backed up.

Each of these is done by a separate program, which can stop without anybody at a table noticing. Whatever has
stopped is named by a code, for every pit, the audit log's status chip, `doctor` and `/metrics`. Every worker
looks twice a minute, in a thread, so that no page waits for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from casino.ledger import chainstate
from casino.ledger.chainstate import Outcome
from casino.ledger.models import HOUSE, Backup, Seal, Witness

log = logging.getLogger(__name__)

EVERY_SECONDS: Final = 30.0
"""How often a worker looks."""
NOT_SEALED: Final = timedelta(minutes=15)
"""How old an entry may be without a seal; usually there is a seal every five minutes."""
NOT_TAKEN: Final = 3
"""How many of the house's seals the witness may be behind."""
NOT_VERIFIED: Final = timedelta(days=2)
"""How old the last whole verification may be; usually there is one every day."""
NOT_FOLLOWED: Final = timedelta(minutes=5)
"""How long ago the server's log was last copied, at most; usually that is reported every minute."""
NO_BASE: Final = timedelta(days=2)
"""How old the newest base backup may be; usually one is made every day. Longer if `BACKUP_HOURS` says so."""
NOT_TESTED: Final = timedelta(days=15)
"""How long ago a backup was last tested, at most; usually one is tested every week."""

SHOWN_BY_OUTCOME: Final = frozenset({"record.wrong", "verification.failed"})
"""Troubles that are already shown with the result of the last verification."""

FIRST_UNSEALED: Final = """
    SELECT head.chain, entry.at FROM ledger_chainhead head
    LEFT JOIN LATERAL (
        SELECT seal.seq FROM ledger_seal seal WHERE seal.chain = head.chain ORDER BY seal.no DESC LIMIT 1
    ) last ON true
    JOIN ledger_entry entry ON entry.chain = head.chain AND entry.seq = coalesce(last.seq, 0) + 1
    WHERE head.seq > coalesce(last.seq, 0) ORDER BY entry.at
"""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A reason why the record is not kept as it must be. `code` names it; the words are in
    `pit/_trouble.html`."""

    code: str
    what: str = ""
    """The chains concerned, or the first fault; "" if neither applies."""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Keeping:
    """How the record is kept, at one moment."""

    at: datetime
    unsealed: tuple[tuple[str, datetime], ...]
    """Chains with unsealed entries, and when the first of these was recorded; oldest first."""
    sealed_at: datetime | None
    seals_not_taken: int
    """The number of the house's seals that the witness has not taken; 0 without a witness."""
    outcome: Outcome | None
    entries: int
    followed_at: datetime | None
    base_at: datetime | None
    tested_at: datetime | None

    def troubles(self) -> Iterator[Trouble]:
        """What has stopped, worst first."""
        yield from self._of_verification()
        late = [(chain, at) for chain, at in self.unsealed if self.at - at > NOT_SEALED]
        if late:
            yield Trouble("seals.late", ", ".join(chain for chain, _ in late[:5]), late[0][1])
        if self.seals_not_taken > NOT_TAKEN:
            yield Trouble("seals.not_taken", str(self.seals_not_taken))
        if not settings.DEMO:
            yield from self.of_backup()

    def _of_verification(self) -> Iterator[Trouble]:
        outcome = self.outcome
        if outcome is not None and outcome.trouble:
            yield Trouble("verification.failed", outcome.trouble, outcome.at)
        elif outcome is not None and not outcome.ok:
            yield Trouble("record.wrong", outcome.faults[0] if outcome.faults else "", outcome.at)
        elif settings.LEDGER_VERIFY_HOURS and outcome is not None:
            most = max(NOT_VERIFIED, 2 * timedelta(hours=settings.LEDGER_VERIFY_HOURS))
            whole_at = outcome.whole_at
            if whole_at is None or self.at - whole_at > most:
                yield Trouble("verification.late", since=whole_at)

    def of_backup(self) -> Iterator[Trouble]:
        """What is wrong with the backup."""
        if self.followed_at is None:
            yield Trouble("backup.none")
        elif self.at - self.followed_at > NOT_FOLLOWED:
            yield Trouble("backup.stopped", since=self.followed_at)
        elif self.base_at is None or self.at - self.base_at > NO_BASE:
            yield Trouble("backup.no_base", since=self.base_at)
        elif self.tested_at is None or self.at - self.tested_at > NOT_TESTED:
            yield Trouble("backup.untested", since=self.tested_at)


def look() -> Keeping:
    """Read the current state from the database."""
    with connection.cursor() as cursor:
        cursor.execute(FIRST_UNSEALED)
        unsealed = tuple(cursor.fetchall())
    state = chainstate.state()
    backup = Backup.objects.filter(pk=Backup.ONLY).first()
    return Keeping(
        at=timezone.now(),
        unsealed=unsealed,
        sealed_at=state.sealed_at,
        seals_not_taken=_not_taken(),
        outcome=state.outcome,
        entries=state.entries,
        followed_at=backup.followed_at if backup is not None else None,
        base_at=backup.base_at if backup is not None else None,
        tested_at=backup.tested_at if backup is not None else None,
    )


def _not_taken() -> int:
    if not settings.LEDGER_WITNESS:
        return 0
    taken = Witness.objects.filter(chain=HOUSE).aggregate(no=Max("no"))["no"] or 0
    last: int = Seal.objects.filter(chain=HOUSE).aggregate(no=Max("no"))["no"] or 0
    return last - taken


_troubles: tuple[Trouble, ...] = ()


def troubles() -> tuple[Trouble, ...]:
    """What had stopped when this worker last looked; empty before its first look."""
    return _troubles


def note() -> tuple[Trouble, ...]:
    """Look now and store what has stopped, for this worker's pages."""
    global _troubles
    before, _troubles = _troubles, tuple(look().troubles())
    codes = {trouble.code for trouble in before}
    for trouble in _troubles:
        if trouble.code not in codes:
            log.error("The record is not kept as it must be: %s %s", trouble.code, trouble.what)
    for gone in codes - {trouble.code for trouble in _troubles}:
        log.warning("The record is kept again: %s is over", gone)
    return _troubles


def watch(stop: threading.Event) -> None:
    """Look every `EVERY_SECONDS` until `stop` is set, in a thread of the worker."""
    while True:
        try:
            note()
        except Exception:  # the database is away: the next look tries again
            log.warning("Whether the record is kept could not be asked.", exc_info=True)
        finally:
            connection.close()
        if stop.wait(EVERY_SECONDS):
            return
