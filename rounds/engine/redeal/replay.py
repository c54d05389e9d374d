"""How a round is dealt again from its call: what happened is taken again, piece by piece, until nothing is left or
nothing fits.

A `Policy` chooses the next piece and what becomes of pieces that no longer fit. There are two policies, which differ
as follows:

                        `RecordedOrder`                     `CardOrder`
what was wrong          the record; the table was right     the table; the record says how it was
a card goes             where the record has it             where the book sends it
a choice is valid       always                              while its hand holds the cards it was made on
a settlement is made    where the record has it             where it comes to the same
a decision is missing   it must be supplied                 it is asked again
a piece does not fit    it is refused, except for choices   it lapses and is asked again; a card goes to the
                        that nothing followed               discards, or is the next of the shoe
"""

from __future__ import annotations

from typing import Protocol

from rounds.engine.redeal.new_round import NewRound
from rounds.engine.waiting import Due


class Policy(Protocol):
    """How to take again what happened. ``waits`` is what the new round waits for; None once it is over."""

    def goes_on(self, waits: Due | None) -> bool:
        """Whether anything is left that could still be taken."""

    def take_unasked(self, waits: Due | None) -> bool:
        """Takes what comes before asking what the round waits for; returns whether there was anything."""

    def take_answer(self, waits: Due) -> bool:
        """Gives the round what it waits for, if that is among what happened; returns whether it did."""

    def lapse_rest(self, waits: Due | None) -> bool:
        """Decides what becomes of the rest when none of it can be taken now; returns whether the round goes on."""


def replay(new: NewRound, policy: Policy) -> None:
    """Deals the round again as far as the policy goes. Raises what the policy raises for a piece that does not
    fit."""
    new.follow()
    while policy.goes_on(waits := new.due()):
        taken = policy.take_unasked(waits) or (waits is not None and policy.take_answer(waits))
        if not taken and not policy.lapse_rest(waits):
            return
        new.follow()
