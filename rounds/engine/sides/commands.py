"""Commands: what is said of side bets after the deal."""

from casino.money import Cents
from rounds.engine.base import CommandBase as Base


class Ride(Base, frozen=True, tag="ride"):
    """How much of a winning wager with its payout stays in action; 0 takes all of it down (NZ-15D.6).
    ``decided_first``: the hand was decided on before the choice, which takes it down (NZ-16.14)."""

    box: int
    player: str
    bet: str
    amount: Cents = 0
    decided_first: bool = False


class Prize(Base, frozen=True, tag="prize"):
    """What the button selected, in cents for each dollar wagered. ``by`` is the mark of who pressed, the person
    entitled if empty; ``staff`` that one of the house did, because nobody else would (VIC03-11.6.4, NZ-15A.9);
    ``drawn`` that the house's own machine drew it, which nothing takes back."""

    box: int
    player: str
    bet: str
    per_dollar: Cents
    by: str = ""
    staff: bool = False
    drawn: bool = False


class VoidPress(Base, frozen=True, tag="void_press"):
    """The button was pressed where no wager waited for it: what it showed has no effect (VIC03-11.6.5, 11.7.2)."""

    bet: str
    per_dollar: Cents = 0
    box: int = 0
    player: str = ""


class Misfire(Base, frozen=True, tag="misfire"):
    """Somebody or something else set the button off while it was offered; the winner then takes what it showed or
    presses again (VIC03-11.7.1)."""

    box: int
    player: str
    bet: str
    per_dollar: Cents
    drawn: bool = False


class AnswerMisfire(Base, frozen=True, tag="answer_misfire"):
    """What the winner chose: the prize shown, or another press."""

    box: int
    player: str
    bet: str
    accept: bool


class EquipmentFailed(Base, frozen=True, tag="equipment_failed"):
    """What a side bet is played with has failed: it is not offered until that works again, and who won it in this
    round is paid what the book sets (VIC03-11.7.3, NZ-16.12)."""

    bet: str
    device: str
    role: str


class EquipmentRepaired(Base, frozen=True, tag="equipment_repaired"):
    """It works again: the bet is offered from the next round."""

    bet: str
    role: str
    note: str = ""
