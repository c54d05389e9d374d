"""What tournaments announce to the screens, and what they ask the rounds, a higher room."""

from __future__ import annotations

from dataclasses import dataclass

from django.dispatch import Signal

from casino.answering_signals import Question

changed = Signal()
"""A tournament has something new to show: `code` (str). Sent after the transaction has committed."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What the rounds of a session have come to: each player's chips in whole units, the hand in which the last were
    lost, and how many hands and shoes were dealt. ``between``: no hand is in progress."""

    chips: dict[str, int]
    out_in_hand: dict[str, int]
    hands: int
    shoes: int
    between: bool


session_counted: Question[Counted] = Question()
"""What session `session` (str) of tournament `tournament` (str) at table `code` (str) has come to."""


@dataclass(frozen=True, slots=True)
class Won:
    """An entry to a series that a wager has won: where, such as ``BJ-07/214 box 3``, by which player and when."""

    place: str
    player: str
    number: int


entries_of_series: Question[list[Won]] = Question()
"""Every entry won by wagers on `bet` (str) of `book` (str), in order."""
