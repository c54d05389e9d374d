"""What may become of a side bet after the deal: left in action, placed on split hands, paid a sum in addition, or by
the press of a button."""

from dataclasses import dataclass

from casino.money import Cents
from casino.rulebooks.rule import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """A fixed sum beside what the bet pays, for each player whose hand on the box is a Blackjack while the bet lies
    there, whatever its amount."""

    key: str
    """What results call it."""
    election: str
    """The election that chooses its scale."""
    scales: tuple[tuple[str, tuple[tuple[str, Cents, str], ...]], ...]
    """By the name of the scale: what each line won adds, in cents, and its clause."""
    hand: Rule[str]
    """The hand that qualifies: any ``blackjack``, paid or not, or only an ``unpaid`` one."""
    amount: Rule[str]
    """The sum is ``fixed`` for each player who qualifies, an amount ``per_dollar`` of the wager, or ``shared`` in equal
    parts by those who qualify on a box."""
    clause: str
    """That the house may elect it."""
    shown: str
    """That its scale is displayed."""
    also: tuple[str, ...] = ()

    def scale(self, name: str) -> tuple[tuple[str, Cents, str], ...]:
        """The scale of that name. Raises KeyError."""
        return dict(self.scales)[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Riding:
    """What is left in action of a winning wager and its payout, and the clause of each thing that follows."""

    offer: Rule[str]
    """When the winner chooses: ``before_blackjacks`` are paid, or ``after_blackjacks``, when nothing can stay beside
    one."""
    taken: str
    """Wager and payout go to the player and are out of the round."""
    stays: str
    """All or part of both stays where the wager lay."""
    committed: str
    """It goes with the player's main wager on the box."""
    limit: Rule[str]
    """What of it counts, with the main wager, against the limits of that: ``wager_and_payout``, or the ``wager``."""
    double: str
    """It raises what may be added in doubling."""
    split: Rule[str]
    """It raises what must be added in splitting; it then goes with the ``first_hand``, or with the ``last_hand`` of
    the player."""
    insurance: str
    """It does not raise what may be insured."""
    win: Rule[str]
    """What decides it: the rule of the ``game`` for the main wager, or that of ``blackjack`` whatever the version."""
    lose: str
    stand_off: str
    dealer_blackjack: Rule[str]
    """What a dealer's Blackjack makes of it: ``stand_off`` or ``lose``."""
    decided_first: Rule[str]
    """A decision before the choice takes it down: that of everybody on the ``hand``, or of the ``decider`` alone."""
    decided_out: str
    """What was so taken down is out of the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnSplitHands:
    """Further wagers on split hands, where the table has elected them: on each until its second card."""

    election: str
    """The election that offers them."""
    wagered: Rule[str]
    """Who may: a player who wagered before the round on a ``hand`` somewhere, or had this ``bet`` on the box."""
    most: Rule[int]
    """How many a split hand takes."""
    first: str
    """Players on the box come first."""
    second: str
    """Then those who had the bet on its first two cards, from the dealer's left."""
    third: str
    """Then all others, from the dealer's left."""
    deadline: str
    settled: str
    """They are settled as soon as the hand has its second card, before anybody decides on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """Who presses the button that selects a prize, and what becomes of any other press."""

    first: str
    """The player who decides for the box has it first."""
    nominee: Rule[str]
    """Whom a player who declines may name: another ``winner`` on the box, or anybody ``without`` such a winning
    wager."""
    staff: str
    """Somebody of the house presses where no player does."""
    selected: str
    """What it selects is what is paid."""
    paid: str
    """A prize is paid before the button goes on to the next."""
    void: str
    """A press for which no wager waits has no effect."""
    void_unwagered: str = ""
    """Nor has that of a player who holds the winning hand without the bet."""
    misfire: str = ""
    """A winner for whom somebody or something else set it off takes what it shows or presses again; where the book
    does not say so what it shows is paid."""
    failed_role: Rule[str]
    """Who confirms that the equipment has failed."""
    repaired_role: Rule[str]
    """Who confirms that it works again."""
