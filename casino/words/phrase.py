"""A text that people read and that refuses nothing: what a table waits for, what the dealer calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from casino.words.filling import fill, text_of


class Phrase(NamedTuple):
    """A text by its code in `casino.words`, with the values of its blanks. Screens render it by `casino.translated`."""

    code: str
    values: Mapping[str, Any]

    @classmethod
    def of(cls, code: str, **values: Any) -> Phrase:
        """The text of a code with its values."""
        # A tuple made directly: ``cls(code, values)`` goes through one more function, and every `Due` has several.
        return tuple.__new__(cls, (code, values))

    @property
    def english(self) -> str:
        """The text in the plain English of the record. Raises KeyError for a code or a value that is missing."""
        return fill(text_of(self.code), self.values)
