"""A whole verification that was broken off, and goes on where it was.

A long record takes hours to read. Which parts of it were read and found sound is kept in the database while a run is
under way, so that after a restart, of this worker or on another machine, they are not read again. The run vouches for
what was recorded before it first began; what was added to its parts since is verified as new.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.db import DatabaseError, connection
from django.utils import timezone

from casino.ledger.models import Verification
from casino.ledger.verify import ChainReport, Part, PartReport

YOUNG: Final = timedelta(days=1)
"""A run that began longer ago is not continued: it is made again."""
KEPT_EVERY: Final = 10.0
"""Seconds between two times that it is kept how far a run is."""


class Kept(msgspec.Struct):
    """How far a run is, as it is kept."""

    began: datetime
    parts: list[tuple[Part, ChainReport | None]]
    """Those that were found sound."""


class Run:
    """A run that is under way."""

    def __init__(self, began: datetime, done: dict[Part, PartReport]) -> None:
        self.began = began
        self.done = done
        """What earlier tries of it have found sound."""
        self.sound = dict(done)
        """The same with what this try has found sound."""
        self._kept_at = time.monotonic()

    def keep(self, part: Part, answer: PartReport) -> None:
        """This part is read."""
        if answer[1]:
            return  # what is wrong is read again, and named again
        self.sound[part] = answer
        if time.monotonic() - self._kept_at >= KEPT_EVERY:
            self._kept_at = time.monotonic()
            self.write()

    def write(self) -> None:
        """Keep how far it is, beside the transaction in which the run reads."""
        writer = threading.Thread(target=_write, args=(text_of(self),), name="keep run")
        writer.start()
        writer.join()

    def end(self) -> None:
        """It is whole: the next run starts from the beginning."""
        Verification.objects.update(unfinished="")


def take_up() -> Run:
    """The run that was broken off, if it is young, or a new one."""
    row = Verification.objects.filter(pk=Verification.ONLY).first()
    if row is not None and row.unfinished:
        with suppress(
            msgspec.DecodeError, msgspec.ValidationError
        ):  # of another version: as if there were none
            kept = msgspec.json.decode(row.unfinished, type=Kept)
            if timezone.now() - kept.began < YOUNG:
                return Run(kept.began, {part: (report, []) for part, report in kept.parts})
    return Run(timezone.now(), {})


def text_of(run: Run) -> str:
    """As it is kept."""
    kept = Kept(run.began, [(part, report) for part, (report, _) in run.sound.items()])
    return msgspec.json.encode(kept).decode()


def _write(text: str, *, close: bool = True) -> None:
    try:
        Verification.objects.update_or_create(pk=Verification.ONLY, defaults={"unfinished": text})
    except DatabaseError:  # the run goes on; it would only be longer if it were broken off now
        return
    finally:
        if close:  # the thread's own connection
            connection.close()
