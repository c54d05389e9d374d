"""Resumes a whole verification that was interrupted.

A long record takes hours to read. While a run is under way, the database keeps which parts were found sound, so that
they are not read again after a restart, even on another machine. The run covers what was recorded before it first
began; what was added to its parts since then is verified as new.
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
"""A run that began longer ago is not resumed but started again."""
KEPT_EVERY: Final = 10.0
"""How many seconds pass between two saves of a run's progress."""


class RunProgress(msgspec.Struct):
    """The progress of a run, as it is stored."""

    began: datetime
    parts: list[tuple[Part, ChainReport | None]]
    """The parts that were found sound."""


class Run:
    """A verification that is under way."""

    def __init__(self, began: datetime, done: dict[Part, PartReport]) -> None:
        self.began = began
        self.done = done
        """The parts that earlier attempts found sound."""
        self.sound = dict(done)
        """Those, and the parts that this attempt found sound."""
        self._kept_at = time.monotonic()

    def keep(self, part: Part, answer: PartReport) -> None:
        """Note that this part has been read."""
        if answer[1]:
            return  # a faulty part is read again, so that its faults are named again
        self.sound[part] = answer
        if time.monotonic() - self._kept_at >= KEPT_EVERY:
            self._kept_at = time.monotonic()
            self.write()

    def write(self) -> None:
        """Save the progress, outside the transaction in which the run reads."""
        writer = threading.Thread(target=_write, args=(text_of(self),), name="keep run")
        writer.start()
        writer.join()

    def end(self) -> None:
        """Forget the progress: the run is complete, and the next one starts from the beginning."""
        Verification.objects.update(unfinished="")


def take_up() -> Run:
    """The interrupted run, if it is recent enough; otherwise a new one."""
    row = Verification.objects.filter(pk=Verification.ONLY).first()
    if row is not None and row.unfinished:
        with suppress(msgspec.DecodeError, msgspec.ValidationError):  # stored by another version: ignored
            progress = msgspec.json.decode(row.unfinished, type=RunProgress)
            if timezone.now() - progress.began < YOUNG:
                return Run(progress.began, {part: (report, []) for part, report in progress.parts})
    return Run(timezone.now(), {})


def text_of(run: Run) -> str:
    """The progress of a run, as it is stored."""
    progress = RunProgress(run.began, [(part, report) for part, (report, _) in run.sound.items()])
    return msgspec.json.encode(progress).decode()


def _write(text: str, *, close: bool = True) -> None:
    try:
        Verification.objects.update_or_create(pk=Verification.ONLY, defaults={"unfinished": text})
    except DatabaseError:  # the run continues; it would only take longer if it were interrupted now
        return
    finally:
        if close:  # the thread's own connection
            connection.close()
