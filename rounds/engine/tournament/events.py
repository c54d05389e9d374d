"""Events about a tournament hand."""

from rounds.engine.base import EventBase as Base


class TurnPassed(Base, frozen=True, tag="turn_passed"):
    box: int
    player: str
