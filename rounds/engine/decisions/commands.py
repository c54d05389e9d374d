"""Commands about decisions."""

from typing import Literal

from casino.money import Cents
from rounds.engine.base import CommandBase as Base


class Decide(Base, frozen=True, tag="decide"):
    """The decision on a hand. ``by`` is the player who called it, the box's caller if empty.

    ``adds`` (double) and ``matches`` (split) say what each player on the box does: cents added, or ``split``,
    ``hand1`` or ``hand2``; ``free`` names players who do it with the house's lammer. For a player not named, the
    book's default applies; the caller doubles in full and splits.
    """

    box: int
    decision: Literal["hit", "stand", "double", "split"]
    hand: int = 1
    by: str = ""
    adds: tuple[tuple[str, Cents], ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    free: tuple[str, ...] = ()


class Surrender(Base, frozen=True, tag="surrender"):
    """Players on the box who surrender half; the box's caller alone if nobody is named."""

    box: int
    players: tuple[str, ...] = ()


class CloseSurrender(Base, frozen=True, tag="close_surrender"):
    """Every box has been asked; the others play on."""


class Rescue(Base, frozen=True, tag="rescue"):
    """The player takes the doubled part back and gives up the original wager (VIC03-10.7.5)."""

    box: int
    player: str
    hand: int = 1


class PlayOn(Base, frozen=True, tag="play_on"):
    """Nobody takes the doubled part back, or nobody else does."""

    box: int
    hand: int = 1


class AskDirection(Base, frozen=True, tag="ask_direction"):
    """The dealer asks a supervisor to direct a hand whose player does not act or is absent."""

    box: int
    hand: int
    reason: Literal["no_action", "absent"]


class DirectHand(Base, frozen=True, tag="direct_hand"):
    """A supervisor directs the hand to be completed as the book says, or tells the dealer to wait."""

    box: int
    hand: int
    role: str
    wait: bool = False
