"""Events about insurance and even money."""

from casino.money import Cents
from rounds.engine.base import EventBase as Base
from rounds.engine.setup import MAIN


class Insured(Base, frozen=True, tag="insured"):
    box: int
    player: str
    amount: Cents
    wager: str = MAIN


class InsuranceClosed(Base, frozen=True, tag="insurance_closed"):
    """``without`` are the wagers, as (box, player), that are not insured."""

    without: tuple[tuple[int, str], ...] = ()


class EvenMoneyAsked(Base, frozen=True, tag="even_money_asked"):
    box: int
    player: str
    wager: str = MAIN


class InsuranceReturned(Base, frozen=True, tag="insurance_returned"):
    """Insurance, in cents, that becomes void when its player takes even money on the same wager (NZ-10.3)."""

    box: int
    player: str
    amount: Cents
