"""What a side bet is: who may place it, what it looks at, when it is settled, what it pays, each with its clause.

One module a bet; a book's bet is one `SideBet` in it. The engine reads these fields and never asks which bet it is
dealing with.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

from casino.cards import Card
from casino.money import Cents, Odds
from casino.rulebooks.rule import Rule
from sidebets.afterwards import Bonus, Button, OnSplitHands, Riding
from sidebets.table import NO_CLOTH, Cloth, Equipment, ScaleChange

LOSE: Final = "lose"
"""The outcome of a wager that has lost."""
OPEN: Final = ""
"""The outcome of a wager that is not decided yet."""


class Seen(NamedTuple):
    """What a side bet can look at."""

    cards: tuple[Card, ...]
    """The cards dealt to the box, in order: after a split the first two cards, then the next one dealt to the box.
    For a bet on a split hand, that hand's cards."""
    dealer: tuple[Card, ...] = ()
    closed: bool = False
    """Whether no further card can come to the box's first hand, or to the dealer's."""


@dataclass(frozen=True, slots=True)
class Line:
    """One way to win: what it pays, and the clause that says so."""

    name: str
    odds: Odds
    clause: str
    by_decks: tuple[tuple[int, Odds], ...] = ()
    """Odds by the number of packs in the shoe, if they depend on it; `odds` then applies to the largest number."""
    earns: str = ""
    """What a winner is given besides money, for the house to record: ``tournament_entry``."""
    earns_clause: str = ""

    def odds_for(self, decks: int) -> Odds:
        """What it pays from a shoe of that many packs."""
        return dict(self.by_decks).get(decks, self.odds)


Judge = Callable[[Seen], str]
"""Returns the name of the line that the cards have won, `LOSE`, or `OPEN` while that is not known."""
LinesMet = Callable[[Seen], tuple[str, ...]]
"""Returns the names of all lines that the cards have won, best first; empty for a loser and while it is not known.
"""


@dataclass(frozen=True, slots=True)
class Prizes:
    """A table of prizes in cents for each dollar wagered, and how many entries each prize has; one entry is drawn."""

    entries: tuple[tuple[Cents, int], ...]
    clause: str

    @property
    def total(self) -> int:
        """The number of entries in the table."""
        return sum(count for _, count in self.entries)

    @property
    def least(self) -> Cents:
        """The smallest prize for a dollar, in cents."""
        return min(prize for prize, _ in self.entries)

    def at(self, entry: int) -> Cents:
        """The prize of an entry, numbered from 0, in cents. Raises IndexError for an unknown entry."""
        if entry < 0:
            raise IndexError(entry)
        for prize, count in self.entries:
            if entry < count:
                return prize
            entry -= count
        raise IndexError(entry)

    def has(self, prize: Cents) -> bool:
        """Whether any entry has that prize."""
        return any(prize == amount for amount, _ in self.entries)


@dataclass(frozen=True, slots=True)
class Scale:
    """A pay scale: the ways to win, best first, or the prizes among which a button selects."""

    name: str
    lines: tuple[Line, ...] = ()
    prizes: Prizes | None = None
    clause: str = ""
    """The clause that makes the scale available."""
    also_called: tuple[str, ...] = ()
    """Its name in words, in lower case."""

    def line(self, name: str) -> Line:
        """The line of that outcome. Raises KeyError if this scale does not pay it."""
        for line in self.lines:
            if line.name == name:
                return line
        raise KeyError(name)


NONE_EXCLUDED: Final[Rule[tuple[str, ...]]] = Rule((), "")
NO_NUMBER: Final = Rule(0, "")
NO: Final = Rule(False, "")
ANY_DECKS: Final[Rule[tuple[int, ...]]] = Rule((), "")
AT_ONCE: Final[Rule[tuple[tuple[str, str], ...]]] = Rule((), "")
NO_BUTTON: Final = Rule("", "")
YES: Final = Rule(True, "")
WITH_NOTHING: Final[Rule[tuple[str, ...]]] = Rule((), "")
EACH: Final = Rule("each", "")
AS_CODED: Final = Rule("", "")
AS_IN_OPERATION: Final = Rule("", "")
LEFT_TO_RIGHT: Final = Rule("left_to_right", "")
OF_THE_BOX: Final = Rule("box", "")
AT_THE_TABLE: Final = Rule("table", "")
WITH_THE_OTHERS: Final = Rule("at_once", "")
ONCE_DECIDED: Final = Rule("decided", "")
BY_ENTRY: Final = Rule("entries", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A side bet in one book."""

    key: str
    book: str
    title: str
    clause: str
    """The clause under which the bet may be offered."""
    scales: tuple[Scale, ...]
    """The pay scales to choose from; the first is in operation unless another is chosen."""
    outcome: Judge
    """Returns the name of the winning line, `LOSE`, or `OPEN` while that is not known."""
    looks_at: str
    """``first_two`` cards of the box, those ``with_dealer``'s first card, the ``first_three`` cards dealt to the
    box, or the ``dealer_hand``."""
    settles: Rule[str]
    """``as_known``: between two cards, as soon as the outcome is known; ``initial``: on completion of the initial
    deal; ``interim``: in the interim settlement, before Blackjack is paid; ``interim_then_known``: in the interim
    settlement if it is known by then, otherwise before the next card once it is known; ``final``: when the dealer's
    hand is complete."""
    games: Rule[tuple[str, ...]]
    """The games of the book with which it may be offered."""
    decks: Rule[tuple[int, ...]] = ANY_DECKS
    """The numbers of packs with which it may be offered; if empty, whatever the game allows."""
    loses: str = ""
    """The clause on losing, if the book has one; otherwise that on settling."""
    loses_to_blackjack: str = ""
    """The same for losing to a dealer's Blackjack, if the book has a clause for that."""
    place: Rule[str]
    """``own_box``: beside the player's own wager; ``any_box``: on any box that holds a wager, for a player who has
    one somewhere."""
    needs_wager: Rule[str]
    """What becomes of a wager without a main wager: ``void`` or ``refused``."""
    void_without: str = ""
    """The clause under which it is void beside a main wager that is not in play; if empty, the clause on needing
    one."""
    deadline: str
    """The clause under which it must be placed before the first card."""
    stake: str
    """The clause on its amount."""
    most_on_box: Rule[int] = NO_NUMBER
    """How many may be on a box; 0 for any number."""
    displaces: Rule[bool] = NO
    """Whether a player who wagers on the box displaces the last player who does not, when all places are taken."""
    one_each: Rule[bool] = NO
    """One for each main wager: a second is refused, not added."""
    capped_by_main: Rule[bool] = NO
    """The clause: it may not be higher than the player's own wager on the box."""
    cap_binds: Rule[str] = EACH
    """What the cap by the main wager means for bets that are offered `together` with it: ``each`` wager may be as
    high, all ``together`` may, or the player places only ``one`` of them."""
    exactly: Rule[Cents] = NO_NUMBER
    """The only amount that is accepted, in cents; 0 for any that the sign allows."""
    sign_refuses: Rule[bool] = NO
    """Whether amounts off the sign are refused, whatever the book does with such main wagers."""
    excludes: Rule[tuple[str, ...]] = NONE_EXCLUDED
    """Bets that cannot be combined with it."""
    excluded_at: Rule[str] = AT_THE_TABLE
    """Where such bets exclude each other: at one ``table``, or for one ``player`` in a round."""
    together: tuple[str, ...] = ()
    """Bets that the same option of the book offers with it."""
    one_chip: Rule[bool] = NO
    """The clause: it is placed with a single chip, one of the float's denominations."""
    same_everywhere: Rule[bool] = NO
    """Whether one scale holds for every table of the house."""
    scale_shown: str = ""
    """The clause under which the scale in operation is displayed."""
    sign_shown: str = ""
    """The clause under which its own minimum and maximum are displayed before it is offered."""
    amount_approved: str = ""
    """The clause under which the amounts that may be wagered are approved."""
    most_paid: tuple[str, str] = ("", "")
    """The clauses under which the operator may set, and displays, the most that is paid on a wager; empty if it may
    not."""
    change_notice: Rule[int] = NO_NUMBER
    """For how many minutes, unless the operator names more, a notice is displayed before another scale replaces the
    one in operation; 0 if no notice is needed."""
    changes: tuple[ScaleChange, ...] = ()
    """The changes of scale for which every game with the bet must close first; any other is made between two rounds.
   """
    entries_bar_change: Rule[bool] = NO
    """Whether entries won to a tournament whose field is not complete bar such a change."""
    highest_only: Rule[bool] = YES
    """Whether cards that meet several lines are paid only for the best; otherwise for all of them together."""
    lines_met: LinesMet | None = None
    """Returns every line that the cards have won, best first; for a bet whose lines can be met together."""
    cards_of: Rule[str] = OF_THE_BOX
    """Whose first two cards decide it: the ``box``'s on which it lies, or the ``bettor``'s, dealt to the box of
    their own wager (the first from the dealer's left, unless they have one where the bet lies)."""
    winners_paid: Rule[str] = WITH_THE_OTHERS
    """When a winner is paid: ``at_once`` after the losers have been taken, or at the ``end`` of the round."""
    losers_taken: Rule[str] = WITH_THE_OTHERS
    """When a loser is taken: ``at_once``, or at the ``end`` of the round."""
    before_blackjacks: Rule[bool] = YES
    """Whether an early settlement comes before a Blackjack is paid; otherwise it comes after."""
    most_paid_of: Rule[str] = NO_BUTTON
    """What the operator's limit on payouts applies to: the ``winnings`` of each wager, these ``with_stake``, or the
    winnings of all wagers on the ``box`` together."""
    paid_after: Rule[tuple[tuple[str, str], ...]] = AT_ONCE
    """Lines that are paid later than others, as (line, ``final`` after the round has been dealt, or ``collected``
    when the cards are picked up)."""
    split_ends: Rule[bool] = NO
    """Whether a split decides it at once, on the first two cards."""
    split_scale: Rule[str] = AS_IN_OPERATION
    """The scale by which it is paid if a split hand's card decides it; if empty, the one in operation."""
    on_split_hands: Rule[bool] = NO
    """Whether further wagers may be placed on split hands, if the table has elected that."""
    split_hands: OnSplitHands | None = None
    """How, if they may."""
    riding: Riding | None = None
    """What becomes of its payout, if that may be left in action and then follows the main wager."""
    void_with: Rule[tuple[str, ...]] = WITH_NOTHING
    """What makes it void, even after settlement: a void ``hand``, or the player's void main ``wager``."""
    bonus: Bonus | None = None
    """A sum that the table may have elected to pay in addition."""
    stake_returned: Rule[bool] = YES
    """Whether the winner of a prize also gets the wager back; otherwise the prize includes it."""
    turns: Rule[str] = NO_BUTTON
    """Who presses the button of a bet with prizes: one turn for the ``box``, or one for each ``wager``, in the order
    in which they lie or were ``placed``."""
    button: Button | None = None
    """How, if there is a button."""
    survives_bust: Rule[bool] = NO
    """Whether it stays in play when the hand of its box breaks."""
    draws_dealer: Rule[bool] = NO
    """Whether the dealer completes the hand while it is in play, whatever became of the players' hands."""
    draws_once: Rule[str] = ONCE_DECIDED
    """For this bet alone, when the dealer draws: once every player's hand is ``decided``, or only once every one is
    ``settled``."""
    drawn_over: Rule[str] = BY_ENTRY
    """How the button selects: evenly among the ``entries`` of the table (a prize may have several), or among the
    ``amounts``, each equally likely."""
    box_order: Rule[str] = LEFT_TO_RIGHT
    """The order in which boxes are settled: from the dealer's ``left_to_right`` or ``right_to_left``."""
    fails_at: Rule[str] = NO_BUTTON
    """What a winner is paid if the equipment fails in a round: ``fixed`` cents (`failure_pays`), so many cents
    ``per_dollar``, the table's ``least`` prize for each dollar, or the ``minimum`` wager on the sign."""
    failure_pays: Cents = 0
    cloth: Cloth = NO_CLOTH
    """The layout of a table that offers it."""
    failure_suspends: str = ""
    """The clause under which the bet is not offered until the equipment works again."""
    failure_goes_on: str = ""
    """The clause under which the game goes on without it."""
    judged: Rule[str] = AS_CODED
    """How the cards are judged if the book can be read in more than one way; `judges` has a test for each reading.
   """
    judges: tuple[tuple[str, Judge], ...] = ()
    """The test of each reading of `judged`; `outcome` is that of the reading in force."""
    inscriptions: tuple[tuple[str, str], ...] = ()
    """What the layout must show for it, as (text, clause)."""
    equipment: tuple[Equipment, ...] = ()
    """The equipment that must be there before it is offered."""
    also: tuple[str, ...] = ()
    """Further clauses that the fields above cover."""

    def scale(self, name: str = "") -> Scale:
        """The scale with that name, in any case; the first one if no name is given. Raises KeyError."""
        if not name:
            return self.scales[0]
        for scale in self.scales:
            if name.lower() in (scale.name.lower(), *scale.also_called):
                return scale
        raise KeyError(name)

    def rules(self) -> dict[str, Rule[Any]]:
        """Every decision by name; those in a group of fields have the group's name in front: ``riding.limit``."""
        by_name: dict[str, Rule[Any]] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Rule):
                by_name[field.name] = value
            elif isinstance(value, (Bonus, Button, OnSplitHands, Riding)):
                for inner in fields(value):
                    rule = getattr(value, inner.name)
                    if isinstance(rule, Rule):
                        by_name[f"{field.name}.{inner.name}"] = rule
        return by_name
