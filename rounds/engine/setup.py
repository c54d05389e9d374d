"""What a round starts from: the game, the layout, the signs, the float, and what earlier rounds passed on."""

from functools import cached_property, lru_cache

from msgspec import Struct

from casino.cards import Card
from casino.money import Cents, Chips
from casino.rulebooks import Rules, rules_for
from casino.rulebooks.tournament_play import under_conditions
from casino.tournament_table import TournamentTable
from rounds.engine.edition import Edition
from rounds.engine.shoe.shoe import Shoe
from rounds.engine.tournament.standing import Standing
from sidebets import SideBet, side_bets, side_bets_of_book

MAIN = "main"
BY_HOUSE = "house"
"""Takes the place of a shuffle's clause where the book is silent."""
INSURANCE = "insurance"
ANTE = "ante"
SUPER_BONUS = "super_bonus"
IN_ACTION = "in_action"
"""The bet of a result for the part of a side wager that stayed in action, which is decided with the hand."""


class Sign(Struct, frozen=True, omit_defaults=True):
    """The limits on the sign for one bet, in cents. ``multiple`` is the unit above the minimum, 0 for any amount."""

    bet: str = MAIN
    minimum: Cents = 1
    maximum: Cents = 1_000_000
    multiple: Cents = 0


class SideBetConfig(Struct, frozen=True, omit_defaults=True):
    """A side bet that the table offers, with the pay scale in operation."""

    bet: str
    scale: str = ""
    """The book's first scale if empty."""
    most_paid: Cents = 0
    """The most paid on one wager, in cents, where the operator has set a limit with approval (NZ-15F.12); 0 for
    none."""


class Limit(Struct, frozen=True, omit_defaults=True):
    """A personal limit in cents for one player on one box, and whether its marker is there (VIC03-6.3)."""

    box: int
    player: str
    maximum: Cents
    minimum: Cents = 0
    marker: bool = False


class Restriction(Struct, frozen=True, omit_defaults=True):
    """A player restricted to the table minimum, on one box (VIC03-5.11) or until the next shuffle (VIC03-5.12), or
    only to one box (ACT96-5.10)."""

    player: str
    one_box: bool
    clause: str
    minimum: bool = True


class Idle(Struct, frozen=True, omit_defaults=True):
    """A seated player without a wager: for how many rounds in a row, and whether every other place was taken in the
    last of them."""

    player: str
    rounds: int
    full: bool = True


class CardInError(Struct, frozen=True, omit_defaults=True):
    """A card that left the shoe in error and is dealt next. ``card`` is unknown while nobody has seen it."""

    card: Card
    clause: str
    lasts: bool = True
    """Whether it is kept for the next round if this one has no place for it."""


class Carry(Struct, frozen=True, omit_defaults=True):
    """What one round passes on to the next at the same table."""

    callers: tuple[tuple[int, str], ...] = ()
    """Who decides for each box, as (box, player)."""
    warned: tuple[str, ...] = ()
    """Players warned that a further wager under the minimum is returned (VIC03-6.2.1)."""
    several_boxes: tuple[str, ...] = ()
    extra_boxes: tuple[tuple[str, int], ...] = ()
    """How many further boxes such a player may have, if a role set a number (NZ-14.4)."""
    writing: tuple[str, ...] = ()
    """Persons who may write at the table (NZ-8.10)."""
    behind_others: tuple[str, ...] = ()
    """Those of these players who may only have boxes on which somebody else decides (NZ-14.5)."""
    limits: tuple[Limit, ...] = ()
    most_players: tuple[tuple[int, int], ...] = ()
    """Boxes on which a supervisor allows fewer players than the book (VIC03-5.8)."""
    restricted: tuple[Restriction, ...] = ()
    shoe_rounds: int = 0
    """Rounds played since the last shuffle."""
    played: tuple[tuple[str, int], ...] = ()
    """How many rounds since the last shuffle each player wagered on."""
    session_rounds: int = 0
    """Rounds played since the table opened."""
    session_played: tuple[tuple[str, int], ...] = ()
    """How many rounds since the table opened each player wagered on."""
    shoe_drawn: int = 0
    """Cards that have left the shoe since the last shuffle."""
    shuffle_due: str = ""
    """The clause under which the cards must be shuffled before the next round; empty if none is due; ``house`` where
    the book names no clause and a shoe must still be shuffled."""
    idle: tuple[Idle, ...] = ()
    """Seated players who sat out rounds, where they may be asked to give up the seat for it (ACT96-20.8)."""
    rounds_left: int = -1
    """How many of the announced last rounds are still to be dealt; -1 if none are announced."""
    burn: Card = ""
    """The card burnt after the shuffle, if somebody has seen it (NZ-8.1)."""
    held: tuple[CardInError, ...] = ()
    """Cards drawn in error that are dealt next."""
    damaged: tuple[tuple[Card, str], ...] = ()
    """Cards to be replaced before the next round, each with the clause."""
    excluded: tuple[tuple[str, str], ...] = ()
    """Players excluded from the game, each with the clause."""
    suspended: tuple[str, ...] = ()
    """Side bets whose equipment has failed and is not repaired yet (VIC03-11.7.3, NZ-16.12)."""
    shoe: Shoe | None = None
    """The shoe, if its preparation and cards are tracked."""
    tournament: Standing | None = None
    """The tournament session as the hand began, if one is played."""

    @property
    def shuffle_clause(self) -> str:
        """The clause of a shuffle that is due; empty if no clause requires one."""
        return "" if self.shuffle_due == BY_HOUSE else self.shuffle_due


class Setup(Struct, frozen=True, omit_defaults=True, dict=True):
    """Everything that a round's outcome depends on apart from its cards and decisions. Its ``__dict__`` is for what is
    worked out of it once."""

    book: str
    game: str = "blackjack"
    decks: int = 8
    boxes: int = 7
    seats: int = 0
    """Places at the table; 0 for as many as boxes."""
    elections: tuple[tuple[str, str], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    offers: tuple[SideBetConfig, ...] = ()
    """The side bets of the table."""
    signs: tuple[Sign, ...] = (Sign(),)
    chips: tuple[Cents, ...] = (1,)
    face_down: bool = False
    """Whether each player's first two cards are dealt face down (VIC03-7.1.2)."""
    carry: Carry = Carry()
    edition: Edition | None = None
    """The rules that it is dealt under, with their values; None for those of the books as they are today. An event
    holds only its hash."""
    tournament: TournamentTable | None = None
    """The session of a tournament that is played at the table."""

    def sign(self, bet: str) -> Sign:
        """The sign of a bet; the widest one for a bet without its own. The several wagers on one hand of Triple Play
        go by the sign of the main bet (ACT96-4.1)."""
        sign_bet = MAIN if bet.startswith("hand_") else bet
        for sign in self.signs:
            if sign.bet == sign_bet:
                return sign
        return Sign(bet)

    @cached_property
    def rules(self) -> Rules:
        """The rules for rounds with this set-up: for a recorded round those of its edition, with what the conditions of
        a tournament change. Raises EditionError if the values of the edition are not available."""
        if self.edition is not None:
            rules = self.edition.rules
        else:
            rules = rules_for(self.book, self.game, self.elections, self.readings)
        return rules if self.tournament is None else under_conditions(rules, self.tournament)

    @cached_property
    def main_sign(self) -> Sign:
        """The sign of the wagers on the hand."""
        return self.sign(MAIN)

    @cached_property
    def shoe_cards(self) -> int:
        """How many cards the shoe holds."""
        return self.rules.shoe_cards(self.decks)


def side_bets_of(setup: Setup) -> dict[str, SideBet]:
    """The side bets that may be offered with the game, by key, in the book's order."""
    if setup.edition is not None:
        return setup.edition.side_bets
    return side_bets(setup.book, setup.game, setup.readings)


def every_side_bet_of(setup: Setup) -> dict[str, SideBet]:
    """Every side bet of the book, those of its other games included, by key."""
    if setup.edition is not None:
        return setup.edition.every_side_bet
    return side_bets_of_book(setup.book, setup.readings)


@lru_cache(maxsize=64)
def float_of(chips: tuple[Cents, ...]) -> Chips:
    """The float's denominations, as `Chips` that make up payments."""
    return Chips(chips)


@lru_cache(maxsize=1024)
def chips_of(chips: tuple[Cents, ...], amount: Cents) -> tuple[tuple[Cents, int], ...]:
    """The fewest chips of the float that make the amount, as (denomination, number); () if it cannot be made."""
    return float_of(chips).break_down(amount) or ()
