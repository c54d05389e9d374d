"""The words of the notation: what a line can say, for every book, before any game has been asked."""

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
"""Bets that results name and that nobody places."""

# --- what a line says


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
    """A side bet that is offered, on the first scale if empty; ``most_paid`` in cents, 0 for no limit."""

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
    """A player who was told in an earlier round that a further wager under the minimum is returned. Without
    it a round of such a player could not be played again to the same money (VIC03-6.2.1)."""

    player: str


@dataclass(frozen=True, slots=True)
class RoundNumber:
    """The number of the round at its table, which reports of earlier rounds look back from (VIC03-9.8(a))."""

    number: int


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The first two cards of each player are dealt face down (VIC03-7.1.2)."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The session of a tournament that the round is a hand of: what was laid down for it, and how far it is."""

    table: TournamentTable
    hand: int = 1
    shoe: int = 1


@dataclass(frozen=True, slots=True)
class Stack:
    """A player of the session at his box, with the chips that he has as the hand begins."""

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
    """What is due to be settled is settled before it,"""
    settled_until: str = ""
    """up to the settlement of that name, where it came before that."""


HELD: Final = "held"
"""Among cards: the one drawn in error that left the shoe before, where it has to be said when it is placed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards in the order in which they leave the shoe, or `HELD`."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nobody (else) takes what is offered. Said where what follows would not tell: before something went wrong."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A role signs what is to be done about what went wrong, or does not."""

    role: str
    approved: bool
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Words of the notation that some game has, but not every one: a choice for a ``wager`` that is not this game's, or
    the surrender of a split hand if it is empty."""

    wager: str = ""


Statement = SetUp | Say | Deal | Nobody | Answer | Elsewhere


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something. ``refused`` is None on a plain line; on one marked ``!`` it is the clause
    that must be cited, or empty for any."""

    number: int
    text: str
    refused: str | None = None
