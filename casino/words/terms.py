"""Words that fill blanks of other texts: places, roles, people, numbers."""

from typing import Final

from casino.cards import RANK_NAME, SUIT_NAME
from casino.words.numbers import NUMBERS

TERMS: Final = (
    # what a round goes on to
    *("initial deal", "interim settlement", "subsequent deal", "dealer draw", "final settlement"),
    # what became of a correction
    *("correction approved", "correction refused"),
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
    # who cuts, if no player at the table does
    "standing",
    "employee",
    # what a PIN was given for, and why it was not taken
    "sign in",
    "sign in to the admin",
    "take over the table",
    "unlock the screen",
    "end the session",
    "change the PIN",
    "enrol a tablet",
    "approve",
    "set the house up",
    "no number",
    "unknown number",
    "inactive",
    "wrong PIN",
    # what was set up of a person, and by whom
    "new",
    "role",
    "active again",
    "set-up rights",
    "a command at the server",
    "the server",
    "none",
    # between the last two of a list
    "and",
    "or",
    # a slip
    "fill",
    "credit",
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
    "face down",
    # cards, as a screen reader says them
    *RANK_NAME.values(),
    *SUIT_NAME.values(),
    *NUMBERS,
)
"""The English of each, which a catalogue translates."""
