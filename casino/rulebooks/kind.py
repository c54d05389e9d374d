"""One thing that can go wrong at a table, and what the book does about it, as data."""

from dataclasses import dataclass
from typing import Final

SETTING: Final = "setting"
"""A signature that no clause requires: the house's own control (`OpenPoints.irregularity_role`)."""
DISRUPTIONS: Final = ("civil_commotion", "fire", "riot", "brawl", "robbery", "act_of_god")
YES_NO: Final = ("yes", "no")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """An irregularity as one book defines it.

    ``procedure`` is the engine's way of dealing with it (`rounds.engine.irregularities`), which alone says what
    happens; two books may deal with the same ``kind`` by different procedures.
    """

    kind: str
    title: str
    clause: str
    procedure: str
    also: tuple[str, ...] = ()
    role: str = ""
    """Who signs: a role, ``setting`` or ``operator``; "" if the dealer acts alone."""
    choices: tuple[str, ...] = ()
    """What the signer chooses from, the book's preference first."""
    choice_named: bool = False
    """Whoever signs must name the choice: it is the player's to make, or voids what could be valid, or the book
    prefers none. Otherwise a signature alone takes the first, the plain procedure."""
    needs: tuple[str, ...] = ()
    """The names of what the report must say."""
    may: tuple[str, ...] = ()
    """The names of what it may also say."""
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The permitted values of a name that has few."""
    when: str = "round"
    """When it may be reported: in the ``round`` once the call is made, or at a narrower moment."""
    rest: str = "hold"
    """What becomes of cards without a place when a round is dealt again: they come next (``hold``), or go to the
    discards."""
    rest_clause: str = ""
    """The clause on that, if it is another."""
    further_clause: str = ""
    """The clause under which a card of the further deal is still put where it belongs when it is too late for the
    initial deal (`OpenPoints.further_misplaced`)."""
    seen_clause: str = ""
    """The clause for a card drawn in error that somebody has seen, if it is another."""
    seen_lasts: bool = True
    """Such a card still serves in the next round if no place was left for it in this one."""
    shoe: str = ""
    """``manual`` or ``automatic`` if it can only happen with such a shoe."""
    shuffle: str = ""
    """The clause under which the cards are shuffled, or replaced, before the next round."""
    silent: bool = False
    """The book does not cover it: the signer decides under the book's general power."""

    @property
    def usage(self) -> str:
        """How a line of a ``.round`` file reports it."""
        needs = [f"{name}={'|'.join(dict(self.values).get(name, ('…',)))}" for name in self.needs]
        return " ".join(["irregularity", self.kind, *needs, *(f"[{name}=…]" for name in self.may)])

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that bears on it; the one under which it is dealt with comes first."""
        return (self.clause, *self.also)
