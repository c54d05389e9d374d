"""Commands: what is said of the decisions."""

from typing import Literal

from casino.money import Cents
from rounds.engine.base import CommandBase as Base


class Decide(Base, frozen=True, tag="decide"):
    """The decision for a hand. ``by`` is the player who called it, the box's caller if empty.

    ``adds`` (double) and ``matches`` (split) say what each player on the box does: cents added, or ``split``,
    ``hand1`` or ``hand2``; ``free`` names players who do it with the house's lammer. A player not named takes
    the book's default; the caller doubles fully and splits.
    """

    box: int
    decision: Literal["hit", "stand", "double", "split"]
    hand: int = 1
    by: str = ""
    adds: tuple[tuple[str, Cents], ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    free: tuple[str, ...] = ()


class Surrender(Base, frozen=True, tag="surrender"):
    """Who on the box gives up half; the box's caller alone if nobody is named."""

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
    """Nobody (else) takes the doubled part back."""

    box: int
    hand: int = 1


class AskDirection(Base, frozen=True, tag="ask_direction"):
    """The dealer asks a supervisor to direct a hand whose player does not act or is not there."""

    box: int
    hand: int
    reason: Literal["no_action", "absent"]


class DirectHand(Base, frozen=True, tag="direct_hand"):
    """A supervisor directs that hand to be completed as the book says, or tells the dealer to wait."""

    box: int
    hand: int
    role: str
    wait: bool = False
