"""Commands about insurance and even money."""

from casino.money import Cents
from rounds.engine.base import CommandBase as Base
from rounds.engine.setup import MAIN


class Insure(Base, frozen=True, tag="insure"):
    """An insurance wager, in cents; ``wager`` names the bet that it insures where a hand has several."""

    box: int
    player: str
    amount: Cents
    wager: str = MAIN


class EvenMoney(Base, frozen=True, tag="even_money"):
    """A player with a Blackjack asks to be paid one to one now."""

    box: int
    player: str
    wager: str = MAIN


class CloseInsurance(Base, frozen=True, tag="close_insurance"):
    """Every player has been asked; players who placed no insurance decline it."""
