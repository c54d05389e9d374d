"""Events: what is recorded of a correction that was asked for and signed."""

from msgspec import Struct

from casino.money import Cents
from rounds.engine.base import EventBase as Base
from rounds.engine.corrections.commands import Correction


class CorrectionAsked(Base, frozen=True, tag="correction_asked"):
    """The table was right and the record was not: what the record says and what it is to say, and the role that signs
    for it. ``by`` is the role that reported it; ``plan`` says what would follow, as it was shown."""

    no: int
    correction: Correction
    title: str
    said: str
    was: str
    wants: str
    by: str = ""
    plan: tuple[str, ...] = ()


class CorrectionDecided(Base, frozen=True, tag="correction_decided"):
    no: int
    role: str
    approved: bool
    note: str = ""


class WagerMoved(Struct, frozen=True, omit_defaults=True):
    """A wager as the record had it, and where it lay in fact, whose it was and of what amount."""

    box: int
    player: str
    bet: str
    to_box: int
    to_player: str
    amount: Cents
