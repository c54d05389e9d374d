"""The wording of irregularity reports: their values as the record and the screens show them, and the questions for
missing values. How a ``.round`` file writes them is in `rounds.notation.hints`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from casino.cards import CardError, parse_card
from casino.money import MoneyError, parse_amount
from casino.rulebooks.irregularities.cases import CASES
from casino.words import Phrase
from casino.words.reports import REPORTS
from rounds.engine.phrases import place_at, wager_key


def asks(name: str) -> Phrase:
    """The question for a value that is still missing."""
    code = f"asks.{name}"
    return Phrase.of(code) if code in REPORTS else Phrase.of("asks.other", name=name.strip())


def in_plain_words(text: str) -> str:
    """A name from the rules' data or the notation, as people write it."""
    return text.replace("_", " ").strip()


def _text(text: str) -> Phrase:
    return Phrase.of("value.text", text=text.strip())


def _card(text: str) -> Phrase:
    try:
        return Phrase.of("value.card", card=parse_card(text))
    except CardError:
        return Phrase.of("value.unread_card")


def _hand(text: str) -> Phrase:
    box, _, hand = text.partition(".")
    if not box.isdecimal() or (hand and not hand.isdecimal()):
        return _text(text)
    return Phrase.of("value.place", place=place_at(int(box), int(hand or "1")))


def _each(words_of: Callable[[str], Phrase]) -> Callable[[str], Phrase]:
    def each(value: str) -> Phrase:
        values = [words_of(part.strip()) for part in value.split(",") if part.strip()]
        return Phrase.of("value.each", values=values)

    return each


def _lies(text: str) -> Phrase:
    number, _, where = text.partition(":")
    if where == "dealer":
        return Phrase.of("value.lies_dealer", number=number)
    return Phrase.of("value.lies", number=number, place=_hand(where))


def _retracted(text: str) -> Phrase:
    box, _, player = text.partition(":")
    return Phrase.of("value.player_on", player=player, place=_hand(box)) if player else _hand(box)


def _case(text: str) -> Phrase:
    return Phrase.of("value.case", case=CASES[text]) if text in CASES else _text(text)


def _money(text: str) -> Phrase:
    try:
        return Phrase.of("value.amount", amount=parse_amount(text))
    except MoneyError:
        return _text(text)


def _player(text: str) -> Phrase:
    return Phrase.of("value.player", player=text)


_VALUES: Final[dict[str, Callable[[str], Phrase]]] = {
    "box": lambda value: Phrase.of("value.box", box=value),
    "hand": _hand,
    "hands": _each(_hand),
    "card": _each(_card),
    "extra": _each(_card),
    "lies": _each(_lies),
    "retract": _each(_retracted),
    "bet": lambda value: Phrase.of("value.bet", bet=wager_key(value)),
    "case": _case,
    "amount": _money,
    "not_to": _each(_player),
}


def _around(code: str, name: str) -> Callable[[str], Phrase]:
    """Words for the value, set into the text of ``code``."""
    return lambda value: Phrase.of(code, what=value_words(name, value))


def _cards(value: str) -> Phrase:
    code = "value.cards_of_round" if "," in value else "value.card_of_round"
    return Phrase.of(code, numbers=value.replace(",", ", "))


def _either(yes: str, no: str) -> Callable[[str], Phrase]:
    """Words for a yes-or-no value, by the code for each answer."""
    return lambda value: Phrase.of(yes if value == "yes" else no)


_PHRASES: Final[dict[str, Callable[[str], Phrase]]] = {
    "player": _player,
    "extra": _around("value.not_recorded", "extra"),
    "retract": _around("value.taken_back", "retract"),
    "lies": _around("value.where_they_lie", "lies"),
    "cards": _cards,
    "number": lambda value: Phrase.of("value.card_of_round", numbers=value),
    "decision": lambda value: Phrase.of("value.decision_of_hand", number=value),
    "seen": _either("value.seen", "value.seen_not"),
    "affects": _either("value.affects", "value.affects_not"),
    "not_to": _around("value.not_to", "not_to"),
    "count": lambda value: Phrase.of("value.count", count=value),
    "round": lambda value: Phrase.of("value.round", round=value),
    "since": lambda value: Phrase.of("value.since", round=value),
    "by": lambda value: Phrase.of("value.by", who=value.strip()),
    "case": _around("value.in_case", "case"),
}


def value_words(name: str, value: str) -> Phrase:
    """A value as it is shown beside its question: ``box 3 hand 2``, ``5♦``, ``card 2 on box 4, card 3 with the
    dealer``."""
    words = _VALUES.get(name)
    if words is not None:
        return words(value)
    return Phrase.of("value.texts", texts=value.strip().split(",")) if "," in value else _text(value)


def phrase(name: str, value: str) -> Phrase:
    """A value as it is shown on its own, in a line of the record."""
    words = _PHRASES.get(name)
    return words(value) if words is not None else value_words(name, value)
