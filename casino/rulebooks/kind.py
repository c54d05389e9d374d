"""One thing that can go wrong at a table, and what the book does about it, as data."""

from dataclasses import dataclass
from typing import Final

SETTING: Final = "setting"
"""A signature that no clause names: the house's own control (`OpenPoints.irregularity_role`)."""
DISRUPTIONS: Final = ("civil_commotion", "fire", "riot", "brawl", "robbery", "act_of_god")
YES_NO: Final = ("yes", "no")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """An irregularity that a book knows.

    ``procedure`` is one of the engine's ways of dealing with it (`rounds.engine.irregularities`), which alone says
    what happens; two books may send the same ``kind`` through different ones.
    """

    kind: str
    title: str
    clause: str
    procedure: str
    also: tuple[str, ...] = ()
    role: str = ""
    """Who signs: a role, ``setting`` or ``operator``; nobody but the dealer where it is empty."""
    choices: tuple[str, ...] = ()
    """What the signer chooses from, the book's preference first."""
    choice_named: bool = False
    """Whoever signs says which: it is a player's to choose, voids what could be valid, or no book prefers one. Else the
    first is the plain procedure, which a signature alone takes."""
    needs: tuple[str, ...] = ()
    """What must be said of it, by name."""
    may: tuple[str, ...] = ()
    """What may also be entered."""
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of a name that has few values, which."""
    when: str = "round"
    """The moment at which it may be reported: in the ``round`` once the call is made, or a narrower one."""
    rest: str = "hold"
    """Of a round that is dealt again: cards without a place come next (``hold``), or go to the discards."""
    rest_clause: str = ""
    """The clause of that, if it is another."""
    further_clause: str = ""
    """The clause under which a card of the further deal is still put where it belongs when it is too late for the
    initial deal (`OpenPoints.further_misplaced`)."""
    seen_clause: str = ""
    """Of a card drawn in error: the clause where somebody has seen it, if that is another."""
    seen_lasts: bool = True
    """Such a card still serves in the next round when no place was left for it in this one."""
    shoe: str = ""
    """``manual`` or ``automatic`` where only such a shoe can have it."""
    shuffle: str = ""
    """The clause under which the cards are shuffled, or replaced, before the next round."""
    silent: bool = False
    """The book does not cover it: the signer decides from the book's general power."""

    @property
    def usage(self) -> str:
        """How a line of a ``.round`` file reports it."""
        needs = [f"{name}={'|'.join(dict(self.values).get(name, ('…',)))}" for name in self.needs]
        return " ".join(["irregularity", self.kind, *needs, *(f"[{name}=…]" for name in self.may)])

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that bears on it, the one that it is dealt with under first."""
        return (self.clause, *self.also)
