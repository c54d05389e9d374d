"""What a page showed, sent back with the form that was filled in on it.

A step is refused if what its page showed is no longer true: the form carries the facts that the step depends on
(`as_field`), and the step compares them with the facts under its lock (`changed`). Other changes do not matter. This
module only handles texts: the room that draws a form decides which facts it depends on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any, Final

FIELD: Final = "showed"
"""The name of the form's field."""
LONGEST: Final = 20_000
"""The longest such field, in characters."""
SHORT: Final = 60
"""A longer text is represented by its digest."""

Facts = Mapping[str, Any]


def as_field(facts: Facts) -> str:
    """The facts as the form's field carries them."""
    return json.dumps(_plain(facts), sort_keys=True, separators=(",", ":"))


def read(field: str) -> dict[str, Any] | None:
    """The facts that a form carries; None if they are missing or cannot be read."""
    if not 0 < len(field) <= LONGEST:
        return None
    try:
        facts = json.loads(field)
    except (ValueError, RecursionError):
        return None
    return facts if isinstance(facts, dict) else None


def changed(shown: Facts, now: Facts) -> list[str]:
    """The names of the facts in `now` that differ from what was shown, in order."""
    return [name for name, fact in _plain(now).items() if name not in shown or shown[name] != fact]


def untouched(shown: Any, typed: Mapping[str, str]) -> set[str]:
    """For a fact made of a form's fields: the fields that still have the value that the page put there."""
    if not isinstance(shown, dict):
        return set()
    return {name for name, value in shown.items() if name in typed and str(value) == typed[name].strip()}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in (sorted(value) if isinstance(value, set | frozenset) else value)]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    return text if len(text) <= SHORT else "#" + hashlib.sha256(text.encode()).hexdigest()[:16]
