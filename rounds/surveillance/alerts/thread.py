"""Checks for alerts in a separate thread, so that neither a tap nor a screen waits for them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable
from typing import Final

from django.db import connection

from casino.ledger import Entry
from rounds.surveillance.alerts import push
from rounds.surveillance.alerts.matching import can_raise, raise_alerts

GAP: Final = 0.5
"""Seconds between two checks: what is recorded meanwhile is checked together."""

log = logging.getLogger(__name__)


class AlertChecker:
    """Collects what was recorded, and checks whether it meets a rule's condition."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._entries: list[Entry] = []
        self._busy = False
        self._thread: threading.Thread | None = None

    def recorded(self, entries: Iterable[Entry]) -> None:
        """Entries after which there may be an alert to raise; others are ignored."""
        telling = [entry for entry in entries if can_raise(entry)]
        if not telling:
            return
        with self._turn:
            self._entries += telling
            if self._thread is None or not self._thread.is_alive():
                # Also in the child of a forked process, where only the forking thread lives on.
                self._thread = threading.Thread(target=self._run, name="alerts", daemon=True)
                self._thread.start()
            self._turn.notify_all()

    def settle(self) -> None:
        """Wait until everything reported so far is checked."""
        with self._turn:
            self._turn.wait_for(lambda: not (self._entries or self._busy))

    def _run(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: bool(self._entries))
                entries, self._entries, self._busy = self._entries, [], True
            try:
                if raise_alerts(entries):
                    push.changed()
            except Exception:
                log.exception("Alerts could not be looked for.")
            finally:
                connection.close()
                with self._turn:
                    self._busy = False
                    self._turn.notify_all()
            time.sleep(GAP)


checker = AlertChecker()
