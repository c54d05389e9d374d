"""The time of a shift: it is handed to the services and passes by what is done, not by waiting."""

from __future__ import annotations

from datetime import datetime, timedelta


class Clock:
    """A time that only rises."""

    def __init__(self, begins: datetime) -> None:
        self.now = begins

    def passes(self, seconds: float) -> datetime:
        """So many seconds later."""
        self.now += timedelta(seconds=seconds)
        return self.now

    def until(self, at: datetime) -> datetime:
        """At that time, or now where it has passed."""
        self.now = max(self.now, at)
        return self.now
