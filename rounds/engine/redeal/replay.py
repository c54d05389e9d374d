"""The one way in which a round is dealt again from its call: what happened is taken again, piece by piece, until
nothing is left of it or nothing of it fits.

What is taken next, and what becomes of a piece that has no place any more, is a `Policy`. There are two, and this is
what they differ in:

                        `RecordedOrder`                     `CardOrder`
what was wrong          the record; the table was right     the table; the record says how it was
a card goes             where the record has it             where the book sends it
a choice binds          always                              while its hand holds the cards on which it was made
a settlement is made    where the record has it             where it comes to the same
a decision is missing   it has to be said                   it is asked again
what has no place       is refused, but for choices on      lapses, and is asked again; a card goes to the
                        which nothing followed              discards, or is the next of the shoe
"""

from __future__ import annotations

from typing import Protocol

from rounds.engine.redeal.new_round import NewRound
from rounds.engine.waiting import Due


class Policy(Protocol):
    """How what happened is taken again. ``waits`` is what the new round waits for; None once it is over."""

    def goes_on(self, waits: Due | None) -> bool:
        """Whether there is something that could still be taken."""

    def unasked(self, waits: Due | None) -> bool:
        """Takes what comes before the round is asked what it waits for; returns whether there was something."""

    def answered(self, waits: Due) -> bool:
        """Gives the round what it waits for, if what happened has it; returns whether it did."""

    def nothing_fits(self, waits: Due | None) -> bool:
        """Decides about what is left when none of it can be taken now; returns whether the round goes on."""


def replay(new: NewRound, policy: Policy) -> None:
    """Deals the round again as far as the policy takes it. Raises what the policy raises for what has no place."""
    new.follow()
    while policy.goes_on(waits := new.due()):
        taken = policy.unasked(waits) or (waits is not None and policy.answered(waits))
        if not taken and not policy.nothing_fits(waits):
            return
        new.follow()
