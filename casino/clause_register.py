"""The clause register: every clause of the five books, a summary and what the system does about it.

It lives here rather than in ``casino.rulebooks`` because it is read from files, and the rule books are a pure room
without input. The files stay beside the books whose clauses they list.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "rulebooks" / "clauses"

WORKING_KINDS: Final = frozenset({"compute", "enforce", "prompt", "authorise", "record", "display"})
"""Kinds that ask something of the software; ``define`` and ``conduct`` do not."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One row of the register. ``clause`` is the book's own number behind the book's key."""

    clause: str
    variant: str
    kind: str
    phase: str
    actor: str
    summary: str
    parameters: str
    system_behaviour: str
    test_idea: str

    @property
    def book(self) -> str:
        """The key of the book that the clause belongs to."""
        return self.clause.partition("-")[0]

    @property
    def number(self) -> str:
        """The clause's number within its book."""
        return self.clause.partition("-")[2]

    @property
    def rule(self) -> str:
        """The rule that the clause belongs to: its number up to the first stop, bracket or dash."""
        number = self.number
        return number[: next((at for at, sign in enumerate(number) if sign in ".(-"), len(number))]


def _rows() -> Iterator[Clause]:
    for path in sorted(FOLDER.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, strict=True):
                yield Clause(**row)


@lru_cache(maxsize=1)
def clauses() -> tuple[Clause, ...]:
    """Every clause, book by book in the order of the files."""
    return tuple(_rows())


@lru_cache(maxsize=1)
def by_id() -> dict[str, Clause]:
    """Every clause by its id, such as ``NZ-1``."""
    return {clause.clause: clause for clause in clauses()}


def books() -> tuple[str, ...]:
    """The keys of the books with clauses in the register."""
    return tuple(dict.fromkeys(clause.book for clause in clauses()))
