"""What a round starts from: the game, the layout, the signs, the float, and what earlier rounds left."""

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
"""In place of the clause of a shuffle, where the book is silent."""
INSURANCE = "insurance"
ANTE = "ante"
SUPER_BONUS = "super_bonus"
IN_ACTION = "in_action"
"""Of a result: what stayed in action of a side wager, which is decided with the hand."""


class Sign(Struct, frozen=True, omit_defaults=True):
    """Limits of one bet on the sign, in cents. ``multiple`` is the unit above the minimum, 0 for any."""

    bet: str = MAIN
    minimum: Cents = 1
    maximum: Cents = 1_000_000
    multiple: Cents = 0


class SideBetConfig(Struct, frozen=True, omit_defaults=True):
    """A side bet that the table offers, with the pay scale in operation."""

    bet: str
    scale: str = ""
    """The first scale of the book where it is empty."""
    most_paid: Cents = 0
    """The largest sum paid on one wager, where the operator has set one with approval (NZ-15F.12); 0 for none."""


class Limit(Struct, frozen=True, omit_defaults=True):
    """A personal limit agreed for one player on one box, and whether its marker lies there (VIC03-6.3)."""

    box: int
    player: str
    maximum: Cents
    minimum: Cents = 0
    marker: bool = False


class Restriction(Struct, frozen=True, omit_defaults=True):
    """A player held to the table minimum: also to one box (VIC03-5.11), or until the next shuffle
    (VIC03-5.12); or to one box alone (ACT96-5.10)."""

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
    """A card that left the shoe in error and serves as its next one. ``card`` is unknown while nobody has seen it."""

    card: Card
    clause: str
    lasts: bool = True
    """It serves in the next round too, where no place is left for it in this one."""


class Carry(Struct, frozen=True, omit_defaults=True):
    """What one round hands on to the next at the same table."""

    callers: tuple[tuple[int, str], ...] = ()
    """Who calls the decisions, by box."""
    warned: tuple[str, ...] = ()
    """Players told that a further wager under the minimum is returned (VIC03-6.2.1)."""
    several_boxes: tuple[str, ...] = ()
    extra_boxes: tuple[tuple[str, int], ...] = ()
    """How many more boxes such a player may have, where a role set that (NZ-14.4)."""
    writing: tuple[str, ...] = ()
    """Persons who may write at the table (NZ-8.10)."""
    behind_others: tuple[str, ...] = ()
    """Such players who may have only boxes on which somebody else decides (NZ-14.5)."""
    limits: tuple[Limit, ...] = ()
    most_players: tuple[tuple[int, int], ...] = ()
    """Boxes on which a supervisor allows fewer players than the book (VIC03-5.8)."""
    restricted: tuple[Restriction, ...] = ()
    shoe_rounds: int = 0
    """Rounds played since the last shuffle."""
    played: tuple[tuple[str, int], ...] = ()
    """How many of them each player wagered on."""
    session_rounds: int = 0
    """Rounds played since the table opened."""
    session_played: tuple[tuple[str, int], ...] = ()
    """How many of them each player wagered on."""
    shoe_drawn: int = 0
    """Cards that have left the shoe since the last shuffle."""
    shuffle_due: str = ""
    """The clause under which the cards must be shuffled before the next round, if any; ``house`` where the book names
    none and a shoe must be shuffled all the same."""
    idle: tuple[Idle, ...] = ()
    """Seated players who let rounds pass, where a seat may be asked back for it (ACT96-20.8)."""
    rounds_left: int = -1
    """Of the rounds announced as the last, how many are still to be dealt; -1 where none are announced."""
    burn: Card = ""
    """The card burnt after the shuffle, if somebody has seen it (NZ-8.1)."""
    held: tuple[CardInError, ...] = ()
    """Cards drawn in error that are the next of the shoe."""
    damaged: tuple[tuple[Card, str], ...] = ()
    """Cards to be replaced before the next round, with the clause."""
    excluded: tuple[tuple[str, str], ...] = ()
    """Players shut out of the game, with the clause."""
    suspended: tuple[str, ...] = ()
    """Side bets whose equipment has failed and has not been put right (VIC03-11.7.3, NZ-16.12)."""
    shoe: Shoe | None = None
    """The shoe, where its preparation and its cards are followed."""
    tournament: Standing | None = None
    """The session of a tournament as the hand began, where one is played."""

    @property
    def shuffle_clause(self) -> str:
        """The clause of a shuffle that is due; empty where no clause asks for it."""
        return "" if self.shuffle_due == BY_HOUSE else self.shuffle_due


class Setup(Struct, frozen=True, omit_defaults=True, dict=True):
    """Everything that a round's outcome depends on apart from its cards and decisions. Its ``__dict__`` is for what is
    worked out of it once."""

    book: str
    game: str = "blackjack"
    decks: int = 8
    boxes: int = 7
    seats: int = 0
    """Places at the table; 0 for as many as there are boxes."""
    elections: tuple[tuple[str, str], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    offers: tuple[SideBetConfig, ...] = ()
    """The side bets of the table."""
    signs: tuple[Sign, ...] = (Sign(),)
    chips: tuple[Cents, ...] = (1,)
    face_down: bool = False
    """The first two cards of each player are dealt face down (VIC03-7.1.2)."""
    carry: Carry = Carry()
    edition: Edition | None = None
    """The rules that it is dealt under, with their values; None for those of the books as they are today. An event
    has its hash."""
    tournament: TournamentTable | None = None
    """The session of a tournament that is played at the table."""

    def sign(self, bet: str = MAIN) -> Sign:
        """The sign of a bet; one without its own has the widest. The several wagers on one hand of Triple Play
        go by the sign of the main bet (ACT96-4.1)."""
        wanted = MAIN if bet.startswith("hand_") else bet
        for sign in self.signs:
            if sign.bet == wanted:
                return sign
        return Sign(bet)

    @cached_property
    def rules(self) -> Rules:
        """The rules a round of this set-up is dealt under: of a recorded round those of its edition, and with them what
        the conditions of a tournament change. Raises EditionError where the values of the edition are not at hand."""
        if self.edition is not None:
            rules = self.edition.rules
        else:
            rules = rules_for(self.book, self.game, self.elections, self.readings)
        return rules if self.tournament is None else under_conditions(rules, self.tournament)

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
    """Every side bet of the book, also those of its other games; else as `side_bets_of`."""
    if setup.edition is not None:
        return setup.edition.every_side_bet
    return side_bets_of_book(setup.book, setup.readings)


@lru_cache(maxsize=64)
def float_of(chips: tuple[Cents, ...]) -> Chips:
    """The denominations of the float, ready to make up payments."""
    return Chips(chips)


@lru_cache(maxsize=1024)
def chips_of(chips: tuple[Cents, ...], amount: Cents) -> tuple[tuple[Cents, int], ...]:
    """The fewest chips of the float that make the amount, as (denomination, number); () if none do."""
    return float_of(chips).break_down(amount) or ()
