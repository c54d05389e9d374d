"""Commands about a tournament hand."""

from rounds.engine.base import CommandBase as Base


class PassTurn(Base, frozen=True, tag="pass_turn"):
    """The player whose turn it is to wager passes this hand."""

    player: str
