"""A payment that was made wrongly, and how it was put right."""

from __future__ import annotations

from msgspec import Struct

from casino.money import Cents
from rounds.engine.setup import MAIN


class Share(Struct, frozen=True, omit_defaults=True):
    """What a wrong payment comes to for one player, in cents beside his stake: below zero he lost that."""

    player: str
    was: Cents
    """What he had."""
    due: Cents
    """What he is to have."""
    open: Cents = 0
    """Of the difference, what is not recovered from him, or not paid to him."""
    beyond: Cents = 0
    """What he has in the end beyond the settlement as it is recorded; below zero, what he has less."""

    @property
    def recover(self) -> Cents:
        """What he has to give back, whether or not he does."""
        return max(self.was - self.due, 0)

    @property
    def pay(self) -> Cents:
        """What he has still to get, whether or not he is there."""
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
    """Who was paid, where that was not the player of the wager."""
    why: str = ""
    """Why something stays open: the player has ``left``, ``refuses``, or ``other``."""
    dispute: int = 0
    """The dispute whose decision changed what is due; 0 where none did."""
