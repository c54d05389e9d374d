"""Phrases shared by the wording of events: how a bet, a hand and a place are named, and what is added to a phrase."""

from collections.abc import Iterable
from typing import Any

from casino.money import Cents
from casino.words import Phrase

Wording = tuple[str, Phrase, Cents | None]
"""An event in words: a kind to filter by, the words, and the amount in cents if there is one."""


def bet_name(bet: str) -> str:
    """A bet as people say it: the wager on hand 2 of Triple Play is ``wager 2``, to tell it from the hands of a
    split."""
    return wager_key(bet).replace("_", " ")


def wager_key(bet: str) -> str:
    """The name of a bet in a phrase's values: ``wager_2`` for ``hand_2``."""
    return bet.replace("hand_", "wager_")


def place_at(box: int, hand: int) -> tuple[int, int]:
    """A hand as the value of a place in a phrase; the first hand of a box is named by the box alone."""
    return box, hand if hand > 1 else 0


def box_player(box: int, player: str) -> Phrase:
    """A player on a box."""
    return Phrase.of("event.box_player", box=box, player=player)


def bet_of(box: int, player: str, bet: str) -> Phrase:
    """A player's wager on a box."""
    return Phrase.of("event.bet_of", box=box, player=player, bet=wager_key(bet))


def because(what: Phrase, reason: str) -> Phrase:
    """The phrase followed by the reason, if there is one."""
    return Phrase.of("event.because", what=what, reason=reason) if reason else what


def signed(what: Phrase, role: str) -> Phrase:
    """The phrase followed by the role that allowed or ordered it."""
    return Phrase.of("event.role", what=what, role=role)


def line(code: str, **values: Any) -> str:
    """A text that an event stores in the record's English; `casino.words.read_back` reads it back."""
    return Phrase.of(code, **values).english


def lines_of(lines: Iterable[str | Phrase]) -> Phrase:
    """Several texts as one phrase; texts from the record are in its English."""
    return Phrase.of("event.lines", lines=[*lines])
