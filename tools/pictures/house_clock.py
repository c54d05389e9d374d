"""The time in the house of the pictures: it passes by what is done there."""

from datetime import datetime, timedelta


class HouseClock:
    """A time that stands still until it is put forward."""

    def __init__(self, begins: datetime) -> None:
        self.now = begins

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
