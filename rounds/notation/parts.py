"""The parts of a line: what each word must be. Whatever cannot be read raises Refusal, without a clause."""

import re
from typing import Final

from casino.cards import UNKNOWN, Card, CardError, parse_card
from casino.marks import is_mark
from casino.money import Cents, MoneyError, parse_amount
from casino.refusals import Refusal
from casino.rulebooks import ROLES
from rounds.engine.refusal import RuleViolation
from rounds.notation import words


class UnknownWord(Exception):
    """A line with an unknown word where the notation has a fixed list: it says nothing that could be refused, so a
    typing mistake after a “!” proves nothing."""


PLACE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?")


def bad(message: str, remedy: str = "") -> Refusal:
    """A refusal of what a line says."""
    return RuleViolation("", message, remedy)


def count(said: list[str], usage: str, least: int, most: int | None = None) -> None:
    """The words of a line are so many, or from ``least`` to ``most``."""
    if not least <= len(said) <= (least if most is None else most):
        raise bad(f"write it as “{usage}”")


def amount(text: str) -> Cents:
    """Cents."""
    try:
        return parse_amount(text)
    except MoneyError as problem:
        raise bad(str(problem), "Write rank and letter of the suit, such as Ts, 7h or Ac.") from None


def number(text: str, what: str) -> int:
    """A small whole number."""
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise bad(f"“{text}” is not a number of {what}")
    return int(text)


def box(text: str) -> int:
    """The number of a box, which no hand's may stand for."""
    if "." in text and PLACE.fullmatch(text):
        raise bad(f"“{text}” names a hand; here a box is meant, such as {text.partition('.')[0]}")
    return number(text, "a box")


def player(text: str) -> str:
    """A player's mark."""
    if not is_mark(text):
        raise bad(f"“{text}” is not a player: write a short word such as A or P12")
    return text


def bet(text: str) -> str:
    """A bet that some game has."""
    if text.lower() not in (*words.BETS, *words.BESIDE):
        raise UnknownWord(f"“{text}” is not a bet; choose from {', '.join(words.BETS)}")
    if text.lower() in words.BESIDE:
        raise bad(f"“{text}” is not a bet; choose from {', '.join(words.BETS)}")
    return text.lower()


def cards(said: list[str]) -> tuple[Card, ...]:
    """Cards, ``??`` for one that lies face down."""
    try:
        return tuple(UNKNOWN if word == UNKNOWN else parse_card(word) for word in said)
    except CardError as problem:
        raise bad(str(problem), "Write rank and letter of the suit, such as Ts, 7h or Ac.") from None


def hand(text: str) -> tuple[int, int]:
    """A box and the number of a hand on it, the first where none is named."""
    place = PLACE.fullmatch(text)
    if not place or place[2] == "0":
        raise bad(f"“{text}” names no hand: write a box such as 3, or its second hand as 3.2")
    return int(place[1]), int(place[2] or 1)


def role(text: str) -> str:
    """A role of the house."""
    if text.lower() not in ROLES:
        raise UnknownWord(f"“{text}” is not a role; choose from {', '.join(ROLES)}")
    return text.lower()


def pairs(said: list[str], usage: str) -> tuple[tuple[str, str], ...]:
    """Words that are each a name with a value."""
    found = []
    for word in said:
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise bad(f"“{word}” is not a name with a value: write it as “{usage}”")
        found.append((name, value))
    if len({name for name, _ in found}) < len(found):
        raise bad("a name stands twice on the line")
    return tuple(found)
