"""A refusal: something that the book, the house or the moment does not allow.

One type for the whole house. It carries a stable code, the clause that forbids it and the values that fill its
blanks; the words are in `casino.words.refusals`, by code. Screens render them through `casino.translated`.
"""

from __future__ import annotations

from typing import Any

from casino.words.filling import fill
from casino.words.refusals import words_of
from casino.words.text import Words


class Refusal(Exception):
    """Something is not allowed, and nothing has changed.

    ``code`` names the reason (``wager.below_minimum``); ``clause`` is the clause that forbids it, "" if none does;
    ``also`` are other clauses that bear on it; ``values`` fill the blanks of its words: amounts in cents, cards as
    two characters.
    """

    def __init__(self, code: str, clause: str = "", *, also: tuple[str, ...] = (), **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.also = also
        self.values = values

    @property
    def words(self) -> Words:
        """The texts of its code, blanks unfilled."""
        return words_of(self.code)

    @property
    def message(self) -> str:
        """What is refused and why, in the record's plain English."""
        return fill(self.words.what, self.values)

    @property
    def remedy(self) -> str:
        """What to do now, in the record's plain English; "" if there is nothing."""
        return fill(self.words.remedy, self.values)

    def under(self, clause: str, **values: Any) -> Refusal:
        """The same refusal under another clause, with more values."""
        return type(self)(self.code, clause, also=self.also, **self.values, **values)

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        remedy = f". {self.remedy}" if self.remedy else ""
        return f"{self.message}{cited}{remedy}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.code, self.clause, self.also, self.values)


class UnreadableRequest(Refusal, ValueError):
    """A request that cannot be read; nothing of it is done or recorded."""


def _again(
    kind: type[Refusal], code: str, clause: str, also: tuple[str, ...], values: dict[str, Any]
) -> Refusal:
    return kind(code, clause, also=also, **values)
