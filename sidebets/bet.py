"""What a side bet is: who may place it, what it looks at, when it is settled, what it pays, each beside its clause.

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
    """The cards dealt to the box in the order in which they came: after a split the two first cards, then the next
    one dealt to the box. For a bet on a split hand, that hand's cards."""
    dealer: tuple[Card, ...] = ()
    closed: bool = False
    """Nothing more can come: no further card to the box's first hand, or to the dealer's."""


@dataclass(frozen=True, slots=True)
class Line:
    """One way to win, with what it pays and the clause that says so."""

    name: str
    odds: Odds
    clause: str
    by_decks: tuple[tuple[int, Odds], ...] = ()
    """Odds that depend on the packs in the shoe; `odds` is then that of the most packs."""
    earns: str = ""
    """What a winner is given in addition to money, for the house to record: ``tournament_entry``."""
    earns_clause: str = ""

    def odds_for(self, decks: int) -> Odds:
        """What it pays from a shoe of so many packs."""
        return dict(self.by_decks).get(decks, self.odds)


Judge = Callable[[Seen], str]
"""Names the line that the cards have won, `LOSE`, or `OPEN` while that is not known."""
LinesMet = Callable[[Seen], tuple[str, ...]]
"""Names every line that the cards have won, the best first; empty while that is not known, and for a loser."""


@dataclass(frozen=True, slots=True)
class Prizes:
    """A table of prizes in cents for each dollar wagered, and how many entries each has; one entry is drawn."""

    entries: tuple[tuple[Cents, int], ...]
    clause: str

    @property
    def total(self) -> int:
        """How many entries the table has."""
        return sum(count for _, count in self.entries)

    @property
    def least(self) -> Cents:
        """The smallest prize for a dollar, in cents."""
        return min(prize for prize, _ in self.entries)

    def at(self, entry: int) -> Cents:
        """The prize of an entry, numbered from 0. Raises IndexError for one that the table does not have."""
        if entry < 0:
            raise IndexError(entry)
        for prize, count in self.entries:
            if entry < count:
                return prize
            entry -= count
        raise IndexError(entry)

    def has(self, prize: Cents) -> bool:
        """Whether some entry holds that prize."""
        return any(prize == amount for amount, _ in self.entries)


@dataclass(frozen=True, slots=True)
class Scale:
    """A pay scale: the ways to win, the best first, or the prizes among which a button selects."""

    name: str
    lines: tuple[Line, ...] = ()
    prizes: Prizes | None = None
    clause: str = ""
    """The clause that puts the scale among those to choose from."""
    also_called: tuple[str, ...] = ()
    """Its name in words, in small letters."""

    def line(self, name: str) -> Line:
        """The line of that outcome. Raises KeyError for one that this scale does not pay."""
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
    """A side bet as one book has it."""

    key: str
    book: str
    title: str
    clause: str
    """That the bet may be offered."""
    scales: tuple[Scale, ...]
    """The pay scales to choose from; the first is the one in operation unless another is chosen."""
    outcome: Judge
    """The name of the line won, `LOSE`, or `OPEN` while that is not known."""
    looks_at: str
    """``first_two`` cards of the box, those ``with_dealer``'s first card, the ``first_three`` cards dealt to the
    box, or the ``dealer_hand``."""
    settles: Rule[str]
    """``as_known``: between two cards, as soon as the outcome is known; ``initial``: on completion of the initial
    deal; ``interim``: in the interim settlement, before Blackjack is paid; ``interim_then_known``: what is known then,
    and the rest before the next card once it is; ``final``: when the dealer's hand is complete."""
    games: Rule[tuple[str, ...]]
    """The games of the book with which it may be offered."""
    decks: Rule[tuple[int, ...]] = ANY_DECKS
    """The packs with which it may be offered; as the game allows if empty."""
    loses: str = ""
    """The clause of losing, where the book has one; that of settling otherwise."""
    loses_to_blackjack: str = ""
    """The same when it is a dealer's Blackjack that it loses to, where the book has one for that."""
    place: Rule[str]
    """``own_box``: beside the player's own wager; ``any_box``: on any box that holds a wager, for a player who has
    one somewhere."""
    needs_wager: Rule[str]
    """What becomes of a wager without the main one: ``void`` or ``refused``."""
    void_without: str = ""
    """The clause under which it is void beside a main wager that is not in play; that of needing one otherwise."""
    deadline: str
    """The clause under which it must lie before the first card."""
    stake: str
    """The clause of its amount."""
    most_on_box: Rule[int] = NO_NUMBER
    """How many may lie on a box; 0 for no such limit."""
    displaces: Rule[bool] = NO
    """A player who wagers on the box takes the place of the last who does not, when all are taken."""
    one_each: Rule[bool] = NO
    """One for each main wager: a second is refused, not added."""
    capped_by_main: Rule[bool] = NO
    """It may not be higher than the player's own wager on the box."""
    cap_binds: Rule[str] = EACH
    """What the cap by the main wager means beside the bets that are offered `together` with it: ``each`` wager alone
    may be as high, all ``together`` may, or the player places only ``one`` of them."""
    exactly: Rule[Cents] = NO_NUMBER
    """The only amount that is taken, in cents; 0 for any on the sign."""
    sign_refuses: Rule[bool] = NO
    """Amounts off the sign are refused whatever the book does with those of the main wager."""
    excludes: Rule[tuple[str, ...]] = NONE_EXCLUDED
    """Bets that it does not go together with."""
    excluded_at: Rule[str] = AT_THE_TABLE
    """Bets that do not go together are not offered at one ``table``, or not wagered by one ``player`` in a round."""
    together: tuple[str, ...] = ()
    """Bets that one option of the book offers with it."""
    one_chip: Rule[bool] = NO
    """It is placed with a single chip: one of the float's denominations."""
    same_everywhere: Rule[bool] = NO
    """One scale holds for every table of the house."""
    scale_shown: str = ""
    """The clause under which the scale in operation is displayed."""
    sign_shown: str = ""
    """The clause under which its own minimum and maximum are displayed before it is offered."""
    amount_approved: str = ""
    """The clause under which the amounts that may be wagered are approved ones."""
    most_paid: tuple[str, str] = ("", "")
    """The clauses under which the operator may set the most that is paid on a wager, and displays it; none where
    they are empty."""
    change_notice: Rule[int] = NO_NUMBER
    """For how many minutes, unless the operator names more, a notice hangs before another scale takes the place of
    the one in operation; 0 where no notice is wanted."""
    changes: tuple[ScaleChange, ...] = ()
    """The changes of scale for which every game with the bet closes first; any other is made between two rounds."""
    entries_bar_change: Rule[bool] = NO
    """Entries won to a tournament whose field is not complete bar such a change."""
    highest_only: Rule[bool] = YES
    """Cards that meet several lines are paid only for the best of them; if not, for all of them together."""
    lines_met: LinesMet | None = None
    """Every line that the cards have won, the best first; for a bet whose lines can be met together."""
    cards_of: Rule[str] = OF_THE_BOX
    """Whose first two cards decide it: those of the ``box`` on which it lies, or those of the ``bettor``, dealt to the
    box of his own wager (the first from the dealer's left, unless he has one where the bet lies)."""
    winners_paid: Rule[str] = WITH_THE_OTHERS
    """When a winner is paid: ``at_once`` when the losers have been taken, or at the ``end`` of the round."""
    losers_taken: Rule[str] = WITH_THE_OTHERS
    """When a loser is taken: ``at_once``, or at the ``end`` of the round."""
    before_blackjacks: Rule[bool] = YES
    """An early settlement comes before a Blackjack is paid; if not, after it."""
    most_paid_of: Rule[str] = NO_BUTTON
    """What the operator's limit on payouts, if set, applies to: the ``winnings`` of each wager, these ``with_stake``,
    or the winnings of all wagers on the ``box`` together."""
    paid_after: Rule[tuple[tuple[str, str], ...]] = AT_ONCE
    """Lines that are paid later than others, as (line, ``final``: when the round has been dealt, or ``collected``:
    when the cards are picked up)."""
    split_ends: Rule[bool] = NO
    """A split decides it at once, on the two first cards."""
    split_scale: Rule[str] = AS_IN_OPERATION
    """The scale by which it is paid when a split hand's card decides it; the one in operation where empty."""
    on_split_hands: Rule[bool] = NO
    """Further wagers may be placed on split hands, where the table has elected so."""
    split_hands: OnSplitHands | None = None
    """How, where they may."""
    riding: Riding | None = None
    """What becomes of what it pays, where that may be left in action and then goes with the main wager."""
    void_with: Rule[tuple[str, ...]] = WITH_NOTHING
    """It is void, even if it has been settled, with its ``hand`` or with the player's main ``wager``."""
    bonus: Bonus | None = None
    """A sum that the table may have elected to pay beside it."""
    stake_returned: Rule[bool] = YES
    """A winner of a prize also has the wager back; if not, the prize holds it."""
    turns: Rule[str] = NO_BUTTON
    """Who presses the button of a bet with prizes: one turn for the ``box``, or one for each ``wager``, as
    they lie or as they were ``placed``."""
    button: Button | None = None
    """How, where there is one."""
    survives_bust: Rule[bool] = NO
    """It stays in play when the hand of its box breaks."""
    draws_dealer: Rule[bool] = NO
    """While it is in play the dealer completes the hand, whatever became of the players' hands."""
    draws_once: Rule[str] = ONCE_DECIDED
    """For it alone the dealer draws once every player's hand is ``decided``, or only once every one is ``settled``."""
    drawn_over: Rule[str] = BY_ENTRY
    """The button selects evenly among the ``entries`` of the table (a prize may have several), or among the
    ``amounts``, each as likely as any other."""
    box_order: Rule[str] = LEFT_TO_RIGHT
    """The order in which boxes are settled: from the dealer's ``left_to_right`` or ``right_to_left``."""
    fails_at: Rule[str] = NO_BUTTON
    """What a winner is paid when the equipment fails in a round: ``fixed`` cents (`failure_pays`), so many cents
    ``per_dollar``, the ``least`` prize of the table for each dollar, or the ``minimum`` wager on the sign."""
    failure_pays: Cents = 0
    cloth: Cloth = NO_CLOTH
    """The layout that lies on a table that offers it."""
    failure_suspends: str = ""
    """The clause under which the bet is not offered until the equipment works again."""
    failure_goes_on: str = ""
    """The clause under which the game goes on without it."""
    judged: Rule[str] = AS_CODED
    """How the cards are judged where the book can be read in more than one way; `judges` has a test for each."""
    judges: tuple[tuple[str, Judge], ...] = ()
    """The test of each reading of `judged`; `outcome` is the one of the reading in force."""
    inscriptions: tuple[tuple[str, str], ...] = ()
    """What the layout must show for it, as (text, clause)."""
    equipment: tuple[Equipment, ...] = ()
    """What must be there before it is offered."""
    also: tuple[str, ...] = ()
    """Further clauses that the fields above answer."""

    def scale(self, name: str = "") -> Scale:
        """The scale of that name, whatever its case; the first one without a name. Raises KeyError."""
        if not name:
            return self.scales[0]
        for scale in self.scales:
            if name.lower() in (scale.name.lower(), *scale.also_called):
                return scale
        raise KeyError(name)

    def rules(self) -> dict[str, Rule[Any]]:
        """Every decision by its name; those of a group of fields have its name before them: ``riding.limit``."""
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
