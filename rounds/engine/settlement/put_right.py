"""A payment that was made wrongly, and how it was put right."""

from __future__ import annotations

from msgspec import Struct

from casino.money import Cents
from rounds.engine.setup import MAIN


class Share(Struct, frozen=True, omit_defaults=True):
    """What a wrong payment means for one player, in cents beside his stake: below zero he lost that."""

    player: str
    was: Cents
    """What he had."""
    due: Cents
    """What he is to have."""
    open: Cents = 0
    """The part of the difference that is not recovered from him, or not paid to him."""
    beyond: Cents = 0
    """What he has in the end beyond the settlement as it is recorded; below zero, what he has less."""

    @property
    def recover(self) -> Cents:
        """What he has to give back, even if he does not."""
        return max(self.was - self.due, 0)

    @property
    def pay(self) -> Cents:
        """What he still has to get, even if he has left."""
        return max(self.due - self.was, 0)


class PutRight(Struct, frozen=True, omit_defaults=True):
    """One payment that was made wrongly: the settlement that it belongs to, what was paid and taken there in fact,
    and what each player concerned gives back or gets. The settlement itself stays in the record as it was due."""

    box: int
    hand: int
    player: str
    bet: str
    paid: Cents
    """What the house added to the stake, in fact."""
    took: Cents
    """What it took of the stake, in fact."""
    shares: tuple[Share, ...]
    wager: str = MAIN
    to: str = ""
    """The player who was paid, if that was not the player of the wager."""
    why: str = ""
    """Why part of it stays open: the player has ``left``, ``refuses``, or ``other``."""
    dispute: int = 0
    """The dispute whose decision changed what is due; 0 where none did."""
