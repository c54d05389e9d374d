"""What can happen to a side bet after the deal: it is left in action, placed on split hands, paid an extra sum, or
decided by the press of a button."""

from dataclasses import dataclass

from casino.money import Cents
from casino.rulebooks.rule import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """A fixed sum in addition to what the bet pays, for each player whose hand on the box is a Blackjack while the
    bet lies there, whatever its amount."""

    key: str
    """Its name in results."""
    election: str
    """The election that chooses its scale."""
    scales: tuple[tuple[str, tuple[tuple[str, Cents, str], ...]], ...]
    """By the name of the scale: what each winning line adds, in cents, and its clause."""
    hand: Rule[str]
    """The hand that qualifies: any ``blackjack``, paid or not, or only an ``unpaid`` one."""
    amount: Rule[str]
    """The sum is ``fixed`` for each player who qualifies, an amount ``per_dollar`` of the wager, or ``shared`` in equal
    parts by those who qualify on a box."""
    clause: str
    """The clause under which the house may elect it."""
    shown: str
    """The clause under which its scale is displayed."""
    also: tuple[str, ...] = ()

    def scale(self, name: str) -> tuple[tuple[str, Cents, str], ...]:
        """The scale with that name. Raises KeyError."""
        return dict(self.scales)[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Riding:
    """What is left in action of a winning wager and its payout, and the clauses of what happens to it."""

    offer: Rule[str]
    """When the winner chooses: ``before_blackjacks`` are paid, or ``after_blackjacks``, when nothing can stay beside
    one."""
    taken: str
    """The clause: wager and payout go to the player and are out of the round."""
    stays: str
    """The clause: all or part of both stays where the wager lay."""
    committed: str
    """The clause: it follows the player's main wager on the box."""
    limit: Rule[str]
    """How much of it counts, with the main wager, against the main wager's limits: ``wager_and_payout``, or the
    ``wager``."""
    double: str
    """The clause: it raises what may be added in doubling."""
    split: Rule[str]
    """How it raises what must be added in splitting: it then goes with the ``first_hand``, or with the player's
    ``last_hand``."""
    insurance: str
    """The clause: it does not raise what may be insured."""
    win: Rule[str]
    """What decides it: the ``game``'s rule for the main wager, or that of ``blackjack`` whatever the version."""
    lose: str
    stand_off: str
    dealer_blackjack: Rule[str]
    """Its result against a dealer's Blackjack: ``stand_off`` or ``lose``."""
    decided_first: Rule[str]
    """Whose decision before the choice takes it down: that of everybody on the ``hand``, or of the ``decider``
    alone."""
    decided_out: str
    """The clause: what was taken down in that way is out of the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnSplitHands:
    """Further wagers on split hands, if the table has elected them: on each hand until its second card."""

    election: str
    """The election that offers them."""
    wagered: Rule[str]
    """Who may place them: a player who wagered before the round on a ``hand`` somewhere, or had this ``bet`` on the
    box."""
    most: Rule[int]
    """How many a split hand takes."""
    first: str
    """The clause: players on the box come first."""
    second: str
    """The clause: then those who had the bet on its first two cards, from the dealer's left."""
    third: str
    """The clause: then everybody else, from the dealer's left."""
    deadline: str
    settled: str
    """They are settled as soon as the hand has its second card, before anybody decides on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """Who presses the button that selects a prize, and what becomes of any other press."""

    first: str
    """The clause: the player who decides for the box is the first to press it."""
    nominee: Rule[str]
    """Whom a player who declines may name: another ``winner`` on the box, or anybody ``without`` such a winning
    wager."""
    staff: str
    """The clause: somebody of the house presses it if no player does."""
    selected: str
    """The clause: what it selects is what is paid."""
    paid: str
    """The clause: a prize is paid before the next press."""
    void: str
    """The clause: a press for which no wager waits has no effect."""
    void_unwagered: str = ""
    """The clause: nor has a press by a player who holds the winning hand without the bet."""
    misfire: str = ""
    """The clause: a winner whose button somebody or something else set off takes what it shows or presses again; if
    the book does not say so, what it shows is paid."""
    failed_role: Rule[str]
    """Who confirms that the equipment has failed."""
    repaired_role: Rule[str]
    """Who confirms that it works again."""
