"""What a rule of the game is to the software: a value beside the clause that fixes it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """One value that a book decides.

    ``clause`` fixes the value; ``also`` are further clauses that bear on it. Where the book is ambiguous,
    ``reading`` says which reading the value takes and ``readings`` lists the values that other readings
    would give: such a rule is a setting of the house, the register's reading being the default.
    """

    value: T
    clause: str
    also: tuple[str, ...] = ()
    reading: str = ""
    readings: tuple[T, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that bears on the value, the fixing one first."""
        return (self.clause, *self.also)
