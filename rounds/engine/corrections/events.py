"""Events about corrections."""

from msgspec import Struct

from casino.money import Cents
from rounds.engine.base import EventBase as Base
from rounds.engine.corrections.commands import Correction, CorrectPayment
from rounds.engine.settlement.put_right import PutRight


class CorrectionAsked(Base, frozen=True, tag="correction_asked"):
    """The table was right and the record was not: what the record says (``said``), what it should say (``was``), and
    the role that signs. ``by`` is the role that reported it; ``plan`` is what would follow, as it was shown."""

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


class PaymentCorrected(Base, frozen=True, tag="payment_corrected"):
    """A wrong payment is put right: ``said`` is what the record has and keeps; ``was`` what was in fact paid or
    taken; ``money`` what is recovered or paid as a result, in words."""

    correction: CorrectPayment
    put_right: PutRight
    said: str
    was: str
    money: tuple[str, ...] = ()
    signed: str = ""
    """The role that signed; empty if the dealer acted alone."""


class WagerMoved(Struct, frozen=True, omit_defaults=True):
    """A wager as recorded, and the box, player and amount (cents) that it really had."""

    box: int
    player: str
    bet: str
    to_box: int
    to_player: str
    amount: Cents
