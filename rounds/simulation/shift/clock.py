"""The clock of a shift, passed to the services: its time passes by what is done, not by waiting."""

from __future__ import annotations

from datetime import datetime, timedelta


class Clock:
    """A clock that only moves forward."""

    def __init__(self, begins: datetime) -> None:
        self.now = begins

    def passes(self, seconds: float) -> datetime:
        """Move on by so many seconds; returns the time."""
        self.now += timedelta(seconds=seconds)
        return self.now

    def until(self, at: datetime) -> datetime:
        """Move on to that time unless it has passed; returns the time."""
        self.now = max(self.now, at)
        return self.now
