"""Events: what is recorded of a hand of a tournament."""

from rounds.engine.base import EventBase as Base


class TurnPassed(Base, frozen=True, tag="turn_passed"):
    box: int
    player: str
