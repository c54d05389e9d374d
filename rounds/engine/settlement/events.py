"""Events about the settlement."""

from rounds.engine.base import EventBase as Base
from rounds.engine.settlement.result import Result


class Settled(Base, frozen=True, tag="settled"):
    result: Result


class DealerHandCleared(Base, frozen=True, tag="dealer_hand_cleared"):
    """All dealer cards but the first are removed; the first is played for the next hand (ACT96-22.13(b), (c))."""

    number: int


class Collected(Base, frozen=True, tag="collected"):
    """``order`` lists the hands as picked up, as (box, hand), the dealer's (0, 0) last (VIC03-7.5.7)."""

    order: tuple[tuple[int, int], ...]
    lammers: int = 0
    """Lammers that the dealer took back."""
