"""Commands: what is said of a hand of a tournament."""

from rounds.engine.base import CommandBase as Base


class PassTurn(Base, frozen=True, tag="pass_turn"):
    """The player whose turn it is to wager lets the hand pass."""

    player: str
