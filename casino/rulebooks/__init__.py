"""The approved rule books as data: one module a book, one dataclass of rules, the clause register."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from casino.rulebooks import elections as choice
from casino.rulebooks import vic03
from casino.rulebooks.elections import Election
from casino.rulebooks.rule import Rule
from casino.rulebooks.rules import ROLES, Rules, Steps

__all__ = [
    "BOOKS",
    "ROLES",
    "Book",
    "Election",
    "Rule",
    "RuleBookError",
    "Rules",
    "Steps",
    "book_of",
    "rules_for",
]


class RuleBookError(ValueError):
    """A book, game, election or reading that does not exist or that the book does not permit."""


@dataclass(frozen=True, slots=True)
class Book:
    """A rule book: its games, and what the operator may elect in each."""

    key: str
    title: str
    games: dict[str, Rules]
    elections: dict[str, tuple[Election, ...]]


BOOKS: Final[dict[str, Book]] = {
    "VIC03": Book(
        "VIC03",
        "Victoria 2003",
        {"blackjack": vic03.BLACKJACK},
        {"blackjack": (choice.limits("VIC03-6.5"), choice.auto_shuffler("VIC03-3.1.1"))},
    ),
}

Pairs = tuple[tuple[str, str], ...]


def book_of(key: str) -> Book:
    """The book of that key. Raises RuleBookError for an unknown one."""
    try:
        return BOOKS[key]
    except KeyError:
        raise RuleBookError(f"there is no rule book {key}; choose from {', '.join(BOOKS)}") from None


@lru_cache(maxsize=256)
def rules_for(book: str, game: str = "blackjack", elections: Pairs = (), readings: Pairs = ()) -> Rules:
    """The rules of a game with the table's elections and the house's readings worked in.

    ``readings`` name a rule whose clause is ambiguous and the value of one of its readings, as text.
    Raises RuleBookError when a name or value is not permitted; it names what is.
    """
    found = book_of(book)
    if game not in found.games:
        raise RuleBookError(f"{book} has no game {game}; choose from {', '.join(found.games)}")
    rules = found.games[game]
    offered = {election.name: election for election in found.elections[game]}
    for name, value in elections:
        if name not in offered:
            raise RuleBookError(f"{book} {game} has no election {name}; choose from {', '.join(offered)}")
        if value not in offered[name].values:
            raise RuleBookError(f"{name} is one of {', '.join(offered[name].values)}, not {value}")
        rules = offered[name].apply(rules, value)
    for name, value in readings:
        rules = _read_as(rules, name, value)
    return rules


def _read_as(rules: Rules, name: str, value: str) -> Rules:
    rule: Rule[Any] | None = rules.rules().get(name)
    if rule is None or not rule.readings:
        raise RuleBookError(f"{name} is not a rule with more than one reading")
    for reading in rule.readings:
        if str(reading) == value:
            changed: dict[str, Any] = {name: replace(rule, value=reading)}
            return replace(rules, **changed)
    raise RuleBookError(f"{name} can be read as {', '.join(map(str, rule.readings))}, not {value}")
