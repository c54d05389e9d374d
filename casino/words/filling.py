"""Fill the blanks of a text: ``{minimum:money}`` is written as ``$25``.

Specifications after the colon: ``money`` (cents), ``card`` and ``cards``, ``list`` (``A, B``), ``and`` and ``or``
(``A or B``), ``cap`` (first letter a capital), ``day|days`` (the number with the noun that fits it, ``1 day``),
``term`` (a word of the house, such as a role: a screen translates it).
Without one the value is written as it is.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

from casino.cards import show
from casino.money import dollars


class _Filler(Formatter):
    def __init__(self, translate: Callable[[str], str]) -> None:
        self.translate = translate

    def format_field(self, value: Any, format_spec: str) -> str:
        kind = format_spec
        if kind == "money":
            return dollars(value)
        if kind == "term":
            return self.translate(str(value)) if value else ""
        if kind == "card":
            return show(value)
        if kind == "cards":
            return " ".join(show(card) for card in value)
        if kind == "list":
            return ", ".join(str(item) for item in value)
        if kind in ("and", "or"):
            items = [str(item) for item in value]
            return f" {kind} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
        if kind == "cap":
            text = str(value)
            return text[:1].upper() + text[1:]
        if "|" in kind:
            singular, plural = kind.split("|", 1)
            return f"{value} {singular if value == 1 else plural}"
        return str(super().format_field(value, kind))


def fill(text: str, values: Mapping[str, Any], translate: Callable[[str], str] = str) -> str:
    """The text with its blanks filled from `values`. Raises KeyError for a blank without a value."""
    return _Filler(translate).vformat(text, (), values)
