"""The values of rules as plain data and in words: for commands, and for the copy that players may ask for."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from casino.money import Odds


def plain(value: Any) -> Any:
    """A rule's value in JSON types; sets are ordered, odds are ``3:2``."""
    if isinstance(value, (Odds, Fraction)):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(item) for item in value)
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def value_words(value: Any, word: Callable[[str], str] = str) -> str:
    """Plain data in words: ``yes``, ``9, 10, 11``, ``none``; `word` says each of them in another language."""
    if isinstance(value, bool):
        return word("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join([value_words(part, word) for part in value])
    if isinstance(value, dict):
        return " ".join(
            f"{name}={value_words(part, word)}" for name, part in value.items() if part not in ("", None)
        )
    return word(str(value) if value != "" else "none")
