"""The vocabulary of the notation: what a line can say in any book and game."""

from dataclasses import dataclass
from typing import Final

from casino import rulebooks
from casino.cards import Card
from casino.money import Cents
from casino.tournament_table import TournamentTable
from rounds.engine import Command
from rounds.engine.values import Sign

BOOKS: Final = tuple(rulebooks.BOOKS)

GAMES: Final = tuple(dict.fromkeys(game for book in rulebooks.BOOKS.values() for game in book.games))

WAGER_BETS: Final = ("main", "ante", "hand_1", "hand_2", "hand_3")

SIDE_BETS: Final = (
    "super_sevens", "over_13", "under_13", "perfect_pairs", "any_pair", "madness_21", "house_money",
    "let_it_ride", "lucky_match", "lucky_lucky", "buster", "push_22", "magnificent_sevens",
    "pontoon_pandemonium", "21_plus_3", "top_3",
)  # fmt: skip

BETS: Final = (*WAGER_BETS, *SIDE_BETS)

BESIDE: Final = ("insurance", "super_bonus", "free_bonus")
"""Bets that results name but nobody places."""

# --- statements


@dataclass(frozen=True, slots=True)
class Book:
    key: str


@dataclass(frozen=True, slots=True)
class Game:
    name: str


@dataclass(frozen=True, slots=True)
class Decks:
    number: int


@dataclass(frozen=True, slots=True)
class Boxes:
    number: int


@dataclass(frozen=True, slots=True)
class Elect:
    """The operator's elections; with ``reading`` the house's readings of ambiguous clauses."""

    pairs: tuple[tuple[str, str], ...]
    reading: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A side bet on offer, on the book's first scale if empty; ``most_paid`` in cents, 0 for no limit."""

    bet: str
    scale: str
    most_paid: Cents = 0


@dataclass(frozen=True, slots=True)
class Limits:
    sign: Sign


@dataclass(frozen=True, slots=True)
class Float:
    chips: tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class Warned:
    """A player who was warned in an earlier round that a further wager under the minimum is returned. Without it such
    a player's round could not be replayed to the same money (VIC03-6.2.1)."""

    player: str


@dataclass(frozen=True, slots=True)
class RoundNumber:
    """The number of the round at its table, from which reports about earlier rounds count back (VIC03-9.8(a))."""

    number: int


@dataclass(frozen=True, slots=True)
class FaceDown:
    """Each player's first two cards are dealt face down (VIC03-7.1.2)."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The tournament session that the hand belongs to: its conditions, and its progress."""

    table: TournamentTable
    hand: int = 1
    shoe: int = 1


@dataclass(frozen=True, slots=True)
class Stack:
    """A player of the session, with the box and the chips at the beginning of the hand."""

    box: int
    player: str
    chips: Cents


@dataclass(frozen=True, slots=True)
class Override:
    """Where the conditions of the tournament differ from the book's rules and prevail."""

    pairs: tuple[tuple[str, str], ...]


SetUp = (
    Tournament
    | Stack
    | Override
    | Book
    | Game
    | Decks
    | Boxes
    | Elect
    | Offer
    | Limits
    | Float
    | Warned
    | RoundNumber
    | FaceDown
)


@dataclass(frozen=True, slots=True)
class Say:
    """Commands to the state machine: one, except for words that mean two."""

    commands: tuple[Command, ...]
    settled_first: bool = False
    """Settle what is due before it,"""
    settled_until: str = ""
    """up to this settlement, if it was made before that."""


HELD: Final = "held"
"""Stands among cards for the card drawn in error earlier, where its placing must be said."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards in the order in which they leave the shoe, or `HELD`."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nobody (else) takes the offer. Needed where what follows does not show it: before something goes wrong."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A role signs, or refuses to sign, what is to be done about an irregularity."""

    role: str
    approved: bool
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Words of the notation that this game does not have but another does: a choice for ``wager`` or, if empty, the
    surrender of a split hand."""

    wager: str = ""


Statement = SetUp | Say | Deal | Nobody | Answer | Elsewhere


@dataclass(frozen=True, slots=True)
class Line:
    """A line with content. ``refused`` is None on a plain line; on one marked ``!`` it is the clause that must be
    cited, or empty for any."""

    number: int
    text: str
    refused: str | None = None
