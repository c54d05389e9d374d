"""Words that fill blanks of other texts: places, roles, people, numbers."""

from typing import Final

from casino.cards import RANK_NAME, SUIT_NAME
from casino.words.numbers import NUMBERS

TERMS: Final = (
    # places
    "the dealer",
    "box {box}",
    "box {box} hand {hand}",
    "box {box}, player {player}",
    # roles and people
    "dealer",
    "game supervisor",
    "casino supervisor",
    "operations manager",
    "surveillance",
    "inspector",
    "tournament director",
    "standing player",
    "casino employee",
    # a slip
    "requested",
    "approved",
    "sent",
    "received",
    "void",
    # a reader
    "quiet",
    "failing",
    # what is wagered on, beside the side bets of a book
    "ante",
    "insurance",
    "Super Bonus",
    "wager 2",
    "wager 3",
    "hand 1",
    "hand 2",
    "hand 3",
    "{pays} to {on}",
    # cards, as a screen reader says them
    *RANK_NAME.values(),
    *SUIT_NAME.values(),
    *NUMBERS,
)
"""The English of each, which a catalogue translates."""
