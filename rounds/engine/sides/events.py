"""Events about side bets after the deal."""

from casino.money import Cents
from rounds.engine.base import EventBase as Base


class Rode(Base, frozen=True, tag="rode"):
    """``amount`` of wager and payout stays in action, in cents; 0 if all of it was taken down, which it must be when
    the hand was ``decided_first``."""

    box: int
    player: str
    bet: str
    amount: Cents
    decided_first: bool = False


class PrizeSelected(Base, frozen=True, tag="prize_selected"):
    """What the button selected, in cents per dollar wagered, and who pressed; ``drawn`` if the house's own machine
    drew it."""

    box: int
    player: str
    bet: str
    per_dollar: Cents
    by: str = ""
    staff: bool = False
    drawn: bool = False


class PressVoid(Base, frozen=True, tag="press_void"):
    bet: str
    per_dollar: Cents
    box: int = 0
    player: str = ""


class Misfired(Base, frozen=True, tag="misfired"):
    box: int
    player: str
    bet: str
    per_dollar: Cents
    drawn: bool = False


class MisfireAnswered(Base, frozen=True, tag="misfire_answered"):
    box: int
    player: str
    bet: str
    accepted: bool


class BetSuspended(Base, frozen=True, tag="bet_suspended"):
    bet: str
    device: str
    role: str


class BetResumed(Base, frozen=True, tag="bet_resumed"):
    bet: str
    role: str
    note: str = ""
