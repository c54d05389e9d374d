"""The clock of the house in the pictures: time passes only by what is done there."""

from datetime import datetime, timedelta


class HouseClock:
    """A clock that stands still until it is moved forward."""

    def __init__(self, begins: datetime) -> None:
        self.now = begins

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
