"""The steps of a shoe as data: what is done with the cards, in which order, by whom, under which clause."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from casino.rulebooks.rule import Rule

OPENING: Final = "opening"
"""The shoe is prepared because the table has just opened."""
NEW: Final = "new"
"""All cards have been replaced."""
AGAIN: Final = "again"
"""The same cards are shuffled once more."""
ADDED: Final = "added"
"""Some cards have been replaced: the new ones are checked."""
FAULT: Final = "fault"
"""The shoe has failed: the cards left in it are taken out and shuffled to complete the round."""
REFILL: Final = "refill"
"""The cards of the rack are shuffled to complete a round."""


class Step(NamedTuple):
    """One step: its name, its clause, what the dealer is asked to do, and the label of the button when it is done."""

    name: str
    clause: str
    words: str
    done: str
    role: str = ""
    """Who does it, if not the dealer; always somebody other than whoever did the step before."""
    at: tuple[str, ...] = (OPENING, NEW, AGAIN, REFILL)
    """The causes of a preparation that include this step."""


class Cutter(NamedTuple):
    """The player who is offered the cut first. ``case``: ``start`` of the game, cutting card on a ``box``, on the
    ``dealer``'s hand or ``first`` of a round, ``new`` cards, those left in a shoe with a ``fault``, or any
    ``other``. ``who``: the player who ``arrived`` first, the one of ``that_box``, the ``rightmost`` or ``leftmost``
    from the dealer's place, or ``nobody`` by name."""

    case: str
    who: str
    clause: str


class Ordered(NamedTuple):
    """A shuffle that somebody orders: the cause, its clause, the words, the least role, whether a reason is
    required, and whether it interrupts a round."""

    cause: str
    clause: str
    words: str
    role: str = ""
    reason: bool = False
    when: str = "round_end"
    """``at_once``, at the ``round_end``, or ``unloaded``: before the cards are in the shoe."""


class Change(NamedTuple):
    """A way to change cards. ``what``: ``all`` of them or ``some``; ``when``: after a ``round``, at ``any`` moment,
    or when the shoe has ``ended`` and is not shuffled yet."""

    cause: str
    what: str
    clause: str
    words: str
    role: str
    when: str = "round"
    reason: bool = False


class Prepared(NamedTuple):
    """Cards that come to the table ready for play: which steps they save, and what must be on record about them."""

    status: str
    clause: str
    words: str
    skips: tuple[str, ...]
    needs: tuple[str, ...]
    role: str = "game_supervisor"


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """The steps of one book for the cards of a shoe. An empty field requires nothing."""

    steps: tuple[Step, ...] = ()
    spare: tuple[Step, ...] = ()
    """Steps that are made only when something else requires them."""
    cutters: tuple[Cutter, ...] = ()
    cut_refused: str = ""
    """The clause under which the next player is asked after a refusal."""
    cut_by: tuple[tuple[str, str], ...] = ()
    """Who cuts if no player does, with the clause: a role, a ``standing`` player or an ``employee``."""
    seated_first: bool = False
    """Only seated players are asked, if anybody is seated (NZ-7.4)."""
    nobody_seated: str = ""
    """The clause under which standing players are asked as if they were seated, if nobody is."""
    nobody_stands: str = ""
    """The clause under which an employee cuts if none of them does."""
    cut_from_ends: tuple[int, str] = (0, "")
    """The packs that must lie on either side of the cut."""
    depth_least: tuple[int, str] = (0, "")
    """The packs that must lie behind the cutting card."""
    depth_most: str = ""
    """The clause that lets at most half the stack lie behind it."""
    depth_give: tuple[int, str] = (0, "")
    """By how many half packs that may be exceeded."""
    burn_at_change: str = ""
    """The clause that requires a card to be burnt when the dealer changes."""
    orders: tuple[Ordered, ...] = ()
    changes: tuple[Change, ...] = ()
    prepared: tuple[Prepared, ...] = ()
    look: str = ""
    """The clause under which players may look at cards that were shuffled elsewhere."""
    insist: str = ""
    """The clause under which they may have them checked, shuffled and cut."""
    new_cards_after: frozenset[str] = frozenset()
    """The clauses of irregularities after which other cards are used."""
    another_after: str = ""
    """The clause of the irregularity after which another shoe is brought before those cards."""
    two_sets: str = ""
    """The clause that requires two sets of cards, each in its own colour, used in turn."""
    sets: tuple[str, ...] = ()
    """The colours of the table's sets."""
    approved_shuffle: tuple[str, str] = ("", "")
    """The shuffle that the operator has fixed, and the clause that allows it (ACT03-2.3(b))."""

    def step(self, name: str) -> Step:
        """The step with that name. Raises KeyError if the book has no such step."""
        for candidate in (*self.steps, *self.spare):
            if candidate.name == name:
                return candidate
        raise KeyError(name)

    def without(self, *names: str) -> "ShoeRules":
        """The same without these steps."""
        return replace(self, steps=tuple(step for step in self.steps if step.name not in names))

    def cutter(self, case: str) -> Cutter:
        """Whom the book names for the cut in that case."""
        by_case = {rule.case: rule for rule in self.cutters}
        return by_case.get(case) or by_case["other"]


NO_STEPS: Final = ShoeRules()

# --- the decisions about them that a clause leaves open are in `casino.rulebooks.open_points`.


def open_rule(value: str, clause: str, reading: str, *others: str, also: tuple[str, ...] = ()) -> Rule[str]:
    """A rule whose clause can be read in more than one way."""
    return Rule(value, clause, also=also, reading=reading, readings=(value, *others))
