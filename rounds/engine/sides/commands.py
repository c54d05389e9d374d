"""Commands about side bets after the deal."""

from casino.money import Cents
from rounds.engine.base import CommandBase as Base


class Ride(Base, frozen=True, tag="ride"):
    """How much of a winning wager and its payout stays in action, in cents; 0 takes all of it down (NZ-15D.6).
    ``decided_first``: the hand was played before the choice, which takes the bet down (NZ-16.14)."""

    box: int
    player: str
    bet: str
    amount: Cents = 0
    decided_first: bool = False


class Prize(Base, frozen=True, tag="prize"):
    """What the button selected, in cents per dollar wagered. ``by`` is the mark of whoever pressed, the entitled
    player if empty; ``staff`` says that staff pressed, because nobody else would (VIC03-11.6.4, NZ-15A.9); ``drawn``
    that the house's own machine drew it, which cannot be undone."""

    box: int
    player: str
    bet: str
    per_dollar: Cents
    by: str = ""
    staff: bool = False
    drawn: bool = False


class VoidPress(Base, frozen=True, tag="void_press"):
    """The button was pressed when no wager waited for it: what it showed has no effect (VIC03-11.6.5, 11.7.2)."""

    bet: str
    per_dollar: Cents = 0
    box: int = 0
    player: str = ""


class Misfire(Base, frozen=True, tag="misfire"):
    """Somebody or something else set the button off while it was offered to a player; the winner then takes what it
    showed or presses again (VIC03-11.7.1)."""

    box: int
    player: str
    bet: str
    per_dollar: Cents
    drawn: bool = False


class AnswerMisfire(Base, frozen=True, tag="answer_misfire"):
    """The winner's choice after a misfire: the prize shown, or another press."""

    box: int
    player: str
    bet: str
    accept: bool


class EquipmentFailed(Base, frozen=True, tag="equipment_failed"):
    """The equipment of a side bet has failed: the bet is not offered until it works again, and winners in this round
    are paid what the book sets (VIC03-11.7.3, NZ-16.12)."""

    bet: str
    device: str
    role: str


class EquipmentRepaired(Base, frozen=True, tag="equipment_repaired"):
    """The equipment works again: the bet is offered from the next round."""

    bet: str
    role: str
    note: str = ""
