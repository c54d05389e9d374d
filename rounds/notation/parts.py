"""Parse the words of a line. A word that cannot be read raises Refusal, without a clause."""

import re
from typing import Final

from casino.cards import UNKNOWN, Card, CardError, parse_card
from casino.money import LARGEST, Cents, MoneyError, parse_amount
from casino.player_mark import is_mark
from casino.refusals import Refusal
from casino.rulebooks import ROLES
from rounds.notation import statements


class UnknownWord(Refusal):
    """An unknown word where the notation has a fixed list. It is no statement that could be refused, so a typing
    mistake after a “!” proves nothing."""


NAME: Final = re.compile(r"[\w][\w.-]{0,15}")
"""The name of a tournament, or of one of its sessions."""
PLACE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?")


def usage_of(usage: str) -> Refusal:
    """The refusal of a line that is not written as its usage says."""
    return Refusal("notation.usage", usage=usage)


def count(tokens: list[str], usage: str, least: int, most: int | None = None) -> None:
    """Raises Refusal unless a line has ``least`` words, or from ``least`` to ``most``."""
    if not least <= len(tokens) <= (least if most is None else most):
        raise usage_of(usage)


def amount(text: str) -> Cents:
    """An amount, in cents."""
    try:
        return parse_amount(text)
    except MoneyError:
        raise Refusal("notation.not_an_amount", text=text, largest=LARGEST) from None


def number(text: str) -> int:
    """A whole number of up to three digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise Refusal("notation.not_a_number", text=text)
    return int(text)


def box(text: str) -> int:
    """The number of a box; a hand's number is refused."""
    if "." in text and PLACE.fullmatch(text):
        raise Refusal("notation.not_a_box", text=text, box=text.partition(".")[0])
    return number(text)


def player(text: str) -> str:
    """A player's mark."""
    if not is_mark(text):
        raise Refusal("notation.not_a_player", text=text)
    return text


def bet(text: str) -> str:
    """A bet that at least one game has."""
    if text.lower() not in (*statements.BETS, *statements.BESIDE):
        raise UnknownWord("notation.not_a_bet", text=text, bets=statements.BETS)
    if text.lower() in statements.BESIDE:
        raise Refusal("notation.not_a_bet", text=text, bets=statements.BETS)
    return text.lower()


def cards(tokens: list[str]) -> tuple[Card, ...]:
    """Cards; ``??`` is a card that lies face down."""
    return tuple(UNKNOWN if word == UNKNOWN else _card(word) for word in tokens)


def _card(text: str) -> Card:
    try:
        return parse_card(text)
    except CardError:
        raise Refusal("notation.not_a_card", text=text) from None


def hand(text: str) -> tuple[int, int]:
    """A box and the number of a hand on it, the first hand if none is given."""
    place = PLACE.fullmatch(text)
    if not place or place[2] == "0":
        raise Refusal("notation.not_a_hand", text=text)
    return int(place[1]), int(place[2] or 1)


def role(text: str) -> str:
    """A role of the house."""
    if text.lower() not in ROLES:
        raise UnknownWord("notation.not_a_role", text=text, roles=tuple(ROLES))
    return text.lower()


def pairs(tokens: list[str], usage: str) -> tuple[tuple[str, str], ...]:
    """Words of the form NAME=VALUE, as pairs."""
    named = []
    for word in tokens:
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise Refusal("notation.not_a_pair", text=word, usage=usage)
        named.append((name, value))
    if len({name for name, _ in named}) < len(named):
        raise Refusal("notation.name_twice")
    return tuple(named)
