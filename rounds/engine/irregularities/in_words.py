"""What is said of an irregularity, in words: a report's values for the record and the screens, and what is asked if one
is missing. How a line of a ``.round`` file writes them is for the notation (`rounds.notation.hints`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from casino.cards import CardError, parse_card, show
from casino.money import MoneyError, dollars, parse_amount
from casino.rulebooks.irregularities.cases import CASES
from rounds.engine.phrases import bet_name, hand_at

ASKS: Final = {
    "box": "which box",
    "hand": "which hand",
    "hands": "which hands",
    "card": "which card it was",
    "cards": "which cards lie there",
    "lies": "where each card lies",
    "extra": "which cards left the shoe beside those recorded",
    "retract": "which wagers are taken back",
    "player": "which player",
    "bet": "which bet",
    "seen": "whether the card was seen",
    "affects": "whether it affects the outcome",
    "number": "which card of the round",
    "round": "which round",
    "since": "since which round",
    "reason": "the reason",
    "cause": "what happened",
    "case": "which case",
    "amount": "how much",
    "choice": "what the player chooses",
    "device": "what has failed",
    "decision": "which decision",
}
"""The question, by the name of a value."""


def asks(name: str) -> str:
    """What is still missing, in words."""
    return ASKS.get(name, f"the {in_plain_words(name)}")


def in_plain_words(text: str) -> str:
    """A word of the rules' own data, or of the notation, as people write it."""
    return text.replace("_", " ").strip()


def listed(words: Iterable[str]) -> str:
    """Words to choose from, as a list."""
    return ", ".join(in_plain_words(word) for word in words)


def _face(text: str) -> str:
    try:
        return show(parse_card(text))
    except CardError:
        return "a card that cannot be read"


def _hand(text: str) -> str:
    box, _, hand = text.partition(".")
    if not box.isdecimal() or (hand and not hand.isdecimal()):
        return in_plain_words(text)
    return hand_at(int(box), int(hand or "1"))


def _each(words_of: Callable[[str], str]) -> Callable[[str], str]:
    return lambda value: ", ".join(words_of(part.strip()) for part in value.split(",") if part.strip())


def _lies(text: str) -> str:
    number, _, where = text.partition(":")
    return f"card {number} {'with the dealer' if where == 'dealer' else f'on {_hand(where)}'}"


def _retracted(text: str) -> str:
    box, _, player = text.partition(":")
    return f"player {player} on {_hand(box)}" if player else _hand(box)


def _money(text: str) -> str:
    try:
        return dollars(parse_amount(text))
    except MoneyError:
        return in_plain_words(text)


_VALUES: Final[dict[str, Callable[[str], str]]] = {
    "box": lambda value: f"box {value}",
    "hand": _hand,
    "hands": _each(_hand),
    "card": _each(_face),
    "extra": _each(_face),
    "lies": _each(_lies),
    "retract": _each(_retracted),
    "bet": bet_name,
    "case": lambda value: CASES.get(value, in_plain_words(value)),
    "amount": _money,
    "not_to": _each(lambda name: f"player {name}"),
}

_PHRASES: Final[dict[str, Callable[[str], str]]] = {
    "player": lambda value: f"player {value}",
    "extra": lambda value: f"not recorded: {value_words('extra', value)}",
    "retract": lambda value: f"taken back: {value_words('retract', value)}",
    "lies": lambda value: f"where they lie: {value_words('lies', value)}",
    "cards": lambda value: f"card{'s' * (',' in value)} {value.replace(',', ', ')} of the round",
    "number": lambda value: f"card {value} of the round",
    "decision": lambda value: f"decision {value} of the hand",
    "seen": lambda value: "the card was seen" if value == "yes" else "nobody has seen the card",
    "affects": lambda value: "it affects the outcome" if value == "yes" else "the outcome is not affected",
    "not_to": lambda value: f"nothing back to {value_words('not_to', value)}",
    "count": lambda value: f"{value} cards in the rack",
    "round": lambda value: f"round {value}",
    "since": lambda value: f"since round {value}",
    "by": lambda value: f"by {in_plain_words(value)}",
    "case": lambda value: f"case: {value_words('case', value)}",
}


def value_words(name: str, value: str) -> str:
    """A value as it is shown beside its question: ``box 3 hand 2``, ``5♦``, ``card 2 on box 4, card 3 with the
    dealer``."""
    words = _VALUES.get(name)
    return words(value) if words is not None else in_plain_words(value).replace(",", ", ")


def phrase(name: str, value: str) -> str:
    """A value as it is shown by itself, in a line of the record."""
    words = _PHRASES.get(name)
    return words(value) if words is not None else value_words(name, value)
