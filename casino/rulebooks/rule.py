"""A rule of the game as the software sees it: a value with the clause that fixes it."""

from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from casino.refusals import Refusal

T = TypeVar("T")

OPERATOR: Final = "operator"
"""The role in a clause that names the operator; `OpenPoints.operator_role` says which role acts for it
(`Rules.acting`)."""


class RuleBookError(Refusal, ValueError):
    """A book, game, election or reading that does not exist or that the book does not permit."""


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """One value that a book decides.

    ``clause`` fixes the value; ``also`` are further clauses that bear on it. If the book is ambiguous, ``reading``
    says which reading the value takes and ``readings`` lists the values of the others: such a rule is a setting of
    the house, with the register's reading as its default.
    """

    value: T
    clause: str
    also: tuple[str, ...] = ()
    reading: str = ""
    readings: tuple[T, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that bears on the value, the one that fixes it first."""
        return (self.clause, *self.also)


def spelled(value: Any) -> str:
    """A value in one word, as a table's settings and a `.round` file write it: ``yes``, ``17``, ``minimum+both``,
    ``none``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in ("", (), frozenset()):
        return "none"
    if isinstance(value, (tuple, frozenset)):
        return "+".join(spelled(item) for item in (sorted(value) if isinstance(value, frozenset) else value))
    return str(value)


def read_as(rule: Rule[Any] | None, name: str, value: str) -> Rule[Any]:
    """The rule under the reading with that value. Raises RuleBookError for a rule with one reading, or for an
    unknown reading; it names the known ones."""
    if rule is None or not rule.readings:
        raise RuleBookError("rule_book.one_reading", name=name)
    for reading in rule.readings:
        if value.lower() in (spelled(reading).lower(), str(reading).lower()):
            return replace(rule, value=reading)
    known = [spelled(reading) for reading in rule.readings]
    raise RuleBookError("rule_book.no_such_reading", name=name, known=known, value=value)
